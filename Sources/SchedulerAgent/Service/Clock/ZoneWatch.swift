import GLibBridge
import TimeZones

/// Reports changes of the user's time zone and of the time zone files.
@GLibActor
final class ZoneWatch {
    /// A change.
    enum Change: Sendable {
        /// The user's time zone changed.
        case localZone
        /// The time zone files were updated; cached zones are outdated.
        case rules
    }

    /// The time without changes before an update is reported, in microseconds.
    ///
    /// An update replaces hundreds of files.
    private static let debounceTime: Int64 = 1_000_000
    /// The time without changes before the link is read, in microseconds.
    ///
    /// While a tool replaces the link it may be missing, which would be read as UTC.
    private static let linkDebounceTime: Int64 = 250_000

    private var folders: [FolderWatch] = []
    private let debounce: ClockTimer
    private let linkDebounce: ClockTimer
    private var systemBus: BusConnection?
    private var timedate: BusSubscription?

    /// Starts to watch the folder of the localtime link, the zone files and the timedate service.
    ///
    /// - Throws: ``SystemError`` if the process is out of file descriptors.
    init(_ body: @escaping @GLibActor @Sendable (Change) -> Void) throws(SystemError) {
        debounce = try ClockTimer(on: .bootTime) { _ in body(.rules) }
        linkDebounce = try ClockTimer(on: .bootTime) { _ in body(.localZone) }
        GLibActor.thread.task { @GLibActor [weak self] in
            // Without a system bus there is no timedate service; the link has the same information.
            guard let bus = try? await BusConnection.connected(to: SessionBus.systemAddress) else {
                return
            }
            self?.follow(bus, body)
        }
        if let link = ZoneInfo.localFile {
            let name = String(link.split(separator: "/").last ?? "")
            let folder = String(link.dropLast(name.count + 1))
            if let watch = FolderWatch(
                folder.isEmpty ? "/" : folder,
                { [weak self] entry in
                    guard entry == name else { return }
                    self?.linkDebounce.arm(
                        at: ClockTimer.Clock.bootTime.now + Self.linkDebounceTime
                    )
                }
            ) {
                folders.append(watch)
            }
        }
        for path in Self.ruleFolders {
            let watch = FolderWatch(path) { [weak self] _ in
                self?.debounce.arm(at: ClockTimer.Clock.bootTime.now + Self.debounceTime)
            }
            if let watch { folders.append(watch) }
        }
    }

    private func follow(
        _ bus: BusConnection,
        _ body: @escaping @GLibActor @Sendable (Change) -> Void
    ) {
        systemBus = bus
        timedate = bus.subscribe(
            to: "PropertiesChanged",
            interface: "org.freedesktop.DBus.Properties",
            sender: "org.freedesktop.timedate1",
            path: "/org/freedesktop/timedate1"
        ) { _ in body(.localZone) }
    }

    /// The zone files' folder, and the one in it that holds the user's zone.
    private static var ruleFolders: [String] {
        guard let root = ZoneDatabase.folder else { return [] }
        let parts = ZoneInfo.local.identifier.split(separator: "/").dropLast()
        guard !parts.isEmpty, !ZoneInfo.local.identifier.hasPrefix("/") else { return [root] }
        return [root, "\(root)/\(parts.joined(separator: "/"))"]
    }
}
