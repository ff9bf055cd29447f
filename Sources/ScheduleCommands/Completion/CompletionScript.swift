/// The parser's completion scripts.
enum CompletionScript {
    /// Returns what the parser prints, with the scripts for bash and zsh changed so that they do not expand words, and
    /// that for fish so that it reads a line once.
    ///
    /// - Parameter text: a script, a help text, or any other text, which stays as it is.
    /// - Returns: the text to print; `nil` for an unknown version of a script.
    static func corrected(_ text: String) -> String? {
        if text.hasPrefix("#!/bin/bash\n") { return correctedForBash(text) }
        if text.hasPrefix("#compdef ") { return correctedForZsh(text) }
        if text.hasPrefix("function __notify-schedule_should_offer") {
            return correctedForFish(text)
        }
        // The parser's word for what the manual calls a command, which it also writes after the title of a group.
        if text.hasPrefix("OVERVIEW: ") {
            return text.replacing("\nSUBCOMMANDS:", with: "\nCOMMANDS:")
                .replacing(" SUBCOMMANDS:", with: ":")
                .replacing("<subcommand>", with: "<command>")
        }
        return text
    }

    /// Removes an option of the parser's script that makes zsh insert words with `!` unquoted, so that `!!`
    /// would become an earlier command.
    private static func correctedForZsh(_ text: String) -> String? {
        guard
            let option = text.firstRange(of: "\n    unsetopt aliases banghist\n")
        else { return nil }
        let parts = [
            text[..<option.lowerBound], "\n    unsetopt aliases\n", text[option.upperBound...],
        ]
        return parts.joined()
    }

    /// Replaces a function of the parser's script in which bash expands each word, so that one with `$(…)`,
    /// which may come from another app, would run a command when Tab is pressed.
    private static func correctedForBash(_ text: String) -> String? {
        guard
            let offer = text.firstRange(of: "\n__notify-schedule_add_completions() {\n"),
            let end = text[offer.upperBound...].firstRange(of: "\n}\n"),
            let main = text.firstRange(of: "\n_notify-schedule() {\n"),
            let registration = text.firstRange(
                of: "\ncomplete -o filenames -F _notify-schedule notify-schedule"
            ),
            end.upperBound <= main.lowerBound, main.upperBound <= registration.lowerBound
        else { return nil }
        let parts: [Substring] = [
            text[..<offer.lowerBound], offering[...], text[end.upperBound..<main.lowerBound],
            "\n__notify-schedule_main() {\n", text[main.upperBound..<registration.lowerBound],
            reading[...], "\ncomplete -F _notify-schedule notify-schedule",
            text[registration.upperBound...],
        ]
        return parts.joined()
    }

    /// Has the parser's script read the command line once for all of its 400 conditions, which fish tries at each Tab: it
    /// took half a second.
    private static func correctedForFish(_ text: String) -> String? {
        guard let parse = text.firstRange(of: "\nfunction __notify-schedule_parse_tokens -S\n"),
            let loop = text.firstRange(of: "        for non_repeating_flag_or_option in "),
            let end = text[loop.upperBound...].firstRange(of: "\n        end\n"),
            parse.upperBound <= loop.lowerBound
        else { return nil }
        let parts = [
            conditions[...], text[parse.lowerBound..<loop.lowerBound],
            "        set -a flags (set --names --local | string match '_flag_*')\n",
            text[end.upperBound...],
        ]
        return parts.joined()
    }

    /// The conditions of fish, and what they know of the line.
    private static let conditions = #"""
        function __notify-schedule_should_offer_completions_for_flags_or_options -a expected_commands
            __notify-schedule_read_line
            test "$__notify_schedule_commands" = "$expected_commands"; or return 1
            for option in $argv[2..]
                contains -- _flag_(string replace -a - _ -- $option) $__notify_schedule_flags; and return 1
            end
            return 0
        end

        function __notify-schedule_should_offer_completions_for_positional -a expected_commands comparison index
            __notify-schedule_read_line
            test "$__notify_schedule_commands" = "$expected_commands"; or return 1
            test "$__notify_schedule_position" "$comparison" "$index"
        end

