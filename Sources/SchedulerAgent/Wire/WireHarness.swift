import AgentInterface
import GLibBridge
import NotifyCore

/// Turns calls over the bus into calls of the scheduler, and its answers back.
struct WireHarness: Sendable {
    let scheduler: Scheduler
    /// Who a unique name belongs to.
    let caller: @Sendable (String) async -> Caller
    let appLink: any AppReaching
    /// What `Status` says of the process and the server.
    let status: @Sendable () -> [(key: String, value: Variant)]
    /// What `Examine` finds out.
    let examine: @Sendable () async -> Variant
    /// What the server that answered last says it can do.
    let capabilities: @Sendable () -> [String]
    /// Ends the agent.
    let stop: @Sendable () -> Void

    /// Answers a call, or several of `Add` that came one after the other.
    func answer(_ calls: [BusMethodCall]) async {
        guard calls.count > 1 else {
            if let call = calls.first { await answer(call) }
            return
        }
        var requests: [AddCall] = []
        for call in calls {
            let caller = await caller(call.sender)
            requests.append(
                AddCall { () throws(RequestError) in
                    try caller.checkMethod(call.method)
                    return try request(of: call, caller)
                }
            )
        }
        let replies = await scheduler.add(together: requests)
        for (call, reply) in zip(calls, replies) {
            switch reply {
            case .success(let reply): call.reply([reply.record])
            case .failure(let error): fail(call, error)
            }
        }
        await scheduler.deliverSoon()
    }

    /// Whether a call can be answered with others like it.
    static func areTogether(_ call: BusMethodCall) -> Bool { call.method == "Add" }

    /// Answers one call.
    private func answer(_ call: BusMethodCall) async {
        let caller = await caller(call.sender)
        do {
            try caller.checkMethod(call.method)
            switch call.method {
            case "Add": try await add(call, caller)
            case "List": try await list(call, caller)
            case "Find": try await find(call)
            case "Remove": try await remove(call, caller)
            case "Pause": try await pause(call)
            case "Resume": try await resume(call)
            case "Skip": try await skip(call)
            case "Snooze": try await snooze(call)
            case "Again": try await showAgain(call)
            case "Dismiss": try await dismiss(call)
            case "History": try await history(call)
            case "Export": try await export(call)
            case "Import": try await importEntries(call, caller)
            case "SelectHistory": try await selectHistory(call)
            case "Attach": try await attach(call, caller)
            case "Detach": await detach(call, caller)
            case "RequestAuthorization": try await requestAuthorization(call, caller)
            case "Settings": await settings(call, caller)
            case "Apps": try await apps(call)
            case "SetAllowed": try await setAllowed(call)
            case "SetBadge": try await setBadge(call, caller)
            case "SetCategories": try await setCategories(call, caller)
            case "Categories": try await categories(call, caller)
            case "NoteLaunch": try await noteLaunch(call, caller)
            case "Watch": try await watch(call)
            case "Greet": call.reply()
            case "Status": await reportStatus(call)
            case "UpdateEnvironment":
                try SessionVariables.take(record: call.parameters[0])
                call.reply()
            case "Examine": call.reply([await examine()])
            case "Stop":
                call.reply()
                stop()
            default:
                call.fail("org.freedesktop.DBus.Error.UnknownMethod", "no method \(call.method)")
            }
        } catch {
            fail(call, error)
        }
    }

    /// Answers with an error.
    func fail(_ call: BusMethodCall, _ error: any Error) {
        if let error = error as? RequestError {
            call.fail(error.busName, error.message)
        } else {
            call.fail("org.freedesktop.DBus.Error.Failed", "\(error)")
        }
    }

    private func add(_ call: BusMethodCall, _ caller: Caller) async throws {
        let request = try request(of: call, caller)
        let reply = try await scheduler.add(request, files: call.files)
        call.reply([reply.record])
        await scheduler.deliverSoon()
    }

    /// What a call of `Add` asks for, where its caller may.
    private func request(
        of call: BusMethodCall,
        _ caller: Caller
    ) throws(RequestError) -> NotificationRequest {
        var request = try NotificationRequest(record: call.parameters[0])
        request.appID = caller.appID(request.appID)
        request.requester = caller.words
        if caller.isConfined, request.bubble.isVerbatim {
            throw RequestError(
                .notAllowed,
                "\(caller.words) may not have bubbles sent as they are; leave verbatim out"
            )
        }
        for url in request.actions.map(\.url) + [request.openURL] { try caller.check(url) }
        return request
    }

