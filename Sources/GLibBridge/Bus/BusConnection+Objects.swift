import CGLib

extension BusConnection {
    /// Exports an object on the bus.
    ///
    /// - Parameter xml: the introspection document with the interface, by which GIO checks each call's types.
    /// - Throws: ``GLibError`` if the document cannot be parsed, lacks the interface, or the path is in use.
    @GLibActor
    package func export(
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
                identity: BusMethodCall.Identity(of: invocation),
                invocation: invocation,
                received: received
            )
            guard !takesFiles || received != nil else {
                return call.fail(
                    "org.freedesktop.DBus.Error.LimitsExceeded",
                    "too many files wait here already, at most \(ReceivedFiles.maxPerSender) of one "
                        + "caller and \(ReceivedFiles.maxTotal) of all; wait for the answers to earlier "
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
            // A registration that fails does not own the data.
            CallbackBox<BusObject>.release(data)
            throw error
        }
    }
}
