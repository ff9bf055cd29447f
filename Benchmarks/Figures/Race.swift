/// Commands that take turns, so that what else runs on the machine meets all alike.
struct Race {
    private var commands: [CommandRun] = []

    /// Adds a command line.
    mutating func add(_ arguments: String...) -> Int {
        commands.append(CommandRun(arguments: arguments))
        return commands.count - 1
    }

    /// Runs each of them several times.
    ///
    /// - Parameters:
    ///   - rounds: how often; once more before, which reads the programs from the disk.
    ///   - prepare: what comes before each run and is not measured.
    /// - Returns: the milliseconds of each, by its place.
    /// - Throws: ``FigureFailure`` if a command fails.
    func run(_ rounds: Int, prepare: () throws -> Void = {}) throws -> [Samples] {
        var times = commands.map { _ in [Double]() }
        for round in 0...rounds {
            for (place, command) in commands.enumerated() {
                try prepare()
                let time = try command.milliseconds()
                // The first one reads the programs from the disk.
                if round > 0 { times[place].append(time) }
            }
        }
        return times.map(Samples.init)
    }
}
