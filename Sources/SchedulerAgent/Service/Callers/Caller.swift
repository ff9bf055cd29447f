import NotifyCore

/// A program that calls the agent, as the agent found it out.
struct Caller: Sendable, Equatable {
    /// What holds the program, if anything does.
    enum Confinement: Sendable, Equatable {
        /// Nothing: it may do what the user may.
        case none
        /// A Flatpak sandbox, with the app's id.
        case flatpak(String)
        /// A snap, with its own name and the app's.
        case snap(String)
        /// Unknown, which counts as one.
        case unknown
        /// It runs as another user, by the number of that one where the bus says it.
        case otherUser(Int64?)
    }

    let confinement: Confinement
    /// The path of its program; empty if unknown.
    let program: String
    /// Tells one that could not be examined from all others: nothing says that two of them are the same.
    var mark = ""

    /// A program of which nothing is known.
    static let unknown = Caller(confinement: .unknown, program: "")

    var isConfined: Bool { confinement != .none }

    /// Whose requests it may make and see; `nil` if it may say so itself.
    var appID: String? {
        switch confinement {
        case .none: nil
        case .flatpak(let id): id
        case .snap(let name): name
        case .unknown: Self.unknownPrefix + mark
        case .otherUser(let user): "user-\(user.map(String.init) ?? "unknown")"
        }
    }

    /// Who it is, for the history.
    var words: String {
        switch confinement {
        case .none: program
        case .flatpak(let id): "the Flatpak app \(id)"
        case .snap(let name): "the snap \(name)"
        case .unknown: "a program that could not be examined"
        case .otherUser(let user?): "a program of the user \(user)"
        case .otherUser(nil): "a program whose user the bus does not say"
        }
    }

    /// The app that a call is about.
    ///
    /// - Parameter claimed: what the call says; empty for all apps.
    /// - Returns: that, or the sandbox's own.
    func appID(_ claimed: String) -> String { appID ?? claimed }

    /// Checks that the caller may have a URL opened.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed`.
    func check(_ url: String?) throws(RequestError) {
        guard isConfined, let url else { return }
        guard try LaunchURL(url).isOpen else {
            throw RequestError(
                .notAllowed,
                "\(words) may have https, http and mailto URLs opened alone, not \(url.quoted)"
            )
        }
    }

    /// Checks that the caller may call a method: what is about the agent itself, or about all apps, is not
    /// for a sandbox.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed`.
    func checkMethod(_ method: String) throws(RequestError) {
        guard isConfined else { return }
        if case .otherUser = confinement {
            throw RequestError(
                .notAllowed,
                "\(words) may not call the agent of another user; run it as the user whose agent "
                    + "this is"
            )
        }
        guard Self.openMethods.contains(method) else {
            throw RequestError(.notAllowed, "\(words) may not call \(method)")
        }
        guard confinement == .unknown, Self.methodsThatKeep.contains(method) else { return }
        throw RequestError(
            .notAllowed,
            "\(words) may not call \(method), since nothing says which app it keeps that for; "
                + "run it as a Flatpak, a snap or a plain program of this user"
        )
    }

    /// What keeps something about an app for good; whoever has a fresh id each time would fill the store.
    private static let methodsThatKeep: Set<String> = [
        "RequestAuthorization", "SetBadge", "SetCategories",
    ]

    private static let openMethods: Set<String> = [
        "Add", "Attach", "Categories", "Detach", "Greet", "List", "Remove", "RequestAuthorization",
        "SetBadge", "SetCategories", "Settings", "Watch",
    ]
}
