import GLibBridge

/// Waits until something holds that changes with the entries of a folder.
///
/// - Parameter holds: called at each change; quick, and without side effects.
package func waitForChange(
    of folder: String,
    within seconds: Double = 30,
    _ what: String,
    until holds: @escaping @Sendable () -> Bool
) async throws {
    let changes = Recorder<String>()
    let watch = await FolderWatch(folder) { changes.append($0) }
    _ = try await changes.wait(seconds, what) { _ in holds() ? true : nil }
    withExtendedLifetime(watch) {}
}
