import CGLib

extension BusConnection {
    /// Asks for a well-known name, without waiting in its queue.
    ///
    /// - Throws: ``GLibError`` if the bus refuses the name.
    package func requestName(
        _ name: String,
        replacing: Bool = false,
        mayBeReplaced: Bool = false
    ) throws(GLibError) -> BusNameReply {
        let doNotQueue: UInt32 = 4
        let flags = doNotQueue | (replacing ? 2 : 0) | (mayBeReplaced ? 1 : 0)
        let reply = try callBlocking(
            "RequestName",
            on: .bus,
            .tuple([.string(name), .uint32(flags)])
        )
        let primaryOwner: Int64 = 1
        let alreadyOwner: Int64 = 4
        switch reply[0]?.integer {
        case primaryOwner, alreadyOwner: return .owned
        default: return .taken(holder: nameOwner(name))
        }
    }

    /// Releases a well-known name.
    package func releaseName(_ name: String) {
        _ = try? callBlocking("ReleaseName", on: .bus, .tuple([.string(name)]))
    }

    /// Returns the unique name of a well-known name's owner; `nil` for none.
    package func nameOwner(_ name: String) -> String? {
        (try? callBlocking("GetNameOwner", on: .bus, .tuple([.string(name)])))?[0]?.string
    }

    /// Returns the process of a bus name; `nil` if unknown.
    package func processID(of name: String) -> Int32? {
        let reply = try? callBlocking(
            "GetConnectionUnixProcessID",
            on: .bus,
            .tuple([.string(name)])
        )
        return reply?[0]?.integer.flatMap { Int32(exactly: $0) }
    }

    /// Returns the id of this bus, which differs from that of a later bus at the same address.
    package var busIdentifier: String {
        (try? callBlocking("GetId", on: .bus))?[0]?.string ?? ""
    }

    /// Returns whether the bus can start the program that owns a name.
    package func isActivatable(_ name: String) -> Bool {
        let reply = try? callBlocking("ListActivatableNames", on: .bus)
        return reply?[0]?.strings?.contains(name) ?? false
    }

    /// Returns whether the bus can start the program that owns a name, without blocking; `false` after 10 s.
    @GLibActor
    package func canStart(_ name: String) async -> Bool {
        let reply = try? await call(
            "ListActivatableNames",
            on: .bus,
            deadline: .milliseconds(10_000)
        )
        return reply?[0]?.strings?.contains(name) ?? false
    }

    /// Asks the bus to start the program that owns a name, if none is running.
    @GLibActor
    package func startOwner(of name: String) async -> Bool {
        let startFlags: UInt32 = 0
        let reply = try? await call(
            "StartServiceByName",
            on: .bus,
            .tuple([.string(name), .uint32(startFlags)])
        )
        return reply != nil
    }

    /// Reports the owner of a name at each change.
    ///
    /// Subscribes first, so that a change right after a ``nameOwner(_:)`` is not missed.
    ///
    /// - Parameter handler: called with the new owner's unique name; `nil` for none.
    @GLibActor
    package func watchName(
        _ name: String,
        handler: @escaping @GLibActor @Sendable (String?) -> Void
    ) -> BusSubscription {
        subscribe(
            to: "NameOwnerChanged",
            interface: BusDestination.bus.interface,
            sender: BusDestination.bus.name,
            path: BusDestination.bus.path,
            argument: name
        ) { signal in
            guard let owner = signal.parameters[2]?.string else { return }
            handler(owner.isEmpty ? nil : owner)
        }
    }
}
