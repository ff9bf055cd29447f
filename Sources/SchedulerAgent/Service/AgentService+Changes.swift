import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore

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
        try await agent.run { try $0.requests.noteSent(request, to: machines, of: sent) }
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
