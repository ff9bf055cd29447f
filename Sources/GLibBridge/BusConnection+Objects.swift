import CGLib

/// A method call to an exported object, to be answered once.
public final class BusMethodCall: Sendable {
    /// The unique name of the caller.
    public let sender: String
    /// The method's name.
    public let method: String
    /// Its arguments, a tuple of the types that the interface declares.
    public let parameters: Variant
    /// The files that came along, where the method takes any; a handle among the arguments is an index of
    /// theirs.
    public var files: [OpenFile] { received?.files ?? [] }
    private let received: ReceivedFiles?
    // Safe: answering is documented as possible from any thread, and happens once.
    nonisolated(unsafe) private let invocation: OpaquePointer
    private let answered = Once()

    init(
        sender: String,
        method: String,
        parameters: Variant,
        invocation: OpaquePointer,
        received: ReceivedFiles?
    ) {
        self.sender = sender
        self.method = method
        self.parameters = parameters
        self.received = received
        self.invocation = invocation
    }

    deinit {
        // A caller is never left waiting, whatever happened to the handler.
        fail("org.freedesktop.DBus.Error.Failed", "no answer was given to \(method)")
    }

    /// Answers with a tuple of the method's out-types; the first answer counts.
    public func reply(_ values: [Variant] = []) {
        guard answered.first() else { return }
        Variant.tuple(values).withPointer {
            g_dbus_method_invocation_return_value(invocation, $0)
        }
    }

    /// Answers with a named error; the first answer counts.
    public func fail(_ name: String, _ message: String) {
        guard answered.first() else { return }
        g_dbus_method_invocation_return_dbus_error(invocation, name, message)
    }
}

/// Keeps an object on the bus as long as it is referenced.
public final class BusRegistration: Sendable {
    private let connection: BusConnection
    private let id: UInt32

    init(connection: BusConnection, id: UInt32) {
        self.connection = connection
        self.id = id
    }

    deinit {
        g_dbus_connection_unregister_object(connection.pointer, id)
    }
}

/// How an exported object answers.
public struct BusObject: Sendable {
    /// Answers a method call; on ``GLibActor``, in order of arrival.
    public var call: @GLibActor @Sendable (BusMethodCall) -> Void
    /// The value of a property; `nil` where it has none now.
    public var property: @GLibActor @Sendable (String) -> Variant?
    /// The methods whose calls bring files; those that come with any other are closed at once.
    public var methodsWithFiles: Set<String>

    /// Makes an object from its handlers.
    public init(
        call: @escaping @GLibActor @Sendable (BusMethodCall) -> Void,
        property: @escaping @GLibActor @Sendable (String) -> Variant? = { _ in nil },
        methodsWithFiles: Set<String> = []
    ) {
        self.call = call
        self.property = property
        self.methodsWithFiles = methodsWithFiles
    }
}

extension BusConnection {
    /// Puts an object on the bus.
    ///
    /// - Parameters:
    ///   - object: its handlers.
    ///   - path: where.
    ///   - interface: the interface's name.
    ///   - xml: the introspection document that holds the interface; GIO checks each call's types by it.
    /// - Throws: ``GLibError`` where the document does not parse, lacks the interface, or the path is
    ///   taken.
    /// - Returns: the registration.
    @GLibActor
    public func export(
        _ object: BusObject,
        at path: String,
        interface: String,
        xml: String
    ) throws(GLibError) -> BusRegistration {
        let node = try GLibError.check { g_dbus_node_info_new_for_xml(xml, $0) }
        defer { g_dbus_node_info_unref(node) }
        guard let info = g_dbus_node_info_lookup_interface(node, interface) else {
            throw GLibError(domain: "bus", code: 0, message: "no interface \(interface) in the XML")
        }
        var table = GDBusInterfaceVTable()
        table.method_call = { _, sender, _, _, method, parameters, invocation, data in
            guard let parameters, let invocation, let method else { return }
            let object = CallbackBox<BusObject>.borrow(data)
            let name = String(cString: method)
            let sender = sender.map { String(cString: $0) } ?? ""
            let message = g_dbus_method_invocation_get_message(invocation)
            let takesFiles = object?.methodsWithFiles.contains(name) ?? false
            if !takesFiles { ReceivedFiles.close(of: message) }
            let received = takesFiles ? ReceivedFiles(takingFrom: message, of: sender) : nil
            let call = BusMethodCall(
                sender: sender,
                method: name,
                parameters: Variant(retaining: parameters),
                invocation: invocation,
                received: received
            )
            guard !takesFiles || received != nil else {
                return call.fail(
                    "org.freedesktop.DBus.Error.LimitsExceeded",
                    "too many files wait here already, at most \(ReceivedFiles.mostOfOne) of one "
                        + "caller and \(ReceivedFiles.most) of all; wait for the answers to earlier "
                        + "calls and try again"
                )
            }
            GLibActor.assumeIsolated { object?.call(call) }
        }
        table.get_property = { _, _, _, _, property, error, data in
            guard let property else { return nil }
            let name = String(cString: property)
            let object = CallbackBox<BusObject>.borrow(data)
            let value = GLibActor.assumeIsolated { object?.property(name) }
            guard let value else {
                error?.pointee = g_error_new_literal(
                    g_dbus_error_quark(),
                    Int32(G_DBUS_ERROR_FAILED.rawValue),
                    "\(name) has no value now"
                )
                return nil
            }
            return value.withPointer { g_variant_ref($0) }
        }
        let data = CallbackBox(object).retained()
        do {
            let id = try GLibError.check {
                g_dbus_connection_register_object(
                    pointer,
                    path,
                    info,
                    &table,
                    data,
                    { CallbackBox<BusObject>.release($0) },
                    $0
                )
            }
            return BusRegistration(connection: self, id: id)
        } catch {
            // A registration that fails does not take over the data.
            CallbackBox<BusObject>.release(data)
            throw error
        }
    }
}