    private func list(_ call: BusMethodCall, _ caller: Caller) async throws {
        let name = caller.appID(call.parameters[1]?.string ?? "")
        let app = name.isEmpty ? nil : name
        let entries: [Variant]
        switch call.parameters[0]?.string ?? "" {
        case "pending": entries = try await scheduler.pending(app: app)
        case "delivered": entries = try await scheduler.delivered(app: app)
        case let name:
            throw RequestError(
                .malformed,
                "there is no list \(name.quoted); there are pending and delivered"
            )
        }
        call.reply([.array(of: "a{sv}", entries)])
        if entries.count > Self.manyEntries { FreeMemory.returnSoon() }
    }

    /// A list of more leaves so much free memory behind that the system gets it back.
    private static let manyEntries = 5_000

    private func find(_ call: BusMethodCall) async throws {
        let name = call.parameters[0]?.string ?? ""
        let app = call.parameters[1]?.string ?? ""
        call.reply([.array(of: "a{sv}", try await scheduler.find(name, preferring: app))])
    }

    private func remove(_ call: BusMethodCall, _ caller: Caller) async throws {
        var selection = try RemovalSelection(record: call.parameters[0])
        selection.appID = caller.appID ?? selection.appID
        // A sandbox has none but its own.
        let isOpen = selection.mayBeOfOthers && !caller.isConfined
        let selections = isOpen ? try await scheduler.resolved(selection) : [selection]
        var removed: [RequestKey] = []
        for selection in selections { removed += try await scheduler.remove(selection) }
        call.reply([Self.names(removed)])
    }

    private func pause(_ call: BusMethodCall) async throws {
        let selection = try RemovalSelection(record: call.parameters[0])
        call.reply([Self.names(try await scheduler.pause(selection))])
    }

    private func resume(_ call: BusMethodCall) async throws {
        let selection = try RemovalSelection(record: call.parameters[0])
        call.reply([Self.names(try await scheduler.resume(selection))])
    }

    private func skip(_ call: BusMethodCall) async throws {
        let skipped = try await scheduler.skip(
            call.parameters[0]?.string ?? "",
            preferring: call.parameters[1]?.string ?? ""
        )
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

    private func snooze(_ call: BusMethodCall) async throws {
        let reply = try await scheduler.snooze(
            call.parameters[0]?.string ?? "",
            preferring: call.parameters[1]?.string ?? "",
            microseconds: call.parameters[2]?.integer ?? 0
        )
        call.reply([reply.record])
    }

    private func history(_ call: BusMethodCall) async throws {
        let lines = try await scheduler.history(
            call.parameters[0]?.string ?? "",
            app: call.parameters[1]?.string ?? "",
            limit: Int(call.parameters[2]?.integer ?? 0)
        )
        call.reply([.array(of: "a{sv}", lines)])
    }

    private func selectHistory(_ call: BusMethodCall) async throws {
        let selection = try HistorySelection(record: call.parameters[0])
        call.reply([.array(of: "a{sv}", try await scheduler.history(selection))])
    }

    static func names(_ keys: [RequestKey]) -> Variant {
        .strings(keys.map { "\($0.appID)/\($0.identifier)" })
    }

    /// Answers once the server is known: who starts the agent by asking would be told that there is none.
    private func reportStatus(_ call: BusMethodCall) async {
        await scheduler.whenServerIsKnown {
            Scheduler.thread.task {
                do {
                    call.reply([try await fullStatus()])
                } catch {
                    fail(call, error)
                }
            }
        }
    }

    private func fullStatus() async throws -> Variant {
        let summary = try await scheduler.summary()
        var entries = status()
        // What the last server said of itself is no news once it has gone.
        if !summary.serverPresent { entries.removeAll { ["server", "profile"].contains($0.key) } }
        entries.append(("pending", .int64(Int64(summary.pending))))
        entries.append(("delivered", .int64(Int64(summary.delivered))))
        if summary.waitsForClock { entries.append(("waitsForClock", .boolean(true))) }
        if let next = summary.next {
            entries.append(("nextTriggerDate", .int64(next.microseconds)))
        }
        return .dictionary(entries)
    }
}
