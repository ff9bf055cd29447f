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
    ///   - put: writes a piece of the lines.
    /// - Returns: remarks about what was stored differently, a sentence each.
    /// - Throws: ``NotifyCore/RequestError`` if the file is invalid.
    package static func importing(
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
            remarks.append("\(past) \(past == 1 ? "alarm is" : "alarms are") past; left out")
        }
        return remarks
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
