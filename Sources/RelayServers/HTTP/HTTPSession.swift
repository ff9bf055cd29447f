import CSoup
import GLibBridge
import NotifyCore

/// Requests to one server.
///
/// Redirections are not followed.
@GLibActor
final class HTTPSession {
    /// A request.
    struct Request: Sendable {
        var method = "GET"
        var url: String
        var token: String?
        var headers: [(name: String, value: String)] = []
        var body: [UInt8]?
    }

    private let session: OpaquePointer
    private static let maxConnections: Int32 = 32

    /// Makes a session.
    ///
    /// - Parameter authorities: the file of the authorities to trust in place of the system's; `nil` for the system's.
    /// - Throws: ``RelayError`` if the file cannot be used.
    init(_ address: ServerAddress, authorities: String?) throws(RelayError) {
        session = csoup_session_new(Self.maxConnections)
        // An idle connection is ended by the timers of who waits for it.
        soup_session_set_timeout(session, 0)
        soup_session_set_user_agent(session, "notify-relay")
        // A small answer must not become a large one.
        soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
        if address.isLoopback { soup_session_set_proxy_resolver(session, nil) }
        guard let authorities else { return }
        var error: UnsafeMutablePointer<GError>?
        guard let database = csoup_authorities(authorities, &error) else {
            let reason = GLibError(taking: error)
            throw RelayError(
                .certificate,
                "CAFile=\(authorities) is not used: \(reason.message); name a file of certificates in the format PEM"
            )
        }
        soup_session_set_tls_database(session, database)
        g_object_unref(UnsafeMutableRawPointer(database))
    }

    isolated deinit {
        g_object_unref(UnsafeMutableRawPointer(session))
    }

    /// Sends a request and waits for the head of the answer.
    ///
    /// - Throws: ``RelayError`` if there is none.
    func send(
        _ request: Request,
        _ cancellation: Cancellation
    ) async throws(RelayError) -> HTTPAnswer {
        guard let message = soup_message_new(request.method, request.url) else {
            throw RelayError(.unreachable, "the address \(request.url.quoted) cannot be used")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        csoup_forbid_redirection(message)
        let headers = soup_message_get_request_headers(message)
        if let token = request.token {
            soup_message_headers_append(headers, "Authorization", "Bearer \(token)")
        }
        for header in request.headers {
            soup_message_headers_append(headers, header.name, header.value)
        }
        if let body = request.body {
            let bytes = g_bytes_new(body, gsize(body.count))
            soup_message_set_request_body_from_bytes(message, "application/json", bytes)
            g_bytes_unref(bytes)
        }
        let stream = await opened(message, cancellation)
        switch stream {
        case .success(let stream): return HTTPAnswer(message, stream, cancellation)
        case .failure(let error): throw Self.meaning(of: error, message, request.url)
        }
    }

    private typealias Opened = Result<ForeignStream, GLibError>

    private func opened(
        _ message: OpaquePointer,
        _ cancellation: Cancellation
    ) async -> Opened {
        await withCheckedContinuation { (continuation: CheckedContinuation<Opened, Never>) in
            soup_session_send_async(
                session,
                message,
                G_PRIORITY_DEFAULT,
                cancellation.pointer,
                { source, result, data in
                    guard let waiter = Waiter<Opened>.take(data), let source, let result else {
                        return
                    }
                    var error: UnsafeMutablePointer<GError>?
                    let stream = soup_session_send_finish(OpaquePointer(source), result, &error)
                    waiter.resume(
                        stream.map { .success(ForeignStream(pointer: $0)) }
                            ?? .failure(GLibError(taking: error))
                    )
                },
                Waiter(continuation).retained()
            )
        }
    }

    private static func meaning(
        of error: GLibError,
        _ message: OpaquePointer,
        _ url: String
    ) -> RelayError {
        let server = url.prefix { $0 != "?" }
        guard error.domain == "g-tls-error-quark" else {
            let hint =
                error.domain == "g-resolver-error-quark"
                ? "see whether the name in Server= is right and the network works"
                : "see whether the network works, and whether the server runs at that address"
            return RelayError(.unreachable, "\(server) is not reached: \(error.message); \(hint)")
        }
        let errors = soup_message_get_tls_peer_certificate_errors(message).rawValue
        let faults: [(GTlsCertificateFlags, String)] = [
            (
                G_TLS_CERTIFICATE_UNKNOWN_CA,
                "no authority that this machine knows has signed it; name its authority by CAFile= if you trust it"
            ),
            (
                G_TLS_CERTIFICATE_BAD_IDENTITY,
                "it is for another host; write the name in Server= that it is for"
            ),
            (
                G_TLS_CERTIFICATE_NOT_ACTIVATED,
                "it is valid only from a later date; see whether this machine's clock is right"
            ),
            (
                G_TLS_CERTIFICATE_EXPIRED,
                "it has expired; see whether this machine's clock is right, or renew it on the server"
            ),
        ]
        guard errors != 0 else {
            return RelayError(
                .unreachable,
                "\(server) is not reached: \(error.message); it has to offer TLS 1.2 or later"
            )
        }
        let words = faults.filter { errors & $0.0.rawValue != 0 }.map(\.1)
        let reason = words.isEmpty ? error.message : words.joined(separator: "; and ")
        return RelayError(.certificate, "the certificate of \(server) is not accepted: \(reason)")
    }
}

/// The head of an answer, and its body as it comes.
@GLibActor
final class HTTPAnswer {
    /// The status.
    let status: UInt32
    /// What Retry-After asks to wait, in milliseconds; `nil` for nothing.
    let pause: UInt32?
    private let stream: ForeignStream
    private let cancellation: Cancellation
    private static let pieceSize: gsize = 16 << 10
    /// The longest time that a server can ask to wait.
    private static let maxPause: UInt32 = 3600

