import AgentInterface
import Logging
import NotifyCore
import RequestFiles

/// Keeps the requests of files as the files are: adds what is new, and replaces what changed.
///
/// What did not change goes on as it is, also over a restart; what was removed by hand stays so until its
/// file changes.
struct RequestFileIntake {
    /// What came of the files.
    struct Outcome {
        /// What is invalid, a sentence each.
        var problems: [String]
        /// The numbers of the requests that were stored.
        var stored: [Int64] = []
        /// The identifiers of requests whose files have gone.
        var gone: [String] = []
    }

    private let context: SchedulingContext

    init(_ context: SchedulingContext) {
        self.context = context
    }

    /// Stores what is new in files.
    ///
    /// - Parameter scan: the files as they are now.
    /// - Returns: what came of it; requests whose files have gone are the caller's to remove.
    func store(_ scan: RequestFileScan) -> Outcome {
        var outcome = Outcome(problems: scan.problems)
        do {
            var gone = try context.store.requestFiles()
            for identifier in scan.refused { gone[identifier] = nil }
            for file in scan.files {
                do {
                    guard try file.isEnabled() else { continue }
                    let earlier = gone.removeValue(forKey: file.identifier)
                    if earlier != file.text { outcome.stored.append(try store(file)) }
                } catch let refusal as RequestFile.Refusal {
                    // What it said before it was changed goes on.
                    gone[file.identifier] = nil
                    outcome.problems += refusal.problems
                } catch let error as RequestError where error.code != .storage {
                    outcome.problems.append("\(file.path): \(error.message)")
                }
            }
            if !scan.isPartial { outcome.gone = Array(gone.keys) }
        } catch {
            context.logger.error("\(error)")
            outcome.problems.append("\(error)")
        }
        return outcome
    }

    /// What selects the requests of files, and what shows these once more.
    static func selection(ofFiles identifiers: [String]) -> RemovalSelection {
        RemovalSelection(
            choice: .identifiers(
                identifiers + identifiers.map(NotificationRequest.snoozedIdentifier)
            ),
            appID: AgentNames.requestFilesApp
        )
    }

    /// Forgets files that have gone, whose requests were removed.
    func forget(_ identifiers: [String]) throws(RequestError) {
        try context.store.forget(requestFiles: identifiers)
        for identifier in identifiers {
            context.logger.notice("the request \(identifier) went with its file")
        }
    }

    private func store(_ file: RequestFile) throws -> Int64 {
        let now = context.clock.now
        let request = try file.request(now: now, zones: context.zones)
        let zone = try context.zones.zone(of: request.trigger)
        let pending: PendingRequest
        do {
            pending = try PendingRequest(accepting: request, now: now, zone: zone)
        } catch {
            throw file.refusal(ofDate: error.message)
        }
        let accepted = AcceptedRequest(
            pending,
            record: try request.storedBytes(),
            boot: context.bootDue(of: pending)
        )
        let id = try context.store.add(accepted, ofFile: file.text)
        context.logger.notice("\(file.path) was added: \(request.words(in: zone, after: now))")
        return id
    }
}
