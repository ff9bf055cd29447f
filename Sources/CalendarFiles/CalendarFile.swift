import AgentInterface
import GLibBridge
package import NotifyCore

/// Converts calendar files to the lines of an export and back.
package enum CalendarFile {
    /// Converts a calendar to the lines of an export.
    ///
    /// - Parameters:
    ///   - now: the present; earlier dates are past.
    ///   - trusts: whether clicks may open any URL, and stored requests in events are used unchecked.
    ///   - stamp: the stamp of the file if a line lists its events, so that others can be removed; `nil` if not.
    /// - Throws: ``NotifyCore/RequestError`` if the file is invalid.
    package static func importing(
        _ bytes: [UInt8],
        now: Instant,
        trusts: Bool,
        addresses: [String] = [],
        stamp: String? = nil,
        _ put: ([UInt8]) -> Void
    ) throws(RequestError) -> [String] {
        put(TransferFormat.header)
        let read = try reader(of: bytes, now: now, trusts: trusts, addresses: addresses).read
        for line in try lines(of: read, now: now) { put(line.bytes) }
        for event in read.events { put(try line(of: event.entry.record)) }
        if let stamp { put(try line(of: entry(of: read, as: ("", stamp)).record)) }
        return read.remarks + pastRemark(read.past)
    }

    /// Reads the events of a file.
    static func reader(
        of bytes: [UInt8],
        now: Instant,
        trusts: Bool,
        addresses: [String] = []
    ) throws(RequestError) -> EventReader {
        let file = try CheckedCalendar(bytes)
        let merged = CalendarNode(merging: CalendarNode.reading(file), of: file)
        return try EventReader(merged, now: now, trusts: trusts, addresses: addresses)
    }

    /// Returns an entry as a line of an export.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be written.
    static func line(of entry: Variant) throws(RequestError) -> [UInt8] {
        var output = JSONText()
        try TransferFormat.write(entry, to: &output) { _ in [] }
        return output.take()
    }

    /// Returns the requests of a file as lines of an export.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if a request cannot be written.
    static func lines(
        of read: ReadEvents,
        now: Instant
    ) throws(RequestError) -> [(key: RequestKey, bytes: [UInt8])] {
        var lines: [(key: RequestKey, bytes: [UInt8])] = []
        for (request, number, current) in read.requests {
            var fields: [(key: String, value: Variant)] = [
                ("list", .string(TransferList.pending.rawValue)), ("request", request.record),
                ("line", .int64(Int64(number))),
            ]
            if let current {
                // As a date that is due, and not settled.
                let settled = current.advanced(byMicroseconds: -1)
                fields += [
                    ("added", .int64(now.microseconds)),
                    ("nextTriggerDate", .int64(current.microseconds)),
                    ("settled", .int64(settled.microseconds)),
                ]
            }
            lines.append((request.key, try line(of: .dictionary(fields))))
        }
        for (json, number) in read.entries {
            guard let key = ExportedEvent.key(of: json) else { continue }
            let bytes = Array("{\"line\":\(number),".utf8) + json.dropFirst() + [UInt8(ascii: "\n")]
            lines.append((key, bytes))
        }
        return lines
    }

    /// Returns the entry that lists the events of a file.
    static func entry(of read: ReadEvents, as file: (name: String, stamp: String)) -> FileEntry {
        FileEntry(
            name: file.name,
            stamp: file.stamp,
            uids: read.events.map(\.uid),
            isPartial: read.hasUnknown,
            problem: read.problems.prefix(maxProblems).joined(separator: "\n")
        )
    }

    /// The maximum number of problems of a file that are stored.
    private static let maxProblems = 5

    /// Converts files of a calendar that is followed, each with a line that lists its events.
    ///
    /// - Parameter list: the name, the stamp and the path of each file, each ended by a zero.
    /// - Throws: ``NotifyCore/RequestError`` if the list is invalid.
    static func importing(
        files list: [UInt8],
        now: Instant,
        trusts: Bool,
        addresses: [String] = [],
        _ put: ([UInt8]) -> Void
    ) throws(RequestError) {
        let words = list.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count % 3 == 0 else {
            throw RequestError(.malformed, "a file needs a name, a stamp and a path")
        }
        put(TransferFormat.header)
        var folder = CalendarFolder(now: now, trusts: trusts, addresses: addresses)
        for start in stride(from: 0, to: words.count, by: 3) {
            CalendarFileProgram.noteProgress(start / 3)
            folder.read(words[start + 2], as: words[start], stamp: words[start + 1])
        }
        CalendarFileProgram.noteProgress(words.count / 3)
        try folder.write(put)
    }

    private static func pastRemark(_ count: Int) -> [String] {
        guard count > 0 else { return [] }
        return ["\(count) \(count == 1 ? "alarm is" : "alarms are") past; left out"]
    }

    /// Converts the lines of an export to a calendar.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if a line is invalid.
    package static func exporting(
        _ bytes: [UInt8],
        now: Instant,
        _ put: ([UInt8]) -> Void
    ) throws(RequestError) -> [String] {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
        guard let header = lines.first else { return [] }
        try TransferFormat.check(header: header)
        var writer = EventWriter(now: now)
        for (index, line) in lines.enumerated().dropFirst() {
            let entry = try TransferFormat.entry(line, number: index + 1) { _ in 0 }
            guard entry["list"]?.string == TransferList.pending.rawValue else { continue }
            try writer.add(entry, line: line)
        }
        put(Array(writer.text().utf8))
        return writer.remarks
    }
}
