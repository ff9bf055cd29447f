import Glibc
import NotifyCore

/// A question for a text, as a dialog shows it.
struct ReplyPrompt: Sendable, Equatable {
    /// The window's title.
    var title: String
    /// What stands over the field.
    var label: String
    /// The label of the button that sends the text; empty for the dialog's own.
    var buttonTitle: String

    /// The question of an action; `nil` if it asks for no text.
    init?(_ request: NotificationRequest, action: NotificationAction) {
        guard let input = action.textInput else { return nil }
        title = request.content.title.isEmpty ? action.title : request.content.title
        label = input.placeholder.isEmpty ? action.title : input.placeholder
        buttonTitle = input.buttonTitle
    }
}

/// What became of a question.
enum ReplyAnswer: Sendable, Equatable {
    /// The user typed a text, which may be empty.
    case text(String)
    /// The user closed the dialog.
    case cancelled
    /// There was no dialog, or what came back is no text.
    case impossible(RequestError)
}

/// A program that shows a field for a text and writes what was typed to its standard output.
enum PromptProgram: String, Sendable, CaseIterable {
    case zenity, kdialog

    /// The program and its arguments.
    ///
    /// Every text is the value of an option in the same argument, so that none can be an option itself.
    func arguments(for prompt: ReplyPrompt) -> [String] {
        switch self {
        case .zenity:
            let button = prompt.buttonTitle.isEmpty ? [] : ["--ok-label=\(prompt.buttonTitle)"]
            // Its label takes backslash sequences, and an underline for a key.
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
