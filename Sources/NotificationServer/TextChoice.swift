/// What a person does with a bubble that is drawn as text.
public enum TextChoice: Sendable, Equatable {
    /// Presses a button, counted from 1.
    case button(Int)
    /// Clicks on the bubble itself.
    case bubble
    /// Closes the bubble.
    case dismiss

    /// The choice behind a number, as on the keyboard: 0 dismisses.
    public init(number: Int) {
        self = number <= 0 ? .dismiss : .button(number)
    }

    /// The choice behind a typed line; `nil` where it is none.
    init?(line: String) {
        switch line.filter({ $0 != " " && $0 != "\t" }) {
        case "": self = .bubble
        case "d", "D": self = .dismiss
        case let text:
            guard let number = Int(text), number >= 0 else { return nil }
            self.init(number: number)
        }
    }

    /// The key that goes back for a bubble; `nil` where the choice closes it.
    ///
    /// A click on a bubble without a default action closes it, as on most desktops.
    ///
    /// - Throws: ``NoSuchButton``.
    func key(in call: NotifyCall) throws(NoSuchButton) -> String? {
        switch self {
        case .dismiss: return nil
        case .bubble: return call.hasDefaultAction ? "default" : nil
        case .button(let number):
            let buttons = call.buttons
            guard buttons.indices.contains(number - 1) else {
                throw NoSuchButton(number: number, count: buttons.count)
            }
            return buttons[number - 1].key
        }
    }
}

/// A number that no button has.
struct NoSuchButton: Error, CustomStringConvertible {
    let number: Int
    let count: Int

    var description: String {
        switch count {
        case 0: "This bubble has no buttons."
        case 1: "There is no button \(number); the only one is 1."
        default: "There is no button \(number); they go from 1 to \(count)."
        }
    }
}
