import Glibc
import NotifyCore

/// A dialog that asks for a text.
struct ReplyPrompt: Sendable, Equatable {
    /// The window's title.
    var title: String
    /// The label above the field.
    var label: String
    /// The label of the button that sends the text; empty for the dialog's own.
    var buttonTitle: String

    /// Creates the dialog of an action; `nil` if the action asks for no text.
    init?(_ request: NotificationRequest, action: NotificationAction) {
        guard let input = action.textInput else { return nil }
        title = request.content.title.isEmpty ? action.title : request.content.title
        label = input.placeholder.isEmpty ? action.title : input.placeholder
        buttonTitle = input.buttonTitle
    }
}

/// The answer to a dialog.
enum ReplyAnswer: Sendable, Equatable {
    /// The user typed a text, which may be empty.
    case text(String)
    /// The user closed the dialog.
    case cancelled
    /// The dialog could not be shown, or its output is not a text.
    case impossible(RequestError)
}

/// A program that shows a text field and writes the text to its standard output.
enum PromptProgram: String, Sendable, CaseIterable {
    case zenity, kdialog

    /// The program and its arguments.
    ///
    /// Every text is in the same argument as its option, so that no text is parsed as an option.
    func arguments(for prompt: ReplyPrompt) -> [String] {
        switch self {
        case .zenity:
            let button = prompt.buttonTitle.isEmpty ? [] : ["--ok-label=\(prompt.buttonTitle)"]
            // The label interprets backslash sequences, and an underscore marks an access key.
            let label = Self.withoutSequences(prompt.label).replacing("_", with: "__")
            return [rawValue, "--entry", "--title=\(prompt.title)", "--text=\(label)"] + button
        case .kdialog:
            let label = Self.withoutSequences(prompt.label)
            return [rawValue, "--title=\(prompt.title)", "--inputbox=\(label)"]
        }
    }

    private static func withoutSequences(_ text: String) -> String {
        text.replacing("\\", with: "\\\\")
    }
}
