import GLibBridge
import NotifyCore

extension NotificationTrigger {
    /// The trigger's dictionary; `nil` for an immediate one.
    var record: Variant? {
        switch self {
        case .immediate:
            return nil
        case .timeInterval(let microseconds, let repeats):
            return .dictionary([
                ("type", .string("timeInterval")),
                ("timeInterval", .int64(microseconds)),
                ("repeats", .boolean(repeats)),
            ])
        case .calendar(let trigger):
            return trigger.record
        case .location(let trigger):
            return trigger.record
        }
    }

    static func reading(_ record: Variant) throws(RequestError) -> NotificationTrigger {
        let reader = try RecordReader(
            record,
            "trigger",
            keys: [
                "type", "timeInterval", "components", "onCalendar", "cron", "timeZone", "repeats",
                "monthEnd", "latitude", "longitude", "radius", "region", "notifyOnEntry",
                "notifyOnExit", "firesInside",
            ]
        )
        let repeats = try reader.boolean("repeats") ?? false
        switch try reader.required("type") {
        case "timeInterval":
            guard let length = try reader.integer("timeInterval") else {
                throw RequestError(
                    .malformed,
                    "a timeInterval trigger lacks the key \"timeInterval\""
                )
            }
            return .timeInterval(microseconds: length, repeats: repeats)
        case "calendar":
            return .calendar(
                CalendarTrigger(
                    spec: try CalendarSpec.reading(reader),
                    timeZone: try reader.string("timeZone"),
                    repeats: repeats,
                    monthEnd: try reader.boolean("monthEnd") ?? false
                )
            )
        case "location":
            return .location(try LocationTrigger.reading(reader, repeats: repeats))
        case let type:
            throw RequestError(
                .malformed,
                "the trigger type \(type.quoted) is unknown; there are timeInterval, calendar and "
                    + "location"
            )
        }
    }
}

extension CalendarTrigger {
    fileprivate var record: Variant {
        var entries: [(key: String, value: Variant)] = [("type", .string("calendar"))]
        switch spec {
        case .components(let components): entries.append(("components", components.record))
        case .onCalendar(let text): entries.append(("onCalendar", .string(text)))
        case .cron(let text): entries.append(("cron", .string(text)))
        }
        if let timeZone { entries.append(("timeZone", .string(timeZone))) }
        entries.append(("repeats", .boolean(repeats)))
        if monthEnd { entries.append(("monthEnd", .boolean(true))) }
        return .dictionary(entries)
    }
}

extension LocationTrigger {
    fileprivate var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("type", .string("location")),
            ("latitude", .double(region.center.latitude)),
            ("longitude", .double(region.center.longitude)),
            ("radius", .double(region.radius)),
            ("notifyOnEntry", .boolean(region.notifyOnEntry)),
            ("notifyOnExit", .boolean(region.notifyOnExit)),
            ("repeats", .boolean(repeats)),
        ]
        if !region.identifier.isEmpty { entries.append(("region", .string(region.identifier))) }
        if firesInside { entries.append(("firesInside", .boolean(true))) }
        return .dictionary(entries)
    }

    fileprivate static func reading(
        _ reader: RecordReader,
        repeats: Bool
    ) throws(RequestError) -> LocationTrigger {
        LocationTrigger(
            region: CircularRegion(
                center: Coordinate(
                    latitude: try reader.required(number: "latitude"),
                    longitude: try reader.required(number: "longitude")
                ),
                radius: try reader.required(number: "radius"),
                identifier: try reader.string("region") ?? "",
                notifyOnEntry: try reader.boolean("notifyOnEntry") ?? true,
                notifyOnExit: try reader.boolean("notifyOnExit") ?? false
            ),
            repeats: repeats,
            firesInside: try reader.boolean("firesInside") ?? false
        )
    }
}

extension CalendarSpec {
    fileprivate static func reading(_ reader: RecordReader) throws(RequestError) -> CalendarSpec {
        let given = ["components", "onCalendar", "cron"].filter { reader[$0] != nil }
        guard given.count == 1 else {
            throw RequestError(
                .malformed,
                "a calendar trigger needs exactly one of components, onCalendar and cron"
            )
        }
        if let text = try reader.string("onCalendar") { return .onCalendar(text) }
        if let text = try reader.string("cron") { return .cron(text) }
        return .components(try CalendarComponents(record: reader["components"]))
    }
}
