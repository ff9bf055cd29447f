import SQLiteBridge

/// A file that is no database any more, or not a whole one.
struct Damage: Error {
    let problem: String

    init(problem: String) {
        self.problem = problem
    }

    /// Reads an error of a statement; `nil` if it is about something else.
    init?(_ error: any Error) {
        if error is ColumnError {
            // Its own words have all of the row.
            problem = "a row has a value of another type than its table"
            return
        }
        guard let error = error as? SQLiteError,
            [.corrupt, .notADatabase].contains(error.code.primary)
                || Self.unreadable.contains(error.code)
        else { return nil }
        problem = error.message
    }

    /// Reads an error of the opening: all that is not about the machine is about the file.
    ///
    /// It is `nil` if another file would do no better: the disk is full, or may not be written.
    init?(whileOpening error: any Error) {
        if let damage = error as? Damage ?? Damage(error) {
            self = damage
            return
        }
        if let error = error as? SQLiteError {
            guard !Self.ofMachine.contains(error.code.primary) else { return nil }
            problem = error.message
        } else {
            problem = "\(error)"
        }
    }

    /// A part of the file that the disk does not give.
    private static let unreadable: [ResultCode] = [
        .ioRead, .ioShortRead,
    ]

    private static let ofMachine: [ResultCode] = [
        .auth, .busy, .cannotOpen, .full, .interrupt, .io, .lockProtocol, .locked, .noLargeFiles,
        .noMemory, .permission, .readOnly,
    ]
}
