package import GLibBridge

/// One call of `Notify` (Desktop Notifications Specification, "Notify").
package struct Bubble: Sendable, Equatable {
    /// A button: its key and its label.
    package struct Action: Sendable, Equatable {
        /// The key in messages; `default` is a click on the bubble itself.
        package var key: String
        /// The text on the button.
        package var label: String

        /// Makes a button.
        package init(key: String, label: String) {
            self.key = key
            self.label = label
        }
    }

    /// A hint: its name and value.
    package struct Hint: Sendable, Equatable {
        /// The name, such as `urgency`.
        package var name: String
        /// The value, of the type that the specification gives.
        package var value: Variant

        /// Makes a hint.
        package init(_ name: String, _ value: Variant) {
            self.name = name
            self.value = value
        }
    }

    /// When the bubble closes by itself.
    package enum Expiry: Sendable, Equatable {
        /// After the server's default time.
        case standard
        /// Never.
        case never
        /// After a number of milliseconds.
        case milliseconds(Int32)
        /// The unchecked value of a caller of notify-send.
        case verbatim(Int32)

        var milliseconds: Int32 {
            switch self {
            case .standard: -1
            case .never: 0
            case .milliseconds(let count): max(1, count)
            case .verbatim(let count): count
            }
        }
    }

    /// The name of the program.
    package var appName: String
    /// The bubble that it replaces; 0 for a new one.
    package var replacesID: UInt32
    /// The name of an icon or a file; empty for none.
    package var icon: String
    /// The first line.
    package var summary: String
    /// The text; markup if the server has `body-markup`.
    package var body: String
    /// The buttons in order.
    package var actions: [Action]
    /// The hints in order.
    package var hints: [Hint]
    /// When it closes by itself.
    package var expiry: Expiry

    /// Makes a bubble.
    package init(
        appName: String,
        replacesID: UInt32 = 0,
        icon: String = "",
        summary: String,
        body: String = "",
        actions: [Action] = [],
        hints: [Hint] = [],
        expiry: Expiry = .standard
    ) {
        self.appName = appName
        self.replacesID = replacesID
        self.icon = icon
        self.summary = summary
        self.body = body
        self.actions = actions
        self.hints = hints
        self.expiry = expiry
    }
}

/// The result of sending a bubble to the server.
package enum ShowOutcome: Sendable, Equatable {
    /// The server accepted it and returned its id.
    case shown(owner: String, id: UInt32)
    /// The server answered with an error, or there is none.
    case failed(GLibError)
    /// No reply in time. The server may still show it; the reply is reported as
    /// ``BubbleEvent/lateReply(ticket:outcome:)`` with this ticket.
    case timedOut(ticket: UInt64)
    /// The server did not reply to the question before the bubble, which was not sent.
    case notSent
}

/// An event from the server.
package enum BubbleEvent: Sendable, Equatable {
    /// Another program owns the name now, or none does; all ids of the old one are invalid.
    case ownerChanged(String?)
    /// The user chose an action.
    case invoked(owner: String, id: UInt32, action: String, activationToken: String?)
    /// The user typed a reply into the bubble itself.
    case replied(owner: String, id: UInt32, text: String)
    /// The bubble was closed.
    case closed(owner: String, id: UInt32, reason: UInt32)
    /// The reply to a bubble that had timed out.
    case lateReply(ticket: UInt64, outcome: ShowOutcome)
}
