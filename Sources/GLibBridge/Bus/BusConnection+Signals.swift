import CGLib

extension BusConnection {
    /// Receives a signal until the subscription is released.
    ///
    /// The bus adds the match rule before it handles any later message of this connection.
    ///
    /// - Parameters:
    ///   - name: the signal's name; `nil` for all of the interface.
    ///   - sender: a bus name whose owner must be the sender; `nil` for anyone.
    ///   - path: the object path; `nil` for any.
    ///   - argument: the required first argument; `nil` for any.
    ///   - handler: called on ``GLibActor``, in order of arrival.
    @GLibActor
    package func subscribe(
        to name: String?,
        interface: String,
        sender: String? = nil,
        path: String? = nil,
        argument: String? = nil,
        handler: @escaping @GLibActor @Sendable (BusSignal) -> Void
    ) -> BusSubscription {
        let id = g_dbus_connection_signal_subscribe(
            pointer,
            sender,
            interface,
            name,
            path,
            argument,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, sender, path, interface, name, parameters, data in
                guard let parameters else { return }
                let signal = BusSignal(
                    sender: sender.map { String(cString: $0) } ?? "",
                    path: path.map { String(cString: $0) } ?? "",
                    interface: interface.map { String(cString: $0) } ?? "",
                    name: name.map { String(cString: $0) } ?? "",
                    parameters: Variant(retaining: parameters)
                )
                let handler = CallbackBox<@GLibActor @Sendable (BusSignal) -> Void>.borrow(data)
                GLibActor.assumeIsolated { handler?(signal) }
            },
            CallbackBox<@GLibActor @Sendable (BusSignal) -> Void>(handler).retained(),
            { CallbackBox<@GLibActor @Sendable (BusSignal) -> Void>.release($0) }
        )
        return BusSubscription(connection: self, id: id)
    }

    /// Sends a signal to everyone, or to one connection.
    ///
    /// - Throws: ``GLibError`` if the connection is closed or a name is malformed.
    package func emit(
        _ name: String,
        interface: String,
        path: String,
        _ parameters: Variant,
        to destination: String? = nil
    ) throws(GLibError) {
        let arguments = parameters.foreign
        defer { withExtendedLifetime(arguments) {} }
        _ = try GLibError.check {
            g_dbus_connection_emit_signal(
                pointer,
                destination,
                path,
                interface,
                name,
                arguments.pointer,
                $0
            )
        }
    }
}
