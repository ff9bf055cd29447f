import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule add`.
struct AddCommand: ParsableCommand, TextTaking {
    static let configuration = CommandConfiguration(
        commandName: "add",
        _superCommandName: NotifySchedule.name,
        abstract: "Show a notification now or later.",
        discussion: """
            Examples:
              notify-schedule add "Tea" "It is ready" --in 4m
              notify-schedule add "Stand up" --every 45m
              notify-schedule add "Dentist" --at "2027-03-01 09:00" --subtitle "Bring card"
              notify-schedule add "Meeting" --on "Tue 14:00" --id meeting
              notify-schedule add "Payday" --components '{"day":25,"hour":9}' --repeat
              notify-schedule add "Wi-Fi" --action "Settings=prefs:root=WIFI"
              notify-schedule add "Lunch?" --reply "Where to"
              notify-schedule add "Build" "It <b>failed</b>" --markup --icon dialog-error
              notify-schedule add --run backup --on "02:00"
              notify-schedule add "Deploy?" --action "Yes=https://ci.example" -w -t 60000
              notify-schedule add "Leave now" --at 17:20 --to laptop

            Prints the identifier and the next dates. With - as the body, reads the body
            from standard input. With --to, each of the machines schedules it itself, so
            that it comes at its time without a network, too.
            """
    )

    @Argument(help: "The first line; optional with --run.")
    var title: String?

    @Argument(help: "The text; - reads it from standard input.")
    var body: String?

    @OptionGroup(title: "When (now, if none is given)")
    var time: TimeOptions

    @OptionGroup(title: "So that it is not missed")
    var reminders: ReminderOptions

    @Option(
        name: .customLong("id"),
        parsing: .unconditional,
        help: "Identifier; a request that has it is replaced.",
        completion: .identifiers
    )
    var identifier: String?

    @OptionGroup
    var parts: PartOptions

    @OptionGroup(title: "App, thread and category")
    var belonging: ContentArguments

    @OptionGroup(title: "Bubble, with the options of notify-send")
    var bubble: BubbleArguments

    @Flag(
        name: [.customShort("w"), .customLong("wait")],
        help: "Wait until it is answered, dismissed or expired, and print the result."
    )
    var waits = false

    @Option(
        name: .customLong("to"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "Other machines that show it, instead of this one, as relay devices lists them.",
            valueName: "machine,…|all"
        ),
        completion: .relayDevicesOrAll
    )
    var targets: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        guard title != nil || parts.command != nil else {
            throw UsageError("<title> is missing; see notify-schedule add --help")
        }
        let targets = try targets.map { text in
            try RemoteTargets(text, without: unsentOptions)
        }
        var request = try makeRequest()
        let files = try parts.attachmentFiles()
        request.content.attachments = parts.attachments(files)
        // The agent makes an identifier if none is given; the rest is checked before the agent is called.
        var checked = request
        if identifier == nil { checked.identifier = "new" }
        do throws(RequestError) {
            try checked.validate()
        } catch {
            throw error.ofOptions(for: checked)
        }
        if targets != nil { try RemoteAddition.check(request) }
        guard !waits || request.content.isVisible else {
            throw UsageError("--wait waits for an answer to a notification; write a title")
        }
        let client = try AgentClient()
        var zoneName = time.zone
        if let zoned = try time.inZoneOfCaller(request.trigger, client) {
            request.trigger = try zoned.trigger(
                now: Instant(microseconds: ClockTimer.Clock.realTime.now)
            )
            request.options = try zoned.scheduleOptions(for: request.trigger)
            try reminders.change(&request.options)
            zoneName = zoned.zone
        }
        if let targets {
            let remark = time.dayStartRemark(
                now: Instant(microseconds: ClockTimer.Clock.realTime.now)
            )
            let addition = RemoteAddition(
                request: request,
                targets: targets,
                zone: zoneName,
                remark: remark
            )
            return try addition.run(waits: waits, json: json, client)
        }
        var watch: RequestWatch?
        if waits {
            // Before the request is added, because it may be answered at once; without a watch it is not added.
            watch = try RequestWatch(client: client, app: request.appID, unixSignals: [SIGINT])
            try watch?.begun()
        }
        var reply = try client.add(request, files: files.map(\.file))
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if let remark = time.dayStartRemark(now: now) { reply.remarks.append(remark) }
        request.identifier = reply.identifier
        watch?.narrow(to: request.key)
        // The user's own zone needs no name.
        zoneName = zoneName ?? request.trigger.shownZone
        let zone = try ZoneOption.rules(zoneName)
        if !json {
            print(reply.summary(in: zone, isNamed: zoneName != nil))
        } else if !waits {
            try JSONOutput.print(AddReport(reply, in: zone))
        }
        let warnings = reply.warn(about: request, client)
        if var watch {
            // A reader of the output gets the identifier while the command waits.
            fflush(nil)
            let due = request.trigger == .immediate ? now : reply.nextTriggerDates.first
            let report = AddReport(reply, in: zone)
            let response = try wait(for: request, due: due, report, &watch, of: client)
            if let problem = response.problem, !warnings.contains(problem) {
                Terminal.warn(problem)
            }
        }
    }

    private func wait(
        for request: NotificationRequest,
        due: Instant?,
        _ report: AddReport,
        _ watch: inout RequestWatch,
        of client: AgentClient
    ) throws -> AwaitedResponse {
        let response: AwaitedResponse
        do {
            response = try AwaitedResponse.wait(
                for: request.key,
                &watch,
                of: client,
                due: due,
                milliseconds: request.bubble.expiry.map(Int64.init),
                repeats: request.trigger.repeats
            )
        } catch let error as Interrupted {
            Terminal.writeError("stopped waiting; \(request.identifier) is unchanged")
            throw error
        }
        if json {
            var report = report
            report.response = response
            try JSONOutput.print(report)
        } else {
            print(response.line)
        }
        return response
    }

    /// The texts for people, which may have bytes that are not UTF-8.
    var texts: [String] {
        [title, body, parts.subtitle, parts.reply, bubble.appName].compactMap { $0 }
    }

    /// The options that have no effect on other machines.
    private var unsentOptions: [String] {
        let local = [
            "app-name", "attach", "badge", "category", "hint", "icon", "run", "thread", "transient",
            "user-info",
        ]
        return (parts.given + bubble.given + belonging.given).filter(local.contains)
            + (time.wake ? ["wake"] : [])
    }

    private func makeRequest() throws -> NotificationRequest {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        do throws(RequestError) {
            if let identifier { try NotificationRequest.validate(identifier: identifier) }
        } catch {
            throw error.ofOptions
        }
        _ = try time.zoneRules()
        try bubble.refuseThoseOfSend("add")
        let trigger = try time.trigger(now: now)
        var request = NotificationRequest(
            appID: try belonging.owner(),
            identifier: identifier ?? "",
            content: NotificationContent(
                title: title ?? "",
                subtitle: parts.subtitle ?? "",
                body: try text(),
                sound: try parts.checkedSound(),
                badge: parts.badge,
                userInfo: try belonging.texts(),
                categoryIdentifier: belonging.category ?? "",
                threadIdentifier: belonging.thread ?? "",
                interruptionLevel: try bubble.level(otherwise: parts.interruptionLevel() ?? .active)
            ),
            trigger: trigger,
            actions: try parts.urlActions() + parts.replyActions + parts.snoozeActions(),
            openURL: parts.openURL,
            options: try time.scheduleOptions(for: trigger),
            bubble: try bubble.options()
        )
        request.run = parts.command
        try reminders.change(&request.options)
        return request
    }

    private func text() throws -> String {
        let text = try body == "-" ? StandardInput.text() : body ?? ""
        if parts.command == nil { try Self.checkText([title ?? "", text, parts.subtitle ?? ""]) }
        return text
    }

    /// Throws if there is no text at all, as after a shell variable that is not set.
    static func checkText(_ texts: [String]) throws(RequestError) {
        guard texts.allSatisfy(\.isEmpty) else { return }
        throw RequestError(
            .invalidContent,
            "the title and the body are both empty",
            about: .title,
            wayOut: "write at least one of them"
        )
    }
}
