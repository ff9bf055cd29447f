/// The user's choice for a bubble that is drawn as text.
package enum TextChoice: Sendable, Equatable {
    /// Presses a button, counted from 1.
    case button(Int)
    /// Clicks on the bubble itself.
    case bubble
    /// Closes the bubble.
    case dismiss

    /// Makes the choice of a number key; 0 dismisses.
    package init(number: Int) {
        self = number <= 0 ? .dismiss : .button(number)
    }

    /// Makes the choice of a typed line; `nil` if it is none.
    init?(line: String) {
        switch line.filter({ $0 != " " && $0 != "\t" }) {
        case "": self = .bubble
        case "d", "D": self = .dismiss
        case let text:
            guard let number = Int(text), number >= 0 else { return nil }
            self.init(number: number)
        }
    }

    /// Returns the key to report for a bubble; `nil` if the choice closes it.
    ///
    /// A click on a bubble without a default action closes it, as on most desktops.
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

/// The error for a number without a button.
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
