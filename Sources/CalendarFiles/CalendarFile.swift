import AgentInterface
import GLibBridge
import NotifyCore

/// A calendar file as the lines of an export, and back.
enum CalendarFile {
    /// Turns a calendar into the lines of an export.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - now: the present; what lies before it is past.
    ///   - trusts: whether a click may open any URL, and what an event carries is taken whatever it is.
    ///   - put: takes the lines, in pieces.
    /// - Returns: what could not be held as it is written, a sentence each.
    /// - Throws: ``NotifyCore/RequestError`` where the file does not hold.
    static func importing(
        _ bytes: [UInt8],
        now: Instant,
        trusts: Bool,
        _ put: ([UInt8]) -> Void
    ) throws(RequestError) -> [String] {
        let text = try CheckedCalendar(bytes)
        var output = JSONText()
        var remarks: [String] = []
        var past = 0
        put(TransferFormat.header)
        for calendar in try CalendarNode.reading(text) {
            let read = try EventReader(calendar, now: now, trusts: trusts).read
            for (request, line) in read.requests {
                let entry = Variant.dictionary([
                    ("list", .string(TransferList.pending.rawValue)),
                    ("request", request.record), ("line", .int64(Int64(line))),
                ])
                try TransferFormat.write(entry, to: &output) { _ in [] }
                put(output.take())
            }
            for (json, line) in read.entries {
                put(Array("{\"line\":\(line),".utf8) + json.dropFirst() + [UInt8(ascii: "\n")])
            }
            remarks += read.remarks
            past += read.past
        }
        if past > 0 {
            remarks.append("\(past) \(past == 1 ? "alarm is" : "alarms are") past and left out")
        }
        return remarks
    }

    /// Turns the lines of an export into a calendar.
    ///
    /// - Parameters:
    ///   - bytes: the lines.
    ///   - now: the present, which the calendar is stamped with.
    ///   - put: takes the calendar.
    /// - Returns: what iCalendar has no words for, a sentence each.
    /// - Throws: ``NotifyCore/RequestError`` where a line does not hold.
    static func exporting(
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
