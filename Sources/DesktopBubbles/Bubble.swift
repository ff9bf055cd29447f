public import GLibBridge

/// One call of `Notify` (Desktop Notifications Specification, "Notify").
public struct Bubble: Sendable, Equatable {
    /// A button: the key that comes back, and its label.
    public struct Action: Sendable, Equatable {
        /// The key on the wire; `default` is a click on the bubble itself.
        public var key: String
        /// The text on the button.
        public var label: String

        /// Makes a button.
        public init(key: String, label: String) {
            self.key = key
            self.label = label
        }
    }

    /// A hint: its name and value.
    public struct Hint: Sendable, Equatable {
        /// The name, such as `urgency`.
        public var name: String
        /// The value, of the type that the specification gives.
        public var value: Variant

        /// Makes a hint.
        public init(_ name: String, _ value: Variant) {
            self.name = name
            self.value = value
        }
    }

    /// When the bubble goes by itself.
    public enum Expiry: Sendable, Equatable {
        /// After the server's own time.
        case standard
        /// Never.
        case never
        /// After a number of milliseconds.
        case milliseconds(Int32)
        /// What a caller of notify-send's ways has given, whatever it is.
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

    /// The name of the program that sends it.
    public var appName: String
    /// The bubble that it takes the place of; 0 for a new one.
    public var replacesID: UInt32
    /// The name of an icon or a file; empty for none.
    public var icon: String
    /// The first line.
    public var summary: String
    /// The text; markup where the server has `body-markup`.
    public var body: String
    /// The buttons in order.
    public var actions: [Action]
    /// The hints in order.
    public var hints: [Hint]
    /// When it goes by itself.
    public var expiry: Expiry

    /// Makes a bubble.
    public init(
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

/// What became of a bubble that was handed to the server.
public enum ShowOutcome: Sendable, Equatable {
    /// The server took it and gave it an id.
    case shown(owner: String, id: UInt32)
    /// The server answered with an error, or there is none.
    case failed(GLibError)
    /// No answer within GDBus's 25 s. The server may show it still; the answer comes as
    /// ``BubbleEvent/lateReply(ticket:outcome:)`` with this ticket.
    case timedOut(ticket: UInt64)
}

/// What the server tells.
public enum BubbleEvent: Sendable, Equatable {
    /// Another program owns the name now, or none does; all ids of the old one are dead.
    case ownerChanged(String?)
    /// The user chose an action.
    case invoked(owner: String, id: UInt32, action: String, activationToken: String?)
    /// The user typed a reply into the bubble itself.
    case replied(owner: String, id: UInt32, text: String)
    /// The bubble went away.
    case closed(owner: String, id: UInt32, reason: UInt32)
    /// The answer to a bubble that had timed out.
    case lateReply(ticket: UInt64, outcome: ShowOutcome)
}
