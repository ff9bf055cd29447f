package import GLibBridge
package import NotifyCore

/// What notify-relay reports of itself.
package struct RelayReport: Hashable, Sendable {
    /// What the other machines call this one.
    package let name: String
    /// The ID of this machine, which stays.
    package let id: String
    /// The address of the server.
    package let server: String
    /// Whether the server is reached; `false` without a group.
    package let isConnected: Bool
    /// Why the server is not reached, and what to do.
    package let problem: String?
    /// Why relay.conf as it was changed is not used.
    package let fileProblem: String?
    /// What to do about files with a secret that others can read.
    package let fileWarnings: [String]
    /// Why the topic of `[Inbox]` is not followed.
    package let inboxProblem: String?
    /// Why nothing is published to the topic of `[Phone]`.
    package let phoneProblem: String?
    /// Whether this machine is in a group.
    package let isInGroup: Bool
    /// Whether another machine has removed this one from the group.
    package let isForgotten: Bool
    /// The number of messages that a machine has not acknowledged.
    package let waiting: Int
    /// The number of messages that were not used, by the reason.
    package let dropped: [String: Int]

    /// Reads what `Status` returns.
    init(_ status: Variant?) {
        name = status?["name"]?.string ?? ""
        id = status?["id"]?.string ?? ""
        server = status?["server"]?.string ?? ""
        isConnected = status?["connected"]?.boolean ?? false
        problem = status?["problem"]?.string
        fileProblem = status?["fileProblem"]?.string
        fileWarnings = status?["fileWarnings"]?.strings ?? []
        inboxProblem = status?["inboxProblem"]?.string
        phoneProblem = status?["phoneProblem"]?.string
        isInGroup = status?["group"]?.boolean ?? false
        isForgotten = status?["forgotten"]?.boolean ?? false
        waiting = Int(status?["waiting"]?.integer ?? 0)
        var dropped: [String: Int] = [:]
        for entry in status?["dropped"]?.entries ?? [] {
            dropped[entry.key] = Int(entry.value.integer ?? 0)
        }
        self.dropped = dropped
    }
}

/// Another machine of the relay's group.
package struct RelayDevice: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its ID, which stays.
    package let id: String
    /// When it was added to the group.
    package let added: Instant
    /// The number of messages that it has not acknowledged.
    package let waiting: Int
    /// When it last sent something; `nil` for never.
    package let lastHeard: Instant?
    /// The names of the machines that let it in; none if this one did, or its user has confirmed it.
    package let introducers: [String]
    /// The names of the machines that leave the group with it.
    package let dependents: [String]

    /// Reads an entry of what `Devices` returns.
    init(_ entry: Variant) {
        name = entry["name"]?.string ?? ""
        id = entry["id"]?.string ?? ""
        added = Instant(microseconds: entry["added"]?.integer ?? 0)
        waiting = Int(entry["waiting"]?.integer ?? 0)
        lastHeard = entry["lastHeard"]?.integer.map(Instant.init(microseconds:))
        introducers = entry["introducers"]?.strings ?? []
        dependents = entry["dependents"]?.strings ?? []
    }
}

/// A signal of notify-relay.
package enum RelaySignal: Hashable, Sendable {
    /// The end of an attempt to pair.
    case paired(RelayPairing)
    /// An answer that was given on another machine.
    case answered(RelayAnswer)
    /// What was sent from here was dismissed, answered or removed.
    case ended(RequestKey, device: String)
    /// What was sent from here came late there, and is listed in a summary.
    case listed(RequestKey, device: String)
    /// The machines, the connection or what waits have changed.
    case changed

    /// Reads a signal; `nil` for an unknown one.
    package init?(_ signal: BusSignal) {
        let value = signal.parameters[0]
        let key = RequestKey(
            appID: value?["appID"]?.string ?? "",
            identifier: value?["identifier"]?.string ?? ""
        )
        let device = value?["device"]?.string ?? ""
        switch signal.name {
        case "Paired": self = .paired(RelayPairing(value))
        case "Answered":
            self = .answered(
                RelayAnswer(
                    key: key,
                    device: device,
                    action: value?["action"]?.string ?? "",
                    userText: value?["userText"]?.string
                )
            )
        case "Ended": self = .ended(key, device: device)
        case "Listed": self = .listed(key, device: device)
        case "Changed": self = .changed
        default: return nil
        }
    }
}

/// The end of an attempt to pair.
package enum RelayPairing: Hashable, Sendable {
    /// Both machines know each other. The fingerprint is the same on both.
    ///
    /// The name is what the other machine calls itself, and may be that of a third one; the ID is its own.
    case paired(device: String, id: String, fingerprint: String)
    /// The other machine may have entered the group, but has not confirmed it.
    case unconfirmed(device: String, id: String, fingerprint: String)
    /// It failed, with the reason.
    case failed(String)

    /// Reads what `Paired` reports.
    init(_ result: Variant?) {
        let device = result?["device"]?.string ?? ""
        let id = result?["id"]?.string ?? device
        let fingerprint = result?["fingerprint"]?.string ?? ""
        switch result?["outcome"]?.string {
        case "paired": self = .paired(device: device, id: id, fingerprint: fingerprint)
        case "unconfirmed": self = .unconfirmed(device: device, id: id, fingerprint: fingerprint)
        default: self = .failed(result?["message"]?.string ?? "the pairing failed")
        }
    }
}

extension String {
    /// A code of ``RelayClient/join(_:)`` as it was typed, without blanks, and with plain hyphens in place of those of
    /// texts.
    package var pairingCode: String {
        var code = ""
        for scalar in unicodeScalars {
            if scalar.properties.generalCategory == .dashPunctuation {
                code += "-"
            } else if !scalar.properties.isWhitespace {
                code.unicodeScalars.append(scalar)
            }
        }
        return code
    }
}

/// An answer that was given on another machine.
package struct RelayAnswer: Hashable, Sendable {
    /// The request, as it was sent from here.
    package let key: RequestKey
    /// The name of the machine.
    package let device: String
    /// The identifier of the action.
    package let action: String
    /// The text that was typed, if the action asks for one.
    package let userText: String?
}
