import AgentInterface
import Logging
import NotifyCore
import RequestFiles

/// Updates the requests of files to match the files: adds new requests and replaces changed ones.
///
/// Requests of unchanged files continue, also after a restart. A request that the user removed stays removed
/// until its file changes.
struct RequestFileIntake {
    /// The result of reading the files.
    struct Outcome {
        /// The errors, one sentence each.
        var problems: [String]
        /// The numbers of the stored requests.
        var stored: [Int64] = []
        /// The identifiers of requests whose files were deleted.
        var gone: [String] = []
    }

    private let context: SchedulingContext

    init(_ context: SchedulingContext) {
        self.context = context
    }

    /// Stores new and changed requests.
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
                    // If the changed file is invalid, its earlier request continues.
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

    /// Returns a selection of the requests of files and of their snoozed requests.
    func selection(ofFiles identifiers: [String]) throws(RequestError) -> RemovalSelection {
        let app = AgentNames.requestFilesApp
        let names = Set(identifiers.flatMap(NotificationRequest.snoozedIdentifiers))
        let files = try context.store.requestFiles()
        // A file may have such a name itself.
        let snoozed = try context.store.snoozed(of: app).map(\.identifier).filter { name in
            names.contains(name) && files[name] == nil
        }
        return RemovalSelection(choice: .identifiers(identifiers + snoozed), appID: app)
    }

    /// Forgets deleted files whose requests were removed.
    func forget(_ identifiers: [String]) throws(RequestError) {
        try context.store.forget(requestFiles: identifiers)
        for identifier in identifiers {
            context.logger.notice("the request \(identifier) went with its file")
        }
    }

    private func store(_ file: RequestFile) throws -> Int64 {
        let now = context.clock.now
        let request = try file.request(now: now, zones: context.zones)
        if let run = request.run {
            do {
                try context.checkCommand(run)
            } catch {
                throw file.refusal(error.about(.run), of: request)
            }
        }
        let zone = try context.zones.zone(of: request.trigger)
        let pending: PendingRequest
        do {
            pending = try PendingRequest(accepting: request, now: now, zone: zone)
        } catch {
            throw file.refusal(error, of: request)
        }
        let accepted = AcceptedRequest(
            pending,
            record: try request.boundedBytes(),
            boot: context.bootDue(of: pending),
            now: now
        )
        let id = try context.store.add(accepted, ofFile: file.text)
        context.logger.notice("\(file.path) was added: \(request.words(in: zone, after: now))")
        return id
    }
}
