/// An operation that did not end in time.
package struct DeadlineExceeded: Error, CustomStringConvertible {
    /// What was waited for.
    package let what: String
    /// The seconds that were allowed.
    package let seconds: Double

    /// Makes the error.
    package init(what: String, seconds: Double) {
        self.what = what
        self.seconds = seconds
    }

    /// A sentence for the log of a failed test.
    package var description: String { "\(what) did not happen within \(seconds) s" }
}

/// Runs an operation, and gives up on it after a time, so that a test fails where it would hang.
///
/// The operation is cancelled then, but not waited for: it may be what hangs.
package func within<Value: Sendable>(
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

/// Asks again and again until there is an answer, where nothing reports the change.
///
/// - Parameters:
///   - program: what has to run meanwhile; its end ends the wait.
///   - find: the question; `nil` for not yet.
@discardableResult
package func poll<Value>(
    _ seconds: Double,
    _ what: String,
    while program: RunningProgram? = nil,
    isolation: isolated (any Actor)? = #isolation,
    for find: () async throws -> Value?
) async throws -> Value {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
        if let value = try await find() { return value }
        if let status = program?.exitStatus {
            throw ProgramEnded(what: what, status: status, error: program?.error ?? "")
        }
        guard ContinuousClock.now < end else {
            throw DeadlineExceeded(what: what, seconds: seconds)
        }
        try await Task.sleep(for: .milliseconds(10))
    }
}

/// A program that ended while something of it was waited for.
package struct ProgramEnded: Error, CustomStringConvertible {
    let what: String
    let status: ExitStatus
    let error: String

    /// A sentence for the log of a failed test.
    package var description: String {
        "the program ended before \(what): \(status)\n--- error\n\(error)"
    }
}
