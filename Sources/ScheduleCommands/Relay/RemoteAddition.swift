import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// A request of `add --to`, which other machines show.
struct RemoteAddition {
    let request: NotificationRequest
    let targets: RemoteTargets
    /// The zone that the user named; `nil` for that of the rule, or the user's.
    let zone: String?
    /// What to note about a time that was not given.
    let remark: String?

    /// Sends it, and prints its identifier, its dates and the machines.
    ///
    /// - Parameter agent: the agent, which gets it as well if this machine is named.
    /// - Throws: ``NotifyCore/RequestError``, ``AgentInterface/AgentUnreachable`` or ``UsageError``; ``Interrupted`` if
    ///   the user stops waiting.
    func run(waits: Bool, json: Bool, _ agent: AgentClient) throws {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        // Before anything is sent.
        var reply = try reply(now: now)
        let client = try RelayAccess.client()
        let status = try client.status()
        let (others, includesThis) = try targets.split(own: status.name)
        guard !waits || !includesThis else {
            throw UsageError(
                "--wait waits for the answer of other machines; leave \(status.name) out of --to"
            )
        }
        reply.remarks += try remarks(of: status.id)
        // Before it is sent, because it may be answered at once.
        let watch = waits ? RelayWatch(client, unixSignals: [SIGINT]) : nil
        let sent = try client.send(request, to: others)
        reply.identifier = sent.identifier
        var request = request
        request.identifier = sent.identifier
        if includesThis {
            var own = request
            own.isUndoable = true
            reply.serverPresent = try agent.add(own).serverPresent
        }
        // Then one undo takes back both.
        var noted = request
        noted.isUndoable = includesThis
        try? agent.noteSent(noted, to: sent.devices)
        let named = zone ?? request.trigger.shownZone
        let rules = try ZoneOption.rules(named)
        var report = AddReport(reply)
        report.machines = sent.devices + (includesThis ? [status.name] : [])
        if !json {
            print(reply.summary(in: rules, isNamed: named != nil))
            print("  to    \(report.machines?.joined(separator: ", ") ?? "")")
        } else if !waits {
            try JSONOutput.print(report)
        }
        if let problem = status.problem {
            Terminal.warn("it is sent once the server is reached: \(problem)")
        }
        guard let watch else { return }
        // A reader of the output gets the identifier while the command waits.
        fflush(nil)
        let due = request.trigger == .immediate ? now : reply.nextTriggerDates.first
        do {
            let answer = RemoteAnswer(client: client, request: request, devices: sent.devices)
            let response = try answer.wait(watch, due: due, own: status.name)
            if json {
                report.response = response
                try JSONOutput.print(report)
            } else {
                print(response.line)
            }
            if let problem = response.problem { Terminal.warn(problem) }
        } catch let error as Interrupted {
            Terminal.writeError("stopped waiting; \(request.identifier) is unchanged")
            throw error
        }
    }

    /// Refuses what would be lost on the way.
    static func check(_ request: NotificationRequest) throws(RequestError) {
        if case .named(let name)? = request.content.sound {
            throw RequestError(
                .invalidContent,
                .option("--sound"),
                value: name.quoted,
                reason: "cannot be sent to other machines",
                wayOut: "write --sound default"
            )
        }
    }

    /// Returns what to note about URLs that the other machines open only if they trust this one.
    private func remarks(of id: String) throws(RequestError) -> [String] {
        var remarks: [String] = []
        for text in request.actions.compactMap(\.url) + [request.openURL].compactMap({ $0 }) {
            let url = try LaunchURL(text)
            guard !url.isOpen else { continue }
            remarks.append(
                "\(text.quoted) opens only on machines whose launcher.conf has [Device \(id)] with "
                    + "Schemes=\(url.scheme)"
            )
        }
        return remarks
    }

    /// Returns what the agent replies to such a request, by the clock and the zone of this machine.
    private func reply(now: Instant) throws -> AddReply {
        var checked = request
        if checked.identifier.isEmpty { checked.identifier = "new" }
        let zone = try ZoneOption.rules(request.trigger.zoneIdentifier)
        let pending = try PendingRequest(accepting: checked, now: now, zone: zone)
        var remarks = [remark].compactMap { $0 }
        if case .calendar(let calendar) = request.trigger, calendar.zoneIdentifier == nil {
            remarks.append("follows the time zone of each machine, here \(zone.identifier)")
        }
        let dates = UpcomingDates(of: pending, in: zone).prefix(3)
        return AddReply(
            identifier: checked.identifier,
            nextTriggerDates: request.trigger == .immediate ? [] : Array(dates),
            remarks: remarks,
            understood: request.words(in: zone, after: now),
            serverPresent: true
        )
    }
}

/// The wait for the answer to a request that was sent to other machines.
struct RemoteAnswer {
    let client: RelayClient
    let request: NotificationRequest
    let devices: [String]

    /// Waits for the end of the notification on one of the machines.
    ///
    /// - Parameter due: its first date; `nil` where it waits for a place.
    /// - Throws: ``Interrupted`` if the user stops waiting.
    func wait(_ watch: RelayWatch, due: Instant?, own: String) throws -> AwaitedResponse {
        var end: ContinuousClock.Instant?
        if let due, let milliseconds = request.bubble.expiry, milliseconds > 0 {
            let left = due.microseconds - ClockTimer.Clock.realTime.now
            end = .now + .microseconds(max(0, left)) + .milliseconds(Int(milliseconds))
        }
        while true {
            switch try watch.next(until: end) {
            case .signal(.answered(let answer)) where answer.key == request.key:
                guard isAsked(answer) else {
                    Terminal.warn(
                        "\(answer.device) chose a button that was not sent; still waiting"
                    )
                    continue
                }
                return response(answer)
            case .signal(.listed(request.key, let device)):
                Terminal.warn(
                    "it came late to \(device), which lists it in a summary, where it can be answered"
                )
            case .signal(.ended(request.key, let device)):
                var response = AwaitedResponse(device == own ? .removed : .dismissed)
                response.machine = device
                return response
            case .signal: continue
            case .relayLeft:
                Terminal.warn("notify-relay has stopped; waiting for its return")
            case .interrupted(let signal): throw Interrupted(signal: signal)
            case .timedOut: return try responseWithoutAnswer()
            }
        }
    }

    /// Whether an answer names something that was asked, since another machine may say anything.
    private func isAsked(_ answer: RelayAnswer) -> Bool {
        answer.action == NotificationAction.defaultIdentifier
            || request.action(answer.action) != nil
    }

    private func response(_ answer: RelayAnswer) -> AwaitedResponse {
        let action = request.actions.first { $0.identifier == answer.action }
        var response = AwaitedResponse(.answered)
        response.action = answer.action
        response.actionTitle = action?.title
        response.userText = answer.userText
        response.url =
            answer.action == NotificationAction.defaultIdentifier ? request.openURL : action?.url
        response.machine = answer.device
        return response
    }

    private func responseWithoutAnswer() throws -> AwaitedResponse {
        let away = try client.devices().filter { devices.contains($0.name) && $0.waiting > 0 }
        guard away.count == devices.count else { return AwaitedResponse(.expired) }
        var response = AwaitedResponse(.notShown)
        response.problem =
            "\(devices.joined(separator: ", ")) did not get it in time; it still waits: "
            + "notify-schedule relay list"
        return response
    }
}
