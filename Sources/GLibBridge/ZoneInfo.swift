internal import CGLib
internal import Synchronization

/// A time zone as the system's zone files describe it.
///
/// The files are read here and not through GTimeZone: GLib 2.74 gives Europe/Dublin the wrong offset
/// wherever the file's closing rule is used, which on systems with slim zone files is today, and it
/// keeps a zone that is held anywhere across an update of the files.
public final class ZoneInfo: Sendable {
    /// A stretch of time in which a zone keeps one offset.
    public struct Span: Hashable, Sendable {
        /// The first second of the span, since 1970-01-01T00:00:00Z; `Int64.min` where there is none.
        public let start: Int64
        /// The first second after the span; `Int64.max` where there is none.
        public let end: Int64
        /// Seconds to add to UTC to get local time.
        public let offset: Int64
    }

    /// The zone's name, such as `Europe/Berlin`; for a local zone without a name, its file.
    public let identifier: String

    private let load: @Sendable () -> ZoneTable
    private let table: Mutex<ZoneTable?>

    private init(identifier: String, table: ZoneTable, load: @escaping @Sendable () -> ZoneTable) {
        self.identifier = identifier
        self.load = load
        self.table = Mutex(table)
    }

    /// The span of one offset that holds the given second since 1970-01-01T00:00:00Z.
    public func span(at second: Int64) -> Span {
        current.span(at: second)
    }

    /// A checksum of the zone's file as it was read; empty where the name says all.
    public var digest: String { current.digest }

    private var current: ZoneTable {
        table.withLock { table in
            if let table { return table }
            let fresh = load()
            table = fresh
            return fresh
        }
    }

    private static let known = Mutex<[String: ZoneInfo]>([:])

    /// The zone of a name in the zone database, such as `Europe/Berlin`; nil where there is none.
    ///
    /// Paths, offsets and POSIX rules are not names. `UTC` works without zone files too.
    public static func named(_ identifier: String) -> ZoneInfo? {
        guard isName(identifier) else { return nil }
        if let zone = known.withLock({ $0[identifier] }) { return zone }
        let read: @Sendable () -> ZoneTable? = {
            ZoneFile.folders.lazy.compactMap { ZoneTable(file: "\($0)/\(identifier)") }.first
                ?? (identifier == "UTC" ? .utc : nil)
        }
        guard let table = read() else { return nil }
        return remember(identifier, named: identifier, table: table) { read() ?? table }
    }

    /// The user's zone now: the variable TZ, else the machine's localtime file, else UTC.
    public static var local: ZoneInfo {
        local(variable: g_getenv("TZ").map { String(cString: $0) }, file: machineFile)
    }

    private static let machineFile = "/etc/localtime"

    /// The file that says which zone is the user's; nil where the variable TZ names one.
    static var localFile: String? {
        guard let variable = g_getenv("TZ").map({ String(cString: $0) }) else {
            return machineFile
        }
        let name = String(variable.drop { $0 == ":" })
        return name.hasPrefix("/") ? name : nil
    }

    /// The zone that a value of TZ or a localtime file stands for.
    static func local(variable: String?, file: String) -> ZoneInfo {
        guard let variable else { return machine(file: file) }
        let name = String(variable.drop { $0 == ":" })
        if name.hasPrefix("/") { return machine(file: name) }
        if let zone = named(name) { return zone }
        // A value that cannot be read is UTC, as the C library has it.
        let table = ClosingRule(name).map { ZoneTable(closing: $0) } ?? .utc
        return ZoneInfo(identifier: name.isEmpty ? "UTC" : name, table: table) { table }
    }

    private static func machine(file: String) -> ZoneInfo {
        if let target = ZoneFile.linkTarget(file),
            let range = target.firstRange(of: "zoneinfo/"),
            let zone = named(String(target[range.upperBound...]))
        {
            return zone
        }
        if let zone = known.withLock({ $0[file] }) { return zone }
        // A copy in place of a link has no name of its own.
        guard let table = ZoneTable(file: file) else {
            return ZoneInfo(identifier: "UTC", table: .utc) { .utc }
        }
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
    public static func dropAll() {
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
        return allowed && !text.hasSuffix("/")
    }
}

extension String {
    fileprivate func firstRange(of part: String) -> Range<String.Index>? {
        indices.lazy.filter { self[$0...].hasPrefix(part) }.first
            .map { $0..<self.index($0, offsetBy: part.count) }
    }
}
