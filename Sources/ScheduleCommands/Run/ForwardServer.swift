import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import TerminalCommands

/// The desktop's side of a forwarded socket: reads lines and adds what they describe.
final class ForwardServer {
    private let path: String
    private let listener: Int32
    private let client: AgentClient
    /// What the user calls the machine; `nil` for what it calls itself.
    private let name: String?
    private let loop = PollLoop()
    private var callers: [Int32: [UInt8]] = [:]

    /// The most connections at a time; others wait.
    private static let maxCallers = 32
    /// How long a caller may be silent.
    private static let maxSilence = Duration.seconds(30)

    /// Makes the socket, for the user alone.
    ///
    /// - Parameter name: what notifications are labelled with; `nil` for what the other machine calls itself.
    init(at path: String, as name: String?, client: AgentClient) throws(RequestError) {
        self.path = path
        self.name = name
        self.client = client
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        try Self.removeStale(path)
        let before = umask(0o077)
        let bound = ForwardSocket.withAddress(path) { bind(listener, $0, $1) }
        let reason = errno
        umask(before)
        guard bound == 0, listen(listener, 16) == 0 else {
            throw Self.failure(path, bound == 0 ? errno : reason)
        }
    }

    /// Serves until a signal asks this program to end.
    func serve(until signals: EndSignals) -> Int32 {
        defer { unlink(path) }
        var signal: Int32?
        loop.watch(signals.descriptor, for: POLLIN) { signal = signals.next() }
        accept()
        while true {
            if let signal { return signal }
            loop.turn()
        }
    }

    private func accept() {
        loop.watch(listener, for: POLLIN) { [weak self] in self?.takeCaller() }
    }

    private func takeCaller() {
        let caller = Glibc.accept(listener, nil, nil)
        guard caller > 0 else { return }
        _ = fcntl(caller, F_SETFD, FD_CLOEXEC)
        _ = fcntl(caller, F_SETFL, O_NONBLOCK)
        callers[caller] = []
        if callers.count >= Self.maxCallers { loop.ignore(listener) }
        loop.watch(caller, for: POLLIN) { [weak self] in self?.read(caller) }
        limitSilence(of: caller)
    }

    private func limitSilence(of caller: Int32) {
        loop.setTimer("\(caller)", at: .now + Self.maxSilence) { [weak self] in self?.end(caller) }
    }

    private func read(_ caller: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(caller, &buffer, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end(caller) }
        var rest = (callers[caller, default: []] + buffer[..<count])[...]
        while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard lineEnd - rest.startIndex <= RemoteNotice.maxLine else { return refuse(caller) }
            guard answer(Array(rest[..<lineEnd]), to: caller) else { return end(caller) }
            rest = rest[(lineEnd + 1)...]
            limitSilence(of: caller)
        }
        callers[caller] = Array(rest)
        if rest.count > RemoteNotice.maxLine { refuse(caller) }
    }

    private func refuse(_ caller: Int32) {
        _ = reply("a line has more than \(RemoteNotice.maxLine) bytes", to: caller)
        end(caller)
    }

    private func end(_ caller: Int32) {
        loop.ignore(caller)
        loop.clearTimer("\(caller)")
        close(caller)
        callers[caller] = nil
        if callers.count < Self.maxCallers { accept() }
    }

    /// Adds what a line describes and answers.
    private func answer(_ line: [UInt8], to caller: Int32) -> Bool {
        do {
            let request = try RemoteNotice(parsing: line).request(from: name)
            _ = try client.add(request, deadline: RunNotifier.deadline)
            return reply(nil, to: caller)
        } catch let error as RequestError {
            return reply(error.message, to: caller)
        } catch {
            Terminal.complain("\(error)")
            return reply("the desktop cannot show it", to: caller)
        }
    }

    private func reply(_ problem: String?, to caller: Int32) -> Bool {
        var json = JSONText()
        json.open("{")
        json.key(problem == nil ? "added" : "error")
        json.string(problem ?? "yes")
        json.close("}")
        let bytes = json.bytes + [UInt8(ascii: "\n")]
        // Short: it fits into the socket of a caller that reads.
        return bytes.withUnsafeBytes {
            send(caller, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
        }
    }

    /// Removes the socket of an earlier run; one on which a program listens stays, and so does any other file.
    private static func removeStale(_ path: String) throws(RequestError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw RequestError(
                .notAllowed,
                "\(path) is no socket; move it away, or name another one with --socket"
            )
        }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(probe) }
        guard ForwardSocket.withAddress(path, { connect(probe, $0, $1) }) != 0 else {
            throw RequestError(
                .notAllowed,
                "\(path) is used by another forward; end it, or name another socket with --socket"
            )
        }
        unlink(path)
    }

    private static func failure(_ path: String, _ reason: Int32) -> RequestError {
        RequestError(
            .storage,
            "the socket \(path) cannot be made: \(String(cString: strerror(reason)))"
        )
    }
}

/// The connection to a forwarded socket.
struct ForwardedDesktop {
    /// The outcome of a notification.
    enum Outcome {
        case shown
        /// It is not shown, for this reason.
        case refused(String)
        /// Nobody answers, as where the desktop sleeps and ssh has not noticed.
        case unanswered
    }

    private let descriptor: Int32
    /// How long the end of the command waits, in seconds.
    private static let timeout = 5

    /// Connects; `nil` if nothing listens there.
    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: Self.timeout, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        // It limits connect() as well.
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        guard ForwardSocket.withAddress(path, { connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            return nil
        }
    }

    /// Shows a notification; called once.
    func show(_ notice: RemoteNotice) -> Outcome {
        defer { close(descriptor) }
        let line = notice.line
        let sent = line.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent == line.count else { return .unanswered }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !answer.contains(UInt8(ascii: "\n")), answer.count < RemoteNotice.maxLine {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return .unanswered }
            answer += buffer[..<count]
        }
        let value = try? JSONValue(parsing: Array(answer.prefix { $0 != 0x0A }))
        if case .string(let problem)? = value?["error"] { return .refused(problem) }
        return value?["added"] == nil
            ? .refused("the forwarded socket answers with something else") : .shown
    }
}
