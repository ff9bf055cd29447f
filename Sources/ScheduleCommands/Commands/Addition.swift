import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import UserRequests

/// What a command line of `add` says.
struct Addition {
    /// The parts of the request.
    var written: WrittenRequest
    /// The app that it comes from; `nil` for this command.
    var app: String?
    /// The request's identifier; `nil` to make one.
    var identifier: String?
    /// Whether to wait until it is answered.
    var waits: Bool
    /// The other machines that show it; `nil` for this one.
    var targets: String?
    /// Whether to print JSON.
    var json: Bool
    /// What was understood of a sentence, which is printed with the rest; `nil` if there was none.
    var reminder: Reminder?

    func run() throws {
        guard written[.title] != nil || written[.run] != nil else { throw Self.missingTitle }
        do throws(RequestError) {
            if let identifier { try NotificationRequest.validate(identifier: identifier) }
        } catch {
            throw error.ofOptions
        }
        _ = try ZoneOption.local()
        var written = written
        let targets = try targets.map { text in
            try RemoteTargets(text, without: Self.unsent(written))
        }
        var context = WrittenContext.ofUser(now: Self.now)
        let blank = NotificationRequest(
            appID: try owner(),
            identifier: identifier ?? "",
            content: NotificationContent()
        )
        var request = try written.request(blank, in: context)
        try written.checkText(of: request)
        let files = try AttachArgument.files(written.texts(.attach))
        request.content.attachments = written.attachments(files)
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
        if targets == nil, try isForwarded(request, written) { return }
        let client = try AgentClient()
        if let zoned = try written.inZoneOfCaller(request.trigger, client) {
            context.now = Self.now
            let other = try zoned.request(blank, in: context)
            (request.trigger, request.options) = (other.trigger, other.options)
            written = zoned
        }
        context.now = Self.now
        if let targets {
            let addition = RemoteAddition(
                request: request,
                targets: targets,
                zone: written[.zone],
                remark: written.dayStartRemark(in: context)
            )
            return try addition.run(waits: waits, json: json, client)
        }
        var watch: RequestWatch?
        if waits {
            // Before the request is added, because it may be answered at once; without a watch it is not added.
            watch = try RequestWatch(client: client, app: request.appID, unixSignals: [SIGINT])
            try watch?.begun()
        }
        request.isUndoable = true
        var reply = try client.add(request, files: files.map(\.file))
        context.now = Self.now
        if let remark = written.dayStartRemark(in: context) { reply.remarks.append(remark) }
        request.identifier = reply.identifier
        request.isUndoable = false
        watch?.narrow(to: request.key)
        // The user's own zone needs no name.
        let zoneName = written[.zone] ?? request.trigger.shownZone
        let zone = try ZoneOption.rules(zoneName)
        if !json {
            if let reminder { print("\(reminder.title.quoted), \(reminder.time)".printableLine) }
            print(reply.summary(in: zone, isNamed: zoneName != nil))
        } else if !waits {
            try JSONOutput.print(AddReport(reply, of: reminder))
        }
        if !json, Terminal.hasUser, request.trigger == .immediate,
            let note = TimeHint.unread(title: request.content.title, body: written[.body])
        {
            Terminal.writeError("  note  \(note)")
        }
        let warnings = reply.warn(about: request, client)
        if var watch {
            // A reader of the output gets the identifier while the command waits.
            fflush(nil)
            let due = request.trigger == .immediate ? context.now : reply.nextTriggerDates.first
            let report = AddReport(reply)
            let response = try wait(for: request, due: due, report, &watch, of: client)
            if let problem = response.problem, !warnings.contains(problem) {
                Terminal.warn(problem)
            }
        }
    }

    /// The parts that a desktop at the other end of ssh shows.
    private static let forwarded: Set<WrittenPart> = [
        .title, .subtitle, .body, .action, .level, .urgency,
    ]

    /// Shows what is due at once on the desktop that forwards its socket to this machine, as `run` does.
    ///
    /// - Returns: whether one does; what has a time, a command or an answer is for this machine's agent.
    private func isForwarded(
        _ request: NotificationRequest,
        _ written: WrittenRequest
    ) throws -> Bool {
        guard request.trigger == .immediate, !waits, request.run == nil, app == nil else {
            return false
        }
        var request = request
        if identifier == nil { request.identifier = ForwardedDesktop.freshIdentifier }
        switch ForwardedDesktop.show(request) {
        case nil, .unanswered: return false
        case .refused(let problem):
            throw RequestError(
                .notAllowed,
                "the desktop at the other end of ssh refuses it: \(problem)"
            )
        case .shown: break
        }
        let left = written.parts.filter { !Self.forwarded.contains($0) }.map { "--\($0.rawValue)" }
        var reply = AddReply(
            identifier: request.identifier,
            nextTriggerDates: [],
            remarks: ["shown on the desktop at the other end of ssh"],
            understood: "",
            serverPresent: true
        )
        if !left.isEmpty {
            reply.remarks.append("it does not take \(left.joined(separator: ", "))")
        }
        if request.actions.contains(where: { $0.url.map(RemoteNotice.mayOpen) == false }) {
            reply.remarks.append("it has the buttons for https, http and mailto alone")
        }
        if json {
            try JSONOutput.print(AddReport(reply))
        } else {
            print(reply.summary(in: try ZoneOption.local(), isNamed: false))
        }
        return true
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

    private static var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }

    static let missingTitle = UsageError("<title> is missing; see notify-schedule add --help")

    /// Returns the id of the app that it comes from.
    private func owner() throws(RequestError) -> String {
        guard let app = app.map(AgentNames.id(ofApp:)) else { return AgentNames.app }
        do {
            try NotificationRequest.validate(appID: app)
        } catch {
            throw error.ofOptions
        }
        guard app != "all" else {
            throw RequestError(
                .invalidIdentifier,
                .option("--app"),
                reason: "all is for lists",
                wayOut: "write the id of one app"
            )
        }
        return app
    }

    /// The names of the options that have no effect on other machines.
    private static func unsent(_ written: WrittenRequest) -> [String] {
        let local: [WrittenPart] = [
            .badge, .run, .attach, .appName, .icon, .transient, .hint, .thread, .category,
            .userInfo, .wake,
        ]
        return local.filter { written[$0] != nil }.map(\.rawValue)
    }
}
