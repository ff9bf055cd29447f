import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore

extension AgentService {
    func noteLaunch(_ call: BusMethodCall, _ caller: Caller) async throws {
        let reader = try RecordReader(call.parameters[0], "launch", keys: ["url", "problem"])
        let texts = [
            try reader.required("url", .text), try reader.optional("problem", .text) ?? "",
        ]
        // Truncated, not refused, because a URL that is too long to open is recorded, too.
        let bounded = texts.map {
            String(decoding: $0.utf8.prefix(RequestLimits.url), as: UTF8.self)
        }
        await agent.run {
            $0.journal.noteLaunch(
                of: bounded[0],
                problem: bounded[1].isEmpty ? nil : bounded[1],
                requester: caller.words
            )
        }
        call.reply()
    }

    func noteRelayed(_ call: BusMethodCall) async throws {
        let event = try RequestEvent(record: call.parameters[0])
        try NotificationRequest.validate(appID: event.key.appID)
        try NotificationRequest.validate(identifier: event.key.identifier)
        guard let kind = HistoryLine.Event(rawValue: event.event),
            HistoryLine.relayed.contains(kind)
        else {
            let names = HistoryLine.relayed.map(\.rawValue).joined(separator: ", ")
            throw RequestError(
                .malformed,
                "\"event\" is \(event.event.quoted); there are \(names)"
            )
        }
        try await agent.run {
            try $0.journal.note(relayed: event, kind)
            guard [.answeredElsewhere, .endedElsewhere].contains(kind) else { return }
            try $0.store.sent.noteEnd(of: event.key, isRemoved: event.detail.isEmpty)
        }
        call.reply()
    }
}
