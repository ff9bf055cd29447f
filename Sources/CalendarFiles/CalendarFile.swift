import AgentInterface
import GLibBridge
package import NotifyCore

/// Converts calendar files to the lines of an export and back.
package enum CalendarFile {
    /// Converts a calendar to the lines of an export.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - now: the present; earlier dates are past.
    ///   - trusts: whether clicks may open any URL, and stored requests in events are used unchecked.
    ///   - isSync: whether a line lists the events, so that others can be removed.
    ///   - put: writes a piece of the lines.
    /// - Returns: remarks about what was stored differently, a sentence each.
    /// - Throws: ``NotifyCore/RequestError`` if the file is invalid.
    package static func importing(
        _ bytes: [UInt8],
        now: Instant,
        trusts: Bool,
        isSync: Bool = false,
        _ put: ([UInt8]) -> Void
    ) throws(RequestError) -> [String] {
        put(TransferFormat.header)
        let reader = try reader(of: bytes, now: now, trusts: trusts)
        try write(reader.read, as: isSync ? ("", "") : nil, put)
        return reader.read.remarks + pastRemark(reader.read.past)
    }

    /// Reads the events of a file.
    static func reader(
        of bytes: [UInt8],
        now: Instant,
        trusts: Bool,
        keys: Set<RequestKey> = []
    ) throws(RequestError) -> EventReader {
        let file = try CheckedCalendar(bytes)
        let merged = CalendarNode(merging: CalendarNode.reading(file), of: file)
        return try EventReader(merged, now: now, trusts: trusts, keys: keys)
    }

    /// Writes what was read as lines of an export.
    ///
    /// - Parameters:
    ///   - read: what was read.
    ///   - file: the name and the stamp of the file, if a line lists its events.
    ///   - put: writes a line.
    /// - Throws: ``NotifyCore/RequestError`` if a request cannot be written.
    static func write(
        _ read: ReadEvents,
        as file: (name: String, stamp: String)?,
        _ put: ([UInt8]) -> Void
    ) throws(RequestError) {
        var output = JSONText()
        func write(_ entry: Variant) throws(RequestError) {
            try TransferFormat.write(entry, to: &output) { _ in [] }
            put(output.take())
        }
        for (request, line) in read.requests {
            try write(
                .dictionary([
                    ("list", .string(TransferList.pending.rawValue)),
                    ("request", request.record), ("line", .int64(Int64(line))),
                ])
            )
        }
        for (json, line) in read.entries {
            put(Array("{\"line\":\(line),".utf8) + json.dropFirst() + [UInt8(ascii: "\n")])
        }
        for event in read.events { try write(event.entry.record) }
        guard let file else { return }
        let entry = FileEntry(
            name: file.name,
            stamp: file.stamp,
            uids: read.events.map(\.uid),
            isPartial: read.hasUnknown,
            problem: read.problems.prefix(maxProblems).joined(separator: "\n")
        )
        try write(entry.record)
    }

    /// The maximum number of problems of a file that are stored.
    private static let maxProblems = 5

    /// Converts files of a calendar that is followed, each with a line that lists its events.
    ///
    /// - Parameters:
    ///   - list: the name, the stamp and the path of each file, each ended by a zero.
    ///   - now: the present.
    ///   - trusts: as for ``importing(_:now:trusts:isSync:_:)``.
    ///   - put: writes a piece of the lines.
    /// - Throws: ``NotifyCore/RequestError`` if the list is invalid.
    static func importing(
        files list: [UInt8],
        now: Instant,
        trusts: Bool,
        _ put: ([UInt8]) -> Void
    ) throws(RequestError) {
        let words = list.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count % 3 == 0 else {
            throw RequestError(.malformed, "a file needs a name, a stamp and a path")
        }
        put(TransferFormat.header)
        var keys: Set<RequestKey> = []
        for start in stride(from: 0, to: words.count, by: 3) {
            let (name, stamp, path) = (words[start], words[start + 1], words[start + 2])
            do throws(RequestError) {
                let reader = try reader(
                    of: try CalendarFileProgram.bytes(of: path),
                    now: now,
                    trusts: trusts,
                    keys: keys
                )
                try write(reader.read, as: (name, stamp), put)
                keys = reader.allKeys
            } catch {
                // Its earlier events stay.
                let entry = FileEntry(
                    name: name,
                    stamp: stamp,
                    isPartial: true,
                    isRefused: true,
                    problem: error.message
                )
                var output = JSONText()
                try TransferFormat.write(entry.record, to: &output) { _ in [] }
                put(output.take())
            }
        }
    }

    private static func pastRemark(_ count: Int) -> [String] {
        guard count > 0 else { return [] }
        return ["\(count) \(count == 1 ? "alarm is" : "alarms are") past; left out"]
    }

    /// Converts the lines of an export to a calendar.
    ///
    /// - Parameters:
    ///   - bytes: the lines.
    ///   - now: the present, for the calendar's time stamps.
    ///   - put: writes the calendar.
    /// - Returns: remarks about what iCalendar cannot express, a sentence each.
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
