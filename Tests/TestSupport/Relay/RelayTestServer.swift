package import Foundation

/// A server of the relay on loopback: a played ntfy, or the program that `NOTIFY_RELAY_SERVER` names, which is ntfy or
/// nats-server.
package final class RelayTestServer: Sendable {
    /// What a server is.
    package enum Engine: Sendable {
        /// ntfy, as a script plays it.
        case playedNtfy
        /// The program ntfy.
        case ntfy
        /// The program nats-server.
        case nats
    }

    /// How a server is set up.
    package struct Setup: Sendable {
        /// The token that all requests to a played server or nats-server need; `nil` for none.
        package var token: String?
        /// What JetStream of nats-server is set to; `nil` for a server without it.
        package var jetStream: String? = "sync_interval: always"
        /// More lines of the configuration of nats-server.
        package var lines: [String] = []
        /// The seconds between two signs of life.
        package var keepAlive = 45.0
        /// The certificate; `nil` for a connection without TLS.
        package var certificate: TestAuthority.Certificate?

        /// A server for everybody, without TLS.
        package init() {}
    }

    /// The real program; `nil` if the server is played.
    package static let program = ProcessInfo.processInfo.environment["NOTIFY_RELAY_SERVER"]

    /// What the servers of this run are.
    package static let engine: Engine =
        program.map { $0.hasSuffix("/nats-server") ? .nats : .ntfy } ?? .playedNtfy

    /// The files of the server: its cache, and the traffic of a played one.
    package let folder: TemporaryFolder
    /// The port.
    package let port: UInt16
    private let setup: Setup
    private let process = Guarded<RunningProgram?>(nil)

    /// Starts a server.
    package init(_ setup: Setup = Setup()) async throws {
        folder = try TemporaryFolder()
        port = try Self.freePort()
        self.setup = setup
        try await start()
    }

    /// The server's address.
    package var url: String { "\(scheme)://127.0.0.1:\(port)" }

    private var scheme: String {
        switch (Self.engine, setup.certificate) {
        case (.nats, nil): "nats"
        case (.nats, _): "tls"
        case (_, nil): "http"
        case (_, _): "https"
        }
    }

    /// Ends it as a crash does.
    package func kill() async throws {
        let running = process.withLock { process in
            defer { process = nil }
            return process
        }
        running?.kill(SIGKILL)
        _ = try await running?.waitForExit()
    }

    /// Starts it again at the same port, with what it had on its disk.
    package func start() async throws {
        let running = try Self.program.map { try startReal($0) } ?? startPlayed()
        process.withLock { $0 = running }
        switch Self.engine {
        case .playedNtfy: try await running.waitForOutput("\(port)\n", within: 30)
        case .ntfy:
            try await running.waitForError("Listening on", within: 30)
            // It says so before it does.
            try await poll(30, "the server", while: running) { isListening() ? true : nil }
        case .nats: try await running.waitForError("Server is ready", within: 30)
        }
    }

    /// Removes what the server keeps, and starts it again.
    package func clear() async throws {
        try await kill()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasPrefix("cache") {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        try await start()
    }

    /// Has a played server do what its script names.
    package func fault(_ words: String) async throws {
        guard let running = process.withLock({ $0 }) else {
            throw StartFailureInTest(what: "no server runs")
        }
        let length = running.output.utf8.count
        running.write("\(words)\n")
        try await running.waitForOutput("done", after: length)
    }

    /// All bytes of the files of the server: what it stores, and for a played one what came in and went out.
    package func stored() throws -> Data {
        var all = Data()
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            all += FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data()
        }
        return all
    }

    private func startPlayed() throws -> RunningProgram {
        var arguments = [
            Self.script("played-ntfy.py"), folder.path, "--port", "\(port)", "--keep-alive",
            "\(setup.keepAlive)",
        ]
        if let token = setup.token { arguments += ["--token", token] }
        if let certificate = setup.certificate {
            arguments += ["--certificate", certificate.file, "--key", certificate.key]
        }
        return try Program(path: "/usr/bin/python3").start(
            arguments,
            environment: ["PATH": "/usr/bin:/bin"]
        )
    }

    private func startReal(_ program: String) throws -> RunningProgram {
        Self.engine == .nats ? try startNATS(program) : try startNtfy(program)
    }

    private func startNATS(_ program: String) throws -> RunningProgram {
        var lines = ["listen: \"127.0.0.1:\(port)\""]
        if let jetStream = setup.jetStream {
            lines.append("jetstream { store_dir: \"\(folder.path)/cache\", \(jetStream) }")
        }
        if let token = setup.token { lines.append("authorization { token: \"\(token)\" }") }
        if let certificate = setup.certificate {
            lines.append(
                "tls { cert_file: \"\(certificate.file)\", key_file: \"\(certificate.key)\" }"
            )
        }
        let file = try write(lines + setup.lines, to: "server.conf")
        return try Program(path: program).start(
            ["-c", file],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path]
        )
    }

    private func write(_ lines: [String], to name: String) throws -> String {
        let file = "\(folder.path)/\(name)"
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: file,
            atomically: true,
            encoding: .utf8
        )
        return file
    }

    private func startNtfy(_ program: String) throws -> RunningProgram {
        var lines = [
            "base-url: \"\(url)\"", "cache-file: \"\(folder.path)/cache.db\"",
            "keepalive-interval: \"\(Int(max(5, setup.keepAlive)))s\"",
            "visitor-request-limit-exempt-hosts: \"127.0.0.1\"",
            "visitor-subscription-limit: 1000", "log-level: info",
        ]
        if let certificate = setup.certificate {
            lines += [
                "listen-http: \"-\"", "listen-https: \"127.0.0.1:\(port)\"",
                "cert-file: \"\(certificate.file)\"", "key-file: \"\(certificate.key)\"",
            ]
        } else {
            lines.append("listen-http: \"127.0.0.1:\(port)\"")
        }
        let file = try write(lines, to: "server.yml")
        return try Program(path: program).start(
            ["serve", "--config", file],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path]
        )
    }

    /// Returns the file of a script of the relay's tests.
    package static func script(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Relay/\(name)").path
    }

    private func isListening() -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = Self.loopback
        address.sin_port = port.bigEndian
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static var loopback: sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
        guard result else { throw StartFailureInTest(what: "no port is free") }
        return UInt16(bigEndian: address.sin_port)
    }
}
