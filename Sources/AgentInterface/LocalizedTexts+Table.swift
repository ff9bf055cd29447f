import GLibBridge
public import NotifyCore

extension LocalizedTexts {
    /// The largest table, in bytes.
    private static let limit: Int64 = 1_048_576

    /// The table in the user's language, read now; `nil` where the folder has none.
    public func table() -> [String: String]? {
        for path in files({ Environment[$0] }) {
            guard let file = try? OpenFile(reading: path), let status = try? file.status(),
                status.isRegular, status.size <= Self.limit,
                let bytes = try? file.start(Int(status.size)),
                let table = StringsTable.read(bytes)
            else { continue }
            return table
        }
        return nil
    }
}
