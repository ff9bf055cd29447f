import GLibBridge
import NotifyCore

/// Starts programs off the threads that others wait for: their files may lie on a file system that hangs.
struct LaunchWork: Sendable {
    /// How many starts may hang at a time.
    private static let maxUnderWay = 8

    private let deadline: UInt32
    private let work = BlockingIOPool(
        name: "launch",
        maxTotal: maxUnderWay,
        maxPerOwner: maxUnderWay
    )

    /// Makes one that starts nothing yet.
    ///
    /// - Parameter deadline: how long a start is waited for, in milliseconds.
    init(deadline: UInt32 = 10_000) {
        self.deadline = deadline
    }

    /// Runs what starts a program, on a thread of its own.
    ///
    /// - Parameters:
    ///   - what: the URL or the app, as a sentence names it.
    ///   - body: finds the program and starts it.
    /// - Returns: what it returned.
    /// - Throws: ``NotifyCore/RequestError`` of the body, or where it takes too long.
    func run<Value: Sendable>(
        _ what: String,
        _ body: @escaping @Sendable () throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        let answer = await work.answer(within: deadline, for: "") {
            () -> Result<Value, RequestError> in
            do throws(RequestError) { return .success(try body()) } catch { return .failure(error) }
        }
        switch answer {
        case .done(let result): return try result.get()
        case .late:
            throw RequestError(
                .notFound,
                "\(what) did not open within \(deadline / 1_000) s, since a file system does not answer; "
                    + "it may open later"
            )
        case .busy:
            throw RequestError(
                .notFound,
                "\(what) did not open, since \(Self.maxUnderWay) others still wait for a file system "
                    + "that does not answer"
            )
        }
    }
}
