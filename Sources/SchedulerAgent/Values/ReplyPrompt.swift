import Glibc
import NotifyCore

/// A dialog that asks for a text, or for one of several choices.
struct ReplyPrompt: Sendable, Equatable {
    /// The window's title.
    var title: String
    /// The label above the field.
    var label: String
    /// The label of the button that sends the text; empty for the dialog's own.
    var buttonTitle: String
    /// The lines to choose from; empty for a text.
    var choices: [String] = []
    /// Whether it has a button for each choice, and is no menu.
    var hasButtons = false

    /// Creates the dialog in which the user chooses one of the actions.
    init(choosingFor request: NotificationRequest) {
        title = request.content.title
        label = request.content.body
        buttonTitle = ""
        choices = request.actions.map { Self.line($0.label) }
    }

    /// Returns a text as one line of a menu.
    static func line(_ text: String) -> String {
        String(text.split(whereSeparator: \.isNewline).first ?? "")
    }

    /// Creates the dialog of an action; `nil` if the action asks for no text.
    init?(_ request: NotificationRequest, action: NotificationAction) {
        guard let input = action.textInput else { return nil }
        title = request.content.title.isEmpty ? action.label : request.content.title
        label = input.placeholder.isEmpty ? action.label : input.placeholder
        buttonTitle = input.buttonTitle
    }
}

extension ReplyPrompt {
    /// Creates the dialog that asks for one of the actions where the bubble cannot.
    init(askingFor request: NotificationRequest) {
        self.init(choosingFor: request)
        hasButtons = true
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

/// A program in which the user chooses a line, which it writes to its standard output.
enum MenuProgram: String, Sendable, CaseIterable {
    case fuzzel, wofi, rofi, bemenu, zenity

    /// Whether it shows something on Wayland only.
    var isOfWayland: Bool { self == .fuzzel || self == .wofi }

    /// The program and its arguments, and what it reads.
    ///
    /// Every text is in the same argument as its option, or comes after the options.
    func start(for prompt: ReplyPrompt) -> (arguments: [String], input: String?) {
        let title = "\(ReplyPrompt.line(prompt.title).prefix(40)) "
        let lines = prompt.choices.map { "\($0)\n" }.joined()
        switch self {
        case .fuzzel: return ([rawValue, "--dmenu", "--prompt=\(title)"], lines)
        case .wofi: return ([rawValue, "--dmenu", "--insensitive", "--prompt=\(title)"], lines)
        case .rofi: return ([rawValue, "-dmenu", "-i", "-p", title], lines)
        case .bemenu: return ([rawValue, "-i", "--prompt=\(title)"], lines)
        case .zenity:
            let options = ["--list", "--hide-header", "--title=\(prompt.title)", "--text="]
            return ([rawValue] + options + ["--column=", "--"] + prompt.choices, nil)
        }
    }
}

/// A program that shows a text field and writes the text to its standard output.
enum PromptProgram: String, Sendable, CaseIterable {
    case zenity, kdialog

    /// The program and its arguments.
    ///
    /// Every text is in the same argument as its option, so that no text is parsed as an option.
    func arguments(for prompt: ReplyPrompt) -> [String] {
        if prompt.hasButtons { return question(prompt) }
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

    /// The program and its arguments for a dialog with choices: buttons in zenity, a list in kdialog.
    private func question(_ prompt: ReplyPrompt) -> [String] {
        let texts = [prompt.title, prompt.label].filter { !$0.isEmpty }
        let text = Self.withoutSequences(texts.joined(separator: "\n\n"))
        let title = ReplyPrompt.line(prompt.title)
        switch self {
        case .zenity:
            let options = ["--question", "--switch", "--no-markup", "--icon-name=dialog-question"]
            let buttons = prompt.choices.map { "--extra-button=\(Self.label($0))" }
            return [rawValue] + options + ["--title=\(title)", "--text=\(text)"] + buttons
        case .kdialog:
            let lines = prompt.choices.enumerated().flatMap { ["\($0)", $1] }
            return [rawValue, "--title=\(title)", "--menu=\(text)", "--"] + lines
        }
    }

    /// Returns the choice that a program has written, and nothing for one that is closed.
    func choice(_ output: String, of prompt: ReplyPrompt) -> String? {
        switch self {
        case .zenity: prompt.choices.first { Self.label($0) == output }
        case .kdialog:
            Int(output).flatMap { number in
                prompt.choices.indices.contains(number) ? prompt.choices[number] : nil
            }
        }
    }

    /// Returns a button's label, in which an underscore marks an access key.
    private static func label(_ text: String) -> String { text.replacing("_", with: "__") }

    private static func withoutSequences(_ text: String) -> String {
        text.replacing("\\", with: "\\\\")
    }
}
