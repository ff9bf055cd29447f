import AgentInterface
import BusCallers
import GLibBridge
import Logging
import NotifyCore

/// Handles calls over the bus with the agent, and replies.
struct AgentService: Sendable {
    let agent: Agent
    /// Returns the caller with a unique name.
    let caller: @Sendable (String) async -> Caller
    let appLink: any AppMessenger
    /// The entries of `Status` about the process and the server.
    let status: @Sendable () -> [(key: String, value: Variant)]
    /// The report of `Examine`.
    let examine: @Sendable () async -> Variant
    /// The capabilities of the server that answered last.
    let capabilities: @Sendable () -> [String]
    /// Follows the calendars that are to be followed now.
    var followCalendars: @Sendable () async -> Void = {}
    /// Ends the agent.
    let stop: @Sendable () -> Void

    private var apps: AppCalls {
        AppCalls(agent: agent, appLink: appLink, capabilities: capabilities)
    }

    private var pushes: PushCalls { PushCalls(agent: agent, appLink: appLink) }

    private var lists: ListCalls { ListCalls(agent: agent, coding: coding) }

    private var logger: Logger { agent.logger }

    var coding: ListCoding { ListCoding(logger: logger) }

    /// Answers a call, or several `Add` calls in succession.
    func answer(_ calls: [BusMethodCall]) async {
        if calls.count == 1 { return await answer(calls[0]) }
        var together: [(call: BusMethodCall, brought: AddCall)] = []
        for call in calls {
            if let brought = await brought(by: call) {
                together.append((call, brought))
            } else {
                // In the order of their arrival.
                await add(together: together)
                together = []
                await answer(call)
            }
        }
        await add(together: together)
        await agent.run { $0.tasks.deliverSoon() }
    }

    /// Adds requests in succession, and answers their calls.
    private func add(together calls: [(call: BusMethodCall, brought: AddCall)]) async {
        guard !calls.isEmpty else { return }
        let brought = calls.map(\.brought)
        let replies = await agent.run { await $0.requests.add(together: brought) }
        for ((call, _), reply) in zip(calls, replies) {
            switch reply {
            case .success(let reply): call.reply([reply.record])
            case .failure(let error): call.fail(error)
            }
        }
    }

    /// Returns the request of an `Add` call; `nil` if it has a quota, which is checked before each request.
    private func brought(by call: BusMethodCall) async -> AddCall? {
        let caller = await caller(call.sender)
        guard caller.quota == nil else { return nil }
        do throws(RequestError) {
            try caller.checkMethod(call.method)
            logger.debug("\(call.method) of \(call.sender), \(caller.words)")
            let request = try await request(of: call, caller)
            return caller.quota(for: request) == nil ? .success(request) : nil
        } catch {
            return .failure(error)
        }
    }

    /// Whether a call may take so long that those of other senders do not wait for its answer.
    static func takesLong(_ call: BusMethodCall) -> Bool {
        ["List", "Examine", "Dismiss"].contains(call.method)
    }

    /// Whether a call can be answered together with others.
    static func areTogether(_ call: BusMethodCall) -> Bool { call.method == "Add" }

