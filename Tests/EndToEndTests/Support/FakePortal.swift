import GLibBridge
import Glibc
import TestSupport

/// A notification portal that records every call and does what a test tells it to.
@GLibActor
final class FakePortal {
    /// A call of `AddNotification`.
    struct Added: Sendable, Equatable {
        let id: String
        /// The whole `a{sv}`.
        let notification: Variant
        /// The content of the files that came with it.
        var files: [[UInt8]] = []

        var title: String { notification["title"]?.string ?? "" }

        /// A field as GVariant's text has it; empty where it is left out.
        func text(_ field: String) -> String { notification[field]?.description ?? "" }
    }

    /// How `AddNotification` is answered.
    enum Behaviour: Sendable {
        case accept
        case fail(String)
        /// Not until ``release()``.
        case hang
        /// As a portal does that can decode none of the files in these fields.
        case refuseFiles(in: [String])
    }

    /// The calls of `AddNotification`, in order.
    nonisolated let added = Recorder<Added>()
    /// The ids that were removed, in order.
    nonisolated let removed = Recorder<String>()

    private let bus: PrivateBus
    private let version: UInt32
    private var behaviour = Behaviour.accept
    private var connection: BusConnection?
    private var registration: BusRegistration?
    private var withheld: [BusMethodCall] = []

    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Notification"
    private static let options =
        "<property name=\"SupportedOptions\" type=\"a{sv}\" access=\"read\"/>"

    init(on bus: PrivateBus, version: UInt32 = 1) throws {
        self.bus = bus
        self.version = version
        try start()
    }

    /// Comes back after ``stop()``.
    func start() throws {
        let connection = try bus.connect()
        self.connection = connection
        let (added, removed, version) = (added, removed, version)
        var object = BusObject { [weak self] call in
            let id = call.parameters[0]?.string ?? ""
            if call.method == "AddNotification", let notification = call.parameters[1] {
                self?.answer(call)
                let files = call.files.map { file in
                    // As the portal does, which refuses a file that cannot be sealed.
                    Self.isSealed(file.descriptor) ? (try? file.start(1 << 20)) ?? [] : []
                }
                added.append(Added(id: id, notification: notification, files: files))
            } else {
                call.reply()
                removed.append(id)
            }
        } property: { name in
            name == "version" ? .uint32(version) : Self.supportedOptions
        }
        object.methodsWithFiles = ["AddNotification"]
        registration = try connection.export(
            object,
            at: Self.path,
            interface: Self.interface,
            xml: """
                <node><interface name="\(Self.interface)">
                <method name="AddNotification">
                <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
                </method>
                <method name="RemoveNotification"><arg type="s" direction="in"/></method>
                <property name="version" type="u" access="read"/>
                \(version > 1 ? Self.options : "")
                </interface></node>
                """
        )
        _ = try connection.requestName("org.freedesktop.portal.Desktop")
    }

    /// Seals a file against changes.
    private static func isSealed(_ descriptor: Int32) -> Bool {
        let (addSeals, all) = (1_033, Int32(0xF))
        return fcntl(descriptor, Int32(addSeals), all) == 0
    }

    /// Leaves the bus.
    func stop() {
        registration = nil
        connection?.close()
        connection = nil
    }

    func setBehaviour(_ behaviour: Behaviour) { self.behaviour = behaviour }

    /// Answers what was withheld, and goes on as usual.
    func release() {
        behaviour = .accept
        for call in withheld { call.reply() }
        withheld = []
    }

    /// Chooses an action as the user does.
    func choose(_ id: String, _ key: String, text: String? = nil) throws {
        var parameters: [Variant] = [.variant(.string(key))]
        if version > 1 {
            parameters.append(.variant(.dictionary([("activation-token", .string("token"))])))
        }
        if let text { parameters.append(.variant(.string(text))) }
        try connection?.emit(
            "ActionInvoked",
            interface: Self.interface,
            path: Self.path,
            .tuple([.string(id), .string("choose"), .array(of: "v", parameters)])
        )
    }

    /// Waits for the first notification of a title.
    nonisolated func notification(titled title: String) async throws -> Added {
        try await added.wait(30, "the notification \(title)") { added in
            added.first { $0.title == title }
        }
    }

    /// Waits until a title has come a number of times, and gives all of them.
    nonisolated func notifications(titled title: String, _ count: Int) async throws -> [Added] {
        try await added.wait(30, "\(count) notifications \(title)") { added in
            let matching = added.filter { $0.title == title }
            return matching.count >= count ? matching : nil
        }
    }

    private func answer(_ call: BusMethodCall) {
        switch behaviour {
        case .accept: call.reply()
        case .fail(let message): call.fail("org.freedesktop.portal.Error.NotAllowed", message)
        case .hang: withheld.append(call)
        case .refuseFiles(let fields):
            // A file is a pair of its kind and itself; other values are texts, or pairs with a theme's names.
            let refused = fields.first {
                call.parameters[1]?[$0]?[0]?.string == "file-descriptor"
            }
            guard let refused else { return call.reply() }
            call.fail("org.freedesktop.portal.Error.InvalidArgument", "invalid \(refused)")
        }
    }

    private static let supportedOptions = Variant.dictionary([
        ("category", .strings(["im.received", "alarm.ringing"])),
        ("button-purpose", .strings(["im.reply-with-text"])),
    ])
}
