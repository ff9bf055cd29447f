import Foundation
import GLibBridge
import TestSupport

/// KWin's service for scripts, which reads a script as far as its processes, and reports.
@GLibActor
final class FakeKWin {
    /// What a script is.
    struct Script: Sendable {
        let processes: Set<Int32>
        let isFocusing: Bool
        /// The permissions of its file.
        let mode: Int
    }

    /// The scripts that were run.
    nonisolated let scripts = Recorder<Script>()
    /// The names of those that were unloaded.
    nonisolated let unloaded = Recorder<String>()

    private let connection: BusConnection
    /// The folder of the objects of its scripts, which KWin 6 has moved.
    private let folder: String
    /// The report of a script for the window of a process; `nil` for none at all.
    private let report: String?
    private var registrations: [BusRegistration] = []

    private static let scripting = "org.kde.kwin.Scripting"
    private static let script = "org.kde.kwin.Script"
    private static let xml = """
        <node>
        <interface name="\(scripting)">
        <method name="loadScript">
        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="i" direction="out"/>
        </method>
        <method name="unloadScript"><arg type="s" direction="in"/><arg type="b" direction="out"/></method>
        </interface>
        <interface name="\(script)"><method name="run"/></interface>
        </node>
        """

    /// Takes its name.
    init(on bus: PrivateBus, scriptsIn folder: String, reporting report: String?) throws {
        connection = try bus.connect()
        (self.folder, self.report) = (folder, report)
        let object = BusObject { [weak self] call in self?.answer(call) }
        registrations.append(
            try connection.export(
                object,
                at: "/Scripting",
                interface: Self.scripting,
                xml: Self.xml
            )
        )
        _ = try connection.requestName("org.kde.KWin")
    }

    private func answer(_ call: BusMethodCall) {
        guard call.method == "loadScript", let path = call.parameters[0]?.string else {
            unloaded.append(call.parameters[0]?.string ?? "")
            return call.reply([.boolean(true)])
        }
        let number = registrations.count
        let object = BusObject { [weak self] call in
            // The script has reported before the call ends.
            self?.run(path)
            call.reply()
        }
        if let registration = try? connection.export(
            object,
            at: "\(folder)\(number)",
            interface: Self.script,
            xml: Self.xml
        ) {
            registrations.append(registration)
        }
        call.reply([.int32(Int32(number))])
    }

    private func run(_ path: String) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let list = text.firstMatch(of: /processes = \[([0-9, ]*)\]/)?.1,
            let focus = text.firstMatch(of: /if \((true|false)\)/)?.1,
            let call = text.firstMatch(of: /callDBus\("(:[0-9.]+)", "([^"]*)", "([^"]*)", "Report"/)
        else { return }
        let mode =
            try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        scripts.append(
            Script(
                processes: Set(list.split(separator: ", ").compactMap { Int32($0) }),
                isFocusing: focus == "true",
                mode: mode ?? 0
            )
        )
        guard let report else { return }
        let destination = BusDestination(
            name: String(call.1),
            path: String(call.2),
            interface: String(call.3)
        )
        let connection = connection
        GLibActor.thread.task {
            _ = try? await connection.call("Report", on: destination, .tuple([.string(report)]))
        }
    }
}
