#if NATS
import CNATS
import NotifyCore

/// What the client reports of a call that has failed.
struct NATSFailure {
    let status: natsStatus
    let code: jsErrCode
    let text: String

    /// Takes what the client has noted for this thread.
    init(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) {
        var last = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
        // It begins with the place in the client's source.
        if last.hasPrefix("("), let end = last.firstIndex(of: ")") {
            last = String(last[end...].drop { "): ".contains($0) })
        }
        let words = last.isEmpty ? String(cString: natsStatus_GetText(status)) : last
        self.init(status, code, text: words)
    }

    /// Makes a failure with a text.
    init(_ status: natsStatus, _ code: jsErrCode, text: String) {
        self.status = status
        self.code = code
        self.text = text.printableLine
    }

    /// Returns the text of the last error of a connection.
    static func text(of connection: OpaquePointer?) -> String {
        var text: UnsafePointer<CChar>?
        _ = natsConnection_GetLastError(connection, &text)
        return text.map { String(cString: $0).printableLine } ?? ""
    }

    /// Returns why a connection was closed.
    static func closing(_ connection: OpaquePointer?) -> RelayError {
        let reason = text(of: connection)
        if reason.lowercased().contains("authentication")
            || reason.lowercased().contains("authorization")
        {
            return .natsToken(reason, hasToken: true)
        }
        return RelayError(
            .unreachable,
            "the server has ended the connection\(reason.isEmpty ? "" : " (\(reason))"); see whether it was restarted"
        )
    }

    /// Returns what it means, with the way out.
    func meaning(_ url: String, hasToken: Bool) -> RelayError {
        if let error = ofJetStream { return error }
        switch status {
        case NATS_CONNECTION_AUTH_FAILED: return .natsToken(text, hasToken: hasToken)
        case NATS_SSL_ERROR: return ofTLS(url)
        case NATS_SECURE_CONNECTION_WANTED:
            return RelayError(
                .otherServer,
                "\(url) has no TLS; set tls in the server's configuration, or write the address of another to Server="
            )
        case NATS_SECURE_CONNECTION_REQUIRED:
            return RelayError(
                .otherServer,
                "\(url) takes connections with TLS alone; write tls:// for nats:// in Server="
            )
        case NATS_PROTOCOL_ERROR, NATS_LINE_TOO_LONG:
            return RelayError(
                .otherServer,
                "what answers at \(url) is not NATS; write the address of a NATS server to Server="
            )
        case NATS_NO_RESPONDERS: return .noJetStream
        case NATS_NOT_PERMITTED:
            return RelayError(
                .topicTaken,
                "the server does not allow it (\(text)); give this user of the server the permissions that "
                    + "docs/relay.md names"
            )
        case NATS_MAX_PAYLOAD: return .tooLongForNATS
        case NATS_ERR where text.lowercased().contains("maximum"):
            return RelayError(
                .tooMany,
                "the server takes no more connections (\(text)); raise max_connections of the server or its account",
                pause: 10_000
            )
        case NATS_ERR, NATS_NO_MEMORY, NATS_INVALID_ARG, NATS_INVALID_SUBJECT:
            return RelayError(.server, "the server has a fault (\(text)); see its log")
        default:
            return RelayError(
                .unreachable,
                "\(url) is not reached: \(text); see whether the network works, and whether the server runs at that "
                    + "address"
            )
        }
    }

    /// What JetStream has refused; `nil` for another failure.
    private var ofJetStream: RelayError? {
        switch code {
        case JSNotEnabledErr, JSNotEnabledForAccountErr, JSNoAccountErr, JSStreamNotFoundErr:
            .noJetStream
        case JSStreamMessageExceedsMaximumErr: .tooLongForNATS
        case JSInsufficientResourcesErr, JSStorageResourcesExceededErr,
            JSAccountResourcesExceededErr,
            JSMemoryResourcesExceededErr, JSStreamStoreFailedErr, JSStreamMaxStreamBytesExceededErr,
            JSNoLimitsErr:
            RelayError(
                .full,
                "the server has no room (\(text)); free some of its disk, or raise max_file of its JetStream or of "
                    + "this account",
                pause: 60_000
            )
        case JSMaximumConsumersLimitErr, JSMaximumStreamsLimitErr, JSStreamLimitsErr:
            RelayError(
                .tooMany,
                "the server takes no more for now (\(text)); raise max_consumers and max_streams of this account",
                pause: 10_000
            )
        case JSStreamSubjectOverlapErr, JSStreamNameExistErr:
            RelayError(
                .otherServer,
                "the stream NOTIFY cannot be created (\(text)); remove the stream that has its subjects notify.*"
            )
        case jsErrCode(0): nil
        default: RelayError(.server, "the server has a fault (\(text)); see its log")
        }
    }

    /// What is wrong with a certificate, by the number of OpenSSL's that the client has put before its text.
    private func ofTLS(_ url: String) -> RelayError {
        let number = text.split(separator: ":").lazy.compactMap { part in
            Int(part.drop { $0 == " " })
        }.first
        let reason =
            switch number {
            case 18, 19, 20, 21:
                "no authority that this machine knows has signed it; name its authority by CAFile= if you trust it"
            case 62, 64:
                "it is for another host; write the name in Server= that it is for"
            case 9:
                "it is valid only from a later date; see whether this machine's clock is right"
            case 10:
                "it has expired; see whether this machine's clock is right, or renew it on the server"
            default: text
            }
        return RelayError(.certificate, "the certificate of \(url) is not accepted: \(reason)")
    }
}

extension RelayError {
    /// The error of a message that is longer than the server takes.
    static let tooLongForNATS = RelayError(
        .tooLong,
        "the server does not take a message of this length; lower MaxMessage=, or raise max_payload of the server and "
            + "max_msg_size of the stream"
    )

    /// The error of a server that cannot store messages.
    static let noJetStream = RelayError(
        .otherServer,
        "the server has no JetStream for this user; set jetstream in the server's configuration, and for this account"
    )

    /// The error of a token that is not accepted.
    static func natsToken(_ reason: String, hasToken: Bool) -> RelayError {
        RelayError(
            .token,
            "the server does not accept \(hasToken ? "the token" : "a user without a token") (\(reason)); set Token= or "
                + "TokenFile= to a token, to NAME:PASSWORD, or TokenFile= to a file of credentials that it knows"
        )
    }
}
#endif
