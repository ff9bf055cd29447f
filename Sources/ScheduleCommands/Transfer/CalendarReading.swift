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
    ///   - isDryRun: whether they are only checked.
    ///   - replaces: whether they replace other requests of the user's that have their identifiers.
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be read, or none of its files is a calendar; nothing is
    ///   changed then.
    func begin(
        trusts: Bool,
        addresses: [String],
        isDryRun: Bool,
        replaces: Bool,
        hearing hear: ([UInt8]) throws -> Void
    ) throws -> (reply: ImportReply, problems: [String], words: String) {
        let digest = CalendarDigest(trusts: trusts, addresses: addresses)
        let files = try calendar.files().map { $0.digested(digest) }
        let known = try client.calendars(named: calendar.path).first?.files.map(\.name) ?? []
        let gone = Set(known).subtracting(files.map(\.name)).sorted()
        var (lines, _) = try lines(
            of: files,
            Options(trusts: trusts, addresses: addresses),
            maxRefused: .max
        )
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
            isForeign: !trusts,
            isDryRun: isDryRun,
            replaces: replaces
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
        var others = try unchanged.map(Self.line)
        var rest = changed[...]
        repeat {
            // A part is stored before the next one is read, so that nothing of it is lost or read once more.
            let (found, count) = try lines(
                of: Array(rest.prefix(Self.maxFiles)),
                options,
                maxRefused: Self.maxRefused
            )
            let part = rest.prefix(count)
            rest = rest.dropFirst(count)
            // At the end, because the events of a file that is gone may have moved to any other one.
            let end = rest.isEmpty ? gone : []
            do {
                try refresh(found.lines + others, gone: end, options)
            } catch let error as RequestError where Self.isOfFile(error) {
                for file in part {
                    try refresh(file, options)
                }
                try refresh(others, gone: end, options)
            }
            others = []
        } while !rest.isEmpty
    }

    /// Imports a file by itself, and notes why it is refused if the agent refuses what is in it.
    private func refresh(_ file: FollowedCalendar.File, _ options: Options) throws {
        let (found, _) = try lines(of: [file], options, maxRefused: Self.maxRefused)
        do {
            try refresh(found.lines, gone: [], options)
        } catch let error as RequestError where Self.isOfFile(error) {
            try refresh(try refused(file, error.message).lines, gone: [], options)
        }
    }

    private func refresh(_ lines: [[UInt8]], gone: [String], _ options: Options) throws {
        _ = try send(
            lines,
            gone: gone,
            as: CalendarImport(calendar.path, isRefresh: true),
            isForeign: !options.trusts,
            isDryRun: false
        )
    }

    /// Whether the agent refuses an import because of what a file has in it.
    private static func isOfFile(_ error: RequestError) -> Bool {
        ![.storage, .notFound].contains(error.code)
    }

    /// How many files are read and stored at a time, and with how many of them the program may end.
    private static let (maxFiles, maxRefused) = (500, 10)

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

    /// Converts files with one program, without those with which it ends: one that takes too long, or more memory than
    /// it may, does not spoil the others.
    ///
    /// - Parameter maxRefused: with how many files the program may end; those after them are left for another time.
    /// - Throws: ``NotifyCore/RequestError`` if the program ends without a file to blame.
    private func lines(
        of files: [FollowedCalendar.File],
        _ options: Options,
        maxRefused: Int
    ) throws -> (lines: Lines, count: Int) {
        var files = files
        var refused: [(file: FollowedCalendar.File, message: String)] = []
        while true {
            let progress = try CalendarConverter.temporaryFile()
            do {
                var lines =
                    files.isEmpty ? Lines() : try converted(files, options, progress)
                for (file, message) in refused {
                    let more = try self.refused(file, message)
                    lines.lines += more.lines
                    lines.problems += more.problems
                    lines.refused += more.refused
                }
                return (lines, files.count + refused.count)
            } catch let error as RequestError {
                guard let number = Self.number(in: progress), files.indices.contains(number) else {
                    throw error
                }
                refused.append((files.remove(at: number), error.message))
                if refused.count >= maxRefused { files.removeSubrange(number...) }
            }
        }
    }

    /// Returns the number of the file with which the program ended; `nil` if it had not begun to read.
    private static func number(in progress: OpenFile) -> Int? {
        let text = (try? progress.start(20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: " ").first.flatMap { Int($0) }
    }

    private func converted(
        _ files: [FollowedCalendar.File],
        _ options: Options,
        _ progress: OpenFile
    ) throws -> Lines {
        let input = try CalendarConverter.temporaryFile()
        let list = files.flatMap { [$0.name, $0.stamp, $0.path] }.map { "\($0)\0" }.joined()
        try OutputFile.write(Array(list.utf8), to: input, named: "a temporary file")
        lseek(input.descriptor, 0, SEEK_SET)
        let words = ["import", "--files"] + options.words
        var reader = LineReader(
            try CalendarConverter.convert(words, input, progress: progress),
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
        isForeign: Bool,
        isDryRun: Bool,
        replaces: Bool = false
    ) throws -> ImportReply {
        try ImportBatch.send(
            to: client,
            isDryRun: isDryRun,
            replaces: replaces,
            isForeign: isForeign,
            calendar: calendar
        ) { batch in
            for (index, line) in lines.enumerated() { try batch.add(line, number: index + 1) }
            for name in gone {
                try batch.add(try Self.line(of: FileEntry(name: name, isGone: true)), number: 0)
            }
        }
    }
}
