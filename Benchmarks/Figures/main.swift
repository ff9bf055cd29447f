import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import TestSupport

// Measures the figures of the README: `swift run -c release figures [FOLDER OF THE PROGRAMS]`.

let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ".build/release"
let bus = try await PrivateBus()
for (name, value) in bus.environment { setenv(name, value, 1) }
let server = try await TimingServer(on: bus.connect())
let agent = try Program(path: "\(folder)/notify-agent").start(
    environment: bus.environment,
    directory: bus.directory
)
let client = try AgentClient()
_ = try client.connection.waitForOwner(of: AgentNames.bus, milliseconds: 10_000) {
    _ throws(AgentUnreachable) in
}

try await Figures.wallTime(of: folder, rounds: 200)
try await Figures.latency(client: client, server: server, deliveries: 200)
Figures.memory(of: agent.id)
try await Figures.wakeUps(of: agent.id, seconds: 60)
Figures.memory(of: agent.id)

agent.kill(SIGTERM)
_ = try await agent.waitForExit()
exit(0)
