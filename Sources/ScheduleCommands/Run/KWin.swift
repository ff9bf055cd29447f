import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore

/// KWin, the compositor of Plasma, which finds the window of a process, and gives it the focus, by a script.
///
/// Wayland lets a program raise its own windows alone. KWin runs scripts that programs of the user hand to it; this one
/// has numbers of processes in it, and the name on the bus to which it reports.
struct KWin {
    /// The one window of some processes.
    enum Window: String { case focused, unfocused }

    private let connection: BusConnection
    /// The unique name, so that no other program that takes the name later is meant.
    private let owner: String

    private static let name = "org.kde.KWin"
    private static let path = "/org/notifyschedule/Terminal"
    private static let interface = "org.notifyschedule.Terminal"
    /// How long it may take for each step, in milliseconds.
    private static let limit: Int32 = 2_000

    /// `nil` where it does not run.
    init?() {
        guard let address = SessionBus.address,
            let connection = try? BusConnection.connect(to: address, within: UInt32(Self.limit)),
            let owner = connection.nameOwner(Self.name)
        else { return nil }
        (self.connection, self.owner) = (connection, owner)
    }

    /// Finds the window of some processes; `nil` if they have none, or several, or it does not answer.
    ///
    /// - Parameter focusing: whether the window gets the focus.
    func window(of processes: Set<Int64>, focusing: Bool = false) -> Window? {
        let name = "kwin-\(RequestKey.freshIdentifier(letters: 13)).js"
        guard let folder = try? OwnFolder.make("\(ForwardSocket.runtimeFolder)/notify-schedule")
        else { return nil }
        defer { folder.remove(name) }
        guard write(script(for: processes, focusing: focusing), to: folder.create(name)) else {
            return nil
        }
        let report = connection.waitForCall(
            from: owner,
            to: BusDestination(
                name: connection.uniqueName,
                path: Self.path,
                interface: Self.interface
            ),
            xml: Self.xml,
            milliseconds: Int(Self.limit)
        ) { run("\(folder.path)/\(name)", named: "notify-schedule.\(name)") }
        return report?[0]?.string.flatMap(Window.init)
    }

    private func write(_ text: String, to file: Int32) -> Bool {
        guard file >= 0 else { return false }
        defer { close(file) }
        let bytes = Array(text.utf8)
        return Glibc.write(file, bytes, bytes.count) == bytes.count
    }

    /// Runs a file as a script; it is unloaded then, and has reported.
    private func run(_ path: String, named name: String) -> Bool {
        let scripts = BusDestination(
            name: owner,
            path: "/Scripting",
            interface: "org.kde.kwin.Scripting"
        )
        let words = Variant.tuple([.string(path), .string(name)])
        guard let id = try? call("loadScript", scripts, words)[0]?.integer, id >= 0 else {
            return false
        }
        defer { _ = try? call("unloadScript", scripts, .tuple([.string(name)])) }
        // KWin 6, and KWin 5.
        for path in ["/Scripting/Script\(id)", "/\(id)"] {
            do throws(GLibError) {
                let script = BusDestination(
                    name: owner,
                    path: path,
                    interface: "org.kde.kwin.Script"
                )
                _ = try call("run", script, .tuple([]))
                return true
            } catch {
                guard error.remoteName != nil else { return false }
            }
        }
        return false
    }

    private func call(
        _ method: String,
        _ destination: BusDestination,
        _ parameters: Variant
    ) throws(GLibError) -> Variant {
        try connection.callBlocking(
            method,
            on: destination,
            parameters,
            deadline: .milliseconds(Self.limit),
            mayStart: false
        )
    }

    private func script(for processes: Set<Int64>, focusing: Bool) -> String {
        """
        (function () {
            var processes = [\(processes.sorted().map { "\($0)" }.joined(separator: ", "))];
            var isSix = typeof workspace.windowList === "function";
            var windows = isSix ? workspace.windowList() : workspace.clientList();
            var found = [];
            for (var index = 0; index < windows.length; index++) {
                var window = windows[index];
                if (window.normalWindow && processes.indexOf(window.pid) >= 0) found.push(window);
            }
            var report = "";
            if (found.length === 1) {
                if (\(focusing)) {
                    workspace[isSix ? "activeWindow" : "activeClient"] = found[0];
                }
                report = found[0].active ? "focused" : "unfocused";
            }
            callDBus("\(connection.uniqueName)", "\(Self.path)", "\(Self.interface)", "Report", report);
        })();

        """
    }

    private static let xml = """
        <node>
          <interface name="\(interface)">
            <method name="Report"><arg type="s" direction="in"/></method>
          </interface>
        </node>
        """
}
