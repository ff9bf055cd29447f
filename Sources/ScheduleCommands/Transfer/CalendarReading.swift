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
    ///   - addresses: the user's own addresses.
    ///   - isDryRun: whether they are only checked.
    ///   - hear: hears of each entry.
    /// - Returns: the counts, what was skipped, and what is followed.
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be read, or none of its files is a calendar; nothing is
    ///   changed then.
    func begin(
        trusts: Bool,
        addresses: [String],
        isDryRun: Bool,
        hearing hear: ([UInt8]) throws -> Void
    ) throws -> (reply: ImportReply, problems: [String], words: String) {
        let digest = CalendarDigest(trusts: trusts, addresses: addresses)
        let files = try calendar.files().map { $0.digested(digest) }
        let known = try client.calendars(named: calendar.path).first?.files.map(\.name) ?? []
        let gone = Set(known).subtracting(files.map(\.name)).sorted()
        var lines = try lines(of: files, Options(trusts: trusts, addresses: addresses))
        if let refused = lines.refused.first, lines.refused.count == files.count {
            throw RequestError(.invalidContent, refused)
        }
        for line in lines.lines { try hear(line) }
        let reply = try send(
            lines.lines,
            gone: gone,
            as: CalendarImport(
                calendar.path,
                follows: true,
                trusts: trusts,
                addresses: addresses
            ),
            isDryRun: isDryRun
        )
        if let remark = calendar.remark(on: files) { lines.problems.append(remark) }
        let words = calendar.words(of: files)
        guard !isDryRun else { return (reply, lines.problems, words) }
        // The agent left out what would replace other notifications.
        let stored = try client.calendars(named: calendar.path).first?.problems ?? []
        let more = stored.flatMap { $0.split(separator: "\n").map(String.init) }
            .filter { problem in !lines.problems.contains { $0.hasSuffix(problem) } }
        return (reply, lines.problems + more.map { "\(calendar.path): \($0)" }, words)
    }

    /// Imports the files that changed.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the folder cannot be read; nothing is changed then.
    func refresh() throws {
        guard let entry = try client.calendars(named: calendar.path).first else { return }
        let known = Dictionary(
            entry.files.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let (files, gone) = try calendar.files(removedOf: Set(known.keys))
        let digest = CalendarDigest(trusts: entry.trusts, addresses: entry.addresses)
        let written = files.filter { !$0.isSame(as: known[$0.name]?.stamp) }
            .map { $0.digested(digest) }
        let changed = written.filter { file in
            known[file.name].map { !file.hasContent(of: $0.stamp) || !$0.problem.isEmpty } ?? true
        }
        guard !written.isEmpty || !gone.isEmpty || !entry.problems.isEmpty || entry.read == nil
        else { return }
        let names = Set(changed.map(\.name))
        let unchanged = written.filter { !names.contains($0.name) }.map {
            FileEntry(name: $0.name, stamp: $0.stamp, isUnchanged: true)
        }
        let options = Options(trusts: entry.trusts, addresses: entry.addresses)
        _ = try send(
            try lines(of: changed, options).lines + unchanged.map(Self.line),
            gone: gone,
            as: CalendarImport(calendar.path, isRefresh: true),
            isDryRun: false
        )
    }

    /// How files are read.
    private struct Options {
        let trusts: Bool
        let addresses: [String]

        /// The options of the program.
        var words: [String] {
            CalendarConverter.words(trusts: trusts, addresses: addresses)
        }
    }

    /// Returns an entry as a line.
    private static func line(of file: FileEntry) throws -> [UInt8] {
        var text = JSONText()
        try TransferFormat.write(file.record, to: &text) { _ in [] }
        return text.bytes.dropLast()
    }

    /// What was made of files.
    private struct Lines {
        var lines: [[UInt8]] = []
        var problems: [String] = []
        /// Why files were refused.
        var refused: [String] = []
    }

    /// Converts files with one program, or without those with which it fails, so that one does not spoil the others.
    private func lines(of files: [FollowedCalendar.File], _ options: Options) throws -> Lines {
        guard !files.isEmpty else { return Lines() }
        do {
            return try converted(files, options)
        } catch is RequestError {
            let refused = try refused(of: files, options)
            let others = files.filter { refused[$0.name] == nil }
            var lines = others.isEmpty ? Lines() : try converted(others, options)
            for file in files {
                guard let message = refused[file.name] else { continue }
                let more = try self.refused(file, message)
                lines.lines += more.lines
                lines.problems += more.problems
                lines.refused += more.refused
            }
            return lines
        }
    }

    /// Returns why files cannot be converted, by their names.
    private func refused(
        of files: [FollowedCalendar.File],
        _ options: Options
    ) throws -> [String: String] {
        guard let first = files.first else { return [:] }
        do {
            _ = try converted(files, options)
            return [:]
        } catch let error as RequestError {
            guard files.count > 1 else { return [first.name: error.message] }
            let half = files.count / 2
            let refused = try refused(of: Array(files[..<half]), options)
            return refused.merging(try self.refused(of: Array(files[half...]), options)) { $1 }
        }
    }

    private func converted(_ files: [FollowedCalendar.File], _ options: Options) throws -> Lines {
        let input = try CalendarConverter.temporaryFile()
        let list = files.flatMap { [$0.name, $0.stamp, $0.path] }.map { "\($0)\0" }.joined()
        try OutputFile.write(Array(list.utf8), to: input, named: "a temporary file")
        lseek(input.descriptor, 0, SEEK_SET)
        let words = ["import", "--files"] + options.words
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
        let place = file.name.isEmpty ? calendar.path : "\(calendar.path)/\(file.name)"
        let problem = "\(place): \(message)"
        return Lines(lines: [try Self.line(of: entry)], problems: [problem], refused: [problem])
    }

    private func send(
        _ lines: [[UInt8]],
        gone: [String],
        as calendar: CalendarImport,
        isDryRun: Bool
    ) throws -> ImportReply {
        try ImportBatch.send(to: client, isDryRun: isDryRun, calendar: calendar) { batch in
            for (index, line) in lines.enumerated() { try batch.add(line, number: index + 1) }
            for name in gone {
                try batch.add(try Self.line(of: FileEntry(name: name, isGone: true)), number: 0)
            }
        }
    }
}