    fileprivate init(
        _ message: OpaquePointer,
        _ stream: ForeignStream,
        _ cancellation: Cancellation
    ) {
        status = csoup_status(message)
        let headers = soup_message_get_response_headers(message)
        pause = soup_message_headers_get_one(headers, "Retry-After")
            .flatMap { UInt32(String(cString: $0)) }
            .map { min($0, Self.maxPause) * 1000 }
        self.stream = stream
        self.cancellation = cancellation
    }

    isolated deinit {
        g_object_unref(UnsafeMutableRawPointer(stream.pointer))
    }

    /// Returns the next bytes of the body; none at its end.
    ///
    /// - Throws: ``RelayError`` if the connection is lost.
    func next() async throws(RelayError) -> [UInt8] {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<[UInt8], GLibError>, Never>) in
            g_input_stream_read_bytes_async(
                stream.pointer,
                Self.pieceSize,
                G_PRIORITY_DEFAULT,
                cancellation.pointer,
                { source, result, data in
                    guard let waiter = Waiter<Result<[UInt8], GLibError>>.take(data), let source
                    else { return }
                    var error: UnsafeMutablePointer<GError>?
                    let stream = UnsafeMutableRawPointer(source)
                        .assumingMemoryBound(to: GInputStream.self)
                    guard let bytes = g_input_stream_read_bytes_finish(stream, result, &error)
                    else { return waiter.resume(.failure(GLibError(taking: error))) }
                    var size: gsize = 0
                    let start = g_bytes_get_data(bytes, &size)
                    let copy = start.map {
                        Array(UnsafeRawBufferPointer(start: $0, count: Int(size)))
                    }
                    g_bytes_unref(bytes)
                    waiter.resume(.success(copy ?? []))
                },
                Waiter(continuation).retained()
            )
        }
        switch result {
        case .success(let bytes): return bytes
        case .failure(let error):
            throw RelayError(.unreachable, "the connection to the server is lost: \(error.message)")
        }
    }

    /// Returns the whole body.
    ///
    /// - Throws: ``RelayError`` if the connection is lost, or the body is longer than that.
    func body(atMost limit: Int) async throws(RelayError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try await next()
            if piece.isEmpty { return bytes }
            bytes += piece
            guard bytes.count <= limit else {
                throw RelayError(.otherServer, "the server's answer is longer than \(limit) bytes")
            }
        }
    }
}

/// By which a request is ended.
@GLibActor
final class Cancellation {
    fileprivate let pointer: UnsafeMutablePointer<GCancellable>?

    /// Makes one that is not cancelled.
    init() {
        pointer = g_cancellable_new()
    }

    isolated deinit {
        if let pointer { g_object_unref(UnsafeMutableRawPointer(pointer)) }
    }

    /// Ends what uses it.
    func cancel() {
        g_cancellable_cancel(pointer)
    }
}

/// A stream that C gave; the receiver owns it.
private struct ForeignStream: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GInputStream>
}

/// A continuation for C's user data.
private final class Waiter<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, Never>

    init(_ continuation: CheckedContinuation<Value, Never>) {
        self.continuation = continuation
    }

    func retained() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    static func take(_ pointer: UnsafeMutableRawPointer?) -> Waiter? {
        pointer.map { Unmanaged<Waiter>.fromOpaque($0).takeRetainedValue() }
    }

    func resume(_ value: Value) {
        continuation.resume(returning: value)
    }
}
