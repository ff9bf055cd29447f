import Dispatch

extension BusConnection {
    /// Blocks the thread until a bus name has an owner, or none.
    ///
    /// - Parameter begin: the code that causes the change, called after the subscription, so that no change is missed.
    ///     It may call its argument to stop waiting early.
    package func waitForOwner<Failure: Error>(
        of name: String,
        toExist isOwned: Bool = true,
        milliseconds: Int,
        after begin: (_ giveUp: @escaping @Sendable () -> Void) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let changed = DispatchSemaphore(value: 0)
        let subscription = GLibActor.thread.perform {
            GLibActor.assumeIsolated {
                self.watchName(name) { owner in
                    if (owner != nil) == isOwned { changed.signal() }
                }
            }
        }
        try begin { changed.signal() }
        if (nameOwner(name) != nil) != isOwned {
            _ = changed.wait(timeout: .now() + .milliseconds(milliseconds))
        }
        withExtendedLifetime(subscription) {}
        return (nameOwner(name) != nil) == isOwned
    }

    /// Blocks the thread until another program has called a method of an object that is exported meanwhile.
    ///
    /// - Parameters:
    ///   - sender: the unique name of the program; calls of others are refused.
    ///   - object: the object and its interface.
    ///   - xml: the introspection document with the interface.
    ///   - begin: has the other program call; returns `false` if it will not.
    /// - Returns: the call's arguments; `nil` if there is none in time.
    package func waitForCall(
        from sender: String,
        to object: BusDestination,
        xml: String,
        milliseconds: Int,
        after begin: () -> Bool
    ) -> Variant? {
        let arguments = BlockingFuture<Variant>()
        let isFilled = OnceFlag()
        let exported = GLibActor.thread.perform {
            GLibActor.assumeIsolated {
                let handlers = BusObject { call in
                    guard call.sender == sender else {
                        return call.fail(
                            "org.freedesktop.DBus.Error.AccessDenied",
                            "only \(sender) may call this"
                        )
                    }
                    call.reply()
                    if isFilled.first() { arguments.fill(call.parameters) }
                }
                return try? self.export(
                    handlers,
                    at: object.path,
                    interface: object.interface,
                    xml: xml
                )
            }
        }
        defer { withExtendedLifetime(exported) {} }
        guard exported != nil, begin() else { return nil }
        return arguments.take(within: milliseconds)
    }
}
