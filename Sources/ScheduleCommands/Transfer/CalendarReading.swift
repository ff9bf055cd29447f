import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// Reads a followed calendar: all of it at first, and what changed later.
struct CalendarReading {
    private let client: AgentClient
    private let calendar: FollowedCalendar

    init(_ client: AgentClient, _ calendar: FollowedCalendar) {
        self.client = client
        self.calendar = calendar
    }

    /// Imports all files, and has them followed from then on.
    ///
    /// - Parameters:
    ///   - trusts: whether clicks may open any URL.
    ///   - isDryRun: whether they are only checked.
    ///   - hear: hears of each entry.
    /// - Returns: the counts, and what was skipped.
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be read, or none of its files is a calendar; nothing is
    ///   changed then.
    func begin(
        trusts: Bool,
        isDryRun: Bool,
        hearing hear: ([UInt8]) throws -> Void
    ) throws -> (reply: ImportReply, problems: [String]) {
        let files = try calendar.files()
        let known = try client.calendars(named: calendar.path).first?.files.map(\.name) ?? []
        let gone = Set(known).subtracting(files.map(\.name)).sorted()
        let lines = try lines(of: files, trusts: trusts)
        if let refused = lines.refused.first, lines.refused.count == files.count {
            throw RequestError(.invalidContent, refused)
        }
        for line in lines.lines { try hear(line) }
        let reply = try send(
            lines.lines,
            gone: gone,
            as: CalendarImport(calendar.path, follows: true, trusts: trusts),
            isDryRun: isDryRun
        )
        guard !isDryRun else { return (reply, lines.problems) }
        // The agent left out what would replace other notifications.
        let stored = try client.calendars(named: calendar.path).first?.problems ?? []
        let more = stored.flatMap { $0.split(separator: "\n").map(String.init) }
            .filter { problem in !lines.problems.contains { $0.hasSuffix(problem) } }
        return (reply, lines.problems + more.map { "\(calendar.path): \($0)" })
    }

    /// Imports the files that changed.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the folder cannot be read; nothing is changed then.
    func refresh() throws {
        guard let entry = try client.calendars(named: calendar.path).first else { return }
        let known = Dictionary(
            entry.files.map { ($0.name, $0.stamp) },
            uniquingKeysWith: { first, _ in first }
        )
        let (files, gone) = try calendar.files(removedOf: Set(known.keys))
        let changed = files.filter { known[$0.name] != $0.stamp }
        guard !changed.isEmpty || !gone.isEmpty || !entry.problems.isEmpty || entry.read == nil
        else { return }
        _ = try send(
            try lines(of: changed, trusts: entry.trusts).lines,
            gone: gone,
            as: CalendarImport(calendar.path, isRefresh: true),
            isDryRun: false
        )
    }

    /// What was made of files.
    private struct Lines {
        var lines: [[UInt8]] = []
        var problems: [String] = []
        /// Why files were refused.
        var refused: [String] = []
    }

    /// Converts files with one program, or each half if that fails, so that one file does not spoil the others.
    private func lines(of files: [FollowedCalendar.File], trusts: Bool) throws -> Lines {
        guard let first = files.first else { return Lines() }
        do {
            return try converted(files, trusts: trusts)
        } catch let error as RequestError {
            guard files.count > 1 else {
                return try refused(first, error.message)
            }
            let half = files.count / 2
            var lines = try lines(of: Array(files[..<half]), trusts: trusts)
            let rest = try self.lines(of: Array(files[half...]), trusts: trusts)
            lines.lines += rest.lines
            lines.problems += rest.problems
            lines.refused += rest.refused
            return lines
        }
    }

    private func converted(_ files: [FollowedCalendar.File], trusts: Bool) throws -> Lines {
        let input = try CalendarConverter.temporaryFile()
        let list = files.flatMap { [$0.name, $0.stamp, $0.path] }.map { "\($0)\0" }.joined()
        try OutputFile.write(Array(list.utf8), to: input, named: "a temporary file")
        lseek(input.descriptor, 0, SEEK_SET)
        let words = ["import", "--files"] + (trusts ? ["--trust"] : [])
        var reader = LineReader(
            try CalendarConverter.convert(words, input),
            longest: TransferFormat.longestLine
        )
        guard let header = try reader.next() else {
            throw RequestError(.invalidContent, "the program for calendars wrote nothing")
        }
        try TransferFormat.check(header: header)
        var lines = Lines()
        while let line = try reader.next() {
            lines.lines.append(line)
            guard line.starts(with: Self.fileStart) else { continue }
            let entry = try TransferFormat.entry(line, number: reader.number) { _ in 0 }
            let file = try FileEntry(record: entry)
            let place = file.name.isEmpty ? calendar.path : "\(calendar.path)/\(file.name)"
            let problems = file.problem.split(separator: "\n").map { "\(place): \($0)" }
            lines.problems += problems
            if file.isRefused { lines.refused += problems.prefix(1) }
        }
        return lines
    }

    /// The start of a line about a file.
    private static let fileStart = Array("{\"list\":\"files\"".utf8)

    private func refused(_ file: FollowedCalendar.File, _ message: String) throws -> Lines {
        let entry = FileEntry(
            name: file.name,
            stamp: file.stamp,
            isPartial: true,
            isRefused: true,
            problem: message
        )
        var text = JSONText()
        try TransferFormat.write(entry.record, to: &text) { _ in [] }
        let place = file.name.isEmpty ? calendar.path : "\(calendar.path)/\(file.name)"
        let problem = "\(place): \(message)"
        return Lines(lines: [text.bytes.dropLast()], problems: [problem], refused: [problem])
    }

    private func send(
        _ lines: [[UInt8]],
        gone: [String],
        as calendar: CalendarImport,
        isDryRun: Bool
    ) throws -> ImportReply {
        var batch = ImportBatch(client, isDryRun: isDryRun, calendar: calendar)
        for (index, line) in lines.enumerated() { try batch.add(line, number: index + 1) }
        for name in gone {
            var text = JSONText()
            try TransferFormat.write(FileEntry(name: name, isGone: true).record, to: &text) { _ in
                []
            }
            try batch.add(text.bytes.dropLast(), number: 0)
        }
        return try batch.finish()
    }
}