    /// Answers one call.
    private func answer(_ call: BusMethodCall) async {
        CrashPoint.reached(.received)
        let caller = await caller(call.sender)
        logger.debug("\(call.method) of \(call.sender), \(caller.words)")
        do {
            try caller.checkMethod(call.method)
            switch call.method {
            case "Add": try await add(call, caller)
            case "AddLate": try await ArrivalCalls(agent: agent).add(call, caller)
            case "Push": try await pushes.push(call, caller)
            case "NextPush": try await pushes.nextPush(call, caller)
            case "FinishPush": try await pushes.finishPush(call, caller)
            case "List": try await lists.list(call, caller)
            case "ListPart": try await lists.listPart(call, caller)
            case "Identifiers": try await lists.identifiers(call)
            case "Find": try await find(call)
            case "Remove": try await remove(call, caller)
            case "Pause": try await pause(call, caller)
            case "Resume": try await resume(call, caller)
            case "Skip", "SkipDate": try await skip(call, caller)
            case "Snooze": try await snooze(call, caller)
            case "Edit": try await edit(call, caller)
            case "Undo": try await undo(call, caller)
            case "Redo": try await undo(call, caller, again: true)
            case "NoteSent": try await noteSent(call, caller)
            case "Restore": try await restore(call, caller)
            case "Again": try await showAgain(call)
            case "Dismiss": try await dismiss(call)
            case "History": try await history(call)
            case "Export": try await export(call)
            case "Import": try await importEntries(call, caller)
            case "Calendars": try await calendars(call)
            case "RemoveCalendar": try await removeCalendar(call, caller)
            case "SelectHistory": try await selectHistory(call)
            case "Focus":
                call.reply([try await agent.run { try $0.focusReport() }.record])
            case "SetFocus": try await setFocus(call)
            case "Ask": try await ask(call)
            case "Attach": try await apps.attach(call, caller)
            case "Detach": await apps.detach(call, caller)
            case "RequestAuthorization": try await apps.requestAuthorization(call, caller)
            case "Settings": await apps.settings(call, caller)
            case "Apps": try await apps.apps(call)
            case "SetAllowed": try await apps.setAllowed(call)
            case "SetPassesDoNotDisturb": try await apps.setPassesDoNotDisturb(call)
            case "SetPrivate": try await apps.setPrivate(call)
            case "SetBadge": try await apps.setBadge(call, caller)
            case "SetCategories": try await apps.setCategories(call, caller)
            case "Categories": try await apps.categories(call, caller)
            case "CarriedOut":
                call.reply([.boolean(try await agent.hasCarriedOut(asked: call))])
            case "NoteLaunch": try await noteLaunch(call, caller)
            case "NoteRelayed": try await noteRelayed(call)
            case "Watch": try await apps.watch(call, caller)
            case "Greet": call.reply()
            case "Status": await reportStatus(call)
            case "UpdateEnvironment":
                try SessionVariables.adopt(record: call.parameters[0])
                call.reply()
            case "Examine": call.reply([await examine()])
            case "Stop":
                call.reply()
                stop()
            default:
                call.fail("org.freedesktop.DBus.Error.UnknownMethod", "no method \(call.method)")
            }
        } catch {
            logger.debug(
                "\(call.method) of \(call.sender) fails: \((error as? RequestError)?.busName ?? "")"
            )
            call.fail(error)
        }
    }

    private func add(_ call: BusMethodCall, _ caller: Caller) async throws {
        let request = try await request(of: call, caller)
        let quota = caller.quota(for: request)
        let reply = try await agent.run {
            try await $0.requests.add(request, files: call.files, within: quota)
        }
        call.reply([reply.record])
        await agent.run { $0.tasks.deliverSoon() }
    }

    /// Returns the request of an `Add` call if its caller is allowed to add it.
    private func request(
        of call: BusMethodCall,
        _ caller: Caller
    ) async throws(RequestError) -> NotificationRequest {
        var request = try NotificationRequest(record: call.parameters[0])
        guard !request.isUndoable || !caller.isConfined else {
            throw RequestError(
                .notAllowed,
                "\(caller.words) may not undo what it adds; leave undoable out"
            )
        }
        request.appID = caller.appID(request.appID)
        request.requester = caller.words
        request.sender = nil
        request.bubble.replacesOwnAlone = caller.isConfined
        try await caller.check(request)
        return await caller.presentable(request)
    }

    private func find(_ call: BusMethodCall) async throws {
        let name = call.parameters[0]?.string ?? ""
        let app = call.parameters[1]?.string ?? ""
        let found = try await agent.run { try $0.lists.entries(named: name, preferring: app) }
        let entries = [
            ("pending", found.pending.compactMap { coding.entry($0) }),
            ("delivered", found.delivered.compactMap { coding.entry($0) }),
        ].flatMap { list, entries in
            entries.map { Variant.dictionary(($0.entries ?? []) + [("list", .string(list))]) }
        }
        call.reply([.array(of: "a{sv}", entries)])
    }

    private func history(_ call: BusMethodCall) async throws {
        let selection = HistorySelection(
            call.parameters[0]?.string ?? "",
            app: call.parameters[1]?.string ?? "",
            limit: Int(call.parameters[2]?.integer ?? 0)
        )
        let lines = try await agent.run { try $0.store.history(selection) }
        call.reply([.array(of: "a{sv}", lines.map(\.record))])
    }

    private func selectHistory(_ call: BusMethodCall) async throws {
        let selection = try HistorySelection(record: call.parameters[0])
        let lines = try await agent.run { try $0.store.history(selection) }
        call.reply([.array(of: "a{sv}", lines.map(\.record))])
    }

    static func names(_ keys: [RequestKey]) -> Variant {
        .strings(keys.map(\.path))
    }

    /// Replies once the server is known, because a call that starts the agent would otherwise report none.
    private func reportStatus(_ call: BusMethodCall) async {
        await agent.onceServerIsKnown {
            do {
                call.reply([try await fullStatus()])
            } catch {
                call.fail(error)
            }
        }
    }

