import NotifyCore

/// The values of the keys so that a notification is not missed.
struct ReminderKeys {
    let file: RequestFile

    /// Returns how long before each date warnings come, in microseconds.
    func warnings() throws(RequestFile.Refusal) -> [Int64] {
        try value(.before, ScheduleOptions.warnings) ?? []
    }

    /// Returns how it is shown again until it is acknowledged; `nil` for not at all.
    func nag() throws(RequestFile.Refusal) -> NagRule? { try value(.nag, NagRule.init) }

    private func value<Value>(
        _ key: RequestFileKey,
        _ read: (String) throws(RequestError) -> Value
    ) throws(RequestFile.Refusal) -> Value? {
        guard let text = file.value(key) else { return nil }
        do {
            return try read(text)
        } catch {
            throw file.refusal(of: key, text, error)
        }
    }
}
