import AgentInterface
import ConfigurationFiles
import DesktopTexts
import GLibBridge
import Glibc
import NotifyCore

/// notify-relay, called from a thread of its own, so that neither the window nor the agent's page waits for it.
actor RelaySession {
    private static let thread = GLibThread(name: "relay")
    private var known: RelayClient?
    /// What reports the end of the latest attempt to pair.
    private var reports: [BusSubscription] = []
    /// How often pairing was begun or cancelled; what began before the latest goes no further.
    private var attempts = 0

    /// The thread of the calls.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.thread.asUnownedSerialExecutor()
    }

    /// Returns this machine and the others; none where relay.conf is missing, without which notify-relay does not
    /// start.
    func machines() -> [StatusList.Row] {
        do {
            let client = try client()
            let isThere =
                ConfigurationFolders.configuration.contains {
                    access("\($0)/relay.conf", F_OK) == 0
                }
                || client.connection.nameOwner(RelayClient.bus) != nil
            guard isThere else { return [] }
            return [Self.row(try client.status())] + (try client.devices().map(Self.row))
        } catch {
            // Translators: %1$s is a program
            let title = tr("%1$s does not answer", "notify-relay")
            return [.init(id: "", title: title, subtitle: error.sentence)]
        }
    }

    /// Returns the names of the other machines.
    func others() throws -> [String] { try client().devices().map(\.name) }

    /// Begins to pair, in place of an earlier attempt.
    ///
    /// - Parameters:
    ///   - code: what the other machine shows; `nil` to let that one in.
    ///   - report: called with the end.
    /// - Returns: the code that the other machine needs; empty if it has shown one.
    func pair(
        with code: String?,
        report: @escaping @MainActor @Sendable (RelayPairing) -> Void
    ) async throws -> String {
        attempts += 1
        let attempt = attempts
        let client = try client()
        // The end of an earlier attempt is reported before this one listens.
        try client.cancelPairing()
        let subscriptions = await Self.reports(of: client.connection, to: report)
        guard attempt == attempts else { throw CancellationError() }
        reports = subscriptions
        guard let code else { return try client.pair() }
        try client.join(code.pairingCode)
        return ""
    }

    /// Ends the attempt, if there is one.
    ///
    /// If somebody has used the code already, that is reported.
    func cancelPairing() {
        attempts += 1
        guard !reports.isEmpty else { return }
        try? known?.cancelPairing()
    }

    /// Listens no longer, since the attempt has ended.
    func endPairing() { reports = [] }

    /// Removes a machine from the group.
    ///
    /// - Parameter device: its ID.
    func forget(_ device: String) throws { try client().forget(device) }

    private func client() throws -> RelayClient {
        if let known { return known }
        let client = try RelayClient()
        known = client
        return client
    }

    @GLibActor
    private static func reports(
        of connection: BusConnection,
        to report: @escaping @MainActor @Sendable (RelayPairing) -> Void
    ) -> [BusSubscription] {
        let source = RelayClient.destination
        return [
            connection.subscribe(
                to: "Paired",
                interface: source.interface,
                sender: source.name,
                path: source.path
            ) { signal in
                guard case .paired(let end)? = RelaySignal(signal) else { return }
                Task { await report(end) }
            },
            connection.watchName(source.name) { owner in
                guard owner == nil else { return }
                // Translators: %1$s is a program
                let words = tr("%1$s has stopped, and the pairing with it", "notify-relay")
                Task { await report(.failed(words)) }
            },
        ]
    }

    private static func row(_ relay: RelayReport) -> StatusList.Row {
        StatusList.Row(
            id: "",
            // Translators: %1$s is the name of this machine
            title: tr("This machine, %1$s", relay.name).printableLine,
            subtitle: state(of: relay).printableLine,
            // Translators: on a button
            button: .init(label: tr("Pair…"), action: "win.pair")
        )
    }

    private static func state(of relay: RelayReport) -> String {
        // Translators: of this machine: it sends to no other one
        guard relay.isInGroup else { return tr("paired with no other") }
        if let problem = relay.problem { return problem }
        // Translators: of this machine: it is not connected to its server
        guard relay.isConnected else { return tr("not connected yet") }
        // Translators: of this machine: it is connected to the server %1$s
        return tr("reaches %1$s", relay.server)
    }

    private static func row(_ device: RelayDevice) -> StatusList.Row {
        StatusList.Row(
            id: device.id,
            title: device.name.printableLine,
            subtitle: state(of: device),
            // Translators: on a button
            button: .init(label: tr("Remove…"), action: "win.forget", target: device.id)
        )
    }

    private static func state(of device: RelayDevice) -> String {
        switch (device.lastHeard?.words, device.waiting > 0) {
        case (let date?, true):
            return trn(
                // Translators: of another machine: %2$s is when it sent something last
                "heard %2$s, %1$s message waits for it",
                "heard %2$s, %1$s messages wait for it",
                device.waiting,
                date
            )
        case (nil, true):
            return trn(
                // Translators: of another machine: it has sent nothing yet
                "not heard yet, %1$s message waits for it",
                "not heard yet, %1$s messages wait for it",
                device.waiting
            )
        // Translators: of another machine: %1$s is when it sent something last
        case (let date?, false): return tr("heard %1$s", date)
        // Translators: of another machine: it has sent nothing yet
        case (nil, false): return tr("not heard yet")
        }
    }
}
