import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore
import RelayGroup
import RelayServers

/// Answers the calls of `org.notifyschedule.Relay1`, after it has found out who calls.
@GLibActor
struct RelayService {
    private let handler: RelayHandler
    private let plain: PlainTopics
    private let recipients: SignalRecipients
    /// relay.conf; `nil` where there is none.
    private let file: RelayFile?
    /// Returns the caller with a unique name.
    private let caller: @GLibActor (String) async -> Caller

    /// Answers with a handler, and with what the topics beside the group's report.
    init(
        handler: RelayHandler,
        plain: PlainTopics,
        recipients: SignalRecipients,
        file: RelayFile? = nil,
        caller: @escaping @GLibActor (String) async -> Caller
    ) {
        self.handler = handler
        self.plain = plain
        self.recipients = recipients
        self.file = file
        self.caller = caller
    }

    /// Answers a call.
    func answer(_ call: BusMethodCall) async {
        let caller = await caller(call.sender)
        do throws(RequestError) {
            guard !caller.isConfined else {
                throw RequestError(
                    .notAllowed,
                    "\(caller.words) may not send to other machines; run it outside of the sandbox, as this user"
                )
            }
            recipients.add(call.sender)
            try await reply(to: call)
        } catch {
            call.fail(error.busName, error.message)
        }
    }

    private func reply(to call: BusMethodCall) async throws(RequestError) {
        let values = call.parameters
        switch call.method {
        case "Send": call.reply([try await send(values)])
        case "Withdraw":
            let key = RequestKey(
                appID: values[0]?.string ?? "",
                identifier: values[1]?.string ?? ""
            )
            try handler.withdraw(key)
            // Before the reply, so that the caller does not find it in a list.
            await handler.history.noteRemoval(key)
            call.reply()
        case "Status": call.reply([status])
        case "Devices": call.reply([.array(of: "a{sv}", devices)])
        case "Forget":
            try handler.forget(values[0]?.string ?? "")
            call.reply()
        case "Confirm":
            try handler.confirm(values[0]?.strings ?? [])
            call.reply()
        case "Pair": call.reply([.string(try handler.pair())])
        case "Join":
            try handler.join(values[0]?.string ?? "")
            call.reply()
        case "CancelPairing":
            handler.cancelPairing()
            call.reply()
        default:
            call.fail("org.freedesktop.DBus.Error.UnknownMethod", "no method \(call.method)")
        }
    }

    private func send(_ values: Variant) async throws(RequestError) -> Variant {
        var request = try NotificationRequest(record: values[0])
        if request.identifier.isEmpty {
            request.identifier = RequestKey.freshIdentifier(letters: 8)
        }
        try request.validate()
        let options = try RecordReader(values[2], "options", keys: ["expires"])
        let devices = try await handler.send(
            request,
            to: values[1]?.strings ?? [],
            expires: try options.optional("expires", .instant)
        )
        // Before the reply, so that the caller finds it there.
        await handler.history.noteSent(request, to: devices)
        return .dictionary([
            ("identifier", .string(request.identifier)), ("devices", .strings(devices)),
        ])
    }

    private var status: Variant {
        let connection = handler.connection
        var entries: [(key: String, value: Variant)] = [
            ("version", .string(AgentNames.programVersion)),
            ("server", .string(handler.configuration.server.url)),
            ("connected", .boolean(connection.isConnected)),
        ]
        if let problem = connection.problem { entries.append(("problem", .string(problem))) }
        let problems = plain.problems
        if let problem = problems.inbox { entries.append(("inboxProblem", .string(problem))) }
        if let problem = file?.problem { entries.append(("fileProblem", .string(problem))) }
        if let warnings = file?.configuration.warnings, !warnings.isEmpty {
            entries.append(("fileWarnings", .strings(warnings)))
        }
        if let problem = problems.phone { entries.append(("phoneProblem", .string(problem))) }
        if let status = handler.status {
            let dropped = status.dropped.sorted { $0.key < $1.key }
            entries += [
                ("name", .string(status.device.name)), ("id", .string("\(status.device.id)")),
                ("group", .boolean(status.isInGroup)),
                ("forgotten", .boolean(status.isForgotten)), ("epoch", .uint32(status.epoch)),
                ("waiting", .uint32(UInt32(clamping: status.waiting))),
                (
                    "dropped",
                    .dictionary(dropped.map { ($0.key, .uint32(UInt32(clamping: $0.value))) })
                ),
            ]
        }
        return .dictionary(entries)
    }

    private var devices: [Variant] {
        (handler.status?.others ?? []).map { device in
            var entries: [(key: String, value: Variant)] = [
                ("name", .string(device.member.name)), ("id", .string("\(device.member.id)")),
                ("added", .int64(device.member.added.microseconds)),
                ("waiting", .uint32(UInt32(clamping: device.waiting))),
                ("introducers", .strings(device.introducers)),
                ("dependents", .strings(device.dependents)),
            ]
            if let heard = device.lastHeard {
                entries.append(("lastHeard", .int64(heard.microseconds)))
            }
            return .dictionary(entries)
        }
    }

    /// Returns the name and the contents of a signal.
    static func signal(_ signal: RelayHandler.Signal) -> (name: String, parameters: [Variant]) {
        switch signal {
        case .changed: ("Changed", [])
        case .paired(let outcome): ("Paired", [.dictionary(entries(of: outcome))])
        case .answered(let answer, let device):
            ("Answered", [.dictionary(entries(of: answer, device))])
        case .ended(let key, let device): ("Ended", [.dictionary(entries(of: key, device))])
        case .listed(let key, let device): ("Listed", [.dictionary(entries(of: key, device))])
        }
    }

    private static func entries(of outcome: PairingOutcome) -> [(key: String, value: Variant)] {
        switch outcome {
        case .paired(let member, let fingerprint):
            [
                ("outcome", .string("paired")), ("device", .string(member.name)),
                ("id", .string("\(member.id)")),
                ("fingerprint", .string(fingerprint)),
            ]
        case .unconfirmed(let member, let fingerprint):
            [
                ("outcome", .string("unconfirmed")), ("device", .string(member.name)),
                ("id", .string("\(member.id)")),
                ("fingerprint", .string(fingerprint)),
            ]
        case .failed(let problem):
            [("outcome", .string("failed")), ("message", .string("\(problem)"))]
        }
    }

    private static func entries(
        of answer: RelayedAnswer,
        _ device: String
    ) -> [(key: String, value: Variant)] {
        let key = RemoteRequest.key(of: answer.id.identifier)
        var entries = entries(of: key ?? RequestKey(appID: "", identifier: ""), device)
        entries.append(("action", .string(answer.action)))
        if let text = answer.text { entries.append(("userText", .string(text))) }
        return entries
    }

    private static func entries(
        of key: RequestKey,
        _ device: String
    ) -> [(key: String, value: Variant)] {
        [
            ("appID", .string(key.appID)), ("identifier", .string(key.identifier)),
            ("device", .string(device)),
        ]
    }
}
