package import GLibBridge

/// An object of a program's user interface, as programs for blind people see it (AT-SPI).
package struct AccessibleObject: Sendable {
    /// The bus of such programs.
    package let connection: BusConnection
    /// The program's name on it.
    package let program: String
    /// The object's path.
    package let path: String

    /// All programs.
    package static func root(_ connection: BusConnection) -> AccessibleObject {
        AccessibleObject(
            connection: connection,
            program: "org.a11y.atspi.Registry",
            path: "/org/a11y/atspi/accessible/root"
        )
    }

    /// What it is called; often its text.
    package func name() async -> String {
        let reply = await call(
            "Get",
            of: "org.freedesktop.DBus.Properties",
            .tuple([.string("org.a11y.atspi.Accessible"), .string("Name")])
        )
        return reply?[0]?.unboxed?.string ?? ""
    }

    /// What it is, such as `push button`.
    package func role() async -> String {
        await call("GetRoleName", of: "org.a11y.atspi.Accessible")?[0]?.string ?? ""
    }

    /// Its whole text; `nil` where it has none.
    ///
    /// - Parameter end: where the text ends; the end is -1 for Qt, and a high number for GTK.
    package func text(to end: Int32 = -1) async -> String? {
        await call(
            "GetText",
            of: "org.a11y.atspi.Text",
            .tuple([.int32(0), .int32(end)])
        )?[0]?.string
    }

    /// What is inside.
    package func children() async -> [AccessibleObject] {
        let reply = await call("GetChildren", of: "org.a11y.atspi.Accessible")
        return (reply?[0]?.children ?? []).compactMap { child in
            guard let program = child[0]?.string, let path = child[1]?.string else { return nil }
            return AccessibleObject(connection: connection, program: program, path: path)
        }
    }

    /// All that is inside, at any depth, in order.
    package func descendants(depth: Int = 8) async -> [AccessibleObject] {
        guard depth > 0 else { return [] }
        var found: [AccessibleObject] = []
        for child in await children() {
            found.append(child)
            found += await child.descendants(depth: depth - 1)
        }
        return found
    }

    /// Whether it has a size, which it gets when it is drawn for the first time.
    package func isDrawn() async -> Bool {
        let window: UInt32 = 1
        let extents = await call(
            "GetExtents",
            of: "org.a11y.atspi.Component",
            .tuple([.uint32(window)])
        )
        return extents?[0]?[2]?.integer ?? 0 > 0
    }

    /// Whether it is in a state, by its number in AT-SPI, such as ``State/sensitive``.
    package func has(_ state: State) async -> Bool {
        let reply = await call("GetState", of: "org.a11y.atspi.Accessible")
        let words = reply?[0]?.children.compactMap { $0.integer } ?? []
        let (word, bit) = state.rawValue.quotientAndRemainder(dividingBy: 32)
        return words.indices.contains(word) && words[word] >> Int64(bit) & 1 == 1
    }

    /// A state.
    package enum State: Int, Sendable {
        case focused = 12
        case sensitive = 24
        case visible = 30
    }

    /// Does what the object is for, such as pressing a button.
    ///
    /// - Returns: whether it has done so.
    package func press() async -> Bool {
        await call("DoAction", of: "org.a11y.atspi.Action", .tuple([.int32(0)]))?[0]?.boolean
            ?? false
    }

    /// Writes a text in place of its own.
    package func write(_ text: String) async -> Bool {
        await call("SetTextContents", of: "org.a11y.atspi.EditableText", .tuple([.string(text)]))?[
            0
        ]?.boolean ?? false
    }

    /// An object can go between two questions; then there is no answer.
    package func call(
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
