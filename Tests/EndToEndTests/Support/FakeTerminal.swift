import GLibBridge
import TestSupport

/// A terminal of GNOME on the bus, which is a process above the command: this one.
@GLibActor
final class FakeTerminal {
    /// The calls that raise a window, with the token or the tab.
    nonisolated let calls = Recorder<String>()

    private let connection: BusConnection
    private var registrations: [BusRegistration] = []

    private static let application = "org.freedesktop.Application"
    private static let search = "org.gnome.Shell.SearchProvider2"
    private static let xml = """
        <node>
        <interface name="\(application)">
        <method name="Activate"><arg type="a{sv}" direction="in"/></method>
        </interface>
        <interface name="\(search)">
        <method name="GetResultMetas">
        <arg type="as" direction="in"/><arg type="aa{sv}" direction="out"/>
        </method>
        <method name="ActivateResult">
        <arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="u" direction="in"/>
        </method>
        </interface>
        </node>
        """

    /// Takes a name.
    ///
    /// - Parameters:
    ///   - windows: the number of its windows.
    ///   - tab: the one tab that can be found; `nil` where no tab can.
    init(_ name: String, on bus: PrivateBus, windows: Int, tab: String? = nil) throws {
        connection = try bus.connect()
        let path = "/" + name.replacing(".", with: "/")
        try export(Self.application, at: path) { [calls] call in
            let data = call.parameters[0]
            let tokens = ["activation-token", "desktop-startup-id"].map {
                data?[$0]?.string ?? ""
            }
            calls.append("\(call.method) \(tokens.joined(separator: " "))")
            call.reply()
        }
        for number in 0..<windows {
            try export(Self.application, at: "\(path)/window/\(number + 1)") { $0.reply() }
        }
        if let tab {
            try export(Self.search, at: "\(path)/SearchProvider") { [calls] call in
                guard call.method == "GetResultMetas" else {
                    calls.append("\(call.method) \(call.parameters[0]?.string ?? "")")
                    return call.reply()
                }
                let found = (call.parameters[0]?.strings ?? []).filter { $0 == tab }
                call.reply([
                    .array(of: "a{sv}", found.map { .dictionary([("id", .string($0))]) })
                ])
            }
        }
        _ = try connection.requestName(name)
    }

    private func export(
        _ interface: String,
        at path: String,
        _ answer: @escaping @GLibActor @Sendable (BusMethodCall) -> Void
    ) throws {
        let object = BusObject(call: answer)
        registrations.append(
            try connection.export(object, at: path, interface: interface, xml: Self.xml)
        )
    }
}