        function __notify-schedule_read_line
            set -l line "$(commandline -pc)"
            set -q __notify_schedule_line; and test "$line" = "$__notify_schedule_line"; and return
            set -l positional_index 0
            set -l commands
            set -l flags
            __notify-schedule_parse_tokens
            set -g __notify_schedule_line "$line"
            set -g __notify_schedule_commands "$commands"
            set -g __notify_schedule_flags $flags
            set -g __notify_schedule_position $positional_index
        end

        """#

    /// Adds completions.
    ///
    /// Words are compared, never expanded, and quoted for the position where they are inserted.
    private static let offering = #"""

        # positional arguments:
        #
        # - 1: -W for words, -f for file names
        # - 2: the words, one a line
        #
        # required variables, of _notify-schedule:
        #
        # - typed: the word so far, without its quoting
        # - kept: how much of it stays in front of what is inserted
        # - quote: the quote that is open at its end
        __notify-schedule_add_completions() {
            if [[ "${1}" = -f ]]; then
                # Readline knows best how to complete and quote file names.
                compopt -o default 2>/dev/null
                return
            fi

            local -a candidates
            mapfile -t candidates <<<"${2}"
            local candidate
            for candidate in "${candidates[@]}"; do
                [[ -n "${candidate}" && "${candidate}" = "${typed}"* ]] || continue
                candidate="${candidate:kept}"
                case "${quote}" in
                \')
                    candidate="${candidate//\'/$'\'\\\'\''}"
                    ;;
                \")
                    candidate="${candidate//\\/$'\\\\'}"
                    candidate="${candidate//\"/$'\\"'}"
                    candidate="${candidate//\$/$'\\$'}"
                    candidate="${candidate//\`/$'\\`'}"
                    candidate="${candidate//!/$'"\'!\'"'}"
                    ;;
                *)
                    [[ -n "${candidate}" ]] && printf -v candidate %q "${candidate}"
                    ;;
                esac
                COMPREPLY+=("${candidate}")
            done
        }

        """#

    /// Reads the command line.
    ///
    /// Readline also splits words at characters such as the colon, and replaces only what follows the last of
    /// them; for the program a word ends at a blank.
    private static let reading = #"""

        _notify-schedule() {
            local -a COMP_WORDS=()
            local -i COMP_CWORD

            local word='' typed='' quote='' character next
            local -i kept=0 index
            for ((index = 0; index < COMP_POINT; index++)); do
                character="${COMP_LINE:index:1}"
                next="${COMP_LINE:index + 1:1}"
                (( index + 1 < COMP_POINT )) || next=''
                if [[ "${quote}" != "'" && "${character}" = \\ ]]; then
                    word+="${character}${next}"
                    [[ -n "${quote}" && "${next}" != [\"\$\`\\] ]] && typed+=\\
                    typed+="${next}"
                    index+=1
                elif [[ -n "${quote}" && "${character}" = "${quote}" ]]; then
                    word+="${character}"
                    quote=''
                    kept="${#typed}"
                elif [[ -n "${quote}" ]]; then
                    word+="${character}"
                    typed+="${character}"
                elif [[ "${character}" = [[:space:]] ]]; then
                    [[ -n "${word}" ]] && COMP_WORDS+=("${word}")
                    word=''
                    typed=''
                    kept=0
                else
                    word+="${character}"
                    if [[ "${character}" = [\"\'] ]]; then
                        quote="${character}"
                        kept="${#typed}"
                    else
                        # To readline these two begin what follows, as in @host and $NAME.
                        [[ "${COMP_WORDBREAKS}" = *"${character}"* ]] && kept="${#typed}"
                        typed+="${character}"
                        [[ "${COMP_WORDBREAKS}" = *"${character}"* && "${character}" != [@\$] ]] &&
                            kept="${#typed}"
                    fi
                fi
            done
            COMP_CWORD="${#COMP_WORDS[@]}"
            COMP_WORDS+=("${word}")

            __notify-schedule_main "${1}" "${word}" "${COMP_WORDS[COMP_CWORD - 1]}"
        }

        """#
}
