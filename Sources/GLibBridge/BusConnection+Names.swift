import CGLib

/// What became of a request for a bus name.
public enum BusNameReply: Sendable, Equatable {
    /// The name is ours.
    case owned
    /// Somebody else has it: the unique name of the holder, where it could be asked.
    case taken(holder: String?)
}

extension BusConnection {
    /// Asks for a well-known name, without waiting in its queue.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - replacing: whether to take it from an owner that allows that.
    ///   - mayBeReplaced: whether to allow that.
    /// - Throws: ``GLibError`` where the bus refuses the name.
    /// - Returns: who has it now.
    public func requestName(
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

    /// Gives a well-known name back.
    public func releaseName(_ name: String) {
        _ = try? callBlocking("ReleaseName", on: .bus, .tuple([.string(name)]))
    }

    /// The unique name of a well-known name's owner; `nil` where nobody has it.
    public func nameOwner(_ name: String) -> String? {
        (try? callBlocking("GetNameOwner", on: .bus, .tuple([.string(name)])))?[0]?.string
    }

    /// The process behind a bus name; `nil` where the bus cannot tell.
    public func processID(of name: String) -> Int32? {
        let reply = try? callBlocking(
            "GetConnectionUnixProcessID",
            on: .bus,
            .tuple([.string(name)])
        )
        return reply?[0]?.integer.flatMap { Int32(exactly: $0) }
    }

    /// What tells this bus from every other, also from one at the same address at another time.
    public var busIdentifier: String {
        (try? callBlocking("GetId", on: .bus))?[0]?.string ?? ""
    }

    /// Whether the bus can start the program that owns a name.
    public func isActivatable(_ name: String) -> Bool {
        let reply = try? callBlocking("ListActivatableNames", on: .bus)
        return reply?[0]?.strings?.contains(name) ?? false
    }

    /// Asks the bus to start the program that owns a name, where none runs.
    ///
    /// - Returns: whether one runs now.
    @GLibActor
    public func startOwner(of name: String) async -> Bool {
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
    /// - Parameters:
    ///   - name: a well-known or a unique name.
    ///   - handler: called with the new owner's unique name, `nil` where it has none now.
    /// - Returns: the subscription.
    @GLibActor
    public func watchName(
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
