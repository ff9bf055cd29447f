import AgentInterface
import GLibBridge
import NotifyCore

extension HistoryLine {
    /// The line as the dictionary that the interface documents for `History`.
    var record: Variant {
        var event = RequestEvent(event.rawValue, of: key, title: title, at: at)
        event.fill(from: self)
        return event.record
    }
}
