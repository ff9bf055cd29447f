package import NotifyCore

/// A program that calls the agent, as the agent identified it.
package struct Caller: Sendable, Equatable {
    /// The confinement of the program.
    package enum Confinement: Sendable, Equatable {
        /// None: it may do what the user may.
        case none
        /// A Flatpak sandbox, with the app's id.
        case flatpak(String)
        /// A snap, with its own name and the app's.
        case snap(String)
        /// Unknown, which is treated as a sandbox.
        case unknown
        /// It runs as another user, with the user's number if the bus reports it.
        case otherUser(Int64?)
    }

    package let confinement: Confinement
    /// The path of its program; empty if unknown.
    package let program: String
    /// Distinguishes a program that could not be examined from all others.
    package var mark: String
    /// The prefix of the ids of programs that could not be examined.
    package static let unknownPrefix = "unknown-sandbox-"

    /// Makes a caller.
    package init(confinement: Confinement, program: String, mark: String = "") {
        self.confinement = confinement
        self.program = program
        self.mark = mark
    }

    /// An unknown program.
    package static let unknown = Caller(confinement: .unknown, program: "")

    /// Whether it may not do what the user may.
    package var isConfined: Bool { confinement != .none }

    /// The app whose requests it may add and see; `nil` if it may choose the app.
    package var appID: String? {
        switch confinement {
        case .none: nil
        case .flatpak(let id): id
        case .snap(let name): name
        case .unknown: Self.unknownPrefix + mark
        case .otherUser(let user): "user-\(user.map(String.init) ?? "unknown")"
        }
    }

    /// The name of the program, for the history.
    package var words: String {
        switch confinement {
        case .none: program
        case .flatpak(let id): "the Flatpak app \(id)"
        case .snap(let name): "the snap \(name)"
        case .unknown: "a program that could not be examined"
        case .otherUser(let user?): "a program of the user \(user)"
        case .otherUser(nil): "a program whose user the bus does not say"
        }
    }

    /// What notifications of the program are labelled with if its app has no desktop file; `nil` outside of a sandbox.
    ///
    /// A sandbox says who it is; the program does not.
    package var label: String? {
        switch confinement {
        case .none, .otherUser: nil
        case .flatpak(let id): "\(id) (Flatpak)"
        case .snap(let name): "\(name) (snap)"
        case .unknown: "unknown program"
        }
    }

    /// Returns the app of a call.
    ///
    /// - Parameter claimed: the app in the call; empty for all apps.
    package func appID(_ claimed: String) -> String { appID ?? claimed }

    /// Checks that the caller may open a URL.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed`.
    package func check(_ url: String?) throws(RequestError) {
        guard isConfined, let url else { return }
        guard try LaunchURL(url).isOpen else {
            throw RequestError(
                .notAllowed,
                "\(words) may have https, http and mailto URLs opened alone, not \(url.quoted)"
            )
        }
    }

    /// Checks that the caller may call a method.
    ///
    /// A sandboxed app may not call methods about the agent or all apps.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed`.
    package func checkMethod(_ method: String) throws(RequestError) {
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

    /// The methods that store data of an app permanently.
    ///
    /// Callers with a new id each time would fill the store.
    private static let methodsThatKeep: Set<String> = [
        "Push", "RequestAuthorization", "SetBadge", "SetCategories",
    ]

    private static let openMethods: Set<String> = [
        "Add", "Attach", "Categories", "Detach", "FinishPush", "Greet", "List", "ListPart",
        "NextPush", "Push", "Remove", "RequestAuthorization", "SetBadge", "SetCategories",
        "Settings", "Watch",
    ]
}
