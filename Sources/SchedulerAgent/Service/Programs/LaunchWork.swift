import GLibBridge
import NotifyCore

/// Starts programs on separate threads, because their files may be on a file system that hangs.
struct LaunchWork: Sendable {
    /// The maximum number of starts that hang.
    private static let maxUnderWay = 8

    private let deadline: UInt32
    private let work = BlockingIOPool(
        name: "launch",
        maxTotal: maxUnderWay,
        maxPerOwner: maxUnderWay
    )

    /// Creates a launcher.
    ///
    /// - Parameter deadline: the timeout of a start, in milliseconds.
    init(deadline: UInt32 = 10_000) {
        self.deadline = deadline
    }

    /// Starts a program on a separate thread.
    func run<Value: Sendable>(
        _ what: String,
        verb: String = "open",
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
                "\(what) did not \(verb) within \(deadline / 1_000) s, since a file system does not answer; "
                    + "it may \(verb) later"
            )
        case .busy:
            throw RequestError(
                .notFound,
                "\(what) did not \(verb), since \(Self.maxUnderWay) others still wait for a file system "
                    + "that does not answer"
            )
        }
    }
}
