import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        _superCommandName: NotifySchedule.name,
        abstract: "Import requests from a file.",
        usage: "notify-schedule import [<options>] <file>",
        discussion: """
            Examples:
              notify-schedule import backup.jsonl
              notify-schedule import --dry-run backup.jsonl
              notify-schedule import --replace backup.jsonl
              zcat habits.gz | notify-schedule import -
              notify-schedule import calendar.ics
              notify-schedule import --follow ~/.calendars/work

            Imports the whole file or, if a line is invalid, nothing; the error names
            the line. Your own requests stay: what the file has under their identifiers
            is left out with a warning, unless you use --replace. What is the same in
            the file and here stays as it is. Delivered ones are not shown again;
            pending ones that are overdue are shown late.

            From iCalendar, events and to-dos are imported with their alarms, or at
            their start; warnings name what is skipped. Import a file again after it
            has changed: its events are added and updated, and what they no longer
            have goes. With --sync NAME, events go that an earlier import under this
            name had and this file does not have. With --follow, a file or a folder of
            .ics files, also in the folders in it, is imported and then followed: its
            changes take effect within a second; see calendars. With --me, events that
            you have declined are left out. An older version of an event does not
            replace a newer one. Their buttons open only web pages and mail, unless
            you use --trust.
            """
    )

    @Argument(
        help: "The file to read, or the folder to follow; - is standard input.",
        completion: .file()
    )
    var file: String

    @Option(
        help: ArgumentHelp("json or ical; by default, by the file's content.", valueName: "form"),
        completion: .list(["json", "ical"])
    )
    var format: String?

    @Flag(
        help: "Trust a calendar of your own: import URLs of any scheme, and its private properties."
    )
    var trust = false

    @Option(
        help: ArgumentHelp(
            "Remove the events that came under this name and are not in the file.",
            valueName: "name"
        )
    )
    var sync: String?

    @Option(
        help: ArgumentHelp(
            "Leave out the events that this mail address of yours has declined; may be repeated.",
            valueName: "address"
        )
    )
    var me: [String] = []

    @Flag(help: "Replace your own requests that have the same identifiers.")
    var replace = false

    @Flag(help: "Follow the file or folder: import each change.")
    var follow = false

    @Flag(help: .hidden)
    var refresh = false

    @Flag(help: "Only check the file, and print what would be imported.")
    var dryRun = false

    @Flag(help: "Print the counts as JSON.")
    var json = false

    /// The counts that `--json` prints.
    private struct Report: Encodable {
        let pending: Int
        let delivered: Int
        let categories: Int
        let replaced: Int
        let removed: Int
        let kept: Int
        let keptNames: [String]
        let shown: [String]
    }

    func run() throws {
        if refresh { return try refreshCalendar() }
        if follow { return try followCalendar() }
        let given = try FileFormat.reading(format)
        let addresses = try addresses()
        let calendar = sync.map { CalendarImport($0, trusts: trust, addresses: addresses) }
        do throws(RequestError) {
            try calendar?.validate()
        } catch {
            throw error.field?.path == "name" ? error.calling("--sync") : error
        }
        var input = try InputFile.open(file)
        var isForeign = false
        if given ?? FileFormat(name: file) ?? FileFormat(of: input) == .ical {
            _ = try ZoneOption.local()
            let digest = CalendarDigest(trusts: trust, addresses: addresses)
            let stamp = sync == nil ? nil : digest.of(input) ?? ""
            if let sync, let stamp, let reply = try unchanged(sync, stamp) {
                return try printCounts(reply, "; it has not changed")
            }
            let words =
                CalendarConverter.words(trusts: trust, addresses: addresses)
                + (stamp.map { ["--sync=\($0)"] } ?? [])
            input = try CalendarConverter.convert(["import"] + words, input)
            isForeign = !trust
        } else if !me.isEmpty {
            throw UsageError("--me is for calendars; import a file of JSON lines without it")
        } else if trust {
            throw UsageError("--trust is for calendars; a file of JSON lines needs none")
        } else if let sync {
            throw UsageError(
                "--sync \(sync.quoted) is for calendars; import a file of JSON lines without it"
            )
        }
        let reply = try importLines(from: input, isForeign: isForeign, as: calendar)
        try printCounts(reply)
    }

    /// Returns the addresses of `--me`.
    private func addresses() throws -> [String] {
        do {
            return try MailAddress.list(me.joined(separator: " "))
        } catch {
            throw error.calling("--me")
        }
    }

    /// Returns the counts of an import that would change nothing, because the same file was the last one of its name,
    /// and all of it is still there; `nil` if there may be a change.
    private func unchanged(_ name: String, _ stamp: String) throws -> ImportReply? {
        guard !dryRun, !stamp.isEmpty,
            let known = try AgentClient().calendars(named: name).first, !known.lacksSome,
            known.problems.isEmpty, known.files.map(\.stamp) == [stamp], let count = known.pending
        else { return nil }
        return ImportReply(pending: count, replaced: count)
    }

    private func printCounts(_ reply: ImportReply, _ more: String = "") throws {
        for note in reply.notes { Terminal.warn(note) }
        if let words = Self.words(kept: reply) { Terminal.warn(words) }
        guard !json else {
            return try JSONOutput.print(
                Report(
                    pending: reply.pending,
                    delivered: reply.delivered,
                    categories: reply.categories,
                    replaced: reply.replaced,
                    removed: reply.removed,
                    kept: reply.kept,
                    keptNames: reply.keptNames,
                    shown: reply.shown
                )
            )
        }
        print((dryRun ? "would import " : "imported ") + Self.words(reply) + more)
        if let words = Self.words(shown: reply.shown, isDryRun: dryRun) { print(words) }
    }

    /// Returns which events are shown at once, as a sentence; `nil` for none.
    private static func words(shown titles: [String], isDryRun: Bool) -> String? {
        guard !titles.isEmpty else { return nil }
        let listed = titles.prefix(maxTitles).map(\.quoted).joined(separator: ", ")
        let more = titles.count > maxTitles ? " and \(titles.count - maxTitles) more" : ""
        let are = isDryRun ? "would be" : titles.count == 1 ? "is" : "are"
        let alarms =
            titles.count == 1
            ? "its alarm is past and the event is not over"
            : "their alarms are past and the events are not over"
        return "\(listed)\(more) \(are) shown at once, because \(alarms)"
    }

    /// Returns which requests stay in place of those in the file, as a sentence; `nil` for none.
    private static func words(kept reply: ImportReply) -> String? {
        guard reply.kept > 0 else { return nil }
        let more = reply.kept - reply.keptNames.count
        let names = reply.keptNames.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        return reply.kept == 1
            ? "1 request is kept, and that of the file with its identifier is left out: \(names); "
                + "--replace replaces it"
            : "\(reply.kept) requests are kept, and those of the file with their identifiers are left out: \(names); "
                + "--replace replaces them"
    }

    /// The maximum number of titles that are printed.
    private static let maxTitles = 5

    /// Imports a file or a folder, and has the agent follow it.
    private func followCalendar() throws {
        guard sync == nil else {
            throw UsageError("--follow and --sync exclude each other; keep one of them")
        }
        guard file != "-" else {
            throw UsageError("--follow needs the path of a file or a folder, not -")
        }
        guard try FileFormat.reading(format) != .json else {
            throw UsageError("--follow is for calendars; omit --format json")
        }
        _ = try ZoneOption.local()
        let calendar = try FollowedCalendar(at: file)
        let (reply, problems, followed) = try CalendarReading(try AgentClient(), calendar)
            .begin(
                trusts: trust,
                addresses: try addresses(),
                isDryRun: dryRun,
                replaces: replace
            ) { line in
                if dryRun, !json { try printPlanned(line) }
            }
        for problem in problems { Terminal.warn(problem) }
        try printCounts(reply, "; \(dryRun ? "would follow" : "follows") \(followed)")
    }

    /// Imports what changed in a calendar that is followed, for the agent, which reads the error.
    private func refreshCalendar() throws {
        do {
            try CalendarReading(try AgentClient(), FollowedCalendar(stored: file)).refresh()
        } catch let error as RequestError {
            print(error.message)
            throw error
        } catch {
            print("\(error)")
            throw error
        }
    }

    private func importLines(
        from file: OpenFile,
        isForeign: Bool,
        as calendar: CalendarImport?
    ) throws -> ImportReply {
        let start = lseek(file.descriptor, 0, SEEK_CUR)
        // An import that has to begin again prints nothing twice.
        var planned = 0
        return try ImportBatch.send(
            to: try AgentClient(),
            isDryRun: dryRun,
            replaces: replace,
            isForeign: isForeign,
            calendar: calendar
        ) { batch in
            lseek(file.descriptor, start, SEEK_SET)
            var lines = LineReader(file, longest: TransferFormat.longestLine)
            guard let header = try lines.next() else {
                throw RequestError(.invalidContent, "\(self.file.quoted) is empty")
            }
            guard !FileFormat.isCalendar(header) else {
                throw RequestError(
                    .invalidContent,
                    "line 1: this is iCalendar; write --format ical, or omit --format"
                )
            }
            try TransferFormat.check(header: header)
            try ImportBounds.check(file)
            while let line = try lines.next() {
                guard !line.isEmpty else { continue }
                try batch.add(line, number: lines.number)
                guard dryRun, !json, lines.number > planned else { continue }
                try printPlanned(line)
                planned = lines.number
            }
        }
    }

    /// Prints what would be imported of an entry.
    private func printPlanned(_ line: [UInt8]) throws {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if let words = PlannedImport.words(of: line, in: try ZoneOption.local(), now: now) {
            print(words)
        }
    }

    private static func words(_ reply: ImportReply) -> String {
        var parts = ["\(reply.pending) pending"]
        if reply.delivered > 0 { parts.append("\(reply.delivered) delivered") }
        if reply.categories > 0 {
            parts.append("\(reply.categories) \(reply.categories == 1 ? "category" : "categories")")
        }
        let replaced = reply.replaced > 0 ? ", replacing \(reply.replaced)" : ""
        let removed = reply.removed > 0 ? ", removing \(reply.removed)" : ""
        return parts.joined(separator: ", ") + replaced + removed
    }
}
