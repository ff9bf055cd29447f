import GLibBridge
import NotifyCore

/// The requests to an ntfy server, and what its refusals mean.
@GLibActor
final class NtfyRequests {
    private let address: ServerAddress
    private let token: ServerToken
    private let session: HTTPSession
    /// The longest answer to what is not followed, in bytes: ntfy repeats a message, which `MaxMessage=` bounds.
    private static let maxAnswer = 512 << 10

    /// Prepares requests.
    ///
    /// - Throws: ``RelayError`` if the file of authorities cannot be used.
    init(_ address: ServerAddress, _ access: ServerAccess) throws(RelayError) {
        self.address = address
        token = ServerToken(access)
        session = try HTTPSession(address, authorities: access.authorities)
    }

    /// Asks for what a path names, to read it as it comes.
    func get(
        _ path: String,
        _ cancellation: Cancellation
    ) async throws(RelayError) -> HTTPAnswer {
        let token = try await token.value()
        let request = HTTPSession.Request(url: "\(address.url)/\(path)", token: token)
        let answer = try await session.send(request, cancellation)
        guard answer.status == 200 else { throw await meaning(of: answer, hasToken: token != nil) }
        return answer
    }

    /// Posts a document to the server itself.
    func post(
        _ body: [UInt8],
        _ headers: [(name: String, value: String)],
        _ cancellation: Cancellation
    ) async throws(RelayError) -> [UInt8] {
        let token = try await token.value()
        var request = HTTPSession.Request(url: "\(address.url)/", token: token)
        request.method = "POST"
        request.headers = headers
        request.body = body
        let answer = try await session.send(request, cancellation)
        guard answer.status == 200 else { throw await meaning(of: answer, hasToken: token != nil) }
        return try await answer.body(atMost: Self.maxAnswer)
    }

    private func meaning(of answer: HTTPAnswer, hasToken: Bool) async -> RelayError {
        if answer.status == 401 { token.noteRefusal() }
        let body = (try? await answer.body(atMost: Self.maxAnswer)) ?? []
        let value = try? JSONValue(parsing: body)
        var code: Int64 = 0
        if case .integer(let number) = value?["code"] { code = number }
        let reason = value?["error"]?.text.map { " (\($0.printableLine))" } ?? ""
        return Self.meaning(
            status: answer.status,
            code: code,
            reason: reason,
            pause: answer.pause,
            hasToken: hasToken
        )
    }

    /// Returns the error for a status.
    ///
    /// - Parameters:
    ///   - code: ntfy's number of the error, which begins with the status; 0 for none.
    ///   - reason: its words in parentheses, with a space before them; or nothing.
    ///   - pause: what Retry-After asks to wait, in milliseconds.
    nonisolated static func meaning(
        status: UInt32,
        code: Int64,
        reason: String,
        pause: UInt32?,
        hasToken: Bool
    ) -> RelayError {
        switch status {
        case 401:
            RelayError(
                .token,
                "the server does not accept the token; make one there by ntfy token add USER, and write it to Token=, "
                    + "to the file of TokenFile=, or to the keyring"
            )
        case 403:
            RelayError(
                .topicTaken,
                "the server does not allow the topic, which may be reserved for another user; "
                    + (hasToken
                        ? "use a token of a user who may read and write it"
                        : "set Token= or TokenFile= to a token of a user who may read and write it")
            )
        case 413,
            400 where code == 40014:
            RelayError(
                .tooLong,
                "the server does not take a message of this length\(reason); lower MaxMessage=, or raise "
                    + "message-size-limit of the server"
            )
        case 429:
            // ntfy's requests come back at one in five seconds.
            RelayError(
                .tooMany,
                "the server takes no more for now\(reason); wait, or raise visitor-request-limit-burst of the server",
                pause: pause ?? 10_000
            )
        case 507:
            RelayError(
                .full,
                "the server has no room\(reason); free some of its disk",
                pause: pause ?? 60_000
            )
        case 500...599:
            RelayError(
                .server,
                "the server has a fault, and answers with status \(status)\(reason); see its log",
                pause: pause
            )
        case 300...399:
            RelayError(
                .otherServer,
                "the server leads to another address; write that address to Server="
            )
        default:
            RelayError(
                .otherServer,
                "the server answers with status \(status)\(reason), as ntfy does not; write the address of an ntfy "
                    + "server to Server="
            )
        }
    }
}
