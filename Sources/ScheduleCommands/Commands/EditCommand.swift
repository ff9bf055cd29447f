import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore
import RequestFiles

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
            shown, whether it is paused, and what was delivered. Prints what add prints.

            Of a request that repeats, --at with a time alone changes the time of its
            rule; other single dates are refused.

            The options mean what they mean for add: --at 15:00 is the next 15:00, and a
            date is in your zone without --tz. --action, --snooze, --reply and --attach
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

    @Option(parsing: .unconditional, help: "The first line.")
    var title: String?

    @Option(parsing: .unconditional, help: "The text; - reads it from standard input.")
    var body: String?

    @Option(
        name: .customLong("clear"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave a part out; repeatable.", valueName: "part"),
        completion: .list(ClearedPart.allCases.map(\.rawValue))
    )
    var cleared: [String] = []

    @Option(
        name: .customLong("by"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "Move the date of what fires once, such as +1h or -30min.",
            valueName: "duration"
        ),
        completion: .list(["+10min", "+1h", "+1d", "-10min", "-1h"])
    )
    var step: String?

    @OptionGroup(title: "When")
    var time: TimeOptions

    @OptionGroup(title: "So that it is not missed")
    var reminders: ReminderOptions

    @OptionGroup
    var parts: PartOptions

    @OptionGroup(title: "App, thread and category")
    var belonging: ContentArguments

    @OptionGroup(title: "Bubble, with the options of notify-send")
    var bubble: BubbleArguments

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let clearedParts = try checkedParts()
        guard !given.isEmpty || !clearedParts.isEmpty else { return try runEditor() }
        let microseconds = try movedBy()
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        let client = try AgentClient()
        let original = try pending(client).request
        var request = original
        for part in clearedParts { part.clear(&request) }
        var time = time
        try time.change(&request, now: now)
        if let zoned = try time.inZoneOfCaller(request.trigger, client) {
            time = zoned
            try time.change(&request, now: now)
        }
        try change(&request)
        let files = try parts.attachmentFiles()
        if !files.isEmpty { request.content.attachments = parts.attachments(files) }
        do throws(RequestError) {
            try request.validate()
        } catch {
            throw error.ofOptions(for: request)
        }
        var reply = try client.edit(
            original,
            to: request,
            by: microseconds,
            restarts: !time.givenTimes.isEmpty,
            files: files.map(\.file)
        )
        // A series that goes on by another rule keeps its time.
        if try original.trigger.continued(by: time, now: now) == nil,
            let remark = time.dayStartRemark(now: now)
        {
            reply.remarks.append(remark)
        }
        try report(reply, request, since: original, client)
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
        let zoneName = time.zone ?? request.trigger.shownZone
        let zone = try ZoneOption.rules(zoneName)
        if json {
            try JSONOutput.print(AddReport(reply, in: zone))
        } else {
            print(reply.summary(in: zone, isNamed: zoneName != nil))
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
    var texts: [String] {
        [title, body, parts.subtitle, parts.reply, bubble.appName].compactMap { $0 }
    }

    /// The names of the options that are given and change something.
    private var given: [String] {
        [("title", title != nil), ("body", body != nil), ("by", step != nil)].filter(\.1).map(\.0)
            + time.given + reminders.given + parts.given + belonging.given + bubble.given
    }

    private func checkedParts() throws -> [ClearedPart] {
        try bubble.refuseThoseOfSend("edit")
        guard belonging.appID == nil else {
            throw UsageError("edit keeps the app; write APP/ID for a request of another app")
        }
        let parts = try cleared.map { name throws(RequestError) in
            try ClearedPart(parsing: name)
        }
        let given = given
        if let both = parts.first(where: { given.contains($0.rawValue) })?.rawValue {
            throw UsageError("--\(both) and --clear \(both) exclude each other; keep one of them")
        }
        if bubble.urgency != nil, parts.contains(.level) {
            throw UsageError("--urgency and --clear level exclude each other; keep one of them")
        }
        return parts
    }

    /// The microseconds of `--by`.
    private func movedBy() throws -> Int64? {
        guard let step else { return nil }
        if let other = time.givenTimes.first {
            throw UsageError("--by and --\(other) both set the time; keep one of them")
        }
        let isBack = step.hasPrefix("-")
        let text = step.hasPrefix("+") || isBack ? String(step.dropFirst()) : step
        do throws(TimeSpecError) {
            let span = try TimeSpan(words: text)
            return isBack ? -span.microseconds : span.microseconds
        } catch {
            throw RequestError(
                .invalidTrigger,
                .option("--by"),
                value: text.quoted,
                because: "\(error)"
            )
        }
    }

    private func pending(_ client: AgentClient) throws -> PendingRequest {
        guard let found = try client.find(identifier).pending.first else {
            throw RequestError(
                .notFound,
                "\(identifier.quoted) was delivered and is no longer pending; to show it again: "
                    + "notify-schedule again \(identifier)"
            )
        }
        return found
    }

    /// Changes what is given beside the time and the files.
    private func change(_ request: inout NotificationRequest) throws {
        if let title { request.setText(.title, title) }
        if let body { request.setText(.body, body == "-" ? try StandardInput.text() : body) }
        if let subtitle = parts.subtitle { request.setText(.subtitle, subtitle) }
        if parts.sound != nil { request.content.sound = try parts.checkedSound() }
        if let badge = parts.badge { request.content.badge = badge }
        if parts.level != nil || bubble.urgency != nil {
            let level = try parts.interruptionLevel()
            request.content.interruptionLevel = try bubble.level(otherwise: level ?? .active)
        }
        if let url = parts.openURL { request.openURL = url }
        try reminders.change(&request.options)
        if let command = parts.command { request.run = command }
        if !parts.actions.isEmpty { request.replace(.url, by: try parts.urlActions()) }
        if parts.reply != nil { request.replace(.reply, by: parts.replyActions) }
        if parts.snooze != nil { request.replace(.snooze, by: try parts.snoozeActions()) }
        if let thread = belonging.thread { request.content.threadIdentifier = thread }
        if let category = belonging.category { request.content.categoryIdentifier = category }
        let isCleared = cleared.contains { ["body", "subtitle"].contains($0) }
        if request.run == nil, isCleared || title != nil || body != nil || parts.subtitle != nil {
            let content = request.content
            try AddCommand.checkText([content.title, content.subtitle, content.body])
        }
        request.content.userInfo.merge(try belonging.texts()) { _, new in new }
        let options = try bubble.options()
        if options.hasMarkup { request.bubble.hasMarkup = true }
        if let name = options.appName { request.bubble.appName = name }
        if let icon = options.icon { request.bubble.icon = icon }
        if let expiry = options.expiry { request.bubble.expiry = expiry }
        request.bubble.hints.merge(options.hints) { _, new in new }
    }
}
