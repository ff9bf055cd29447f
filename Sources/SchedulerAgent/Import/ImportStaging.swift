import AgentInterface
import GLibBridge
import NotifyCore

/// Checks what callers import, and keeps it until their last call.
///
/// Other calls go on while files are copied; all else happens at once. What a call brought that is refused goes
/// whole, with what the caller brought before.
final class ImportStaging {
    private let context: SchedulingContext
    private let attachments: AttachmentKeeper
    private let categories: AppCategories
    /// What callers have brought until their last call; by their unique names.
    private var stages: [String: ImportStage] = [:]
    /// How many bytes each call has brought that is being checked.
    private var bytesUnderWay: [Int: Int] = [:]
    private var lastCall = 0

    init(
        _ context: SchedulingContext,
        attachments: AttachmentKeeper,
        categories: AppCategories
    ) {
        self.context = context
        self.attachments = attachments
        self.categories = categories
    }

    /// Handles a call.
    ///
    /// - Parameters:
    ///   - call: what it brings.
    ///   - planRound: the round of planning that its first dates belong to.
    /// - Returns: how many entries the caller has brought so far, and all of them where this was its last call
    ///   and they are to be stored.
    /// - Throws: ``NotifyCore/RequestError``, whose message names the entry; nothing that the caller
    ///   brought is stored then.
    func handle(
        _ call: ImportCall,
        planRound: Int
    ) async throws(RequestError) -> (reply: ImportReply, complete: ImportStage?) {
        var stage = stages.removeValue(forKey: call.sender) ?? ImportStage(planRound: planRound)
        lastCall += 1
        let number = lastCall
        defer { bytesUnderWay[number] = nil }
        do {
            try await check(call, number, into: &stage)
            let reply = try reply(to: stage, countingReplaced: !call.hasMore)
            if call.hasMore { stages[call.sender] = stage }
            if call.isDryRun, !call.hasMore { discard(stage) }
            return (reply, call.hasMore || call.isDryRun ? nil : stage)
        } catch {
            discard(stage)
            Self.returnMemory(of: call.bytes)
            throw error
        }
    }

    /// Returns the requests that wait to be shown and have a name of a stage: they are shown first.
    func waiting(in stage: ImportStage) throws(RequestError) -> [RequestKey] {
        let waiting = try context.store.waiting()
        return stage.pending.map(\.0.key).filter(waiting.contains)
    }

    /// Stores all that a caller has brought.
    ///
    /// - Parameter stage: what it has brought.
    /// - Returns: the deliveries whose place it took.
    /// - Throws: ``NotifyCore/RequestError``; nothing is stored then.
    func store(_ stage: ImportStage) throws(RequestError) -> [DeliveredRow] {
        let replaced = try context.store.take(stage)
        attachments.add(stage.folders)
        return replaced
    }

    /// Forgets what a caller brought that left before its last call.
    func forget(_ sender: String) {
        if let stage = stages.removeValue(forKey: sender) { discard(stage) }
    }

    /// Gives the system the memory back that a large import leaves free.
    static func returnMemory(of bytes: Int) {
        if bytes > 1 << 20 { FreeMemory.returnSoon() }
    }

    /// Removes the files of what is not stored.
    func discard(_ stage: ImportStage) {
        attachments.discard(stage.folders)
        Self.returnMemory(of: stage.bytes)
    }

    private func check(
        _ call: ImportCall,
        _ number: Int,
        into stage: inout ImportStage
    ) async throws(RequestError) {
        let check = ImportCheck(
            zones: context.zones,
            now: context.clock.now,
            sinceBoot: context.clock.sinceBoot,
            boot: context.clock.boot,
            requester: call.requester
        )
        for (index, entry) in call.entries.enumerated() {
            let checked = try check.checked(entry, at: index)
            do throws(RequestError) {
                switch checked {
                case .item(let item): try stage.take(item)
                case .open(let entry):
                    try stage.take(try await close(entry, of: call, check, into: &stage))
                }
                bytesUnderWay[number] = stage.bytes
                try checkSize()
            } catch {
                let record = entry.record ?? .dictionary([])
                throw error.at(ImportEntry.place(of: record, index: index))
            }
        }
    }

    /// Checks that what all callers have brought so far is not too much.
    private func checkSize() throws(RequestError) {
        let bytes = bytesUnderWay.values.reduce(0, +) + stages.values.reduce(0) { $0 + $1.bytes }
        guard bytes <= ImportStage.maxBytes else {
            throw RequestError(
                .notAllowed,
                "an import may have \(ImportStage.maxBytes >> 20) MiB at a time; split the file"
            )
        }
    }

    /// Checks an entry that has to get an identifier or files first.
    private func close(
        _ entry: ImportEntry,
        of call: ImportCall,
        _ check: ImportCheck,
        into stage: inout ImportStage
    ) async throws(RequestError) -> ImportItem {
        var entry = entry
        if let request = entry.request, entry.hasFiles {
            entry.request = try await keepingFiles(of: request, call, check, into: &stage)
        }
        if case .fresh(var request) = entry.kind, request.identifier.isEmpty {
            request.identifier = try context.store.freshIdentifier(for: request.appID)
            entry.request = request
        }
        return try check.item(of: entry)
    }

    /// A request that is valid, with its files where the agent keeps them.
    private func keepingFiles(
        of request: NotificationRequest,
        _ call: ImportCall,
        _ check: ImportCheck,
        into stage: inout ImportStage
    ) async throws(RequestError) -> NotificationRequest {
        var named = request
        if named.identifier.isEmpty { named.identifier = "new" }
        _ = try check.check(&named)
        try request.checkFilesCameAlong()
        guard !call.isDryRun else { return request }
        var request = request
        request.content.attachments = try await attachments.take(
            request.content.attachments,
            call.files,
            of: request.appID
        )
        if let folder = request.attachmentFolder { stage.folders.insert(folder) }
        return request
    }

    private func reply(
        to stage: ImportStage,
        countingReplaced isLast: Bool
    ) throws(RequestError) -> ImportReply {
        var reply = ImportReply(
            pending: stage.pending.count,
            delivered: stage.delivered.count,
            categories: stage.categories.count
        )
        guard isLast else { return reply }
        reply.replaced = try context.store.count(of: stage.pending.map(\.row.key), in: .pending)
        reply.replaced += try context.store.count(
            of: stage.delivered.map(\.delivery.request.key),
            in: .delivered
        )
        for (app, keys) in Dictionary(grouping: stage.categories.keys, by: \.appID) {
            reply.replaced += try categories.checkRoom(for: keys.map(\.identifier), of: app)
        }
        return reply
    }
}
