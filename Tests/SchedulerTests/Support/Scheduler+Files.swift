import RequestFiles

@testable import SchedulerAgent

extension Agent {
    /// Takes over what the files of requests.d say; the errors in them come back.
    func handle(_ scan: RequestFileScan) async -> [String] { await imports.update(to: scan) }
}