    private func fullStatus() async throws -> Variant {
        let summary = try await agent.summary()
        var entries = status()
        // The information of an exited server is outdated.
        if !summary.serverPresent { entries.removeAll { ["server", "profile"].contains($0.key) } }
        entries.append(("pending", .int64(Int64(summary.counts.pending))))
        entries.append(("waiting", .int64(Int64(summary.counts.waiting))))
        entries.append(("delivered", .int64(Int64(summary.counts.delivered))))
        let focus = try await agent.run { try $0.focusReport(isShort: true) }
        if focus.isOn || !focus.names.isEmpty { entries.append(("focus", focus.record)) }
        if summary.waitsForClock { entries.append(("waitsForClock", .boolean(true))) }
        if !summary.limited.isEmpty { entries.append(("limited", .strings(summary.limited))) }
        if let next = summary.next {
            entries.append(("nextTriggerDate", .int64(next.microseconds)))
        }
        return .dictionary(entries)
    }
}

extension BusMethodCall {
    /// Answers with an error.
    func fail(_ error: any Error) {
        if let error = error as? RequestError {
            fail(error.busName, error.message)
        } else {
            fail("org.freedesktop.DBus.Error.Failed", "\(error)")
        }
    }
}

extension Agent {
    /// Runs a closure once the server has reported its capabilities, is known to be absent, or after a timeout.
    nonisolated func onceServerIsKnown(_ body: @escaping @Sendable () async -> Void) async {
        await run { _ = $0.screen.handle(.server(.callerWaits { self.spawn(body) })) }
    }
}

/// Calls that change what is pending.
extension AgentService {
    /// Replaces a pending request by one that was made of it.
    func edit(_ call: BusMethodCall, _ caller: Caller) async throws {
        var request = try NotificationRequest(record: call.parameters[0])
        let original = try NotificationRequest(record: call.parameters[1])
        // The requester answers for what is opened.
        let opensTheSame =
            request.openURL == original.openURL && request.actions == original.actions
        request.requester = opensTheSame ? original.requester : caller.words
        request.sender = original.sender
        request.idempotencyKey = nil
        request.isUndoable = false
        try await caller.check(request)
        let options = try RecordReader(call.parameters[2], "options", keys: ["by", "restart"])
        let step: Int? = try options.optional("by", .int64)
        let change = RequestChange(
            request: request,
            original: original,
            step: step.map(Int64.init),
            restarts: try options.optional("restart", .flag) ?? false,
            origin: caller.words,
            call: call.name
        )
        let reply = try await agent.run {
            try await $0.requests.edit(change, files: call.files)
        }
        call.reply([reply.record])
    }
}

/// Calls about the focus.
extension AgentService {
    /// Switches a focus on, or every focus off.
    func setFocus(_ call: BusMethodCall) async throws {
        let options = try RecordReader(
            call.parameters[0],
            "options",
            keys: ["on", "name", "until", "apps"]
        )
        let isOn = try options.required("on", .flag)
        let name = try options.optional("name", .text) ?? ""
        let end = try options.optional("until", .instant)
        let apps = try options.optional("apps", .texts) ?? []
        guard isOn || name.isEmpty && end == nil && apps.isEmpty else {
            throw RequestError(
                .malformed,
                "name, until and apps are for a focus that is switched on"
            )
        }
        let report = try await agent.run { agent throws(RequestError) in
            isOn
                ? try await agent.switchFocusOn(name, until: end, allowing: apps)
                : try await agent.switchFocusOff()
        }
        call.reply([report.record])
    }
}

/// Calls about delivered notifications.
extension AgentService {
    /// Has a dialog ask where the notification server cannot.
    func ask(_ call: BusMethodCall) async throws {
        let key = RequestKey(
            appID: call.parameters[0]?.string ?? "",
            identifier: call.parameters[1]?.string ?? ""
        )
        await agent.onceServerIsKnown { [agent] in
            do {
                call.reply([.boolean(try await agent.askByDialog(key))])
            } catch {
                call.fail(error)
            }
        }
    }

    /// Shows a notification again.
    func showAgain(_ call: BusMethodCall) async throws {
        let (key, serverPresent) = try await agent.again(
            call.parameters[0]?.string ?? "",
            preferring: call.parameters[1]?.string ?? ""
        )
        call.reply([
            .dictionary([
                ("appID", .string(key.appID)), ("identifier", .string(key.identifier)),
                ("serverPresent", .boolean(serverPresent)),
            ])
        ])
    }

    /// Dismisses notifications.
    func dismiss(_ call: BusMethodCall) async throws {
        let selection = try RemovalSelection(record: call.parameters[0])
        call.reply([Self.names(try await agent.dismiss(selection))])
    }
}

