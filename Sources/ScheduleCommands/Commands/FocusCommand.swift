import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule focus`.
struct FocusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Have notifications wait for a while, except important ones.",
        discussion: """
            Examples:
              notify-schedule focus on --for 2h
              notify-schedule focus on work --allow org.example.Chat
              notify-schedule focus
              notify-schedule focus off

            While a focus is on, active notifications wait and come as one at its end,
            passive ones go to the list, time-sensitive and critical ones appear. Sections
            [Focus NAME] of agent.conf name focuses, with a schedule if you like.
            """,
        subcommands: [FocusStatusCommand.self, FocusOnCommand.self, FocusOffCommand.self],
        defaultSubcommand: FocusStatusCommand.self
    )
}

/// The verb `notify-schedule focus status`.
struct FocusStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which focus is on, until when, and what waits.",
        discussion: """
            Examples:
              notify-schedule focus status
              notify-schedule focus status --json
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        try FocusOutput(try AgentClient().focus()).print(json: json)
    }
}

/// The verb `notify-schedule focus on`.
struct FocusOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Switch a focus on, in place of the one that is on.",
        usage: "notify-schedule focus on [<options>] [<name>]",
        discussion: """
            Examples:
              notify-schedule focus on
              notify-schedule focus on --until 17:00
              notify-schedule focus on work --for 2h --allow org.example.Chat

            Without --for and --until it stays on until focus off, also after a restart.
            """
    )

    @Argument(
        help: "A section [Focus NAME] of agent.conf (default: the plain focus).",
        completion: .focuses
    )
    var name: String?

    @Option(
        name: .customLong("for"),
        parsing: .unconditional,
        help: ArgumentHelp("Switch it off after a duration, such as 2h.", valueName: "duration")
    )
    var span: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Switch it off at this date, as for --at; a day begins at 00:00.",
            valueName: "date"
        )
    )
    var until: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Also show what this app sends; several by commas, or repeat it.",
            valueName: "app"
        ),
        completion: .apps
    )
    var allow: [String] = []

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let zone = try ZoneOption.local()
        let end = try EndOptions.end(until: until, span: span, in: zone)
        let apps = try apps()
        let report = try AgentClient().switchFocusOn(name ?? "", until: end, allowing: apps)
        try FocusOutput(report).print(json: json)
    }

    /// The ids of the apps of `--allow`.
    private func apps() throws(RequestError) -> [String] {
        var apps: [String] = []
        for text in allow {
            for name in text.split(separator: ",", omittingEmptySubsequences: false) {
                let app = try FocusProfile.app(name, .option("--allow"))
                guard !app.isEmpty else {
                    throw RequestError(
                        .invalidIdentifier,
                        .option("--allow"),
                        value: text.quoted,
                        reason: "has an empty name",
                        wayOut: "write the id of an app, as apps lists it"
                    )
                }
                apps.append(AgentNames.id(ofApp: app))
            }
        }
        return apps
    }
}

/// The verb `notify-schedule focus off`.
struct FocusOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Switch the focus off, and show what waited.",
        discussion: """
            Example:
              notify-schedule focus off

            A focus that its schedule switched on stays off until that begins again.
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let report = try AgentClient().switchFocusOff()
        if json { return try FocusOutput(report).print(json: true) }
        print(report.ended.isEmpty ? "no focus was on" : "\(report.ended.printableLine) is off")
    }
}

/// The options `--until` and `--for`.
enum EndOptions {
    /// Returns when something ends by itself; `nil` if neither option is given.
    static func end(until: String?, span: String?, in zone: SystemZone) throws -> Instant? {
        guard until == nil || span == nil else {
            throw UsageError("--until and --for exclude each other; keep one of them")
        }
        if let span {
            let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
            let length = try SpanOption.microseconds(span, of: "--for")
            return now.advanced(byMicroseconds: length)
        }
        return try until.map { text throws(RequestError) in
            try DateOption.instant(text, option: "--until", in: zone)
        }
    }
}

/// What the verbs of `focus` print.
private struct FocusOutput {
    private let report: FocusReport

    init(_ report: FocusReport) { self.report = report }

    func print(json: Bool) throws {
        if json { return try JSONOutput.print(FocusJSON(report)) }
        let zone = try ZoneOption.local()
        for line in FocusText.lines(report, in: zone) { Swift.print(line) }
        guard !report.waiting.isEmpty else { return }
        var table = Table(headings: ["CAME", "APP", "ID", "TITLE"], elastic: ["TITLE": 12])
        table.precious = "ID"
        let dates = DateText.column(report.waiting.map(\.date), in: zone)
        table.rows = zip(report.waiting, dates).map { waiting, date in
            [date, waiting.key.appID, waiting.key.identifier, waiting.title]
        }
        table.print()
    }
}

/// The state of the focus in words.
enum FocusText {
    /// Returns the lines that `focus` prints before what waits.
    static func lines(_ report: FocusReport, in zone: some ZoneRules) -> [String] {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        func date(_ instant: Instant) -> String {
            "\(DateText.absolute(instant, in: zone)) (\(DateText.relative(instant, to: now)))"
        }
        var lines: [String] = []
        if report.isOn {
            let end =
                report.until.map { "until \(date($0))" }
                ?? (report.isByHand ? "until focus off" : "while this machine is at its place")
            let source = report.isByHand || report.until == nil ? "" : ", by its schedule"
            lines.append("\(report.words.printableLine) is on \(end)\(source)")
            let allowed = report.apps + report.criteria.map { "filterCriteria \($0)" }
            if !allowed.isEmpty {
                lines.append("shown: \(allowed.joined(separator: ", ").printableLine)")
            }
        } else {
            lines.append("no focus is on")
            if let next = report.next {
                lines.append("next: \(report.nextName.printableLine), \(date(next))")
            }
        }
        if let summary = report.nextSummary { lines.append("next summary: \(date(summary))") }
        switch report.waitingCount {
        case 0: break
        case 1: lines.append("1 notification waits:")
        case let count: lines.append("\(count) notifications wait:")
        }
        return lines
    }

    /// Returns the state in a line, such as `work, until Mon 17:00; 3 notifications wait`; `nil` if none is on.
    static func line(_ report: FocusReport, in zone: some ZoneRules) -> String? {
        guard report.isOn else { return nil }
        let name = report.name.isEmpty ? "on" : report.name.printableLine
        let end = report.until.map { ", until \(DateText.absolute($0, in: zone))" } ?? ""
        let count = report.waitingCount
        return "\(name)\(end)"
            + (count == 0
                ? "" : count == 1 ? "; 1 notification waits" : "; \(count) notifications wait")
    }
}

/// What the verbs of `focus` print with `--json`.
struct FocusJSON: Encodable {
    private struct Waiting: Encodable {
        let appID: String
        let identifier: String
        let title: String
        let date: String
    }

    private let on: Bool
    private let name: String?
    private let since: String?
    private let until: String?
    private let byHand: Bool?
    private let apps: [String]?
    private let criteria: [String]?
    private let waitingCount: Int64
    private let waiting: [Waiting]?
    private let next: String?
    private let nextName: String?
    private let nextSummary: String?
    private let names: [String]
    private let ended: String?

    /// Makes it; without `waiting` for a report that only counts them.
    init(_ report: FocusReport, listsWaiting: Bool = true) {
        on = report.isOn
        name = report.isOn ? report.name : nil
        since = report.since.map(JSONOutput.date)
        until = report.until.map(JSONOutput.date)
        byHand = report.isOn ? report.isByHand : nil
        apps = report.isOn ? report.apps : nil
        criteria = report.isOn ? report.criteria : nil
        waitingCount = report.waitingCount
        waiting =
            listsWaiting
            ? report.waiting.map { waiting in
                Waiting(
                    appID: waiting.key.appID,
                    identifier: waiting.key.identifier,
                    title: waiting.title,
                    date: JSONOutput.date(waiting.date)
                )
            } : nil
        next = report.next.map(JSONOutput.date)
        nextName = report.next == nil ? nil : report.nextName
        nextSummary = report.nextSummary.map(JSONOutput.date)
        names = report.names
        ended = report.ended.isEmpty ? nil : report.ended
    }
}
