import GLibBridge
import Glibc

/// Commands that take turns, so that what else runs on the machine meets all alike.
struct Race {
    private var starts: [ProgramStart] = []

    /// Takes a command line in.
    ///
    /// - Returns: its place.
    mutating func add(_ arguments: String...) -> Int {
        starts.append(ProgramStart(arguments: arguments))
        return starts.count - 1
    }

    /// Runs each of them so often.
    ///
    /// - Parameters:
    ///   - rounds: how often; once more before, which reads the programs from the disk.
    ///   - prepare: what comes before each run and is not measured.
    /// - Returns: the milliseconds of each, by its place.
    /// - Throws: that of a command that failed.
    func run(_ rounds: Int, prepare: () throws -> Void = {}) throws -> [Samples] {
        // What they say besides their output is not of interest.
        let errors = dup(STDERR_FILENO)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(nowhere, STDERR_FILENO)
        defer {
            dup2(errors, STDERR_FILENO)
            close(errors)
            close(nowhere)
        }
        var times = starts.map { _ in [Double]() }
        for round in 0...rounds {
            for (place, start) in starts.enumerated() {
                try prepare()
                let time = try milliseconds { _ = try start.output() }
                // The first one reads the programs from the disk.
                if round > 0 { times[place].append(time) }
            }
        }
        return times.map(Samples.init)
    }
}