extension AgentService {
    func noteLaunch(_ call: BusMethodCall, _ caller: Caller) async throws {
        let reader = try RecordReader(call.parameters[0], "launch", keys: ["url", "problem"])
        let texts = [
            try reader.required("url", .text), try reader.optional("problem", .text) ?? "",
        ]
        // Truncated, not refused, because a URL that is too long to open is recorded, too.
        let bounded = texts.map {
            String(decoding: $0.utf8.prefix(RequestLimits.url), as: UTF8.self)
        }
        await agent.run {
            $0.journal.noteLaunch(
                of: bounded[0],
                problem: bounded[1].isEmpty ? nil : bounded[1],
                requester: caller.words
            )
        }
        call.reply()
    }

    func noteRelayed(_ call: BusMethodCall) async throws {
        let event = try RequestEvent(record: call.parameters[0])
        try NotificationRequest.validate(appID: event.key.appID)
        try NotificationRequest.validate(identifier: event.key.identifier)
        guard let kind = HistoryLine.Event(rawValue: event.event),
            HistoryLine.relayed.contains(kind)
        else {
            let names = HistoryLine.relayed.map(\.rawValue).joined(separator: ", ")
            throw RequestError(
                .malformed,
                "\"event\" is \(event.event.quoted); there are \(names)"
            )
        }
        try await agent.run {
            try $0.journal.note(relayed: event, kind)
            guard [.answeredElsewhere, .endedElsewhere].contains(kind) else { return }
            try $0.store.sent.noteEnd(of: event.key, isRemoved: event.detail.isEmpty)
        }
        call.reply()
    }
}

extension AgentService {
    func export(_ call: BusMethodCall) async throws {
        let name = call.parameters[0]?.string ?? ""
        guard let list = TransferList(rawValue: name), TransferList.exported.contains(list) else {
            let names = TransferList.exported.map(\.rawValue).joined(separator: ", ")
            throw RequestError(.malformed, "there is no list \(name.quoted); there are \(names)")
        }
        let app = call.parameters[1]?.string ?? ""
        let position = call.parameters[2]?.integer ?? 0
        let (part, end) = try await agent.run {
            try $0.lists.part(of: list, app: app.isEmpty ? nil : app, after: position)
        }
        call.reply([.array(of: "a{sv}", coding.entries(of: part)), .int64(end)])
    }

    func calendars(_ call: BusMethodCall) async throws {
        let name = call.parameters[0]?.string ?? ""
        let entries = try await agent.run { agent throws(RequestError) in
            try agent.imports.calendars(named: name.isEmpty ? nil : name)
        }
        call.reply([.array(of: "a{sv}", entries.map(\.record))])
    }

    func removeCalendar(_ call: BusMethodCall, _ caller: Caller) async throws {
        let name = call.parameters[0]?.string ?? ""
        let count = try await agent.run {
            try await $0.imports.endCalendar(name, by: caller.words, call: call.name)
        }
        await followCalendars()
        call.reply([.int64(Int64(count))])
    }

    func importEntries(_ call: BusMethodCall, _ caller: Caller) async throws {
        let reader = try RecordReader(
            call.parameters[1],
            "options",
            keys: ["more", "dryRun", "replace", "serialized", "calendar", "part", "foreign"]
        )
        let brought = ImportCall(
            entries: ImportRecords(
                records: call.parameters[0]?.children ?? [],
                serialized: try reader.optional("serialized", .records) ?? [],
                files: call.files
            ),
            sender: call.sender,
            name: call.name,
            part: try reader.optional("part", .int64),
            requester: caller.words,
            isForeign: try reader.optional("foreign", .flag) ?? false,
            hasMore: try reader.optional("more", .flag) ?? false,
            isDryRun: try reader.optional("dryRun", .flag) ?? false,
            replaces: try reader.optional("replace", .flag) ?? false,
            calendar: try reader.optional("calendar", .record)
        )
        let reply = try await agent.run { try await $0.imports.load(brought) }
        if !brought.hasMore, !brought.isDryRun, brought.calendar != nil { await followCalendars() }
        // The entries are discarded when the caller leaves, also if it has already left.
        if brought.hasMore { await appLink.watch(call.sender) }
        call.reply([reply.record])
    }
}

