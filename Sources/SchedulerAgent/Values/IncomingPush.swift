import AgentInterface
import NotifyCore

/// A message of an app's server, as a caller brought it.
struct IncomingPush: Sendable {
    let payload: PushPayload
    let app: String
    let options: PushOptions
    /// The name of the caller, for the history.
    let requester: String
    /// What it is labelled with; `nil` for the name of its app.
    var label: String?
    /// Whether the caller or the app is inside a sandbox, so that it may name no file.
    let isConfined: Bool
    /// Whether the app is started for a message that wakes it.
    var mayStart = true

    /// The sound's name as the app's server wrote it; `nil` for the standard one, or none.
    var soundName: String? {
        if case .named(let name) = payload.content.sound { name } else { nil }
    }

    /// Whether the service extension of its app gets it first, if there is one.
    var mayWait: Bool { payload.isMutable && payload.hasAlert }
}

/// What an app has installed for its pushed messages.
struct PushResources: Sendable, Equatable {
    /// The folder with its string tables; `nil` for none.
    var strings: String?
    /// The file of the sound that a message names; `nil` if there is none.
    var sound: String?
    /// Whether it has a service extension.
    var hasExtension = false
}

extension IncomingPush {
    /// The quota of a message's sender, if its app is in no sandbox.
    var quota: SenderQuota {
        SenderQuota(Sender(.push, app), words: "the server of \(app)")
    }
}
