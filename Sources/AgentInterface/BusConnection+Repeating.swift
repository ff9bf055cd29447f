import GLibBridge

extension BusConnection {
    /// Calls a method as ``GLibBridge/BusConnection/callBlocking(_:on:_:files:deadline:mayStart:)`` does, and once more if its receiver leaves the
    /// bus before it replies.
    ///
    /// It is for methods whose second call does what the first one did.
    ///
    /// - Throws: ``GLibError``; its `remoteName` is set if the other side sent the error.
    func callRepeatedly(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant = .tuple([]),
        deadline: CallDeadline = .standard
    ) throws(GLibError) -> Variant {
        let start = ContinuousClock.now
        do throws(GLibError) {
            return try callBlocking(method, on: destination, parameters, deadline: deadline)
        } catch {
            guard error.saysPeerLeft else { throw error }
            let left = deadline.left(since: start)
            return try callBlocking(method, on: destination, parameters, deadline: left)
        }
    }
}
