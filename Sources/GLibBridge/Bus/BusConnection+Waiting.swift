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
}
