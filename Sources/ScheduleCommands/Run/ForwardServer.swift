import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import Synchronization
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
    /// The questions that the user has not answered, by their callers.
    private var questions: [Int32: OpenQuestion] = [:]

    /// The most connections at a time; others wait.
    private static let maxCallers = 32
    /// The most questions at a time.
    private static let maxQuestions = 8
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
        defer {
            for caller in questions.keys { end(caller) }
            unlink(path)
        }
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
            guard questions[caller] == nil, answer(Array(rest[..<lineEnd]), to: caller) else {
                return end(caller)
            }
            rest = rest[(lineEnd + 1)...]
            if questions[caller] == nil { limitSilence(of: caller) }
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
        if let question = questions.removeValue(forKey: caller) {
            loop.ignore(question.end)
            question.withdraw()
        }
        close(caller)
        callers[caller] = nil
        if callers.count < Self.maxCallers { accept() }
    }

    /// Adds what a line describes and answers.
    private func answer(_ line: [UInt8], to caller: Int32) -> Bool {
        do {
            let notice = try RemoteNotice(parsing: line)
            guard !notice.isQuestion else { return ask(notice.question(from: name), for: caller) }
            let request = notice.request(from: name)
            _ = try client.add(request, deadline: RunNotifier.deadline)
            return reply(nil, to: caller)
        } catch let error as RequestError {
            return reply(error.message, to: caller)
        } catch {
            Terminal.complain("\(error)")
            return reply("the desktop cannot show it", to: caller)
        }
    }

    /// Asks the user; the caller gets the answer once there is one, and a caller that leaves takes the question back.
    private func ask(_ question: Question, for caller: Int32) -> Bool {
        guard questions.count < Self.maxQuestions else {
            return reply(
                "\(Self.maxQuestions) questions are open; wait for their answers",
                to: caller
            )
        }
        if question.isWhole,
            HookRoom(of: try? client.statusOfStartedAgent())?
                .shows(title: question.title, body: question.body) != true
        {
            return reply("the desktop may not show all of it", to: caller)
        }
        var question = question
        // It is taken back by this name, so no notification that is there may have it.
        question.key.identifier = "question.\(ForwardedDesktop.freshIdentifier)"
        guard let asked = OpenQuestion(question) else {
            return reply("the desktop cannot show it", to: caller)
        }
        questions[caller] = asked
        loop.clearTimer("\(caller)")
        loop.watch(asked.end, for: POLLIN) { [weak self] in
            guard let self else { return }
            questions[caller] = nil
            loop.ignore(asked.end)
            guard send(Self.line(asked.answer()), to: caller) else { return end(caller) }
            limitSilence(of: caller)
        }
        return true
    }

    /// The line that answers a question.
    private static func line(_ answer: Result<Question.Answer, any Error>) -> [UInt8] {
        var json = JSONText()
        json.open("{")
        switch answer {
        case .success(let answer):
            json.key("outcome")
            json.string(answer.outcome.rawValue)
            if let text = answer.text {
                json.key("text")
                json.string(text)
            }
        case .failure(let error):
            // What is wrong with this machine is no business of the other one.
            json.key("error")
            json.string((error as? RequestError)?.message ?? "the desktop cannot show it")
        }
        json.close("}")
        return json.bytes
    }

    private func reply(_ problem: String?, to caller: Int32) -> Bool {
        var json = JSONText()
        json.open("{")
        json.key(problem == nil ? "added" : "error")
        json.string(problem ?? "yes")
        json.close("}")
        return send(json.bytes, to: caller)
    }

    private func send(_ line: [UInt8], to caller: Int32) -> Bool {
        // Short: it fits into the socket of a caller that reads.
        (line + [UInt8(ascii: "\n")]).withUnsafeBytes {
            Glibc.send(caller, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
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
        guard send(notice), let value = answer() else { return .unanswered }
        if case .string(let problem)? = value["error"] { return .refused(problem) }
        return value["added"] == nil
            ? .refused("the forwarded socket answers with something else") : .shown
    }

    /// Asks the user; called once.
    ///
    /// - Parameters:
    ///   - microseconds: the limit; `nil` for none.
    ///   - output: who reads it waits for the answer; `nil` for nobody.
    /// - Throws: ``Interrupted`` if the output was closed, which takes the question back.
    func ask(
        _ notice: RemoteNotice,
        within microseconds: Int64?,
        output: Int32? = nil
    ) throws -> Question.Answer {
        defer { close(descriptor) }
        // The user may take any time, but not longer than the caller wants to wait.
        let end = microseconds.map { ContinuousClock.now + .microseconds($0) }
        guard send(notice), let isAnswered = try wait(until: end, output: output) else {
            throw AgentUnreachable("the desktop at the other end of the socket has gone")
        }
        guard isAnswered else { return Question.Answer(outcome: .expired) }
        guard let value = answer() else {
            throw AgentUnreachable("the desktop at the other end of the socket has gone")
        }
        if case .string(let problem)? = value["error"] {
            throw AgentUnreachable(
                "the desktop at the other end of the socket refuses it: \(problem)"
            )
        }
        guard case .string(let word)? = value["outcome"],
            let outcome = AwaitedResponse.Outcome(rawValue: word)
        else { throw AgentUnreachable("the forwarded socket answers with something else") }
        var answer = Question.Answer(outcome: outcome)
        // What is closed or has expired is no choice.
        if outcome == .answered, case .string(let text)? = value["text"] {
            answer.text = text
            answer.choice = notice.choices.firstIndex(of: text)
        }
        return answer
    }

    /// Sends a line.
    private func send(_ notice: RemoteNotice) -> Bool {
        let line = notice.line
        let sent = line.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        return sent == line.count
    }

    /// Waits for the beginning of an answer.
    ///
    /// - Returns: whether it is there, and not the end of the wait; `nil` for an error.
    private func wait(until end: ContinuousClock.Instant?, output: Int32?) throws -> Bool? {
        var entries = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        // The end of a pipe's reader is reported without being asked for; one that is no pipe has none.
        if let output { entries.append(pollfd(fd: output, events: 0, revents: 0)) }
        while true {
            let left = end.map { Int32(clamping: RequestWatch.milliseconds(until: $0)) } ?? -1
            let count = poll(&entries, nfds_t(entries.count), left)
            if count < 0 {
                guard errno == EINTR else { return nil }
                continue
            }
            if entries[0].revents != 0 { return true }
            if entries.dropFirst().contains(where: { $0.revents != 0 }) {
                throw Interrupted(signal: SIGPIPE)
            }
            if let end, end <= .now { return false }
        }
    }

    /// Reads an answer; `nil` if there is none.
    private func answer() -> JSONValue? {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !answer.contains(UInt8(ascii: "\n")), answer.count < RemoteNotice.maxLine {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return nil }
            answer += buffer[..<count]
        }
        return (try? JSONValue(parsing: Array(answer.prefix { $0 != 0x0A }))) ?? .null
    }
}

