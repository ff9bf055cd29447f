import Synchronization

/// A time zone as the system's zone files describe it.
///
/// The files are read here and not through GTimeZone: GLib 2.74 gives Europe/Dublin the wrong offset
/// wherever the file's closing rule is used, which on systems with slim zone files is today, and it
/// keeps a zone that is held anywhere across an update of the files.
package final class ZoneInfo: Sendable {
    /// A stretch of time in which a zone keeps one offset.
    package struct Span: Hashable, Sendable {
        /// The first second of the span, since 1970-01-01T00:00:00Z; `Int64.min` if there is none.
        package let start: Int64
        /// The first second after the span; `Int64.max` if there is none.
        package let end: Int64
        /// Seconds to add to UTC to get local time.
        package let offset: Int64
    }

    /// The zone's name, such as `Europe/Berlin`; for a local zone without a name, its file or its rule.
    package let identifier: String
    /// The seconds to add to UTC, if a rule without daylight saving time is all that there is.
    package let fixedOffset: Int64?

    private let load: @Sendable () -> ZoneTable
    private let table: Mutex<ZoneTable?>

    private init(
        identifier: String,
        fixedOffset: Int64? = nil,
        table: ZoneTable,
        load: @escaping @Sendable () -> ZoneTable
    ) {
        self.identifier = identifier
        self.fixedOffset = fixedOffset
        self.load = load
        self.table = Mutex(table)
    }

    /// The span of one offset that holds the given second since 1970-01-01T00:00:00Z.
    package func span(at second: Int64) -> Span {
        current.span(at: second)
    }

    /// A checksum of the zone's file as it was read; empty if the name says all.
    package var digest: String { current.digest }

    private var current: ZoneTable {
        table.withLock { table in
            if let table { return table }
            let fresh = load()
            table = fresh
            return fresh
        }
    }

    private static let known = Mutex<[String: ZoneInfo]>([:])

    /// The zone of a name in the zone database, such as `Europe/Berlin`; nil if there is none.
    ///
    /// Paths, offsets and POSIX rules are not names. `UTC` works without zone files too.
    package static func named(_ identifier: String) -> ZoneInfo? {
        guard isName(identifier) else { return nil }
        if let zone = known.withLock({ $0[identifier] }) { return zone }
        let read: @Sendable () -> ZoneTable? = {
            ZoneFile.folders.lazy.compactMap { ZoneTable(file: "\($0)/\(identifier)") }.first
                ?? (identifier == "UTC" ? .utc : nil)
        }
        guard let table = read() else { return nil }
        return remember(identifier, named: identifier, table: table) { read() ?? table }
    }

    /// The zone of a rule as POSIX writes it in TZ, such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if the text is
    /// none.
    ///
    /// Plus is west of Greenwich. The identifier has the dates of the changes, also if the text has none.
    package static func rule(_ text: String) -> ZoneInfo? {
        guard let rule = ClosingRule(text) else { return nil }
        let hasDates = rule.daylight == nil || text.contains(",")
        let table = ZoneTable(closing: rule)
        return ZoneInfo(
            identifier: hasDates ? text : text + ClosingRule.standardDates,
            fixedOffset: rule.daylight == nil ? rule.standard : nil,
            table: table,
            load: { table }
        )
    }

    /// The user's zone now: the variable TZ, else the machine's localtime file, else UTC.
    ///
    /// A TZ that cannot be read does not count; ``unreadableVariable`` has it.
    package static var local: ZoneInfo {
        local(variable: variable, file: machineFile)
    }

    /// The value of the variable TZ if it is none of a name, a file and a rule; nil if it can be read or
    /// is not set.
    package static var unreadableVariable: String? {
        guard let variable, zone(variable: variable) == nil else { return nil }
        return variable
    }

    private static var variable: String? { ZoneFile.variable("TZ") }

    private static let machineFile = "/etc/localtime"

    /// The file that says which zone is the user's; nil if the variable TZ names one.
    package static var localFile: String? {
        guard let variable, zone(variable: variable) != nil else { return machineFile }
        let name = zoneName(variable)
        return name.hasPrefix("/") ? name : nil
    }

    /// The zone that a value of TZ or a localtime file stands for.
    static func local(variable: String?, file: String) -> ZoneInfo {
        variable.flatMap(zone(variable:)) ?? machine(file: file)
            ?? ZoneInfo(identifier: "UTC", fixedOffset: 0, table: .utc) { .utc }
    }

    /// The zone that a value of TZ stands for, as POSIX and the C library have it; nil if it stands for none.
    static func zone(variable: String) -> ZoneInfo? {
        let name = zoneName(variable)
        if name.hasPrefix("/") { return machine(file: name) }
        return named(name.isEmpty ? "UTC" : name) ?? rule(name)
    }

    /// The value of TZ without the colon that may stand before a name.
    private static func zoneName(_ variable: String) -> String {
        String(variable.dropFirst(variable.hasPrefix(":") ? 1 : 0))
    }

    /// The zone of a file; nil if it is no zone's.
    private static func machine(file: String) -> ZoneInfo? {
        if let folder = ZoneFile.folders.first(where: { file.hasPrefix("\($0)/") }),
            let zone = named(String(file.dropFirst(folder.count + 1)))
        {
            return zone
        }
        if let target = ZoneFile.linkTarget(file),
            let range = target.firstRange(of: "zoneinfo/"),
            let zone = named(String(target[range.upperBound...]))
        {
            return zone
        }
        if let zone = known.withLock({ $0[file] }) { return zone }
        // A copy in place of a link has no name of its own.
        guard let table = ZoneTable(file: file) else { return nil }
        return remember(file, named: file, table: table) { ZoneTable(file: file) ?? table }
    }

    private static func remember(
        _ key: String,
        named identifier: String,
        table: ZoneTable,
        load: @escaping @Sendable () -> ZoneTable
    ) -> ZoneInfo {
        known.withLock { known in
            if let zone = known[key] { return zone }
            let zone = ZoneInfo(identifier: identifier, table: table, load: load)
            known[key] = zone
            return zone
        }
    }

    /// Forgets what was read of every zone, so that updated zone files are seen.
    ///
    /// Zones that are held stay valid and read their file again at the next question.
    package static func dropAll() {
        let zones = known.withLock { Array($0.values) }
        for zone in zones { zone.table.withLock { $0 = nil } }
    }

    private static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= 255, let first = text.first, first.isASCII, first.isLetter else {
            return false
        }
        let allowed = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                UInt8(ascii: "-"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        // One zone has one name: what is read is kept by it.
        return allowed && !text.hasSuffix("/") && !text.contains("//")
    }
}

extension String {
    fileprivate func firstRange(of part: String) -> Range<String.Index>? {
        indices.lazy.filter { self[$0...].hasPrefix(part) }.first
            .map { $0..<self.index($0, offsetBy: part.count) }
    }
}
