import SQLiteBridge

/// Damage of a database file.
struct Damage: Error {
    let problem: String

    init(problem: String) {
        self.problem = problem
    }

    /// Creates damage from the error of a statement; `nil` if the error has another cause.
    init?(_ error: any Error) {
        if error is ColumnError {
            // The error's own text has all of the row.
            problem = "a row has a value of another type than its table"
            return
        }
        guard let error = error as? SQLiteError,
            [.corrupt, .notADatabase].contains(error.code.primary)
                || Self.unreadable.contains(error.code)
        else { return nil }
        problem = error.message
    }

    /// Creates damage from an error of opening the file.
    ///
    /// It is `nil` if another file would fail, too: the disk is full or not writable.
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

    /// Errors for a part of the file that cannot be read from the disk.
    private static let unreadable: [ResultCode] = [
        .ioRead, .ioShortRead,
    ]

    private static let ofMachine: [ResultCode] = [
        .auth, .busy, .cannotOpen, .full, .interrupt, .io, .lockProtocol, .locked, .noLargeFiles,
        .noMemory, .permission, .readOnly,
    ]
}
