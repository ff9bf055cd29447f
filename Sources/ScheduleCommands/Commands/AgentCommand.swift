import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule agent`.
struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Inspect, start or stop the agent, which keeps them.",
        discussion: """
            Examples:
              notify-schedule agent
              notify-schedule agent restart

            Nobody has to start it: each command that needs the agent does.
            """,
        subcommands: [
            AgentStatusCommand.self, AgentStartCommand.self, AgentRestartCommand.self,
            AgentStopCommand.self, AgentRunCommand.self,
        ],
        defaultSubcommand: AgentStatusCommand.self
    )
}

/// The verb `notify-schedule agent start`.
struct AgentStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start the agent in the background, if it does not run.",
        discussion: """
            Example:
              notify-schedule agent start
            """
    )

    func run() throws {
        let client = try AgentClient()
        guard client.agentName == nil else { return print("the agent runs already") }
        _ = try client.statusOfStartedAgent()
        print("started")
    }
}

/// The verb `notify-schedule agent restart`.
struct AgentRestartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart",
        abstract: "Stop the agent, and start it again.",
        discussion: """
            Example:
              notify-schedule agent restart

            What is due meanwhile is shown when the agent is back.
            """
    )

    func run() throws {
        let client = try AgentClient()
        let wasRunning = try client.stop()
        _ = try client.statusOfStartedAgent()
        print(wasRunning ? "restarted" : "started")
    }
}

/// The verb `notify-schedule agent run`.
struct AgentRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the agent in the foreground; Ctrl-C stops it.",
        discussion: """
            Example:
              notify-schedule agent run
            """
    )

    func run() throws {
        let program = try AgentProgram.path()
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
        execv(program, arguments)
        throw AgentUnreachable("\(program) cannot be run: \(String(cString: strerror(errno)))")
    }
}

/// The verb `notify-schedule agent status`.
struct AgentStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether the agent is running, and what is pending.",
        discussion: """
            Examples:
              notify-schedule agent status
              notify-schedule agent status --json
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let zone = try ZoneOption.local()
        let status = try AgentClient().status()
        let report = AgentReport(status)
        if json { return try JSONOutput.print(report) }
        guard let status else {
            print("no agent is running; the next add starts one")
            return
        }
        print("agent     \(report.version ?? "") (pid \(report.pid ?? 0))")
        print("store     \(report.store ?? "")")
        print("pending   \(report.pending ?? 0)")
        if let waiting = report.waiting, waiting > 0 {
            print("due       \(waiting), waiting for a notification server")
        }
        print("delivered \(report.delivered ?? 0)")
        if let next = status["nextTriggerDate"]?.integer.map(Instant.init(microseconds:)) {
            let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
            print(
                "next      \(DateText.absolute(next, in: zone)) "
                    + "(\(DateText.relative(next, to: now)))"
            )
        }
        if let focus = try? FocusReport(record: status["focus"]),
            let line = FocusText.line(focus, in: zone)
        {
            print("focus     \(line)")
        }
        if report.waitsForClock == true {
            print("clock     earlier than its last correct time; dates wait until it is set")
        }
        if let server = report.server {
            let words = "\(server.name) \(server.version) (\(server.vendor))"
            print("server    \(words.printableLine)")
        } else {
            print("server    none; due notifications wait for one")
        }
    }
}

/// The verb `notify-schedule agent stop`.
struct AgentStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop the agent; pending requests stay on the disk.",
        discussion: """
            Example:
              notify-schedule agent stop
            """
    )

    func run() throws {
        print(try AgentClient().stop() ? "stopped" : "no agent is running")
    }
}

/// What `agent status --json` prints.
private struct AgentReport: Encodable {
    struct Server: Encodable {
        let name: String
        let vendor: String
        let version: String
        let specVersion: String
        let capabilities: [String]
    }

    let running: Bool
    let version: String?
    let pid: Int64?
    let store: String?
    let pending: Int64?
    /// Those that are due and that no notification server has taken yet.
    let waiting: Int64?
    let delivered: Int64?
    let nextTriggerDates: [String]?
    /// An earlier name of the first of ``nextTriggerDates``.
    let nextTriggerDate: String?
    let waitsForClock: Bool?
    let focus: FocusJSON?
    let server: Server?

    init(_ status: Variant?) {
        running = status != nil
        version = status?["version"]?.string
        pid = status?["pid"]?.integer
        store = status?["store"]?.string
        pending = status?["pending"]?.integer
        waiting = status?["waiting"]?.integer
        delivered = status?["delivered"]?.integer
        nextTriggerDate = status?["nextTriggerDate"]?.integer.map {
            JSONOutput.date(Instant(microseconds: $0))
        }
        nextTriggerDates = nextTriggerDate.map { [$0] }
        waitsForClock = status?["waitsForClock"]?.boolean
        focus = (try? FocusReport(record: status?["focus"])).map {
            FocusJSON($0, listsWaiting: false)
        }
        server = status?["server"].map { server in
            Server(
                name: server["name"]?.string ?? "",
                vendor: server["vendor"]?.string ?? "",
                version: server["version"]?.string ?? "",
                specVersion: server["specVersion"]?.string ?? "",
                capabilities: server["capabilities"]?.strings ?? []
            )
        }
    }
}
