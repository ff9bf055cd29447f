import AgentInterface
import GLibBridge
import NotifyCore

extension WireHarness {
    func noteLaunch(_ call: BusMethodCall, _ caller: Caller) async throws {
        let reader = try RecordReader(call.parameters[0], "launch", keys: ["url", "problem"])
        let texts = [try reader.required("url"), try reader.string("problem") ?? ""]
        // Cut, not refused: what is too long to be opened is told as well.
        let bounded = texts.map {
            String(decoding: $0.utf8.prefix(RequestLimits.url), as: UTF8.self)
        }
        await scheduler.noteLaunch(
            of: bounded[0],
            problem: bounded[1].isEmpty ? nil : bounded[1],
            requester: caller.words
        )
        call.reply()
    }
}
