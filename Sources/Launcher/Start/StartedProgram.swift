package import GLibBridge

/// A running program that was started.
package struct StartedProgram: Sendable, Equatable {
    /// Its process.
    package let process: Int32
    /// Its name.
    package let name: String

    /// The parameters of the call that moves it into its own scope, so that it does not end with the process
    /// that started it (systemd's "Desktop Environment Integration": `app[-LAUNCHER]-ID-NUMBER.scope`).
    private var scopeParameters: Variant {
        let launcher = Self.escaped("notify-schedule")
        let properties: [(String, Variant)] = [
            ("PIDs", .array(of: "u", [.uint32(UInt32(clamping: process))])),
            ("Description", .string("\(name), started by notify-schedule")),
            ("Slice", .string("app.slice")),
            ("CollectMode", .string("inactive-or-failed")),
        ]
        return .tuple([
            .string("app-\(launcher)-\(Self.escaped(name))-\(process).scope"),
            .string("fail"),
            .array(of: "(sv)", properties.map { .tuple([.string($0), .variant($1)]) }),
            .array(of: "(sa(sv))", []),
        ])
    }

    /// Asks the user's systemd for the scope; does nothing if there is none, or it does not answer.
    @GLibActor
    package func moveToScope(on connection: BusConnection) async {
        _ = try? await connection.call(
            Self.method,
            on: Self.manager,
            scopeParameters,
            deadline: Self.deadline,
            mayStart: false
        )
    }

    /// Does the same, and blocks the thread until the reply, at most two seconds.
    package func moveToScopeBlocking(on connection: BusConnection) {
        _ = try? connection.callBlocking(
            Self.method,
            on: Self.manager,
            scopeParameters,
            deadline: Self.deadline,
            mayStart: false
        )
    }

    private static let method = "StartTransientUnit"
    private static let deadline = CallDeadline.milliseconds(2_000)
    private static let manager = BusDestination(
        name: "org.freedesktop.systemd1",
        path: "/org/freedesktop/systemd1",
        interface: "org.freedesktop.systemd1.Manager"
    )

    /// Returns a part of a unit's name, with special characters escaped.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8.prefix(64) {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", ".":
                result.unicodeScalars.append(scalar)
            default:
                let digits = String(byte, radix: 16)
                result += digits.count < 2 ? "\\x0\(digits)" : "\\x\(digits)"
            }
        }
        return result
    }
}
