import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore
import UserRequests

/// The verb `notify-schedule undo`.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        _superCommandName: NotifySchedule.name,
        abstract: "Undo the last change of this command.",
        discussion: """
            Examples:
              notify-schedule remove meeting
              notify-schedule undo

            Takes back the last add, import, edit, snooze, skip, pause, resume, remove,
            restore or calendars remove of the last 7 days as a whole, the next time the
            one before it, and prints when that was and what is back. What was delivered
            is listed again, without a bubble. redo makes the change again.

            If a request was shown or changed since, or its date has passed, nothing is
            changed; undo again takes back the change before. What was sent to other
            machines is removed there, by notify-relay; redo does not send it.
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let agent = try AgentClient()
        var reply = try agent.undo()
        if reply.change == .sent, let request = reply.requests.first {
            let key = request.key
            let relay = try RelayAccess.client()
            do {
                try relay.withdraw(key)
            } catch let error as RequestError where error.code == .notFound {
                try agent.noteWithdrawn(key)
                guard request.isThere else {
                    throw error.adding(wayOut: "undo again for the change before it")
                }
            }
            // It was added on this machine as well.
            if request.isThere { reply = try undo(here: agent) }
        }
        try reply.report("undid", json: json)
    }

    /// Undoes what was added on this machine, after it was removed from the others.
    private func undo(here agent: AgentClient) throws -> UndoReply {
        do {
            return try agent.undo()
        } catch let error as RequestError {
            throw RequestError(
                error.code,
                "it is removed from the other machines; on this one \(error.message)"
            )
        }
    }
}

/// The verb `notify-schedule redo`.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        _superCommandName: NotifySchedule.name,
        abstract: "Make the change again that was undone last.",
        discussion: """
            Examples:
              notify-schedule undo
              notify-schedule redo

            The next time it makes the one after it again, until there is another change.
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws { try AgentClient().redo().report("redid", json: json) }
}

/// The verb `notify-schedule restore`.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        _superCommandName: NotifySchedule.name,
        abstract: "Restore a request that was removed.",
        discussion: """
            Examples:
              notify-schedule list removed
              notify-schedule restore meeting

            What was removed in the last 7 days, without --forever, can be restored. A
            repeating request continues with its next date; one that fires once is shown
            now if its date has passed.
            """
    )

    @Argument(help: "An identifier, or APP/ID.", completion: .removedIdentifiers)
    var identifier: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let reply = try AgentClient().restore(identifier)
        if json { return try JSONOutput.print(UndoReport(reply)) }
        for request in reply.requests { print("restored \(request.name.printableLine)") }
    }
}

/// What `undo --json`, `redo --json` and `restore --json` print.
private struct UndoReport: Encodable {
    struct Request: Encodable {
        let identifier: String
        let title: String
        /// Whether it is pending or listed now.
        let there: Bool
        let paused: Bool
        let nextTriggerDate: String?
    }

    let change: String
    let date: String
    let identifiers: [String]
    let requests: [Request]

    init(_ reply: UndoReply) {
        change = reply.change.rawValue
        date = JSONOutput.date(reply.date)
        identifiers = reply.requests.map(\.name)
        requests = reply.requests.map { request in
            Request(
                identifier: request.name,
                title: request.title,
                there: request.isThere,
                paused: request.isPaused,
                nextTriggerDate: request.date.map(JSONOutput.date)
            )
        }
    }
}

extension UndoReply.Request {
    /// The request, with its app if it is not the command.
    fileprivate var name: String {
        let own = "\(AgentNames.app)/"
        return path.hasPrefix(own) ? String(path.dropFirst(own.count)) : path
    }
}

extension UndoReply {
    /// Prints what was done, and how the requests are now.
    fileprivate func report(_ verb: String, json: Bool) throws {
        if json { return try JSONOutput.print(UndoReport(self)) }
        let zone = try ZoneOption.local()
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        func words(_ date: Instant) -> String {
            "\(DateText.absolute(date, in: zone)) (\(DateText.relative(date, to: now)))"
        }
        print("\(verb) \(change.verb), \(words(date))")
        // An import or --all may have very many.
        let listed = requests.prefix(20)
        let names = listed.map(\.name.printableLine)
        let titles = listed.map { $0.title.isEmpty ? "" : $0.title.printableLine.quoted }
        let widths = [names, titles].map { $0.map(\.count).max() ?? 0 }
        for (request, texts) in zip(listed, zip(names, titles)) {
            // Of what was sent elsewhere the title is not known.
            let cells = zip([texts.0, texts.1], widths).filter { $1 > 0 }.map { text, width in
                text + String(repeating: " ", count: width - text.count)
            }
            let date = request.date.map { "next \(words($0))" }
            let state = request.isPaused ? "paused" : date ?? "back"
            print("  \(cells.joined(separator: "  "))  \(request.isThere ? state : "gone")")
        }
        let more = requests.count - listed.count
        if more > 0 { print("  and \(more) more") }
    }
}
