import ConfigurationFiles
package import NotifyCore

/// A `[Scheme NAME]`, `[URL TEXT]` or `[Command NAME]` of `launcher.conf` as it is written, for an editor of it.
package struct WrittenCommand: Hashable, Sendable {
    /// What it is for.
    package let kind: CommandEntry.Kind
    /// The scheme, the URL or the command's name.
    package let name: String
    /// The text between the brackets.
    package let group: String
    /// `Exec`, or the key of this desktop, such as `Exec-GNOME`.
    package let key: String
    /// The command line with its placeholders.
    package let line: String
    /// All command lines of the group, by their keys.
    let lines: [String: String]
    /// Its file.
    package let file: String
    /// Why it starts nothing; `nil` if it can be used.
    package let problem: String?

    /// Makes one that is in no file yet.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the name or the line is not allowed, with the way out.
    package init(
        _ kind: CommandEntry.Kind,
        _ name: String,
        startingWith line: String
    ) throws(RequestError) {
        let path = LauncherConfiguration.fileName
        let group = "\(kind.rawValue) \(name)"
        try UserConfiguration.check(name)
        switch kind {
        case .scheme where !name.isEmpty && !name.contains(" "):
            guard (try? LaunchURL("\(name):"))?.scheme == name.lowercased() else {
                throw RequestError(
                    .invalidIdentifier,
                    "\(name.quoted) is no scheme",
                    wayOut: "write it without a colon, such as clock"
                )
            }
        case .url where !name.isEmpty: _ = try LaunchURL(name)
        case .command, .scheme, .url: break
        }
        var edit = KeyFileEdit("")
        edit.set(ExecLines.key, in: group, to: line)
        let read = try LauncherConfiguration(text: edit.text, path: path)
        if let problem = read.written.first?.problem {
            throw RequestError(.invalidContent, problem)
        }
        if let fault = read.faults.first { throw fault }
        guard let written = read.written.first, written.name == name else {
            throw RequestError(
                .invalidIdentifier,
                "the name \(name.quoted) cannot be written into \(path)"
            )
        }
        self = written
    }

    /// Returns the command with another line.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the line is not allowed, with the way out.
    package func starting(_ line: String) throws(RequestError) -> WrittenCommand {
        let checked = try WrittenCommand(kind, name, startingWith: line)
        return WrittenCommand(
            kind: kind,
            name: name,
            group: group,
            key: key,
            line: checked.line,
            lines: lines.merging([key: checked.line]) { $1 },
            file: file,
            problem: nil
        )
    }

    /// Whether another one is for the same name, scheme or URL.
    package func isFor(_ other: WrittenCommand) -> Bool {
        CommandEntry.Key(kind, name) == CommandEntry.Key(other.kind, other.name)
    }

    /// The program that it starts, if that is not installed or may not be run.
    package var missingProgram: String? {
        guard let program = try? ExecLine(parsing: line).arguments.first else { return nil }
        return LaunchPlan(arguments: [program], way: .command).missingProgram
    }

    init(
        kind: CommandEntry.Kind,
        name: String,
        group: String,
        key: String,
        line: String,
        lines: [String: String],
        file: String,
        problem: String?
    ) {
        self.kind = kind
        self.name = name
        self.group = group
        self.key = key
        self.line = line
        self.lines = lines
        self.file = file
        self.problem = problem
    }
}
