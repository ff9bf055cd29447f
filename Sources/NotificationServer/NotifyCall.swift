package import GLibBridge

/// One call of `Notify`, as a server receives it.
package struct NotifyCall: Sendable, Equatable {
    /// A button: its key and its label.
    package struct Action: Sendable, Equatable {
        /// The key; `default` is a click on the bubble itself.
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
        /// The value, without its variant.
        package var value: Variant

        /// Makes a hint.
        package init(name: String, value: Variant) {
            self.name = name
            self.value = value
        }
    }

    /// The unique name of the caller.
    package var sender: String
    /// The name of the program.
    package var appName: String
    /// The bubble that it replaces; 0 for a new one.
    package var replacesID: UInt32
    /// The name of an icon or a file; empty for none.
    package var icon: String
    /// The first line.
    package var summary: String
    /// The text.
    package var body: String
    /// The buttons in order.
    package var actions: [Action]
    /// The hints in order.
    package var hints: [Hint]
    /// Milliseconds until it closes by itself; 0 for never, -1 for the server's default.
    package var expireTimeout: Int32

    /// Makes a call from its arguments.
    package init(
        sender: String = "",
        appName: String = "",
        replacesID: UInt32 = 0,
        icon: String = "",
        summary: String,
        body: String = "",
        actions: [Action] = [],
        hints: [Hint] = [],
        expireTimeout: Int32 = -1
    ) {
        self.sender = sender
        self.appName = appName
        self.replacesID = replacesID
        self.icon = icon
        self.summary = summary
        self.body = body
        self.actions = actions
        self.hints = hints
        self.expireTimeout = expireTimeout
    }

    /// Whether a click on the bubble itself is an action.
    package var hasDefaultAction: Bool {
        actions.contains { $0.key == "default" }
    }

    /// The actions that are shown as buttons.
    package var buttons: [Action] {
        actions.filter { $0.key != "default" }
    }

    /// Returns the value of a hint; `nil` if the call lacks it.
    package func hint(_ name: String) -> Variant? {
        hints.first { $0.name == name }?.value
    }
}

extension NotifyCall {
    /// Reads a call's arguments; `nil` if they are not those of `Notify`.
    ///
    /// A key without a label at the end of the actions is left out.
    init?(sender: String, parameters: Variant) {
        guard
            let appName = parameters[0]?.string,
            let replacesID = parameters[1]?.integer.flatMap({ UInt32(exactly: $0) }),
            let icon = parameters[2]?.string,
            let summary = parameters[3]?.string,
            let body = parameters[4]?.string,
            let actions = parameters[5]?.strings,
            let hints = parameters[6]?.entries,
            let expireTimeout = parameters[7]?.integer.flatMap({ Int32(exactly: $0) })
        else { return nil }
        self.init(
            sender: sender,
            appName: appName,
            replacesID: replacesID,
            icon: icon,
            summary: summary,
            body: body,
            actions: stride(from: 0, to: actions.count - 1, by: 2).map {
                Action(key: actions[$0], label: actions[$0 + 1])
            },
            hints: hints.map { Hint(name: $0.key, value: $0.value) },
            expireTimeout: expireTimeout
        )
    }
}
