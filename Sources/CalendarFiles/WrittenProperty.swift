import CICal
import NotifyCore

/// The properties with dates, rules and lengths, which are read here: libical refuses or misreads what programs write.
enum WrittenProperty {
    /// What a line says.
    struct Reading {
        var properties: [CalendarProperty] = []
        var badLines: [CalendarNode.BadLine] = []
        var remarks: [CalendarNode.BadLine] = []
    }

    private static let dates: Set = ["DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "RDATE", "EXDATE"]
    private static let lists: Set = ["RDATE", "EXDATE"]
    private static let rules: Set = ["RRULE", "EXRULE"]
    /// Their names.
    static let names = dates.union(rules).union(["TRIGGER", "DURATION"])

    /// Reads a line with one of ``names``.
    static func reading(_ line: CheckedCalendar.Line) -> Reading {
        var reading = Reading()
        guard let content = ContentLine(line.text) else {
            reading.badLines.append(
                .init(name: line.name, number: line.number, message: line.complaint)
            )
            return reading
        }
        if rules.contains(content.name) {
            reading.properties = [rule(content)]
            return reading
        }
        let list = lists.contains(content.name)
        let values = list ? content.value.split(separator: ",").map { $0.trimmed } : [content.value]
        for text in values where !text.isEmpty {
            do throws(RequestError) {
                let value = try value(text, of: content)
                if let remark = value.remark {
                    reading.remarks.append(
                        .init(name: line.name, number: line.number, message: remark)
                    )
                }
                reading.properties.append(CalendarProperty(content, value.text))
            } catch {
                reading.badLines.append(
                    .init(name: line.name, number: line.number, message: error.message)
                )
            }
        }
        return reading
    }

    /// Returns a value as RFC 5545 writes it, and the remark that it is written otherwise.
    private static func value(
        _ text: String,
        of line: ContentLine
    ) throws(RequestError) -> (text: String, remark: String?) {
        let name = line.name
        let isTime = dates.contains(name) || name == "TRIGGER" && text.first?.isNumber ?? false
        guard isTime else {
            do throws(RequestError) {
                let length = try CalendarDuration(text)
                guard !length.isRegular else { return (text, nil) }
                return (text, remark(name, text, CalendarDuration.text(length.seconds)))
            } catch  where text.uppercased().contains("P") {
                throw error.within(name).at(name)
            } catch {
                throw RequestError(
                    .invalidContent,
                    .init(name, ""),
                    value: text.shortened.quoted,
                    reason: "cannot be read"
                ).at(name)
            }
        }
        // Of a period the start counts.
        let start = text.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
        let isDay = line.parameters["VALUE"]?.uppercased() == "DATE"
        guard let date = WrittenDate.basic(String(start), isDay: isDay) else {
            throw RequestError(.invalidContent, WrittenDate.reason(text, of: name))
        }
        return (date, date == start.uppercased() ? nil : remark(name, text, date))
    }

    private static func remark(_ name: String, _ text: String, _ value: String) -> String {
        "\(name): \(text.shortened.quoted) is read as \(value)"
    }

    /// Returns a rule as libical writes it, which an export compares, and as it is written.
    private static func rule(_ line: ContentLine) -> CalendarProperty {
        var rule = icalrecurrencetype_from_string(line.value)
        let isKnown = rule.freq != ICAL_NO_RECURRENCE
        let text = isKnown ? icalrecurrencetype_as_string_r(&rule) : nil
        defer { text.map { icalmemory_free_buffer($0) } }
        return CalendarProperty(
            line,
            text.map { String(cString: $0) } ?? line.value,
            written: line.value
        )
    }
}

extension CalendarProperty {
    fileprivate init(_ line: ContentLine, _ value: String, written: String? = nil) {
        name = line.name
        self.value = value
        self.written = written ?? value
        zone = line.parameters["TZID"]
        countsFromEnd = line.parameters["RELATED"]?.uppercased() == "END"
        range = line.parameters["RANGE"]?.uppercased()
        participation = line.parameters["PARTSTAT"]?.uppercased()
        email = line.parameters["EMAIL"]
    }
}
