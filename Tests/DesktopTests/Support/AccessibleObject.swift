import GLibBridge

/// An object of a program's user interface, as programs for blind people see it (AT-SPI).
struct AccessibleObject: Sendable {
    let connection: BusConnection
    let program: String
    let path: String

    /// All programs.
    static func root(_ connection: BusConnection) -> AccessibleObject {
        AccessibleObject(
            connection: connection,
            program: "org.a11y.atspi.Registry",
            path: "/org/a11y/atspi/accessible/root"
        )
    }

    /// What it is called; often its text.
    func name() async -> String {
        let reply = await call(
            "Get",
            of: "org.freedesktop.DBus.Properties",
            .tuple([.string("org.a11y.atspi.Accessible"), .string("Name")])
        )
        return reply?[0]?.unboxed?.string ?? ""
    }

    /// What it is, such as `push button`.
    func role() async -> String {
        await call("GetRoleName", of: "org.a11y.atspi.Accessible")?[0]?.string ?? ""
    }

    /// Its whole text; `nil` where it has none.
    func text() async -> String? {
        await call(
            "GetText",
            of: "org.a11y.atspi.Text",
            .tuple([.int32(0), .int32(-1)])
        )?[0]?.string
    }

    /// Where it is on the screen; `nil` where it is not drawn.
    func frame() async -> Frame? {
        let screen: UInt32 = 0
        let reply = await call(
            "GetExtents",
            of: "org.a11y.atspi.Component",
            .tuple([.uint32(screen)])
        )
        let numbers =
            reply?[0]?.children.compactMap { $0.integer.flatMap(Int.init(exactly:)) } ?? []
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        return Frame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// What is inside.
    func children() async -> [AccessibleObject] {
        let reply = await call("GetChildren", of: "org.a11y.atspi.Accessible")
        return (reply?[0]?.children ?? []).compactMap { child in
            guard let program = child[0]?.string, let path = child[1]?.string else { return nil }
            return AccessibleObject(connection: connection, program: program, path: path)
        }
    }

    /// All that is inside, at any depth, in order.
    func descendants(depth: Int = 8) async -> [AccessibleObject] {
        guard depth > 0 else { return [] }
        var found: [AccessibleObject] = []
        for child in await children() {
            found.append(child)
            found += await child.descendants(depth: depth - 1)
        }
        return found
    }

    /// An object can go between two questions; then there is no answer.
    private func call(
        _ method: String,
        of interface: String,
        _ parameters: Variant = .tuple([])
    ) async -> Variant? {
        try? await connection.call(
            method,
            on: BusDestination(name: program, path: path, interface: interface),
            parameters,
            deadline: .milliseconds(5_000),
            mayStart: false
        )
    }
}
