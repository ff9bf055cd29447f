import AgentInterface
import Glibc
import NotifyCore
import TerminalCommands

/// The Model Context Protocol over standard input and output: JSON-RPC 2.0, a message a line.
///
/// Revisions up to 2025-11-25 begin with `initialize`, which settles the version. Since 2026-07-28 each request names
/// its version, and `server/discover` says which there are.
final class MCPServer {
    private let loop = PollLoop()
    private var input: [UInt8] = []
    /// Whether the rest of a line that is too long is still to come.
    private var isSkipping = false
    private var hasEnded = false
    /// The version that `initialize` has settled; `nil` before it.
    private var version: String?
    private var tools = MCPTools()
    /// The questions that the user has not answered, by the requests that wait for them.
    private var questions: [JSONValue: OpenQuestion] = [:]

    /// The longest message, in bytes.
    ///
    /// JSON may have six bytes for one of a text, and the texts have limits of their own.
    static let maxLine = 1_048_576
    /// The most questions at a time.
    private static let maxQuestions = 8
    /// The versions that begin with `initialize`, oldest first.
    static let settledVersions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    /// The versions that each request names.
    static let namedVersions = ["2026-07-28"]
    /// The one version in which several messages may come in an array.
    private static let versionWithBatches = "2025-03-26"
    private static let versionName = "io.modelcontextprotocol/protocolVersion"
    private static let clientName = "io.modelcontextprotocol/clientInfo"

