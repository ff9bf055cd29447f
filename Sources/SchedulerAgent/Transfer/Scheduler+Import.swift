import AgentInterface
import GLibBridge
import Logging
import NotifyCore

/// What a call of `Import` brings.
struct ImportCall: Sendable {
    /// What the interface documents for `Import`.
    enum Entry: Sendable {
        case record(Variant)
        /// The bytes of one.
        case serialized([UInt8])
    }

    let entries: [Entry]
    let files: [OpenFile]
    /// The caller's unique name.
    let sender: String
    /// Who the caller is, for the history.
    let requester: String
    /// Whether another call brings more.
    var hasMore = false
    /// Whether it is checked alone.
    var isDryRun = false
}

extension ImportCall {
    /// As many are read and checked before they count, which bounds the memory for it.
    private static let mostAtATime = 512

    /// The entries, some at a time.
    fileprivate var slices: [ArraySlice<Entry>] {
        stride(from: 0, to: entries.count, by: Self.mostAtATime).map { start in
            entries[start..<min(entries.count, start + Self.mostAtATime)]
        }
    }

    /// How much it brings.
    fileprivate var bytes: Int {
        entries.reduce(0) { sum, entry in
            switch entry {
            case .record(let record): sum + record.size
            case .serialized(let bytes): sum + bytes.count
            }
        }
    }
}

extension ImportCall.Entry {
    /// The record; `nil` where the bytes are not those of one.
    var record: Variant? {
        switch self {
        case .record(let record): record
        case .serialized(let bytes): Variant.dictionary(serialized: bytes)
        }
    }
}

extension Scheduler {
    /// Takes entries in; with the last call of a caller all of them are on the disk when this returns.
    ///
    /// - Returns: how many the caller has brought so far.
    /// - Throws: ``NotifyCore/RequestError``, whose message names the entry; nothing that the caller
    ///   brought is stored then.
    func take(_ call: ImportCall) async throws(RequestError) -> ImportReply {
        var stage = imports.removeValue(forKey: call.sender) ?? ImportStage(planRound: planRounds)
        do throws(RequestError) {
            observeClock()
            let others = imports.values.reduce(0) { $0 + $1.bytes }
            let check = ImportCheck(
                zones: zones,
                now: clock.now,
                sinceBoot: clock.sinceBoot,
                boot: clock.boot,
                requester: call.requester
            )
            var found = ImportZones(zones)
            for slice in call.slices {
                for (index, checked) in zip(slice.indices, check.entries(slice)) {
                    let checked = try checked.get()
                    do throws(RequestError) {
                        switch checked {
                        case .item(let item): try stage.take(item)
                        case .open(let entry):
                            // Whatever waits has this thread run others: for these alone.
                            try stage.take(
                                try await close(entry, of: call, check, in: &found, into: &stage)
                            )
                        }
                        try checkSize(others + stage.bytes)
                    } catch {
                        let record = call.entries[index].record ?? .dictionary([])
                        throw error.at(ImportEntry.place(of: record, index: index))
                    }
                }
            }
            if call.hasMore {
                let reply = try reply(to: stage, countingReplaced: false)
                imports[call.sender] = stage
                return reply
            }
            let reply = try reply(to: stage, countingReplaced: true)
            if !call.isDryRun { try await keep(stage) }
            return reply
        } catch {
            discard(stage)
            returnMemory(of: call.bytes)
            throw error
        }
    }

    /// Forgets what a caller brought that left before its last call.
    func forgetImport(of sender: String) {
        if let stage = imports.removeValue(forKey: sender) { discard(stage) }
    }

    private func discard(_ stage: ImportStage) {
        discardSoon(stage.folders)
        returnMemory(of: stage.bytes)
    }

    /// A large import leaves so much free memory behind that the system gets it back.
    private func returnMemory(of bytes: Int) {
        if bytes > 1 << 20 { FreeMemory.returnSoon() }
    }

    private func checkSize(_ bytes: Int) throws(RequestError) {
        guard bytes <= ImportStage.mostBytes else {
            throw RequestError(
                .notAllowed,
                "an import may have \(ImportStage.mostBytes >> 20) MiB at a time; split the file"
            )
        }
    }

    /// Checks an entry that has to get an identifier or files first.
    private func close(
        _ entry: ImportEntry,
        of call: ImportCall,
        _ check: ImportCheck,
        in zones: inout ImportZones,
        into stage: inout ImportStage
    ) async throws(RequestError) -> ImportItem {
        var entry = entry
        if let request = entry.request, entry.hasFiles {
            entry.request = try await keepingFiles(
                of: request,
                call,
                check,
                in: &zones,
                into: &stage
            )
        }
        if case .fresh(var request) = entry.kind, request.identifier.isEmpty {
            request.identifier = try freshIdentifier(request.appID)
            entry.request = request
        }
        return try check.item(of: entry, in: &zones)
    }

    /// A request that holds, with its files where the agent keeps them.
    private func keepingFiles(
        of request: NotificationRequest,
        _ call: ImportCall,
        _ check: ImportCheck,
        in zones: inout ImportZones,
        into stage: inout ImportStage
    ) async throws(RequestError) -> NotificationRequest {
        var named = request
        if named.identifier.isEmpty { named.identifier = "new" }
        _ = try check.check(&named, in: &zones)
        let files = request.content.attachments
        if let own = files.first(where: { $0.path != nil }) { throw Self.sentAsPath(own) }
        guard !call.isDryRun else { return request }
        var request = request
        request.content.attachments = try await attachments.take(
            files,
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
        reply.replaced = try store.count(of: stage.pending.map(\.row.key), in: .pending)
        reply.replaced += try store.count(
            of: stage.delivered.map(\.delivery.request.key),
            in: .delivered
        )
        for (app, keys) in Dictionary(grouping: stage.categories.keys, by: \.appID) {
            reply.replaced += try checkRoom(for: keys.map(\.identifier), of: app)
        }
        return reply
    }

    /// Checks that an app may have more categories.
    ///
    /// - Returns: how many of them it has already.
    private func checkRoom(for names: [String], of app: String) throws(RequestError) -> Int {
        var there: Set<String> = []
        for bytes in try store.categories(of: app) {
            if let category = readable(category: bytes) { there.insert(category.identifier) }
        }
        let all = there.union(names).count
        guard all <= RequestLimits.categories else {
            throw RequestError(
                .invalidContent,
                "\(app) would have \(all) categories, more than the \(RequestLimits.categories) that an "
                    + "app may have"
            )
        }
        try checkRoomForCategories(of: app)
        return there.intersection(names).count
    }

    /// Finds dates anew that were found in another zone, or by another clock, than there is now.
    private func replanImported() {
        plannedZone = nil
        guard patience == nil else { return }
        do {
            try replan()
        } catch {
            logger.error("\(error)")
        }
    }

    private func keep(_ stage: ImportStage) async throws(RequestError) {
        let waiting = try store.waiting()
        if !waiting.isEmpty {
            for (row, _) in stage.pending where waiting.contains(row.key) {
                try handOverWaiting(row.key)
            }
        }
        let replaced = try store.take(stage)
        if stage.isSettledAhead { isSettledAhead = true }
        if stage.planRound != planRounds { replanImported() }
        attachmentFolders.formUnion(stage.folders)
        for row in replaced { if let bubble = row.state.bubble { closeSoon(bubble) } }
        returnMemory(of: stage.bytes)
        await plan()
        deliverSoon()
    }
}
