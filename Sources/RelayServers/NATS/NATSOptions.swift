#if NATS
import CNATS

/// How a connection to a NATS server is made.
struct NATSOptions: Sendable {
    private let address: ServerAddress
    private var access: ServerAccess
    /// The maximum time until a server answers, in milliseconds.
    private static let maxOpening: Int64 = 10_000
    /// The maximum time of a write, in milliseconds.
    private static let maxWriting: Int64 = 5_000

    /// Makes options.
    ///
    /// - Throws: ``RelayError`` if a file cannot be used.
    init(_ address: ServerAddress, _ access: ServerAccess) throws(RelayError) {
        self.address = address
        self.access = access
        natsOptions_Destroy(try make())
    }

    /// The server's address.
    var url: String { address.url }

    /// Whether there is a token or a file of credentials.
    var hasToken: Bool { access.token != nil || access.credentials != nil }

    /// Returns the same options with a token.
    func with(token: String?) -> NATSOptions {
        var options = self
        options.access.token = token
        return options
    }

    /// Connects, and waits until the server has accepted it.
    ///
    /// - Throws: ``RelayError`` if there is none.
    func connect(events: UInt) throws(RelayError) -> OpaquePointer {
        let options = try make()
        defer { natsOptions_Destroy(options) }
        let closure = UnsafeMutableRawPointer(bitPattern: events)
        natsOptions_SetClosedCB(
            options,
            { connection, closure in
                NATSCallbacks.post(.closed(NATSFailure.closing(connection)), closure)
            },
            closure
        )
        natsOptions_SetErrorHandler(
            options,
            { connection, _, status, closure in
                guard status == NATS_NOT_PERMITTED else { return }
                NATSCallbacks.post(.refused(NATSFailure.text(of: connection)), closure)
            },
            closure
        )
        var connection: OpaquePointer?
        let status = natsConnection_Connect(&connection, options)
        guard status == NATS_OK, let connection else {
            throw NATSFailure(status).meaning(url, hasToken: hasToken)
        }
        return connection
    }

    /// Returns the client's options, which the receiver owns.
    private func make() throws(RelayError) -> OpaquePointer {
        var made: OpaquePointer?
        guard natsOptions_Create(&made) == NATS_OK, let options = made else {
            throw RelayError(.unreachable, "there is no memory for a connection")
        }
        // The client knows tls:// as an option alone.
        natsOptions_SetURL(options, "nats\(address.url.drop { $0 != ":" })")
        natsOptions_SetName(options, "notify-relay")
        natsOptions_SetTimeout(options, Self.maxOpening)
        // Who writes has the connection's lock, for which all others wait: not forever for a server that does not read.
        natsOptions_SetWriteDeadline(options, Self.maxWriting)
        // ServerLink decides when to try again.
        natsOptions_SetAllowReconnect(options, false)
        natsOptions_UseGlobalMessageDelivery(options, true)
        setCredentials(options)
        // A server that wants TLS gets it in any case.
        natsOptions_SetSecure(options, address.isSecure)
        let host = address.host.drop { $0 == "[" }.prefix { $0 != "]" }
        natsOptions_SetExpectedHostname(options, String(host))
        guard let file = access.authorities else { return options }
        let status = natsOptions_LoadCATrustedCertificates(options, file)
        guard status == NATS_OK else {
            natsOptions_Destroy(options)
            throw RelayError(
                .certificate,
                "CAFile=\(file) is not used: \(NATSFailure(status).text); name a file of certificates in the format PEM"
            )
        }
        return options
    }

    private func setCredentials(_ options: OpaquePointer) {
        if let file = access.credentials {
            natsOptions_SetUserCredentialsFromFiles(options, file, nil)
        }
        guard let token = access.token else { return }
        // As in the address of a NATS server, a colon separates a user's name from the password.
        guard let colon = token.firstIndex(of: ":") else {
            natsOptions_SetToken(options, token)
            return
        }
        natsOptions_SetUserInfo(
            options,
            String(token[..<colon]),
            String(token[token.index(after: colon)...])
        )
    }
}
#endif
