import AgentInterface
import Logging
import NotifyCore

/// How the entries that callers import are checked, and kept until the last call.
///
/// Other calls are handled while files are copied. If a call fails, all entries of the import are discarded.
extension Imports {
    /// Checks the entries of a call.
    ///
    /// - Returns: the number of entries so far, and all entries after the last call if they are to be stored.
    func take(
        _ call: ImportCall,
        planRound: Int
    ) async throws(RequestError) -> (reply: ImportReply, complete: ImportStage?) {
        var stage =
            stages.removeValue(forKey: call.sender) ?? ImportStage(planRound: planRound)
        guard (call.part ?? stage.parts) == stage.parts else {
            logger.debug("a part of the import of \(call.sender) is lost")
            discard(stage)
            return (ImportReply(isLost: true), nil)
        }
        stage.parts += 1
        lastCall += 1
        let number = lastCall
        defer { bytesUnderWay[number] = nil }
        do {
            try await check(call, number, into: &stage)
            if !call.hasMore {
                stage.calendar = call.calendar
                stage.stored = try StoredRequests(of: stage, in: store, attachments)
                stage.changes = try EventIntake(
                    store: store,
                    now: clock.now,
                    zones: zones,
                    logger: logger,
                    stage: stage
                ).changes(replacingOthers: call.replaces)
                try checkRoom(for: stage)
            }
            let reply = try reply(to: stage, countingReplaced: !call.hasMore)
            if call.hasMore {
                stages[call.sender] = stage
                logger.debug(
                    "part \(stage.parts) of the import of \(call.sender) has \(stage.bytes) bytes so far"
                )
                CrashPoint.reached(.staged)
            }
            if call.isDryRun, !call.hasMore { discard(stage) }
            return (reply, call.hasMore || call.isDryRun ? nil : stage)
        } catch {
            discard(stage)
            returnMemory(of: call.entries.bytes)
            throw error
        }
    }

    /// Returns the pending requests without a trigger that a stage would replace; they are shown first.
    func waiting(in stage: ImportStage) throws(RequestError) -> [RequestKey] {
        let waiting = try store.waiting()
        return stage.pending.map(\.0.key).filter { key in
            waiting.contains(key) && !stage.changes.unchanged.contains(key)
        }
    }

    /// Removes the attachments of a stage that is not stored.
    func discard(_ stage: ImportStage) {
        attachments.discard(stage.folders)
        returnMemory(of: stage.bytes)
    }

    /// Returns free memory to the system after a large import.
    func returnMemory(of bytes: Int) {
        if bytes > 1 << 20 { tasks.post(.returnMemory) }
    }

    /// How long entries are checked before other events are handled.
    private static let timeAtOnce = Duration.milliseconds(10)

    private func check(
        _ call: ImportCall,
        _ number: Int,
        into stage: inout ImportStage
    ) async throws(RequestError) {
        let check = ImportCheck(
            zones: zones,
            now: clock.now,
            sinceBoot: clock.sinceBoot,
            boot: clock.boot,
            requester: call.requester,
            quota: call.isForeign ? .calendars : nil,
            checkCommand: checkCommand
        )
        var pause = clock.sinceBoot + Self.timeAtOnce
        for index in 0..<call.entries.count {
            // A single date may take some milliseconds, and other events wait for all.
            if clock.sinceBoot >= pause {
                await Task.yield()
                pause = clock.sinceBoot + Self.timeAtOnce
            }
            do throws(RequestError) {
                let entry = try call.entries.entry(at: index)
                try stage.add(
                    entry.isOpen
                        ? try await close(entry, of: call, check, into: &stage)
                        : try check.item(of: entry)
                )
                bytesUnderWay[number] = stage.bytes
                try checkSize()
            } catch {
                throw RequestError(error.code, "\(call.entries.place(of: index)): \(error.message)")
            }
        }
    }

    /// Checks that the entries of all callers are not too large.
    private func checkSize() throws(RequestError) {
        let bytes = bytesUnderWay.values.reduce(0, +) + stages.values.reduce(0) { $0 + $1.bytes }
        guard bytes <= ImportStage.maxBytes else {
            throw RequestError(
                .notAllowed,
                "an import may have \(ImportStage.maxBytes >> 20) MiB at a time; split the file"
            )
        }
    }

    /// Checks that calendars that are not trusted do not have too many requests.
    private func checkRoom(for stage: ImportStage) throws(RequestError) {
        let quota = SenderQuota.calendars
        let changes = stage.changes
        let kept = Set(changes.kept)
        let rows = stage.pending.map(\.row).filter {
            $0.sender == quota.sender && !kept.contains($0.key)
        }
        guard !rows.isEmpty else { return }
        let use = try store.pendingUse(of: quota.sender)
        let replaced = rows.count { stage.stored.isPending($0.key) }
        let left = max(0, use.count - replaced - changes.gone.count)
        // Those that stay have about the same size as the others.
        let bytes = use.count > 0 ? use.bytes / Int64(use.count) * Int64(left) : 0
        guard left + rows.count <= quota.maxRequests else { throw quota.tooManyRequests }
        guard rows.reduce(bytes, { $0 + Int64($1.size) }) <= quota.maxRequestBytes else {
            throw quota.tooLargeRequests
        }
    }

    /// Checks an entry that needs an identifier or files.
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
            request.identifier = try store.freshIdentifier(for: request.appID)
            entry.request = request
        }
        return try check.item(of: entry)
    }

    /// Returns a valid request whose attachments are copied to the agent's folder.
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
        request.content.attachments = try await attachments.copy(
            call.entries.files,
            of: request,
            within: nil
        )
        if let folder = request.attachmentFolder { stage.folders.insert(folder) }
        return request
    }

    /// The maximum number of requests that are named.
    private static let maxNames = 20

    /// Returns how a request is called in the command line.
    private static func name(_ key: RequestKey) -> String {
        key.appID == AgentNames.app ? key.identifier : "\(key.appID)/\(key.identifier)"
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
        let changes = stage.changes
        let stored = stage.stored
        let kept = changes.kept.count
        let keptDelivered = changes.keptDelivered.count
        reply.pending -= changes.passed.count + kept
        reply.delivered -= keptDelivered
        reply.shown = changes.shown
        reply.notes = changes.versions.notes
        reply.removed = changes.removed
        // What a followed calendar leaves out is said of its files.
        if stage.calendar?.isFollowed != true {
            let all = changes.kept + changes.keptDelivered
            reply.kept = all.count
            reply.keptNames = all.prefix(Self.maxNames).map(Self.name)
        }
        let passed = changes.passed.count { stored.isPending($0) }
        reply.replaced =
            stored.pendingCount - passed - changes.kept.count { stored.isPending($0) }
            + stored.deliveredCount - keptDelivered
        for (app, keys) in Dictionary(grouping: stage.categories.keys, by: \.appID) {
            reply.replaced += try apps.checkRoom(for: keys.map(\.identifier), of: app)
        }
        return reply
    }
}
