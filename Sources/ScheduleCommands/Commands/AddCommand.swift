import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule add`.
struct AddCommand: ParsableCommand {
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
              notify-schedule add "Deploy?" --action "Yes=https://ci.example" --wait -t 60000

            Prints the identifier and the next dates. With - as the body, reads the body from
            standard input.
            """
    )

    @Argument(help: "The first line.")
    var title: String

    @Argument(help: "The text; - reads it from standard input.")
    var body: String?

    @OptionGroup(title: "When (now, if none is given)")
    var time: TimeOptions

    @Option(
        name: .customLong("id"),
        parsing: .unconditional,
        help: "Identifier; a request that has it is replaced.",
        completion: .identifiers
    )
    var identifier: String?

    @Option(parsing: .unconditional, help: "A second line under the title.")
    var subtitle: String?

    @Option(
        parsing: .unconditional,
        help: "default, none, a sound name of the theme, or a file.",
        completion: .list(["default", "none"])
    )
    var sound: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Badge number of the app from its delivery on; 0 hides it.",
            valueName: "n"
        )
    )
    var badge: Int?

    @Option(
        parsing: .unconditional,
        help: "passive, active, time-sensitive or critical.",
        completion: .list(InterruptionLevel.allCases.map(\.rawValue))
    )
    var level: String?

    @Option(
        name: .customLong("open"),
        parsing: .unconditional,
        help: ArgumentHelp("URL that a click on the notification opens.", valueName: "url"),
        completion: .urls
    )
    var openURL: String?

    @Option(
        name: .customLong("action"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A button and the URL it opens; repeatable. \\= is a = in the label.",
            valueName: "label=url"
        )
    )
    var actions: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Buttons that show it again later, such as 10m,1h.",
            valueName: "span,…"
        )
    )
    var snooze: String?

    @Option(
        name: .customLong("attach"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An image, sound or film to attach; repeatable. The file is copied.",
            valueName: "file"
        ),
        completion: .file()
    )
    var attachments: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A button with a text field that has this placeholder.",
            valueName: "placeholder"
        )
    )
    var reply: String?

    @OptionGroup(title: "App, thread and category")
    var belonging: ContentArguments

    @OptionGroup(title: "Bubble, with the options of notify-send")
    var bubble: BubbleArguments

    @Flag(
        name: [.customShort("w"), .customLong("wait")],
        help: "Wait until it is answered, dismissed or expired, and print the result."
    )
    var waits = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        var request = try makeRequest()
        let files = try AttachArgument.files(attachments)
        request.content.attachments = files.enumerated().map { index, file in
            AttachArgument.attachment(file, path: attachments[index], index: index)
        }
        // The agent makes an identifier if none is given; the rest is checked before the agent is called.
        var checked = request
        if identifier == nil { checked.identifier = "new" }
        try checked.validate()
        let client = try AgentClient()
        try setZone(of: &request, client)
        var watch: RequestWatch?
        if waits {
            // Before the request is added, because it may be answered at once; without a watch it is not added.
            watch = RequestWatch(client: client, app: request.appID, unixSignals: [SIGINT])
            try watch?.begun()
        }
        var reply = try client.add(request, files: files.map(\.file))
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if let remark = time.dayStartRemark(now: now) { reply.remarks.append(remark) }
        request.identifier = reply.identifier
        watch?.narrow(to: request.key)
        // The user's own zone needs no name.
        let zoneName = time.zone ?? request.trigger.shownZone
        let zone = try ZoneOption.rules(zoneName)
        if !json {
            print(reply.summary(in: zone, isNamed: zoneName != nil))
        } else if !waits {
            try JSONOutput.print(AddReport(reply, in: zone))
        }
        warn(about: request, reply, client)
        if var watch {
            // A reader of the output gets the identifier while the command waits.
            fflush(nil)
            try wait(for: request, AddReport(reply, in: zone), &watch, of: client)
        }
    }

    private func wait(
        for request: NotificationRequest,
        _ report: AddReport,
        _ watch: inout RequestWatch,
        of client: AgentClient
    ) throws {
        let response: AwaitedResponse
        do {
            response = try AwaitedResponse.wait(
                for: request.key,
                &watch,
                of: client,
                milliseconds: request.bubble.expiry,
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
        if let problem = response.problem { Terminal.warn(problem) }
    }

    /// Sets the zone of a request's dates to that of TZ if it differs from the agent's, because a date without
    /// a zone is in the zone of the caller.
    private func setZone(of request: inout NotificationRequest, _ client: AgentClient) throws {
        guard time.isOfClock, request.trigger.zoneIdentifier == nil, Environment["TZ"] != nil else {
            return
        }
        let own = try ZoneOption.local().identifier
        let status = try client.statusOfStartedAgent()
        guard let other = status["timeZone"]?.string, other != own else { return }
        guard SystemZone(named: own) != nil else {
            throw UsageError(
                "TZ is the zone \(own.quoted), but the agent's is \(other); name yours, as in "
                    + "--tz Europe/Berlin"
            )
        }
        var command = self
        command.time.zone = own
        let zoned = try command.makeRequest()
        (request.trigger, request.options) = (zoned.trigger, zoned.options)
    }

    private func makeRequest() throws -> NotificationRequest {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if let identifier { try NotificationRequest.validate(identifier: identifier) }
        _ = try time.zoneRules()
        try bubble.refuseThoseOfSend()
        let trigger = try time.trigger(now: now)
        return NotificationRequest(
            appID: try belonging.owner(),
            identifier: identifier ?? "",
            content: NotificationContent(
                title: title,
                subtitle: subtitle ?? "",
                body: try text(),
                sound: try checkedSound(),
                badge: badge,
                userInfo: try belonging.texts(),
                categoryIdentifier: belonging.category ?? "",
                threadIdentifier: belonging.thread ?? "",
                interruptionLevel: try bubble.level(otherwise: Self.level(level))
            ),
            trigger: trigger,
            actions: try ActionArgument.actions(actions) + replyActions + snoozeActions(),
            openURL: openURL,
            options: try time.scheduleOptions(for: trigger),
            bubble: try bubble.options()
        )
    }

    /// Returns the body, or throws if there is no text at all, as after a shell variable that is not set.
    private func text() throws -> String {
        let text = try body == "-" ? StandardInput.text() : body ?? ""
        guard title.isEmpty, text.isEmpty, subtitle ?? "" == "" else { return text }
        let message = "the title and the body are both empty; write at least one of them"
        throw RequestError(.invalidContent, message)
    }

    private var replyActions: [NotificationAction] {
        reply.map { [.reply(placeholder: $0)] } ?? []
    }

    private func snoozeActions() throws(RequestError) -> [NotificationAction] {
        var actions: [NotificationAction] = []
        guard let snooze else { return [] }
        for part in snooze.split(separator: ",", omittingEmptySubsequences: false) {
            actions.append(.snooze(try NotificationTrigger.snoozeLength(String(part))))
        }
        return actions
    }

    private static func level(_ name: String?) throws -> InterruptionLevel {
        guard let name else { return .active }
        guard let level = InterruptionLevel(rawValue: name) else {
            throw RequestError.unknown(
                name,
                of: "--level",
                among: InterruptionLevel.allCases.map(\.rawValue)
            )
        }
        return level
    }
}
