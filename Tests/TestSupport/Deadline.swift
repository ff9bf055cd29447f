/// An operation that did not end in time.
public struct DeadlineExceeded: Error, CustomStringConvertible {
    /// What was waited for.
    public let what: String
    /// The seconds that were allowed.
    public let seconds: Double

    /// Makes the error.
    public init(what: String, seconds: Double) {
        self.what = what
        self.seconds = seconds
    }

    /// A sentence for the log of a failed test.
    public var description: String { "\(what) did not happen within \(seconds) s" }
}

/// Runs an operation, and gives up on it after a time, so that a test fails where it would hang.
///
/// The operation is cancelled then, but not waited for: it may be what hangs.
public func within<Value: Sendable>(
    _ seconds: Double,
    _ what: String = "the operation",
    isolation: isolated (any Actor)? = #isolation,
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let result = Recorder<Result<Value, any Error>>()
    let task = Task {
        do {
            result.append(.success(try await operation()))
        } catch {
            result.append(.failure(error))
        }
    }
    defer { task.cancel() }
    return try await result.wait(seconds, what) { $0.first }.get()
}
