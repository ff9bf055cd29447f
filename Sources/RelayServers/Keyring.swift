import GLibBridge
import NotifyCore

/// The desktop's keyring, by the Secret Service API (`org.freedesktop.secrets`, draft 0.2).
///
/// A secret crosses the session bus as it is, as for each client that asks for a plain session.
@GLibActor
enum Keyring {
    private static let bus = "org.freedesktop.secrets"
    private static let service = destination("/org/freedesktop/secrets", "Service")
    /// The first call may start a keyring.
    private static let deadline = CallDeadline.milliseconds(10_000)

    /// Returns a token.
    ///
    /// - Throws: ``RelayError`` if there is no keyring, it is locked, or it does not have the token.
    static func token(_ attributes: [String: String]) async throws(RelayError) -> String {
        // Kept to the end: a session of the keyring ends with its connection.
        let connection = try connection()
        func call(
            _ method: String,
            on destination: BusDestination,
            _ parameters: Variant?
        ) async throws(RelayError) -> Variant {
            try await Self.call(method, on: destination, parameters, over: connection)
        }
        let found = try await call("SearchItems", on: service, query(attributes))
        guard let item = found[0]?.children.first?.string else {
            let isLocked = found[1]?.children.isEmpty == false
            throw problem(
                isLocked
                    ? "is locked; unlock it, for example with seahorse or by logging in again"
                    : "has no token for TokenSecret=; store it: \(storing(attributes))"
            )
        }
        let opened = try await call(
            "OpenSession",
            on: service,
            .tuple([.string("plain"), .variant(.string(""))])
        )
        guard let session = opened[1]?.string.flatMap(Variant.objectPath) else {
            throw problem("gives no session to read the token; use TokenFile= instead")
        }
        let reply = try await call("GetSecret", on: destination(item, "Item"), .tuple([session]))
        let token = reply[0]?[2]?.bytes ?? []
        guard !token.isEmpty, token.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw problem(
                "has a token with characters that tokens do not have; store it again: \(storing(attributes))"
            )
        }
        return String(decoding: token, as: UTF8.self)
    }

    private static func destination(_ path: String, _ interface: String) -> BusDestination {
        BusDestination(name: bus, path: path, interface: "org.freedesktop.Secret.\(interface)")
    }

    private static func connection() throws(RelayError) -> BusConnection {
        do throws(GLibError) {
            return try BusConnection.shared()
        } catch {
            throw problem("is not reached: \(error.message.printableLine); use TokenFile= instead")
        }
    }

    private static func call(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant?,
        over connection: BusConnection
    ) async throws(RelayError) -> Variant {
        guard let parameters else { throw problem("cannot be searched for TokenSecret=") }
        do throws(GLibError) {
            return try await connection.call(
                method,
                on: destination,
                parameters,
                deadline: deadline
            )
        } catch {
            throw problem(
                error.saysPeerIsGone
                    ? "is not there; install one, such as gnome-keyring or KeePassXC, or use TokenFile="
                    : "does not give the token (\(error.message.printableLine)); unlock it, or use TokenFile="
            )
        }
    }

    /// Returns the parameters of a search, of the type `(a{ss})`.
    private static func query(_ attributes: [String: String]) -> Variant? {
        let pairs = attributes.sorted { $0.key < $1.key }
            .map { "\(literal($0.key)): \(literal($0.value))" }
        return Variant(text: "(@a{ss} {\(pairs.joined(separator: ", "))},)")
    }

    /// Returns a text as GVariant's text format has it; it has no control characters.
    private static func literal(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private static func storing(_ attributes: [String: String]) -> String {
        let words = attributes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return "secret-tool store --label=\"ntfy token\" \(words.joined(separator: " "))"
    }

    private static func problem(_ what: String) -> RelayError {
        RelayError(.token, "the keyring \(what)")
    }
}
