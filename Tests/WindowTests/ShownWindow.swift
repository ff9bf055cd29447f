import AgentInterface
import GLibBridge
import TestSupport

/// The window on a screen of a test's own, as programs for blind people see it.
struct ShownWindow: Sendable {
    /// A part of the window.
    struct Part: Sendable, CustomStringConvertible {
        let object: AccessibleObject
        let role: String
        let name: String

        var description: String { "\(role) \(name.debugDescription)" }
    }

    /// The window's program.
    static let program = Program("notify-window")

    let fixture: AgentFixture
    /// The bus of programs for blind people, which stays when the other one ends.
    private let accessibility: PrivateBus
    let desktop: XvfbDesktop
    let program: RunningProgram
    private let launcher: RunningProgram
    private let bus: BusConnection

    /// Opens the window on a new bus, with an agent that it starts itself.
    init(
        _ variables: [String: String] = [:],
        server: [String] = XvfbDesktop.dunst
    ) async throws {
        let fixture = try await AgentFixture()
        self.fixture = fixture
        desktop = try await XvfbDesktop(on: fixture, server: server)
        let accessibility = try await PrivateBus()
        self.accessibility = accessibility
        let other = try accessibility.connect()
        launcher = try Program(path: "/usr/libexec/at-spi-bus-launcher").start(
            ["--launch-immediately"],
            environment: Self.withSchemas(accessibility.environment)
        )
        let address = try await poll(30, "the bus of AT-SPI", while: launcher) {
            try? await other.call(
                "GetAddress",
                on: BusDestination(
                    name: "org.a11y.Bus",
                    path: "/org/a11y/bus",
                    interface: "org.a11y.Bus"
                )
            )[0]?.string
        }
        bus = try BusConnection.connect(to: address)
        let variables = variables.merging(["AT_SPI_BUS_ADDRESS": address]) { $1 }
        program = try Self.program.start(environment: Self.environment(fixture, desktop, variables))
    }

    /// What the window's program gets: GTK without a graphics card, and an end at its first complaint.
    static func environment(
        _ fixture: AgentFixture,
        _ desktop: XvfbDesktop,
        _ more: [String: String] = [:]
    ) -> [String: String] {
        var variables = withSchemas(desktop.environment)
        variables["TZ"] = AgentFixture.timeZone
        variables["GDK_BACKEND"] = "x11"
        variables["GSK_RENDERER"] = "cairo"
        variables["G_DEBUG"] = "fatal-criticals"
        return variables.merging(more) { $1 }
    }

    /// Where schemas and icons are.
    private static func withSchemas(_ variables: [String: String]) -> [String: String] {
        let folders = [variables["XDG_DATA_DIRS"], "/usr/local/share", "/usr/share"]
        let path = folders.compactMap(\.self).joined(separator: ":")
        return variables.merging(["XDG_DATA_DIRS": path]) { $1 }
    }

    /// The parts that can be seen, in order.
    func parts() async -> [Part] {
        for candidate in await AccessibleObject.root(bus).children()
        where await candidate.name() == "org.notifyschedule.Window" {
            return await Self.parts(of: candidate)
        }
        return []
    }

    private static func parts(of object: AccessibleObject) async -> [Part] {
        var parts: [Part] = []
        for child in await object.children() where await child.has(.visible) {
            parts.append(Part(object: child, role: await child.role(), name: await child.name()))
            parts += await Self.parts(of: child)
        }
        return parts
    }

    /// Waits for a part.
    @discardableResult
    func find(_ role: String, _ isWanted: @escaping @Sendable (String) -> Bool) async throws -> Part
    {
        do {
            return try await poll(30, "a \(role)", while: program) {
                await parts().first { $0.role == role && isWanted($0.name) }
            }
        } catch {
            throw MissingPart(error: error, parts: await parts())
        }
    }

    /// Waits for a part of a name.
    @discardableResult
    func find(_ role: String, _ name: String) async throws -> Part {
        try await find(role) { $0 == name }
    }

    /// Waits until there is no such part.
    func findNone(_ role: String, _ isWanted: @escaping @Sendable (String) -> Bool) async throws {
        _ = try await poll(30, "the end of the \(role)", while: program) {
            await parts().contains { $0.role == role && isWanted($0.name) } ? nil : true
        }
    }

    /// Waits until there is no part of a name.
    func findNone(_ role: String, _ name: String) async throws {
        try await findNone(role) { $0 == name }
    }

    /// Presses a button.
    ///
    /// GTK 4.8 names some buttons twice in a row, since their labels name them as well.
    func press(_ name: String, role: String = "button") async throws {
        _ = try await poll(30, "a press of \(name)", while: program) { () -> Bool? in
            for part in await parts() where [name, "\(name) \(name)"].contains(part.name) {
                guard part.role == role, await part.object.isDrawn() else { continue }
                if await part.object.press() { return true }
            }
            return nil
        }
    }

    /// Opens a menu, which begins with its first item, and chooses one of its items, from 1.
    func choose(_ item: Int, of menu: String) async throws {
        try await press(menu)
        try await find("menu item") { _ in true }
        try await type(Array(repeating: "Down", count: item - 1) + ["Return"])
    }

    /// Writes a text into an entry.
    func write(
        _ sentence: String,
        into name: String = "What and when: tea in 4 minutes",
        role: String = "text box"
    ) async throws {
        let entry = try await find(role, name)
        _ = try await poll(30, "the text of the entry", while: program) {
            await entry.object.write(sentence) ? true : nil
        }
    }

    /// Moves the focus by the Tab key to a button.
    func focus(_ name: String) async throws {
        let part = try await find("button", name)
        try await poll(30, "the focus of \(name)", while: program) {
            if await part.object.has(.focused) { return true }
            try await type(["Tab"])
            return nil
        }
    }

    /// Presses keys, such as `Return`.
    func type(_ keys: [String]) async throws { try await desktop.run(["xdotool", "key"] + keys) }
}

/// A part that did not come, with those that are there.
struct MissingPart: Error, CustomStringConvertible {
    let error: any Error
    let parts: [ShownWindow.Part]

    var description: String {
        "\(error); there are\n\(parts.map(\.description).joined(separator: "\n"))"
    }
}