extension ForwardedDesktop {
    /// A name that no other notification of this machine has.
    static var freshIdentifier: String {
        let machine = RemoteHost.name.map { "\($0)." } ?? ""
        return machine + RequestKey.freshIdentifier(letters: 13)
    }

    /// Asks on the desktop that forwards its socket to this machine; `nil` if none does.
    ///
    /// - Parameter output: as for ``ask(_:within:output:)``.
    static func ask(
        _ question: Question,
        within limit: Int64?,
        output: Int32? = nil
    ) throws -> Question.Answer? {
        guard let path = ForwardSocket.forwarded, let desktop = ForwardedDesktop(path) else {
            return nil
        }
        var notice = RemoteNotice(identifier: freshIdentifier, title: question.title)
        (notice.body, notice.choices) = (question.body, question.choices)
        (notice.takesText, notice.source) = (question.takesText, RemoteHost.name ?? "")
        notice.isWhole = question.isWhole
        return try desktop.ask(notice, within: limit, output: output)
    }

    /// Shows a request at once on the desktop that forwards its socket to this machine.
    ///
    /// - Returns: how that ended; `nil` if no desktop does, or it does not answer.
    static func show(_ request: NotificationRequest) -> Outcome? {
        guard let path = ForwardSocket.forwarded, let desktop = ForwardedDesktop(path) else {
            return nil
        }
        var notice = RemoteNotice(identifier: request.identifier, title: request.content.title)
        notice.body = [request.content.subtitle, request.content.body].filter { !$0.isEmpty }
            .joined(separator: "\n")
        // Nothing of another machine is critical.
        let level = request.content.interruptionLevel
        notice.level = level == .critical ? .timeSensitive : level
        notice.source = RemoteHost.name ?? ""
        notice.actions = Array(
            request.actions.compactMap { action in
                action.url.flatMap { url in
                    RemoteNotice.mayOpen(url)
                        ? RemoteNotice.Action(label: action.title, url: url) : nil
                }
            }.prefix(RemoteNotice.maxActions)
        )
        let outcome = desktop.show(notice)
        if case .unanswered = outcome { return nil }
        return outcome
    }
}
