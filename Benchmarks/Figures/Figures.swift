import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport

/// What is measured, a line each.
enum Figures {
    /// The wall time of one `add` beside one `notify-send`, in alternating runs.
    static func wallTime(of folder: String, rounds: Int) async throws {
        let add = ProgramStart(arguments: [
            "\(folder)/notify-schedule", "add", "T", "B", "--in", "1h",
        ])
        let send = ProgramStart(arguments: ["notify-send", "T", "B"])
        var adds: [Double] = []
        var sends: [Double] = []
        for _ in 0..<rounds {
            adds.append(try milliseconds { _ = try add.output() })
            sends.append(try milliseconds { _ = try send.output() })
        }
        print("add, wall: \(summary(adds)) ms")
        print("notify-send, wall: \(summary(sends)) ms")
        print(String(format: "ratio of the medians: %.2f", median(adds) / median(sends)))
    }

    /// The time from due to the server's receipt of `Notify`.
    static func latency(
        client: AgentClient,
        server: TimingServer,
        deliveries: Int
    ) async throws {
        var late: [Double] = []
        server.arrivals.removeAll()
        for number in 0..<deliveries {
            let reply = try client.add(
                NotificationRequest(
                    appID: AgentNames.app,
                    identifier: "latency",
                    content: NotificationContent(title: "latency \(number)"),
                    trigger: .timeInterval(microseconds: 100_000, repeats: false)
                )
            )
            let arrivals = try await server.arrivals.first(number + 1)
            guard let due = reply.nextTriggerDates.first, let arrival = arrivals.last else {
                continue
            }
            late.append(Double(arrival.microseconds - due.microseconds) / 1_000)
        }
        print("due to Notify received, \(late.count) deliveries: \(summary(late)) ms")
    }

    /// The memory of a process that is its own.
    static func memory(of process: Int32) {
        let text = content(of: "/proc/\(process)/smaps_rollup")
        for line in text.split(separator: "\n") where line.hasPrefix("Pss:") {
            let words = line.split(separator: " ")
            print("agent's PSS: \((Int(words[1]) ?? 0) / 1_024) MB (\(words[1]) kB)")
        }
    }

    /// How often the threads of an idle process run.
    static func wakeUps(of process: Int32, seconds: Int) async throws {
        // What the deliveries left to do ends first.
        try await Task.sleep(for: .seconds(5))
        let before = switches(of: process)
        try await Task.sleep(for: .seconds(seconds))
        print(
            "context switches of the idle agent in \(seconds) s: \(switches(of: process) - before)"
        )
    }

    private static func switches(of process: Int32) -> Int {
        let tasks = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(0) { sum, thread in
            let counts = content(of: "\(tasks)/\(thread)/status").split(separator: "\n")
                .filter { $0.contains("ctxt_switches") }
                .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
            return sum + counts.reduce(0, +)
        }
    }

    /// A file of the kernel, whose size says nothing; a figure that cannot be read ends the run.
    private static func content(of path: String) -> String {
        guard let file = fopen(path, "r") else {
            print("\(path) cannot be read")
            exit(1)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ClockTimer.Clock.bootTime.now
        try body()
        return Double(ClockTimer.Clock.bootTime.now - start) / 1_000
    }

    private static func median(_ values: [Double]) -> Double {
        quantile(values, 0.5)
    }

    private static func quantile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    private static func summary(_ values: [Double]) -> String {
        String(
            format: "median %.2f, p90 %.2f, p99 %.2f, max %.2f",
            median(values),
            quantile(values, 0.9),
            quantile(values, 0.99),
            values.max() ?? 0
        )
    }
}