    /// Serves until standard input ends.
    ///
    /// - Returns: the signal that ended it; `nil` for the end of the input or of the output.
    func serve(until signals: EndSignals) -> Int32? {
        defer {
            for question in questions.values { question.withdraw() }
            // One whose notification is just being added is removed by its own thread.
            for question in questions.values { question.waitForEnd() }
        }
        var signal: Int32?
        loop.watch(signals.descriptor, for: POLLIN) { signal = signals.next() }
        loop.watch(STDIN_FILENO, for: POLLIN) { [unowned self] in read() }
        while signal == nil, !hasEnded { loop.turn() }
        return signal
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            hasEnded = true
            return
        }
        var rest = (input + buffer[..<count])[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(rest[..<end])
            rest = rest[(end + 1)...]
            if isSkipping {
                isSkipping = false
            } else if line.count > Self.maxLine {
                refuseLine()
            } else if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                receive(line)
            }
        }
        if rest.count > Self.maxLine {
            if !isSkipping { refuseLine() }
            isSkipping = true
            rest = []
        }
        input = Array(rest)
    }

    private func refuseLine() {
        send(failure(.null, .parse, "a message has more than \(Self.maxLine) bytes"))
    }

    private func receive(_ line: [UInt8]) {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(parsing: line)
        } catch {
            return send(failure(.null, .parse, "\(error.message) at byte \(error.column)"))
        }
        guard case .array(let messages) = value else {
            if let reply = answer(value, mayAsk: true) { send(reply) }
            return
        }
        guard version == Self.versionWithBatches, !messages.isEmpty else {
            return send(failure(.null, .request, "a message is no array; send one object a line"))
        }
        let replies = messages.compactMap { answer($0, mayAsk: false) }
        if !replies.isEmpty { send(.array(replies)) }
    }

    private func send(_ message: JSONValue) {
        var json = JSONText()
        json.value(message)
        json.endLine()
        var rest = json.bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                hasEnded = true
                return
            }
            rest = rest.dropFirst(count)
        }
    }

    // MARK: - Messages

    private enum Code: Int64 {
        case parse = -32_700
        case request = -32_600
        case method = -32_601
        case parameters = -32_602
        case version = -32_022
    }

    /// Answers a message; `nil` if it gets no answer, or a later one.
    private func answer(_ message: JSONValue, mayAsk: Bool) -> JSONValue? {
        guard case .object = message, message["jsonrpc"]?.text == "2.0" else {
            return failure(.null, .request, "a message is an object with jsonrpc 2.0")
        }
        guard let method = message["method"]?.text else {
            // An answer to a question of ours, of which there are none.
            guard message["result"] == nil, message["error"] == nil else { return nil }
            let id = message["id"].flatMap { Self.isUsable($0) ? $0 : nil } ?? .null
            return failure(id, .request, "method is missing, or no text")
        }
        guard let id = message["id"] else {
            if method == "notifications/cancelled" { cancel(message["params"]?["requestId"]) }
            return nil
        }
        guard Self.isUsable(id) else {
            return failure(
                .null,
                .request,
                "id is no whole number, and no text of up to 256 bytes"
            )
        }
        guard questions[id] == nil else {
            return failure(.null, .request, "a request of this id waits for its answer")
        }
        return answer(method, message["params"] ?? .object([]), id, mayAsk: mayAsk)
    }

    /// Whether an answer can have an id as it is.
    private static func isUsable(_ id: JSONValue) -> Bool {
        switch id {
        case .string(let text): text.utf8.count <= 256
        case .integer: true
        default: false
        }
    }

    private func answer(
        _ method: String,
        _ parameters: JSONValue,
        _ id: JSONValue,
        mayAsk: Bool
    ) -> JSONValue? {
        let named = parameters["_meta"]?[Self.versionName]
        if let named, !Self.namedVersions.contains(named.text ?? "") {
            return failure(
                id,
                .version,
                "Unsupported protocol version",
                .members([
                    "supported": .array(Self.namedVersions.map { .string($0) }), "requested": named,
                ])
            )
        }
        if let name = parameters["_meta"]?[Self.clientName]?["name"]?.text { tools.client = name }
        let isNamed = named != nil
        switch method {
        case "initialize":
            return result(id, initialize(parameters), isNamed: false)
        case "server/discover" where isNamed:
            return result(id, discovery, isNamed: true)
        case "ping":
            return result(id, .object([]), isNamed: isNamed)
        case "tools/list", "tools/call":
            guard isNamed || version != nil else {
                return failure(id, .request, "send initialize before \(method)")
            }
            guard method == "tools/call" else {
                guard parameters["cursor"] == nil else {
                    return failure(id, .parameters, "the list has one page, and no cursor")
                }
                let list = JSONValue.members(["tools": .array(MCPTools.list)])
                return result(id, list.cached(isNamed), isNamed: isNamed)
            }
            return call(parameters, id, isNamed: isNamed, mayAsk: mayAsk)
        default:
            return failure(id, .method, "the method \(method.quoted) is not known")
        }
    }

    private func initialize(_ parameters: JSONValue) -> JSONValue {
        let wanted = parameters["protocolVersion"]?.text ?? ""
        let chosen =
            Self.settledVersions.contains(wanted) ? wanted : Self.settledVersions.last ?? wanted
        version = chosen
        if let name = parameters["clientInfo"]?["name"]?.text { tools.client = name }
        return .members([
            "protocolVersion": .string(chosen), "capabilities": Self.capabilities,
            "serverInfo": Self.serverInfo, "instructions": .string(MCPTools.instructions),
        ])
    }

    private var discovery: JSONValue {
        JSONValue.members([
            "supportedVersions": .array(Self.namedVersions.map { .string($0) }),
            "capabilities": Self.capabilities, "instructions": .string(MCPTools.instructions),
            "_meta": .members(["io.modelcontextprotocol/serverInfo": Self.serverInfo]),
        ]).cached(true)
    }

    private static let capabilities = JSONValue.members(["tools": .object([])])
    private static var serverInfo: JSONValue {
        .members([
            "name": .string(NotifySchedule.name),
            "version": .string(AgentNames.programVersion),
        ])
    }

    private func call(
        _ parameters: JSONValue,
        _ id: JSONValue,
        isNamed: Bool,
        mayAsk: Bool
    ) -> JSONValue? {
        guard let name = parameters["name"]?.text, let tool = MCPTools.Tool(rawValue: name) else {
            return failure(
                id,
                .parameters,
                "the tool \((parameters["name"]?.text ?? "").quoted) is not known"
            )
        }
        let arguments: [JSONValue.Member]
        switch parameters["arguments"] {
        case nil: arguments = []
        case .object(let members): arguments = members
        default: return failure(id, .parameters, "arguments is no object")
        }
        do {
            guard tool == .ask else {
                return result(id, try tools.call(tool, arguments).value, isNamed: isNamed)
            }
            guard mayAsk else {
                throw RequestError(.notAllowed, "ask does not go into an array; send it alone")
            }
            guard questions.count < Self.maxQuestions else {
                throw RequestError(
                    .notAllowed,
                    "\(Self.maxQuestions) questions are open; wait for their answers"
                )
            }
            let (question, limit) = try tools.question(arguments)
            guard let asked = OpenQuestion(question, within: limit) else {
                throw RequestError(.storage, "no question can be asked now; try again later")
            }
            questions[id] = asked
            loop.watch(asked.end, for: POLLIN) { [unowned self] in
                // The descriptor may have been that of a question before, which was ready.
                guard asked.hasEnded else { return }
                questions[id] = nil
                loop.ignore(asked.end)
                send(result(id, MCPTools.Outcome(asked.answer()).value, isNamed: isNamed))
            }
            return nil
        } catch {
            return result(id, MCPTools.Outcome(error).value, isNamed: isNamed)
        }
    }

    /// Takes a question back whose answer nobody waits for any longer.
    private func cancel(_ id: JSONValue?) {
        guard let id, let question = questions.removeValue(forKey: id) else { return }
        loop.ignore(question.end)
        question.withdraw()
    }

    private func result(_ id: JSONValue, _ value: JSONValue, isNamed: Bool) -> JSONValue {
        let value = isNamed ? value.adding("resultType", .string("complete")) : value
        return .members(["jsonrpc": .string("2.0"), "id": id, "result": value])
    }

    private func failure(
        _ id: JSONValue,
        _ code: Code,
        _ message: String,
        _ data: JSONValue? = nil
    ) -> JSONValue {
        var error = JSONValue.members([
            "code": .integer(code.rawValue), "message": .string(message),
        ])
        if let data { error = error.adding("data", data) }
        return .members(["jsonrpc": .string("2.0"), "id": id, "error": error])
    }
}

extension JSONValue {
    /// Returns an object with members in this order.
    static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member(key: $0.key, value: $0.value) })
    }

    /// Returns an object with one more member.
    func adding(_ key: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(key: key, value: value)])
    }

    /// Returns a result with how long it may be kept, which versions since 2026-07-28 have.
    fileprivate func cached(_ isNamed: Bool) -> JSONValue {
        guard isNamed else { return self }
        return adding("ttlMs", .integer(3_600_000)).adding("cacheScope", .string("public"))
    }
}
