import Foundation
import Synchronization

/// The examples that no test runs, each with its reason: the file `not-run.tsv`.
final class SkippedExamples: Sendable {
    /// A line of the file.
    struct Entry: Hashable, Sendable {
        /// The page, or `*` for all.
        let page: String
        let command: String
    }

    static let shared = SkippedExamples()

    private let reasons: [Entry: String]
    private let used = Mutex<Set<Entry>>([])

    private init() {
        let path = URL(filePath: #filePath).deletingLastPathComponent().path + "/not-run.tsv"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var reasons: [Entry: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init
            )
            guard parts.count == 3 else { continue }
            reasons[Entry(page: parts[0], command: parts[1])] = parts[2]
        }
        self.reasons = reasons
    }

    /// Whether a command of a page is in the list.
    func contains(_ command: String, of page: String) -> Bool {
        let name = command.replacingOccurrences(of: "\n", with: "\\n")
        let entry = [page, "*"].map { Entry(page: $0, command: name) }.first { reasons[$0] != nil }
        guard let entry else { return false }
        used.withLock { _ = $0.insert(entry) }
        return true
    }

    /// The entries that match none of the examples of these pages.
    func unused(in pages: [(name: String, commands: [String])]) -> [Entry] {
        for page in pages { for command in page.commands { _ = contains(command, of: page.name) } }
        let used = used.withLock { $0 }
        return reasons.keys.filter { !used.contains($0) || reasons[$0]?.isEmpty != false }
    }
}
