import AgentInterface
import ArgumentParser
import NotifyCore

/// Finds a request by its title, for a user who does not know its identifier.
///
/// Only on a terminal a title stands for an identifier. A script gets an error that names the candidates, so that it
/// never changes a request that it did not name.
struct TitleLookup {
    /// A list of requests.
    enum List {
        case pending, delivered
    }

    /// What the user wrote.
    let name: String
    /// The lists to look in.
    let lists: [List]

    /// The most candidates that an error names.
    private static let maxNamed = 5

    /// Calls the agent with an identifier, and again with that of the request whose title was written.
    ///
    /// - Parameter verb: what is done with the request, which the user is asked; `nil` for a verb that changes nothing.
    /// - Throws: the error of the call, with the requests that have the title.
    static func withIdentifier<Value>(
        _ name: String,
        in lists: [List] = [.pending, .delivered],
        to verb: String? = nil,
        _ client: AgentClient,
        _ call: (String) throws -> Value
    ) throws -> Value {
        do {
            return try call(name)
        } catch let error as RequestError where error.code == .notFound {
            try refuseSent(name, client)
            let lookup = TitleLookup(name: name, lists: lists)
            guard let found = try lookup.find(to: verb, client) else { throw error }
            return try call(found)
        }
    }

    /// Refuses the identifier of what was sent to other machines, which this one cannot change.
    static func refuseSent(_ name: String, _ client: AgentClient) throws {
        let sent = try client.sent().first { sent in
            [sent.request.identifier, sent.request.key.name].contains(name)
        }
        guard let sent else { return }
        throw RequestError(
            .notFound,
            "\(name.quoted) is on \(sent.machines.joined(separator: ", ")); to remove it there: notify-schedule "
                + "relay withdraw \(name); to change it, remove it and add it again"
        )
    }

    /// Returns the identifier of the only request that has the title, after asking where that is wanted; `nil` if none
    /// has it.
    ///
    /// - Throws: an error with the candidates if several have the title or no user is there; `ExitCode` if the user does
    ///   not want it.
    private func find(to verb: String?, _ client: AgentClient) throws -> String? {
        let candidates = try candidates(client)
        guard let only = candidates.first else { return nil }
        guard candidates.count == 1, Terminal.hasUser else {
            throw RequestError(
                .notFound,
                "\(name.quoted) is no identifier; \(Self.words(candidates))"
            )
        }
        guard let verb else {
            Terminal.writeError(only.words)
            return only.name
        }
        guard only.isConfirmed(to: verb) else {
            Terminal.writeError("nothing was changed")
            throw ExitCode.failure
        }
        return only.name
    }

    /// The candidates in a sentence.
    static func words(_ candidates: [Candidate]) -> String {
        let named = candidates.prefix(maxNamed).map {
            "\($0.name.printableLine) is \($0.title.printableLine.quoted)"
        }
        let more = candidates.count > maxNamed ? ["\(candidates.count - maxNamed) more"] : []
        return "by title " + (named + more).joined(separator: ", ") + "; write the identifier"
    }

    /// A request with the title.
    struct Candidate: Equatable {
        let name: String
        let title: String

        fileprivate var words: String { "\(title.printableLine.quoted) is \(name.printableLine)" }

        /// Asks whether it is meant.
        func isConfirmed(to verb: String) -> Bool { Terminal.confirms("\(words); \(verb) it?") }
    }

    /// The requests with the title; where none has it, those whose titles begin with it.
    ///
    /// There are none where the name is an identifier, or the beginning of one, which the agent suggests.
    func candidates(_ client: AgentClient) throws -> [Candidate] {
        guard !name.isEmpty, name.utf8.count <= ListSelection.maxSearch else { return [] }
        // The agent finds what has the name anywhere in its texts or its identifier.
        var selection = ListSelection(appID: nil)
        selection.search = TextSearch(name)
        var found: [NotificationRequest] = []
        for list in lists {
            switch list {
            case .pending: found += try client.pending(selection) { $0.request }
            case .delivered: found += try client.delivered(selection) { $0.request }
            }
        }
        guard !found.contains(where: { [$0.identifier, $0.key.name].contains(name) }) else {
            return []
        }
        let wanted = name.lowercased()
        var candidates: [Candidate] = []
        for request in found where request.headline.lowercased().hasPrefix(wanted) {
            let candidate = Candidate(name: request.key.name, title: request.headline)
            if !candidates.contains(candidate) { candidates.append(candidate) }
        }
        let exact = candidates.filter { $0.title.lowercased() == wanted }
        guard exact.isEmpty else { return exact }
        return candidates.contains { $0.name.hasPrefix(name) } ? [] : candidates
    }
}
