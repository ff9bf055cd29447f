import Foundation
import NotifyCore
import Synchronization

/// The id by which the agent knows this app.
enum AppIdentity {
    private struct State {
        var chosen: String?
        var inUse: String?
    }

    private static let state = Mutex(State())

    /// The bundle's identifier, else the id that the app set, else the variable
    /// `NOTIFY_SCHEDULE_APP_ID`, else the program's path; the same from its first use on.
    static var current: String {
        state.withLock { state in
            let id =
                state.inUse
                ?? identity(
                    bundle: Bundle.main.bundleIdentifier,
                    chosen: state.chosen,
                    variable: ProcessInfo.processInfo.environment["NOTIFY_SCHEDULE_APP_ID"],
                    program: program
                )
            state.inUse = id
            return id
        }
    }

    /// Sets the id from code.
    static func choose(_ id: String) throws(UNUserNotificationCenter.DesktopEntryError) {
        guard !id.isEmpty, id.utf8.count <= 255, !id.contains("/"),
            !id.unicodeScalars.contains(where: \.isControl)
        else { throw .invalid(id: id) }
        let earlier: String? = state.withLock { state in
            if state.inUse == nil { state.chosen = id }
            return state.inUse
        }
        if let earlier, earlier != id { throw .tooLate(id: id, inUse: earlier) }
    }

    static func identity(
        bundle: String?,
        chosen: String?,
        variable: String?,
        program: String
    ) -> String {
        let names = [bundle, chosen, variable].compactMap { $0 }
        return names.first { !$0.isEmpty } ?? shortened(program)
    }

    private static var program: String {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = link ?? Bundle.main.executablePath ?? CommandLine.arguments.first ?? "unknown"
        // The kernel adds this after the file was replaced, for example by a new build.
        let note = " (deleted)"
        return path.hasSuffix(note) ? String(path.dropLast(note.count)) : path
    }

    /// Returns a unique id for a path, within the agent's limit.
    private static func shortened(_ path: String) -> String {
        guard path.utf8.count > 255 else { return path }
        // FNV-1a, because the result must be the same in each run.
        let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return
            "\(String(hash, radix: 16))-\(String(decoding: path.utf8.suffix(200), as: UTF8.self))"
    }
}
