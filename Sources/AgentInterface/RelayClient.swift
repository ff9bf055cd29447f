package import GLibBridge
package import NotifyCore

/// A client of notify-relay, which sends notifications to other machines; each call blocks the thread until the reply.
package struct RelayClient: Sendable {
    /// The bus name of notify-relay.
    package static let bus = "org.notifyschedule.Relay"
    /// Its object.
    package static let path = "/org/notifyschedule/Relay"
    /// Its interface.
    package static let interface = "org.notifyschedule.Relay1"
    /// Where calls go, and signals come from.
    package static let destination = BusDestination(name: bus, path: path, interface: interface)
    /// The app of what other machines send.
    package static let app = "org.notifyschedule.Relay"
    /// The number of digits of a machine's ID.
    private static let machineDigits = 32

    /// Returns the ID of the machine that a request of ``app`` came from, with which its identifier begins; `nil` for
    /// one of notify-relay's own.
    package static func machine(of identifier: String) -> String? {
        let digits = identifier.utf8.prefix(machineDigits)
        let rest = identifier.utf8.dropFirst(machineDigits)
        guard digits.count == machineDigits, rest.first == UInt8(ascii: "-"),
            digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The interface's introspection document, which is also installed.
    package static var interfaceXML: String {
        String(decoding: PackageResources.org_notifyschedule_Relay1_xml, as: UTF8.self)
    }

    /// The connection to the bus.
    package let connection: BusConnection

    /// Connects to the session bus.
    ///
    /// - Throws: ``AgentUnreachable`` if there is none.
    package init() throws(AgentUnreachable) {
        connection = try AgentClient().connection
    }

    /// Uses a connection.
    package init(connection: BusConnection) {
        self.connection = connection
    }

    /// Sends a request to other machines; it is on the disk when this returns.
    ///
    /// - Parameter expires: when it is of no use any longer; `nil` for never.
    /// - Returns: the request's identifier, and the names of the devices that it is for.
    package func send(
        _ request: NotificationRequest,
        to targets: [String],
        expires: Instant? = nil
    ) throws -> (identifier: String, devices: [String]) {
        // So that a call that is made twice is one notification.
        var request = request
        if request.identifier.isEmpty {
            request.identifier = RequestKey.freshIdentifier(letters: 8)
        }
        var options: [(key: String, value: Variant)] = []
        if let expires { options.append(("expires", .int64(expires.microseconds))) }
        let arguments: [Variant] = [request.record, .strings(targets), .dictionary(options)]
        let reply = try call("Send", arguments)[0]
        return (reply?["identifier"]?.string ?? "", reply?["devices"]?.strings ?? [])
    }

    /// Removes what was sent from all machines.
    package func withdraw(_ key: RequestKey) throws {
        _ = try call("Withdraw", [.string(key.appID), .string(key.identifier)])
    }

    /// Returns what notify-relay reports of itself.
    package func status() throws -> RelayReport { RelayReport(try call("Status", [])[0]) }

    /// Returns the other machines, by name.
    package func devices() throws -> [RelayDevice] {
        (try call("Devices", [])[0]?.children ?? []).map(RelayDevice.init)
    }

    /// Removes a machine, and those that are in the group on its word alone.
    package func forget(_ device: String) throws { _ = try call("Forget", [.string(device)]) }

    /// Keeps machines in the group also when those that let them in are removed.
    package func confirm(_ devices: [String]) throws {
        _ = try call("Confirm", [.strings(devices)])
    }

    /// Begins to let another machine in; the signal `Paired` reports the end.
    package func pair() throws -> String { try call("Pair", [])[0]?.string ?? "" }

    /// Enters the group of the machine that shows a code; the signal `Paired` reports the end.
    package func join(_ code: String) throws { _ = try call("Join", [.string(code)]) }

    /// Ends an attempt of ``pair()`` or ``join(_:)``, if there is one.
    package func cancelPairing() throws { _ = try call("CancelPairing", []) }

    private func call(_ method: String, _ arguments: [Variant]) throws -> Variant {
        do throws(GLibError) {
            return try connection.callRepeatedly(
                method,
                on: Self.destination,
                .tuple(arguments)
            )
        } catch {
            if let refusal = RequestError(error) { throw refusal }
            if error.remoteName == "org.freedesktop.DBus.Error.ServiceUnknown" {
                throw AgentUnreachable(
                    "notify-relay, which sends to other machines, is not installed for this session; install the "
                        + "package notify-schedule, or start notify-relay"
                )
            }
            throw AgentUnreachable(
                "notify-relay did not reply to \(method): \(error); see why with "
                    + "journalctl --user -u notify-relay, and whether relay.conf is right with notify-relay --check"
            )
        }
    }
}
