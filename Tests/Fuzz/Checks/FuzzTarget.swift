import Glibc

/// What is fuzzed: a reader of something that comes from outside.
enum FuzzTarget: String, CaseIterable {
    /// URLs and the templates of command lines.
    case urls
    /// Calendar events, cron lines, components, spans and dates.
    case times
    /// Records as they come over the bus, and values in GVariant's text format.
    case records
    /// Lines of an export, and JSON.
    case transfer
    /// launcher.conf and the files of requests.d.
    case keyfiles
    /// iCalendar.
    case calendars
    /// Property lists, XML and binary.
    case plists
    /// Push messages, encrypted and decrypted.
    case messages
    /// What comes over the relay: lines of a server, and messages of a group and of plain topics.
    case relay

    /// The one that the environment names.
    static let chosen: FuzzTarget = {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            fatalError("FUZZ_TARGET is one of \(names)")
        }
        return target
    }()

    /// Reads an input; the process traps if a property that must hold for any input is violated.
    func check(_ bytes: [UInt8]) {
        switch self {
        case .urls: URLCheck.check(bytes)
        case .times:
            TimeCheck.check(bytes)
            WrittenCheck.check(bytes)
        case .records: RecordCheck.check(bytes)
        case .transfer: TransferCheck.check(bytes)
        case .keyfiles: KeyFileCheck.check(bytes)
        case .calendars: CalendarFileCheck.check(bytes)
        case .plists: PropertyListCheck.check(bytes)
        case .messages: PushMessageCheck.check(bytes)
        case .relay: RelayCheck.check(bytes)
        }
    }
}