/// Calls that change requests, and that undo it.
extension AgentService {
    /// Removes requests from the lists.
    func remove(_ call: BusMethodCall, _ caller: Caller) async throws {
        var selection = try RemovalSelection(record: call.parameters[0])
        guard !selection.keeps || !caller.isConfined else {
            throw RequestError(
                .notAllowed,
                "\(caller.words) may not keep what it removes; leave keep out"
            )
        }
        selection.appID = caller.appID ?? selection.appID
        // A sandboxed app can only select its own requests.
        if caller.isConfined { selection.mayBeOfOthers = false }
        let chosen = selection
        let change = chosen.keeps ? self.change(.removed, by: caller) : nil
        let removed = try await agent.run {
            try await $0.requests.remove(chosen, of: change, call: call.name)
        }
        call.reply([Self.names(removed)])
    }

    /// Pauses requests.
    func pause(_ call: BusMethodCall, _ caller: Caller) async throws {
        let selection = try RemovalSelection(record: call.parameters[0], alsoTaking: ["until"])
        var pause = Pause.open
        if let end = call.parameters[0]?["until"]?.integer {
            pause = .until(Instant(microseconds: end))
        }
        let wanted = pause
        let paused = try await agent.run {
            try await $0.requests.set(wanted, of: selection, by: caller.words, call: call.name)
        }
        call.reply([Self.names(paused)])
    }

    /// Resumes requests.
    func resume(_ call: BusMethodCall, _ caller: Caller) async throws {
        let selection = try RemovalSelection(record: call.parameters[0])
        let resumed = try await agent.run {
            try await $0.requests.set(nil, of: selection, by: caller.words, call: call.name)
        }
        call.reply([Self.names(resumed)])
    }

    /// Skips a date of a request: the next one, or that in a range.
    func skip(_ call: BusMethodCall, _ caller: Caller) async throws {
        var range: ClosedRange<Instant>?
        if let from = call.parameters[2]?.integer, let until = call.parameters[3]?.integer {
            range = Instant(microseconds: min(from, until))...Instant(microseconds: until)
        }
        let wanted = range
        let skipped = try await agent.run {
            try await $0.requests.skip(
                call.parameters[0]?.string ?? "",
                on: wanted,
                preferring: call.parameters[1]?.string ?? "",
                by: caller.words,
                call: call.name
            )
        }
        var entries: [(key: String, value: Variant)] = [
            ("appID", .string(skipped.key.appID)),
            ("identifier", .string(skipped.key.identifier)),
            ("skipped", .int64(skipped.skipped.microseconds)),
        ]
        if let next = skipped.next {
            entries.append(("nextTriggerDate", .int64(next.microseconds)))
        }
        call.reply([.dictionary(entries)])
    }

    /// Postpones a request, or shows it again later.
    func snooze(_ call: BusMethodCall, _ caller: Caller) async throws {
        let reply = try await agent.snooze(
            call.parameters[0]?.string ?? "",
            preferring: call.parameters[1]?.string ?? "",
            microseconds: call.parameters[2]?.integer ?? 0,
            by: caller.words,
            call: call.name
        )
        call.reply([reply.record])
    }

    /// Undoes the last change of the caller's program, or makes it again.
    func undo(_ call: BusMethodCall, _ caller: Caller, again: Bool = false) async throws {
        let reply = try await agent.run {
            try await $0.requests.undo(of: caller.words, again: again, call: call.name)
        }
        if [.imported, .calendarRemoved].contains(reply.change) { await followCalendars() }
        call.reply([reply.record])
    }

    /// Notes what the caller's program has sent to other machines.
    func noteSent(_ call: BusMethodCall, _ caller: Caller) async throws {
        let request = try NotificationRequest(record: call.parameters[0])
        try request.validate()
        let machines = call.parameters[1]?.strings ?? []
        let sent = change(.sent, by: caller)
        try await agent.run { try $0.noteSent(request, to: machines, of: sent) }
        call.reply()
    }

    /// Restores a removed request.
    func restore(_ call: BusMethodCall, _ caller: Caller) async throws {
        let reply = try await agent.run {
            try await $0.requests.restore(
                call.parameters[0]?.string ?? "",
                preferring: call.parameters[1]?.string ?? "",
                by: caller.words,
                call: call.name
            )
        }
        call.reply([reply.record])
    }

    private func change(_ kind: ChangeCall.Kind, by caller: Caller) -> ChangeCall {
        ChangeCall(kind, by: caller.words, at: agent.clock.now)
    }
}

extension Agent {
    /// Returns whether this agent or an earlier one carried out a call, of which another one of the same connection asks.
    func hasCarriedOut(asked call: BusMethodCall) throws(RequestError) -> Bool {
        let serial = call.parameters[0]?.integer.flatMap { UInt32(exactly: $0) } ?? 0
        return try store.hasCarriedOut(call.name(ofSerial: serial))
    }
}
