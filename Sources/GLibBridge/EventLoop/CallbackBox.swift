/// A Swift value for C's user data, with one owner at any time.
///
/// `retained()` passes the reference to C with `release` as its destroy notify; the callback only borrows it.
/// So the reference is released even if the callback never runs.
final class CallbackBox<Value> {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// The pointer for C, which owns one reference until its destroy notify runs.
    func retained() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    /// Returns the value of a pointer that C still owns.
    static func borrow(_ pointer: UnsafeMutableRawPointer?) -> Value? {
        pointer.map { Unmanaged<CallbackBox<Value>>.fromOpaque($0).takeUnretainedValue().value }
    }

    /// Returns the value of a pointer whose ownership C returns with this call.
    static func take(_ pointer: UnsafeMutableRawPointer?) -> Value? {
        pointer.map { Unmanaged<CallbackBox<Value>>.fromOpaque($0).takeRetainedValue().value }
    }

    /// Ends C's ownership; the body of a destroy notify.
    static func release(_ pointer: UnsafeMutableRawPointer?) {
        if let pointer { Unmanaged<CallbackBox<Value>>.fromOpaque(pointer).release() }
    }
}
