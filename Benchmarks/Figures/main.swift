import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport

// Measures the figures of the README: `swift run -c release figures [FOLDER OF THE PROGRAMS]`.

let given = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ".build/release"
// Absolute: the agent is started in a folder of its own.
let folder = URL(fileURLWithPath: given).path
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
// Their ends would end the agent.
withExtendedLifetime((bus, server)) {}
exit(0)
