import Foundation
import TestSupport

/// A real shell in a terminal of its own, in which lines are typed.
enum TypedShell: String, CaseIterable {
    case bash, zsh, fish

    /// What stands on each line once it was typed and Tab was pressed, without the blanks at its end.
    ///
    /// zsh has what makes the terminal, for itself and for others. Ctrl-T writes the line to a file and
    /// empties it.
    func completed(_ lines: [String], at fixture: AgentFixture) async throws -> [String] {
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: "\(fixture.directory)/typed",
            atomically: true,
            encoding: .utf8
        )
        let outcome = try await Self.run(["zsh", "-f"], script, fixture)
        return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// What the command gets as its arguments where these lines are typed into the shell.
    func arguments(of lines: [String], at fixture: AgentFixture) async throws -> [[String]] {
        let typed = lines.joined(separator: "\n") + "\n"
        let (options, input) =
            switch self {
            // A shell that is interactive replaces `!`, and does not where it evaluates a text.
            case .bash: (["--norc", "--noprofile", "-i"], Self.posixPrinter + typed)
            case .zsh: (["-f", "-i"], Self.posixPrinter + typed)
            case .fish: (["--no-config"], Self.fishPrinter + typed)
            }
        // In a session of its own it asks for no terminal.
        let shell = ["setsid", "--wait", rawValue]
        let outcome = try await Self.run(shell + options, input, fixture)
        return outcome.output.split(separator: "\n").map { line in
            line.split(separator: "\u{1F}", omittingEmptySubsequences: false).dropLast()
                .map(String.init)
        }
    }

    private static let posixPrinter = """
        PS1= PS2=
        notify-schedule() { printf '%s\\37' "$@"; echo; }

        """

    private static let fishPrinter = """
        function notify-schedule; printf '%s\\37' $argv; echo; end

        """

    /// Runs a script of a shell with the command in its path.
    static func run(
        _ shell: [String],
        _ script: String,
        _ fixture: AgentFixture
    ) async throws -> Program.Outcome {
        var environment = fixture.bus.environment(
            timeZone: AgentFixture.timeZone,
            ["TERM": "xterm", "LC_ALL": "C.UTF-8"]
        )
        environment["PATH"] = "\(Program.folder):/usr/bin:/bin"
        return try await Program(path: "/usr/bin/env").run(
            shell,
            environment: environment,
            input: script,
            directory: fixture.directory,
            within: 180
        )
    }

    private var program: String {
        switch self {
        case .bash: "bash --norc --noprofile -i"
        case .zsh: "zsh -f -i"
        case .fish: "fish --no-config -i"
        }
    }

    private var start: String {
        switch self {
        case .bash:
            """
            PS1=; source functions/_notify-schedule
            keep() { printf '%s\\n' "$READLINE_LINE" > kept; mv kept line; READLINE_LINE=; }
            bind -x '"\\C-t": keep'; bind 'set bell-style none'
            touch ready
            """
        case .zsh:
            """
            PS1=; unsetopt prompt_cr prompt_sp
            fpath=($PWD/functions $fpath); autoload -U compinit; compinit -D -u
            keep() { print -r -- $BUFFER > kept; mv kept line; BUFFER=; }
            zle -N keep; bindkey -e; bindkey '^I' complete-word; bindkey '^T' keep
            touch ready
            """
        case .fish:
            """
            source functions/_notify-schedule
            function fish_prompt; end
            function keep; commandline > kept; mv kept line; commandline -r ''; end
            bind \\ct keep
            touch ready
            """
        }
    }

    private var script: String {
        """
        zmodload zsh/zpty zsh/zselect
        mkdir -p functions
        notify-schedule --generate-completion-script \(rawValue) > functions/_notify-schedule
        cat > start <<'END'
        \(start)
        END
        zpty shell \(program)
        zpty -w shell 'source ./start'
        wait_for() {
            for attempt in {1..1500}; do
                [[ -e $1 ]] && return
                zpty -r -t shell output > /dev/null
                zselect -t 2
            done
            print -u2 -- "no $1"
            exit 1
        }
        wait_for ready
        while IFS= read -r typed; do
            rm -f line
            zpty -w -n shell "$typed"$'\\t\\x14'
            wait_for line
            print -r -- "${$(< line)%% }"
        done < typed
        zpty -d shell
        """
    }
}
