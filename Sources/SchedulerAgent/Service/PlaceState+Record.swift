import GLibBridge

extension PlaceState {
    /// The state as `Status` has it.
    var record: Variant {
        .dictionary([("state", .string(name)), ("reason", .string(reason))])
    }
}
