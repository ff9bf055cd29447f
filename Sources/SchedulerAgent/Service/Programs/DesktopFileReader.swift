import GLibBridge

/// Reads desktop files on separate threads, because one may be on a file system that does not answer.
enum DesktopFileReader {
    private static let pool = BlockingIOPool(name: "apps", maxTotal: 32, maxPerOwner: 2)
    /// The time limit in milliseconds.
    private static let timeout: UInt32 = 500

    /// Runs a function that reads desktop files.
    ///
    /// GIO caches the folders of desktop files and watches them, so this needs no cache.
    ///
    /// - Parameter app: the app that is looked up; empty for several.
    /// - Returns: its result; `nil` after the timeout, or if too many look-ups hang.
    static func read<Value: Sendable>(
        for app: String,
        _ body: @escaping @Sendable () -> Value
    ) async -> Value? {
        let answer = await pool.answer(within: timeout, for: app, to: body)
        if case .done(let value) = answer { return value }
        return nil
    }
}
