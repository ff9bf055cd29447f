/// What is known of the notification server.
enum ServerState: Equatable {
    /// None runs.
    case absent
    /// One runs and has not said yet what it can do.
    case meeting(owner: String)
    /// One runs and answers.
    case ready(owner: String)
    /// One runs and let a call time out; nothing is sent until it answers.
    case hanging(owner: String)

    var owner: String? {
        switch self {
        case .absent: nil
        case .meeting(let owner), .ready(let owner), .hanging(let owner): owner
        }
    }
}
