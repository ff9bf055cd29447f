import Foundation
import TestSupport

/// What a process has in use.
package struct ProcessFigures: CustomStringConvertible {
    /// Kilobytes of memory, its share of what it has in common with others included (PSS).
    package let memory: Int
    /// Open descriptors.
    package let descriptors: Int

    package init(of process: Int32) throws {
        let text = try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
        let words = line?.split(separator: " ") ?? []
        guard words.count > 1, let memory = Int(words[1]) else {
            throw StartFailureInTest(what: "no Pss in \(text)")
        }
        self.memory = memory
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
            .count
    }

    package var description: String { "\(memory) kB, \(descriptors) descriptors" }
}
