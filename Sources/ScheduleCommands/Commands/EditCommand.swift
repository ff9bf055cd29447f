import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore
import RequestFiles
import UserRequests

/// The verb `notify-schedule edit`.
struct EditCommand: ParsableCommand, TextTaking {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        _superCommandName: NotifySchedule.name,
        abstract: "Change parts of a pending request.",
        discussion: """
            Examples:
              notify-schedule edit dentist --at "2027-03-01 15:00"
              notify-schedule edit dentist --by +1h
              notify-schedule edit meeting --at 15:00
              notify-schedule edit meeting --title "Staff" --clear body
              notify-schedule edit backup --until 2027-12-31 --level passive
              notify-schedule edit meeting

            Without options the request opens in the editor of VISUAL or EDITOR, as a text
            in the format of requests.d; after an error it opens again, with a comment at
            the line. An empty text changes nothing.

            Only what is given changes. The identifier stays, with how often it was
            shown, whether it is paused, and what was delivered. Prints what add prints,
            with what the time was before.

            --at with a time alone keeps the day of what fires once, and the days of a
            rule; --at with a day alone keeps the time. Other single dates are refused
            for a request that repeats. --by moves the date of what fires once, or the
            time of a rule.

            Else the options mean what they mean for add: a date is in your zone without
            --tz. --action, --snooze, --reply and --attach
            each replace all of their kind; --user-info and --hint replace those of the
            same name. --clear takes the names of options away: body, subtitle, sound,
            badge, level, open, run, action, snooze, attach, reply, thread, category,
            user-info, until, times, late, wake, before, nag, except, also, markup,
            expire-time, expire, app-name, icon, transient and hint. --except and --also
            add dates to a series.

            An edit that is refused changes nothing. If the request was changed in the
            meantime, the edit is refused.
            """
    )

    @Argument(help: "An identifier, or APP/ID.", completion: .pendingIdentifiers)
    var identifier: String

    @OptionGroup(title: "Changes")
    var changes: ChangeOptions

    @OptionGroup
    var options: RequestOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        var written = try checkedParts()
        let cleared = try WrittenPart.cleared(changes.cleared)
        try check(cleared, written)
        guard !written.parts.isEmpty || !cleared.isEmpty || changes.step != nil else {
            return try runEditor()
        }
        let microseconds = try movedBy(beside: written)
        var context = WrittenContext.ofUser(
            now: Instant(microseconds: ClockTimer.Clock.realTime.now)
        )
        let client = try AgentClient()
        let pending = try pending(client)
        let original = pending.request
        let keepsTime = try Self.keepRest(of: pending, &written, &context)
        var request = original
        try written.edit(&request, clearing: cleared, in: context)
        if let zoned = try written.inZoneOfCaller(request.trigger, client) {
            request = original
            try zoned.edit(&request, clearing: cleared, in: context)
        }
        let texts: [WrittenPart] = [.title, .body, .subtitle]
        if texts.contains(where: { cleared.contains($0) || written[$0] != nil }) {
            try written.checkText(of: request)
        }
        let files = try AttachArgument.files(written.texts(.attach))
        if !files.isEmpty { request.content.attachments = written.attachments(files) }
        do throws(RequestError) {
            try request.validate()
        } catch {
            throw error.ofOptions(for: request)
        }
        var reply = try client.edit(
            original,
            to: request,
            by: microseconds,
            restarts: written.setsTime,
            files: files.map(\.file)
        )
        // A series that goes on by another rule keeps its time.
        if !keepsTime, try written.continued(original.trigger, in: context) == nil,
            let remark = written.dayStartRemark(in: context)
        {
            reply.remarks.append(remark)
        }
        try report(reply, request, since: original, client)
    }

    /// Has a single date keep its day where `--at` is a time, and its time where it is a day.
    ///
    /// - Returns: whether it may keep its time.
    private static func keepRest(
        of pending: PendingRequest,
        _ written: inout WrittenRequest,
        _ context: inout WrittenContext
    ) throws -> Bool {
        let trigger = pending.request.trigger
        guard let text = written[.at], !trigger.repeats, trigger.hasDates, trigger != .immediate
        else { return false }
        let due = WallTime(pending.due, in: try ZoneOption.rules(written[.zone]))
        context.dateStart = { due.time }
        if let time = CivilTime(words: text) { written[.at] = "\(due.date) \(time)" }
        return true
    }

    /// Has the user change the request in an editor.
    private func runEditor() throws {
        try EditSession.checkTerminal()
        let client = try AgentClient()
        let pending = try pending(client)
        let session = try EditSession(pending, in: try ZoneOption.local())
        let stored = try session.run { change in
            let reply = try client.edit(
                pending.request,
                to: change.request,
                restarts: change.hasNewTime
            )
            return (reply: reply, request: change.request)
        }
        guard let stored else { return }
        try report(stored.reply, stored.request, since: pending.request, client)
    }

    private func report(
        _ reply: AddReply,
        _ request: NotificationRequest,
        since original: NotificationRequest,
        _ client: AgentClient
    ) throws {
        let zoneName = options.advanced.rule.zone ?? request.trigger.shownZone
        let zone = try ZoneOption.rules(zoneName)
        if json {
            try JSONOutput.print(AddReport(reply))
        } else {
            let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
            let words = original.words(in: zone, after: now)
            let earlier = words == reply.understood ? nil : words
            print(reply.summary(in: zone, isNamed: zoneName != nil, earlier: earlier))
        }
        reply.warn(about: Self.news(request, since: original), client)
    }

    /// What a request has that the original has not and that may be warned of.
    private static func news(
        _ request: NotificationRequest,
        since original: NotificationRequest
    ) -> NotificationRequest {
        var news = request
        if request.actions == original.actions { news.actions = [] }
        if request.openURL == original.openURL { news.openURL = nil }
        if request.content.sound == original.content.sound { news.content.sound = nil }
        if request.run == original.run { news.run = nil }
        if request.trigger == original.trigger { news.trigger = .immediate }
        return news
    }

    /// The texts for people, which may have bytes that are not UTF-8.
    var texts: [String] { [changes.title, changes.body].compactMap(\.self) + options.texts }

    /// Returns what is written.
    private func checkedParts() throws -> WrittenRequest {
        guard options.advanced.appID == nil else {
            throw UsageError("edit keeps the app; write APP/ID for a request of another app")
        }
        return try options.written(title: changes.title, body: changes.body, "edit")
    }

    /// Refuses parts that are both written and taken away.
    private func check(_ cleared: [WrittenPart], _ written: WrittenRequest) throws(UsageError) {
        for part in cleared {
            let subject = part.row.sets
            let both = written.parts.first { other in
                other == part || subject != nil && other.row.sets == subject
            }
            guard let both else { continue }
            throw UsageError(
                "--\(both.rawValue) and --clear \(part.rawValue) exclude each other; keep one of them"
            )
        }
    }

    /// The microseconds of `--by`.
    private func movedBy(beside written: WrittenRequest) throws -> Int64? {
        guard let step = changes.step else { return nil }
        if let other = written.parts.first(where: { $0.row.sets == .time }) {
            throw UsageError("--by and --\(other.rawValue) both set the time; keep one of them")
        }
        let isBack = step.hasPrefix("-")
        let text = step.hasPrefix("+") || isBack ? String(step.dropFirst()) : step
        do throws(TimeSpecError) {
            let span = try TimeSpan(words: text)
            return isBack ? -span.microseconds : span.microseconds
        } catch {
            throw RequestError(.invalidTrigger, "--by \(text.quoted): \(error)")
        }
    }

    private func pending(_ client: AgentClient) throws -> PendingRequest {
        let entries = try TitleLookup.withIdentifier(
            identifier,
            in: [.pending],
            to: "edit",
            client
        ) { try client.find($0) }
        guard let found = entries.pending.first else {
            throw RequestError(
                .notFound,
                "\(identifier.quoted) was delivered and is no longer pending; to show it again: "
                    + "notify-schedule again \(identifier)"
            )
        }
        return found
    }
}

/// The options of `edit` alone.
struct ChangeOptions: ParsableArguments {
    @Option(.title) var title: String?
    @Option(.body) var body: String?

    @Option(
        name: .customLong("by"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "Move the date, or the time of a rule, such as +1h or -30min.",
            valueName: "duration"
        ),
        completion: .list(["+10min", "+1h", "+1d", "-10min", "-1h"])
    )
    var step: String?

    @Option(
        name: .customLong("clear"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave a part out; repeatable.", valueName: "part"),
        completion: .list(WrittenPart.cleared.map(\.rawValue))
    )
    var cleared: [String] = []
}
