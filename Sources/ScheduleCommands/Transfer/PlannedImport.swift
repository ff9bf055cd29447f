import AgentInterface
import GLibBridge
import NotifyCore

/// What `import --dry-run` says of an entry.
enum PlannedImport {
    /// Describes an entry that would be imported.
    ///
    /// - Returns: a line; `nil` for what is no notification.
    static func words(of line: [UInt8], in zone: some ZoneRules, now: Instant) -> String? {
        guard let entry = try? TransferFormat.entry(line, number: 0, attach: { _ in 0 }),
            let request = try? NotificationRequest(record: entry["request"])
        else { return nil }
        let title = request.content.title.isEmpty ? request.content.body : request.content.title
        let words =
            entry["list"]?.string == TransferList.pending.rawValue
            ? request.words(in: zone, after: now) : "delivered"
        return "\(request.identifier)  \(title.isEmpty ? "" : "\(title): ")\(words)".printableLine
    }
}
