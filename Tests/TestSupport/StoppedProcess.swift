import Foundation

/// Stops a process and waits until each of its threads has stopped.
///
/// The signal stops them one by one: on a busy machine some run on for a while.
package func stop(
    _ id: Int32,
    isolation: isolated (any Actor)? = #isolation
) async throws {
    kill(id, SIGSTOP)
    let tasks = "/proc/\(id)/task"
    try await poll(30, "the stop of process \(id)") {
        let isStopped = try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy {
            // `12 (name) T …`; a thread that has ended meanwhile has no such file.
            let text = try? String(contentsOfFile: "\(tasks)/\($0)/stat", encoding: .utf8)
            return text?.split(separator: ")").last?.hasPrefix(" T") ?? true
        }
        return isStopped ? true : nil
    }
}
