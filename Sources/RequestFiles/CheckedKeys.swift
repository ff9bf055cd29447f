import AgentInterface
import NotifyCore

/// The keys that name a file or something of the desktop, which is looked up.
struct CheckedKeys {
    let file: RequestFile

    /// Returns the sound; a file needs an absolute path.
    func sound() throws(RequestFile.Refusal) -> NotificationSound? {
        try checked(.sound, SoundCheck(takesRelativePaths: false).sound) ?? nil
    }

    /// Returns the icon; a file needs an absolute path.
    func icon() throws(RequestFile.Refusal) -> String? {
        try checked(.icon, IconCheck(takesRelativePaths: false).icon)
    }

    private func checked<Value>(
        _ key: RequestFileKey,
        _ check: (String) throws(RequestError) -> Value
    ) throws(RequestFile.Refusal) -> Value? {
        guard let text = file.value(key) else { return nil }
        do {
            return try check(text)
        } catch {
            throw file.refusal(of: key, text, error)
        }
    }
}
