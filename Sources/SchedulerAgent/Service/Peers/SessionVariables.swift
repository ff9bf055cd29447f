import AgentInterface
import DesktopTexts
import GLibBridge
import Glibc
import NotifyCore

/// The desktop's environment variables, for an agent that was started before the desktop.
///
/// Programs that the agent starts need them to find the display. They come from the agent in the desktop's
/// autostart, or from systemd, to which the desktop exports them.
@GLibActor
enum SessionVariables {
    /// The names of the variables.
    nonisolated static let names = desktop + language
    private nonisolated static let desktop = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
    ]
    private nonisolated static let language = [
        "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_TIME",
    ]
    private nonisolated static let longestValue = 4096
    private nonisolated static let timeout: Int32 = 5_000

    /// Makes room for the variables of the language while there is one thread.
    ///
    /// Setting them later moves no other one, which a thread may be reading. An empty one counts as none.
    nonisolated static func reserveLanguage() {
        for name in language { setenv(name, "", 0) }
    }

    /// Sets variables from a record; missing ones are unset.
    nonisolated static func adopt(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(record, "variables", keys: names)
        var values: [String: String] = [:]
        for name in names {
            guard let value = try reader.optional(name, .text) else { continue }
            guard value.utf8.count <= longestValue, !value.utf8.contains(where: { $0 < 0x20 })
            else {
                throw RequestError(
                    .malformed,
                    "\(name) has control characters or more than \(longestValue) bytes"
                )
            }
            if !value.isEmpty { values[name] = value }
        }
        adopt(values)
    }

    private nonisolated static func adopt(_ values: [String: String]) {
        // A desktop that says nothing of a language has the one that is there.
        let saysLanguage = language.contains { values[$0] != nil }
        Environment.replace(saysLanguage ? names : desktop, by: values)
        guard saysLanguage else { return }
        // gettext reads them of the process itself.
        for name in language { setenv(name, values[name] ?? "", 1) }
        Translations.use()
    }

    /// Sends this process's variables to the running agent.
    ///
    /// - Throws: ``AgentFailure`` if it does not accept them.
    static func handOver(on connection: BusConnection) async throws -> Bool {
        guard connection.nameOwner(AgentNames.bus) != nil else { return false }
        let values = names.compactMap { name in
            Environment[name].map { (key: name, value: Variant.string($0)) }
        }
        do throws(GLibError) {
            _ = try await connection.call(
                "UpdateEnvironment",
                on: AgentNames.destination,
                .tuple([.dictionary(values)]),
                deadline: .milliseconds(timeout),
                mayStart: false
            )
            return true
        } catch {
            throw AgentFailure(
                status: EX_UNAVAILABLE,
                message: "the agent that runs did not take the desktop's variables (\(error)); "
                    + "take its place: notify-agent --replace"
            )
        }
    }

    /// Reads the variables from systemd when a desktop appears, until they are set.
    static func follow(on connection: BusConnection) -> BusSubscription {
        GLibActor.thread.task { await askSystemd(on: connection) }
        return connection.watchName("org.freedesktop.Notifications") { owner in
            guard owner != nil else { return }
            GLibActor.thread.task { await askSystemd(on: connection) }
        }
    }

    private static func askSystemd(on connection: BusConnection) async {
        guard Environment["DISPLAY"] == nil, Environment["WAYLAND_DISPLAY"] == nil else { return }
        let reply = try? await connection.call(
            "Get",
            on: BusDestination(
                name: "org.freedesktop.systemd1",
                path: "/org/freedesktop/systemd1",
                interface: "org.freedesktop.DBus.Properties"
            ),
            .tuple([.string("org.freedesktop.systemd1.Manager"), .string("Environment")]),
            deadline: .milliseconds(timeout),
            mayStart: false
        )
        guard let lines = reply?[0]?.unboxed?.strings ?? reply?[0]?.strings else { return }
        var values: [String: String] = [:]
        for line in lines {
            guard let sign = line.firstIndex(of: "=") else { continue }
            let name = String(line[..<sign])
            let value = String(line[line.index(after: sign)...])
            if names.contains(name), !value.isEmpty { values[name] = value }
        }
        guard values["DISPLAY"] != nil || values["WAYLAND_DISPLAY"] != nil else { return }
        adopt(values)
    }
}
