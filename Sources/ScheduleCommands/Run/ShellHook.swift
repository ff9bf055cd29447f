import GLibBridge

/// The shells that can report each command that takes long.
enum ShellHook: String, CaseIterable {
    case bash, zsh, fish

    /// Returns the lines for the shell to evaluate.
    ///
    /// They cost a prompt no process: times are taken by the shell itself, and this program is started only for a
    /// command that took long enough.
    ///
    /// - Parameter seconds: the shortest time that is reported, where the user sets no other.
    func script(seconds: Int64) -> String {
        let text =
            switch self {
            case .bash: Self.bashScript
            case .zsh: Self.zshScript
            case .fish: Self.fishScript
            }
        return text.replacing("@SECONDS@", with: "\(seconds)")
            .replacing("@RUN@", with: "command notify-schedule run --ended")
            .replacing("@LINE@", with: ShellSession.variables.line)
            .replacing("@EARLIER@", with: ShellSession.variables.earlier)
    }

    /// A command without a line is one that the history does not keep, such as one with a blank before it.
    private static let bashScript = #"""
        # Of notify-schedule: reports commands that take long; see notify-schedule help run.
        if [[ $- = *i* && -z ${__notify_schedule_at+set} ]] &&
            shopt -q promptvars && ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)); then
            : "${NOTIFY_SCHEDULE_SECONDS:=@SECONDS@}"
            __notify_schedule_at=0 __notify_schedule_empty= __notify_schedule_number=
            __notify_schedule_prompt() {
                local status=$? at=$__notify_schedule_at number='\!' line=
                number=${number@P}
                if ((at > 0)); then
                    local earlier= now=${EPOCHREALTIME-${SECONDS}000000}
                    local took=$((${now/[.,]/} - at))
                    [[ ${NOTIFY_SCHEDULE_SECONDS-} =~ ^[0-9]{1,9}$ ]] || NOTIFY_SCHEDULE_SECONDS=@SECONDS@
                    # Ctrl-C and Ctrl-Z.
                    if ((took >= NOTIFY_SCHEDULE_SECONDS * 1000000 && status != 130 && (status < 147 || status > 150))); then
                        line=$(HISTTIMEFORMAT= builtin history 1)
                        line=${line#*[0-9][ *] }
                        if [[ $number = "$__notify_schedule_number" ]]; then
                            # The history has not got it: its last line again, or one that it does not keep.
                            local control=":${HISTCONTROL-}:${HISTIGNORE:+ignorespace:}"
                            if [[ ! -o history || $control != *:ignore@(dups|both):* ]]; then
                                line=
                            elif [[ $control = *:ignore@(both|space):* ]]; then
                                earlier=$line line=
                            fi
                        fi
                        (@LINE@=$line @EARLIER@=$earlier @RUN@ $status --took ${took}us --shell $$ </dev/null >/dev/null 2>&1 &)
                    fi
                fi
                __notify_schedule_at=0 __notify_schedule_number=$number
                return $status
            }
            # Expanded by this shell itself once a line was read.
            if [[ -n ${EPOCHREALTIME-} ]]; then
                PS0=${PS0-}'${__notify_schedule_empty:$((__notify_schedule_at=${EPOCHREALTIME/[.,]/}, 0)):0}'
            else
                PS0=${PS0-}'${__notify_schedule_empty:$((__notify_schedule_at=${SECONDS}000000, 0)):0}'
            fi
            if [[ $(declare -p PROMPT_COMMAND 2>/dev/null) = 'declare -a'* ]]; then
                PROMPT_COMMAND=(__notify_schedule_prompt "${PROMPT_COMMAND[@]}")
            else
                PROMPT_COMMAND="__notify_schedule_prompt${PROMPT_COMMAND:+; $PROMPT_COMMAND}"
            fi
        fi
        """#

    private static let zshScript = #"""
        # Of notify-schedule: reports commands that take long; see notify-schedule help run.
        if [[ -o interactive && -z ${__notify_schedule_at+set} ]]; then
            zmodload zsh/datetime && autoload -Uz add-zsh-hook
            : "${NOTIFY_SCHEDULE_SECONDS:=@SECONDS@}"
            typeset -gF __notify_schedule_at=0
            typeset -g __notify_schedule_line=
            __notify_schedule_preexec() {
                __notify_schedule_at=$EPOCHREALTIME __notify_schedule_line=$1
                # What is not for the history is not for a notification.
                [[ -o hist_ignore_space && $1 = ' '* ]] && __notify_schedule_line=
            }
            __notify_schedule_precmd() {
                local code=$?
                if ((__notify_schedule_at > 0)); then
                    local -i took=$(((EPOCHREALTIME - __notify_schedule_at) * 1000000))
                    [[ ${NOTIFY_SCHEDULE_SECONDS-} = <0-999999999> ]] || NOTIFY_SCHEDULE_SECONDS=@SECONDS@
                    # Ctrl-C and Ctrl-Z.
                    if ((took >= NOTIFY_SCHEDULE_SECONDS * 1000000 && code != 130 && (code < 147 || code > 150))); then
                        (@LINE@=$__notify_schedule_line @RUN@ $code --took ${took}us --shell $$ </dev/null >/dev/null 2>&1 &)
                    fi
                fi
                __notify_schedule_at=0
                return $code
            }
            add-zsh-hook preexec __notify_schedule_preexec
            add-zsh-hook precmd __notify_schedule_precmd
        fi
        """#

    private static let fishScript = #"""
        # Of notify-schedule: reports commands that take long; see notify-schedule help run.
        if status is-interactive; and not functions -q __notify_schedule_postexec
            set -q NOTIFY_SCHEDULE_SECONDS; or set -g NOTIFY_SCHEDULE_SECONDS @SECONDS@
            function __notify_schedule_preexec --on-event fish_preexec
                set -g __notify_schedule_runs 1
            end
            function __notify_schedule_postexec --on-event fish_postexec
                set -l code $status
                set -l took $CMD_DURATION
                # The line that defines this has begun before.
                set -q __notify_schedule_runs; or return
                string match -qr '^[0-9]{1,9}$' -- "$NOTIFY_SCHEDULE_SECONDS"
                or set -g NOTIFY_SCHEDULE_SECONDS @SECONDS@
                if test "$took" -ge (math "$NOTIFY_SCHEDULE_SECONDS * 1000"); and test $code -ne 130
                    set -lx @LINE@ "$argv[1]"
                    # What is not for the history is not for a notification.
                    string match -q ' *' -- "$@LINE@"; and set @LINE@ ''
                    @RUN@ $code --took {$took}ms --shell $fish_pid </dev/null >/dev/null 2>&1 &
                    disown 2>/dev/null
                end
            end
        end
        """#
}

/// Which command lines are not reported, because the user works in them.
enum InteractivePrograms {
    private static let names: Set<String> = [
        // Editors and pagers.
        "vi", "vim", "nvim", "view", "vimdiff", "emacs", "nano", "micro", "hx", "kak", "ed", "joe",
        "helix", "emacsclient", "visudo", "vipw", "vigr",
        "less", "more", "most", "man", "info", "bat",
        // Other machines and terminals.
        "ssh", "mosh", "telnet", "et", "sftp", "ftp", "tmux", "screen", "zellij", "su", "login",
        "machinectl", "fg", "exit", "byobu", "claude", "codex",
        // Monitors and file managers.
        "top", "htop", "btop", "atop", "iotop", "watch", "journalctl", "dmesg", "mc", "ranger",
        "nnn",
        "lf", "yazi", "tig", "lazygit", "gitui", "k9s", "ncdu", "fzf", "glances", "nvtop",
        // Mail, chat and the web.
        "mutt", "neomutt", "aerc", "irssi", "weechat", "lynx", "links", "elinks", "w3m",
        // Prompts of databases, debuggers and languages.
        "gdb", "lldb", "psql", "mysql", "sqlite3", "redis-cli", "irb", "ghci", "ipython",
    ]
    /// Those that are interactive without an argument alone.
    private static let prompts: Set<String> = [
        "bash", "zsh", "fish", "sh", "dash", "python", "python3", "node", "ruby", "lua", "swift",
    ]
    /// Words before the program, which have no argument of their own here.
    private static let prefixes: Set<String> = [
        "sudo", "doas", "env", "command", "builtin", "exec", "nohup", "time", "nice", "then", "!",
    ]

    /// Returns whether a command line begins with an interactive program.
    ///
    /// - Returns: whether it does; a line in a language that this does not read is no such program.
    static func start(_ line: String, more: String) -> Bool {
        var words = line.split { $0 == " " || $0 == "\t" || $0 == "\n" }[...]
        while let first = words.first,
            prefixes.contains(String(first)) || first.hasPrefix("-")
                || first.prefix(while: { $0 != "=" }).allSatisfy({
                    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
                }) && first.contains("=")
        {
            words.removeFirst()
        }
        guard let program = words.first?.split(separator: "/").last.map(String.init) else {
            return false
        }
        let own = more.split { $0 == " " || $0 == ":" }.map(String.init)
        return names.contains(program) || own.contains(program)
            || (prompts.contains(program) && words.count == 1)
    }
}
