import GLibBridge
package import NotifyCore

extension LocalizedTexts {
    /// The largest table, in bytes.
    private static let limit: Int64 = 1_048_576

    /// Reads the table in the user's language; `nil` if the folder has none.
    package func table() -> [String: String]? {
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
