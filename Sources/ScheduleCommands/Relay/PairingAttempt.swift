import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// An attempt to pair with another machine, from before its start until its end.
struct PairingAttempt {
    /// How long a cancelled attempt waits for its end to be reported.
    private static let endSeconds = 2

    private let client: RelayClient
    private let watch: RelayWatch

    /// Prepares an attempt, in place of an earlier one.
    init(_ client: RelayClient) throws {
        self.client = client
        // The end of an earlier attempt is reported before the watch begins, and so not taken for that of this one.
        try client.cancelPairing()
        watch = RelayWatch(client, unixSignals: [SIGINT, SIGTERM, SIGHUP])
    }

    /// Waits for the end and prints it.
    ///
    /// - Throws: ``Interrupted`` if the user stops it; `ExitCode` if the machines are not paired.
    func finish(json: Bool) throws {
        let report = PairingReport(try end())
        guard report.outcome != .failed else {
            Terminal.complain(report.message ?? "")
            throw ExitCode.failure
        }
        if json {
            print(try JSONOutput.line(report))
        } else {
            report.print()
        }
        if report.outcome == .unconfirmed { throw ExitCode.failure }
    }

    /// What is reported of an attempt that was cancelled; `nil` if that takes too long.
    private func endOfCancelled() -> RelayPairing? {
        let deadline = ContinuousClock.now + .seconds(Self.endSeconds)
        while let step = try? watch.next(until: deadline) {
            switch step {
            case .signal(.paired(let result)): return result
            case .signal: continue
            case .timedOut, .relayLeft, .interrupted: return nil
            }
        }
        return nil
    }

    private func end() throws -> RelayPairing {
        var known: String?
        while true {
            switch try watch.next() {
            case .signal(.paired(let result)): return result
            case .signal(.changed):
                guard let problem = try client.status().problem, problem != known else { continue }
                known = problem
                Terminal.warn("not connected yet, and tried again: \(problem)")
            case .signal, .timedOut: continue
            case .relayLeft:
                throw AgentUnreachable(
                    "notify-relay has stopped, and the pairing with it; see why with journalctl --user -u notify-relay"
                )
            case .interrupted(let number):
                try? client.cancelPairing()
                // Somebody may have used the code already.
                if case .unconfirmed(let name, let id, _)? = endOfCancelled() {
                    Terminal.writeError(
                        "the pairing was cancelled, but \(name.printableLine) has used the code and is in the group; "
                            + "if you do not know it: notify-schedule relay forget \(id.printableLine)"
                    )
                } else {
                    Terminal.writeError("the pairing was cancelled")
                }
                throw Interrupted(signal: number)
            }
        }
    }
}

/// What `relay pair` and `relay join` print at the end.
private struct PairingReport: Encodable {
    enum Outcome: String, Encodable {
        case paired, unconfirmed, failed
    }

    let outcome: Outcome
    let machine: String?
    /// An earlier name of ``machine``.
    let device: String?
    /// What finds the machine whatever others are called.
    let id: String?
    let fingerprint: String?
    let message: String?

    init(_ pairing: RelayPairing) {
        switch pairing {
        case .paired(let name, let id, let digits):
            (outcome, machine, fingerprint, message) = (.paired, name, digits, nil)
            self.id = id
        case .unconfirmed(let name, let id, let digits):
            (outcome, machine, fingerprint, message) = (.unconfirmed, name, digits, nil)
            self.id = id
        case .failed(let reason):
            (outcome, machine, fingerprint, message) = (.failed, nil, nil, reason)
            id = nil
        }
        device = machine
    }

    func print() {
        let name = machine ?? ""
        ScheduleCommands.print(
            outcome == .paired
                ? "paired with \(name.printableLine)" : "not confirmed by \(name.printableLine)"
        )
        DetailLine.print("digits", fingerprint ?? "")
        DetailLine.print(
            "",
            outcome == .paired
                ? "\(name) shows the same digits; if not: notify-schedule relay forget \(id ?? name)"
                : "it may have entered the group: see notify-schedule relay list there"
        )
    }
}
