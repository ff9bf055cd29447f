import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

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

            Takes back the last remove, edit, skip, snooze, pause or resume of the last
            7 days, the next time the one before it. What was removed is pending again,
            or in the list of delivered notifications, without a bubble.

            What was changed since is left as it is: an edit of a request that was edited
            again, or a skip of a date that has passed.
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let reply = try AgentClient().undo()
        let zone = try ZoneOption.local()
        if json { return try JSONOutput.print(UndoReport(reply)) }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        print(
            "undid \(reply.change.verb), \(DateText.absolute(reply.date, in: zone)) "
                + "(\(DateText.relative(reply.date, to: now)))"
        )
        for name in reply.names { print("  \(name.printableLine)") }
        reply.warn()
    }
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
        for name in reply.names { print("restored \(name.printableLine)") }
        reply.warn()
    }
}

/// What `undo --json` and `restore --json` print.
private struct UndoReport: Encodable {
    let change: String
    let date: String
    let identifiers: [String]
    let problems: [String]?

    init(_ reply: UndoReply) {
        change = reply.change.rawValue
        date = JSONOutput.date(reply.date)
        identifiers = reply.names
        problems = reply.allProblems.isEmpty ? nil : reply.allProblems
    }
}

extension UndoReply {
    /// The requests, with their app if it is not the command.
    fileprivate var names: [String] {
        let own = "\(AgentNames.app)/"
        return identifiers.map { $0.hasPrefix(own) ? String($0.dropFirst(own.count)) : $0 }
    }

    fileprivate var allProblems: [String] {
        problems + (cut > 0 ? ["\(cut) more were too many to be kept"] : [])
    }

    /// Reports what is not as before.
    fileprivate func warn() {
        for problem in allProblems { Terminal.warn(problem) }
    }
}

extension UndoReply.Change {
    /// The verb that makes the change.
    var verb: String {
        switch self {
        case .removed: "remove"
        case .edited: "edit"
        case .skipped: "skip"
        case .snoozed: "snooze"
        case .paused: "pause"
        case .resumed: "resume"
        }
    }
}
