import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import Launcher
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
              notify-schedule add "Deploy?" --action "Yes=https://ci.example/go" --wait -t 60000

            Prints the identifier, then the next dates. BODY - reads standard input.
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
        help: "Replace what has this identifier.",
        completion: .identifiers
    )
    var identifier: String?

    @Option(parsing: .unconditional, help: "A second line under the title.")
    var subtitle: String?

    @Option(
        parsing: .unconditional,
        help: "default, none, a name of the sound theme or a file.",
        completion: .list(["default", "none"])
    )
    var sound: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number at the icon once it is shown; 0 hides it.", valueName: "n")
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
        help: ArgumentHelp("What a click on the notification opens.", valueName: "url"),
        completion: .urls
    )
    var openURL: String?

    @Option(
        name: .customLong("action"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A button and what it opens; repeatable. \\= puts a = into the label.",
            valueName: "label=url"
        )
    )
    var actions: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Buttons that show it once more later, such as 10m,1h.",
            valueName: "span,…"
        )
    )
    var snooze: String?

    @Option(
        name: .customLong("attach"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An image, a sound or a film to show or play with it; repeatable. It is copied.",
            valueName: "file"
        ),
        completion: .file()
    )
    var attachments: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A button that asks for a text; the empty field shows this.",
            valueName: "placeholder"
        )
    )
    var reply: String?

    @OptionGroup(title: "What it belongs to")
    var belonging: ContentArguments

    @OptionGroup(title: "The bubble, in notify-send's words")
    var bubble: BubbleArguments

    @Flag(
        name: [.customShort("w"), .customLong("wait")],
        help: "Wait until it is answered, dismissed or expired, and print what became of it."
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
        // The agent makes an identifier where none is given; the rest is checked before it is asked.
        var checked = request
        if identifier == nil { checked.identifier = "new" }
        try checked.validate()
        let client = try AgentClient()
        try setZone(of: &request, client)
        var watch: RequestWatch?
        if waits {
            // Before it is added, which it is not where nobody could hear of it: it may be answered at once.
            watch = RequestWatch(client: client, app: request.appID, unixSignals: [SIGINT])
            try watch?.begun()
        }
        let reply = try client.add(request, files: files.map(\.file))
        request.identifier = reply.identifier
        watch?.narrow(to: request.key)
        let zone = try time.zoneRules()
        if !json {
            print(reply.summary(in: zone))
        } else if !waits {
            try JSONOutput.print(AddReport(reply, in: zone))
        }
        warn(about: request, reply, client)
        if var watch {
            // Whoever reads along sees the identifier while it waits.
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
            Terminal.writeError("no longer waits; \(request.identifier) stays as it is")
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

    /// Gives the dates of a request the zone of TZ, where that is another than the agent's: a date is meant
    /// where it was written.
    private func setZone(of request: inout NotificationRequest, _ client: AgentClient) throws {
        guard time.isOfClock, time.zone == nil, Environment["TZ"] != nil else { return }
        let own = SystemZone.local.identifier
        let status = try client.statusOfStartedAgent()
        guard let other = status["timeZone"]?.string, other != own else { return }
        guard SystemZone(named: own) != nil else {
            throw UsageError(
                "TZ gives the zone \(own.quoted), and the agent is in \(other); name yours, as in "
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
                body: try body == "-" ? StandardInput.text() : body ?? "",
                sound: sound.flatMap(NotificationSound.init(words:)),
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

    private func warn(
        about request: NotificationRequest,
        _ reply: AddReply,
        _ client: AgentClient
    ) {
        if !reply.serverPresent {
            Terminal.warn("no notification server runs here; it is shown once there is one")
        }
        if case .location = request.trigger, let problem = LocationText.warning(client) {
            Terminal.warn(problem)
        }
        let urls = request.actions.compactMap(\.url) + [request.openURL].compactMap { $0 }
        guard !urls.isEmpty else { return }
        let launcher = Launcher()
        for url in urls {
            do throws(RequestError) {
                _ = try launcher.plan(for: url)
            } catch {
                Terminal.warn(error.message)
            }
        }
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
