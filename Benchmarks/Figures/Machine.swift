import Foundation

/// The machine on which the figures are taken.
enum Machine {
    /// The processor, its cores and the kernel.
    static var description: String {
        let model = content(of: "/proc/cpuinfo").split(separator: "\n")
            .first { $0.hasPrefix("model name") }?
            .split(separator: ":").last?.drop { $0 == " " }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let kernel = content(of: "/proc/sys/kernel/osrelease").prefix { $0 != "\n" }
        return "\(model ?? "unknown processor"), \(cores) cores, Linux \(kernel)"
    }

    /// The load average of the last minute: what else runs spoils figures.
    static var load: String {
        String(content(of: "/proc/loadavg").prefix { $0 != " " })
    }

    /// A file of the kernel, whose size says nothing; a figure that cannot be read ends the run.
    static func content(of path: String) -> String {
        guard let file = fopen(path, "r") else {
            say("\(path) cannot be read")
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

    /// The memory of a process that is its own, in words.
    static func memory(of process: Int32) -> String {
        let size = ownMemory(of: process)
        return "agent's PSS: \(size / 1_024) MB (\(size) kB)"
    }

    /// The memory of a process that is its own, with its share of what others have too; in kilobytes.
    static func ownMemory(of process: Int32) -> Int {
        let text = content(of: "/proc/\(process)/smaps_rollup")
        let words = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }?.split(
            separator: " "
        )
        return words.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0
    }

    /// How often the threads of a process have run.
    static func contextSwitches(of process: Int32) -> Int {
        let tasks = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(0) { sum, thread in
            let counts = content(of: "\(tasks)/\(thread)/status").split(separator: "\n")
                .filter { $0.contains("ctxt_switches") }
                .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
            return sum + counts.reduce(0, +)
        }
    }
}
