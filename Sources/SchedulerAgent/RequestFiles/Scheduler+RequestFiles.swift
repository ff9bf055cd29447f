import AgentInterface
import GLibBridge
import Logging
import NotifyCore
import RequestFiles

extension Scheduler {
    /// Brings the requests of files up to date: adds what is new, replaces what changed, removes what went.
    ///
    /// What did not change goes on as it is, also over a restart; what was removed by hand stays so until
    /// its file changes.
    ///
    /// - Parameter scan: the files as they are now.
    /// - Returns: what does not hold, a sentence each.
    func take(_ scan: RequestFileScan) async -> [String] {
        var problems = scan.problems
        do {
            observeClock()
            var gone = try store.requestFiles()
            for identifier in scan.refused { gone[identifier] = nil }
            for file in scan.files {
                do {
                    guard try file.isEnabled() else { continue }
                    let earlier = gone.removeValue(forKey: file.identifier)
                    if earlier != file.text { try add(file) }
                } catch let refusal as RequestFile.Refusal {
                    // What it said before it was changed goes on.
                    gone[file.identifier] = nil
                    problems += refusal.problems
                } catch let error as RequestError where error.code != .storage {
                    problems.append("\(file.path): \(error.message)")
                }
            }
            if !scan.isPartial { try await forget(Array(gone.keys)) }
            sweepAttachments()
        } catch {
            logger.error("\(error)")
            problems.append("\(error)")
        }
        await plan()
        deliverSoon()
        return problems
    }

    private func add(_ file: RequestFile) throws {
        let now = clock.now
        let request = try file.request(now: now, zones: zones)
        let zone = try zone(of: request.trigger)
        let pending: PendingRequest
        do {
            pending = try PendingRequest(accepting: request, now: now, zone: zone)
        } catch {
            throw file.refusal(ofDate: error.message)
        }
        let row = PendingInsertion(
            pending,
            record: try Self.record(of: request),
            boot: bootDue(of: pending, now: now, sinceBoot: clock.sinceBoot)
        )
        let id = try store.add(row, ofFile: file.text)
        patience?.accepted.insert(id)
        logger.notice("\(file.path) was taken up: \(request.words(in: zone))")
    }

    private func forget(_ identifiers: [String]) async throws(RequestError) {
        guard !identifiers.isEmpty else { return }
        let children = identifiers.map(Self.snoozed)
        _ = try await remove(
            RemovalSelection(
                choice: .identifiers(identifiers + children),
                appID: AgentNames.requestFilesApp
            )
        )
        try store.forget(requestFiles: identifiers)
        for identifier in identifiers {
            logger.notice("the request \(identifier) went with its file")
        }
    }
}
