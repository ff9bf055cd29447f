import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import TestSupport

@testable import SchedulerAgent

/// The outcome of many crashes.
struct CrashFigures {
    var rounds = 0
    var acknowledged = 0
    var bubbles = 0
    /// Shown once more since they were being shown at a kill.
    var shownAgain = 0
    /// How often the agent died at each point by itself.
    var deaths: [CrashPoint: Int] = [:]
    /// What must not be.
    var faults: [String] = []

    static func + (one: CrashFigures, other: CrashFigures) -> CrashFigures {
        CrashFigures(
            rounds: one.rounds + other.rounds,
            acknowledged: one.acknowledged + other.acknowledged,
            bubbles: one.bubbles + other.bubbles,
            shownAgain: one.shownAgain + other.shownAgain,
            deaths: one.deaths.merging(other.deaths, uniquingKeysWith: +),
            faults: one.faults + other.faults
        )
    }
}

/// One bus with one server and three apps, on which agents are killed one after another.
///
/// The bus, the server and the apps live on; between a few kills the records are compared and cleared.
actor CrashRun {
    private let fixture: AgentFixture
    private let server: FakeNotificationServer
    private let clients: [CrashClient]
    private var random: SeededRandom
    private var figures = CrashFigures()
    /// How many calls the server had got when each agent had died.
    private var boundaries: [Int] = []

    init(seed: UInt64) async throws {
        fixture = try await AgentFixture()
        // Whoever is on the bus hears of a click, so that one on a bubble of an earlier agent counts.
        var profile = TestSupport.ServerProfile.standard
        profile.audience = .everyone
        server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        random = SeededRandom(seed: seed)
        var clients: [CrashClient] = []
        for number in 1...3 {
            clients.append(
                try await CrashClient(
                    app: "org.example.App\(number)",
                    on: fixture.bus,
                    server,
                    seed: random.next()
                )
            )
        }
        self.clients = clients
    }

    /// Kills agents.
    func run(first: Int, goesOn: (Int) -> Bool) async throws -> CrashFigures {
        var number = first
        while goesOn(figures.rounds), figures.faults.count < 20 {
            let plan = CrashPlan(number: number, random: &random)
            do {
                for end in plan.ends { try await crash(end) }
                try await compare("plan \(number)", plan)
            } catch {
                figures.faults.append("plan \(number) (\(plan)): \(error)")
                return figures
            }
            number += 1
        }
        return figures
    }

    /// Lets one agent work and compares the records now and then.
    ///
    /// - Returns: the outcome, and how much the agent had in use each time.
    func soak(seconds: Double, pause: Double) async throws -> (CrashFigures, [ProcessFigures]) {
        var samples: [ProcessFigures] = []
        let agent = try start()
        let exit = self.exit(of: agent, within: seconds + 600)
        guard await hasName(agent, exit) else { throw StartFailureInTest(what: "\(exit.elements)") }
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end, figures.faults.isEmpty {
            let work = clients.map { client in Task { await client.work() } }
            try await Task.sleep(for: .seconds(pause))
            for client in clients { await client.stop() }
            for task in work { await task.value }
            boundaries = []
            try await check("sample \(samples.count)", agent)
            figures.bubbles += server.calls.elements.count
            for client in clients { try await client.clear() }
            server.calls.removeAll()
            server.closings.removeAll()
            samples.append(try ProcessFigures(of: agent.id))
        }
        agent.kill(SIGTERM)
        let outcome = try await exit.wait(30, "the end of the agent") { $0.first }
        if outcome.code != 0 || !outcome.error.isEmpty { figures.faults.append("\(outcome)") }
        for client in clients { figures.acknowledged += await client.acknowledged }
        return (figures, samples)
    }

    private func crash(_ end: CrashEnd) async throws {
        figures.rounds += 1
        let agent = try start(end.environment)
        let exit = self.exit(of: agent)
        var killed = false
        if case .afterStart(let milliseconds) = end {
            try await Task.sleep(for: .milliseconds(milliseconds))
            agent.kill(SIGKILL)
            killed = true
        }
        if await hasName(agent, exit) {
            let work = clients.map { client in Task { await client.work() } }
            switch end {
            case .afterStart: break
            case .underLoad(let milliseconds):
                try await Task.sleep(for: .milliseconds(milliseconds))
                agent.kill(SIGKILL)
                killed = true
            case .at:
                if (try? await exit.wait(3, "the crash") { $0.first }) == nil {
                    agent.kill(SIGKILL)
                    killed = true
                }
            }
            _ = try await exit.wait(30, "the end of the agent") { $0.first }
            for client in clients { await client.stop() }
            for task in work { await task.value }
        }
        let outcome = try await exit.wait(30, "the end of the agent") { $0.first }
        if outcome.status != .signal(SIGKILL) || !outcome.error.isEmpty {
            figures.faults.append("an agent ended by itself (\(end)): \(outcome)")
        }
        if case .at(let point, _) = end, !killed { figures.deaths[point, default: 0] += 1 }
        try await fixture.waitUntilNoAgent()
        // All that the agent had sent is with the server once that answers.
        _ = try await fixture.client.call("GetServerInformation", on: Self.notifications)
        boundaries.append(server.calls.elements.count)
    }

    private static let notifications = BusDestination(
        name: "org.freedesktop.Notifications",
        path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications"
    )

    private func start(_ more: [String: String] = [:]) throws -> RunningProgram {
        try AgentFixture.agent.start(
            environment: fixture.bus.environment(
                timeZone: "Europe/Berlin",
                more.merging(["NOTIFY_SCHEDULE_LOG": "error"]) { $1 }
            )
        )
    }

    private func exit(
        of agent: RunningProgram,
        within seconds: Double = 120
    ) -> Recorder<Program.Outcome> {
        let exit = Recorder<Program.Outcome>()
        Task.detached {
            if let outcome = try? await agent.waitForExit(within: seconds) { exit.append(outcome) }
        }
        return exit
    }

    /// Waits until an agent has its name or has ended.
    private func hasName(_ agent: RunningProgram, _ exit: Recorder<Program.Outcome>) async -> Bool {
        let known = Recorder<Bool>()
        let owners = fixture.owners
        Task.detached {
            _ = try? await owners.wait(30, "the agent's name") { $0.last ?? nil }
            known.append(true)
        }
        Task.detached {
            _ = try? await exit.wait(30, "the agent's end") { $0.first }
            known.append(false)
        }
        return (try? await known.wait(40, "a start") { $0.first }) ?? false
    }

    /// Lets an agent do what is left to do, and compares its records with those of its callers.
    private func compare(_ name: String, _ plan: CrashPlan) async throws {
        let agent = try start()
        let exit = self.exit(of: agent)
        guard await hasName(agent, exit) else {
            figures.faults.append("\(name) (\(plan)): no agent: \(exit.elements)")
            return
        }
        try await check("\(name) (\(plan))", agent)
        for client in clients { try await client.clear() }
        agent.kill(SIGKILL)
        let outcome = try await exit.wait(30, "the end of the agent") { $0.first }
        if !outcome.error.isEmpty { figures.faults.append("\(name): \(outcome)") }
        try await fixture.waitUntilNoAgent()
        figures.bubbles += server.calls.elements.count
        server.calls.removeAll()
        server.closings.removeAll()
        boundaries = []
        figures.acknowledged = 0
        for client in clients { figures.acknowledged += await client.acknowledged }
    }

    /// Compares the records of a running agent with those of its callers.
    private func check(_ name: String, _ agent: RunningProgram) async throws {
        for client in clients {
            do {
                try await client.settle(name)
            } catch {
                throw StartFailureInTest(what: "\(error); the agent said: \(agent.error)")
            }
        }
        let titles = server.calls.elements.map(\.call.summary)
        let shows = Dictionary(titles.map { ($0, 1) }, uniquingKeysWith: +)
        for client in clients {
            let facts = try await client.facts(shows)
            let entries = await client.entries
            for entry in entries {
                let fact = facts[entry.identifier] ?? CrashFacts()
                guard let fault = entry.fault(in: fact) else { continue }
                let story = await client.story(of: entry.identifier)
                figures.faults.append(
                    "\(name): \(entry.identifier): \(fault); \(entry); \(story), "
                        + "agents died at \(boundaries), \(try keepEvidence())"
                )
            }
            let known = Set(entries.map(\.identifier))
            for stranger in facts.keys where !known.contains(stranger) {
                figures.faults.append("\(name): \(stranger) comes from nowhere")
            }
            for refusal in await client.refusals {
                figures.faults.append("\(name): \(client.app): \(refusal)")
            }
        }
        noteRepeats(of: titles, "\(name)")
    }

    /// Keeps the store as it is for whoever looks for the cause.
    private func keepEvidence() throws -> String {
        // The temporary files of a run go with it.
        let logs = ProcessInfo.processInfo.environment["TEST_LOGS"] ?? NSTemporaryDirectory()
        let folder = "\(logs)/store-\(UUID().uuidString)"
        try FileManager.default.copyItem(
            atPath: "\(fixture.directory)/state/notify-schedule",
            toPath: folder
        )
        return "the store is kept in \(folder)"
    }

    /// A bubble comes twice only where it was the last one that an agent sent before it died.
    private func noteRepeats(of titles: [String], _ name: String) {
        var first: [String: Int] = [:]
        for (index, title) in titles.enumerated() {
            defer { first[title] = index }
            guard let earlier = first[title] else { continue }
            if boundaries.contains(earlier + 1), earlier < index {
                figures.shownAgain += 1
            } else {
                figures.faults.append("\(name): \(title) was shown twice")
            }
        }
    }
}

extension AgentFixture {
    /// Waits until the bus knows that no agent runs.
    fileprivate func waitUntilNoAgent() async throws {
        _ = try await owners.wait(30, "the agent's end") { ($0.last ?? nil) == nil ? true : nil }
        owners.removeAll()
    }
}
