#!/bin/bash

__notify-schedule_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__notify-schedule_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

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

__notify-schedule_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

__notify-schedule_main() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __notify-schedule_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|remind|menu|send|run|ask|demo|list|next|today|week|show|simulate|history|watch|window|edit|snooze|skip|pause|resume|remove|undo|redo|restore|again|dismiss|open|focus|export|import|calendars|relay|forward|mcp|apps|push|schemes|launcher|doctor|agent|help)
        # Offer subcommand argument completions
        "_notify-schedule_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add remind menu send run ask demo list next today week show simulate history watch window edit snooze skip pause resume remove undo redo restore again dismiss open focus export import calendars relay forward mcp apps push schemes launcher doctor agent help' -- "${cur}"))
        ;;
    esac
}

_notify-schedule_add() {
    repeating_flags=()
    non_repeating_flags=(--repeat --once --markup --wake --private --month-end --on-entry --on-exit --if-inside --yes-really-often -e --transient -w --wait --json --version -h --help)
    repeating_options=(--attach --action --snooze --before --except --also --user-info --hint --to)
    non_repeating_options=(--in --at --on --every --until --times --subtitle -i -n --icon --app-icon --sound --reply --open --run --level -u --urgency --nag --late --expire -t --expire-time --tz --cron --rrule --components --starting --near --app --thread --category --badge -a --app-name --id --user)
    __notify-schedule_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--in')
        return
        ;;
    '--at')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--on')
        __notify-schedule_add_completions -W 'minutely'$'\n''hourly'$'\n''daily'$'\n''weekly'$'\n''monthly'$'\n''quarterly'$'\n''semiannually'$'\n''yearly'$'\n''Mon'$'\n''Tue'$'\n''Wed'$'\n''Thu'$'\n''Fri'$'\n''Sat'$'\n''Sun'$'\n''Mon..Fri'$'\n''every'
        return
        ;;
    '--every')
        return
        ;;
    '--until')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--times')
        return
        ;;
    '--subtitle')
        return
        ;;
    '-i'|'-n'|'--icon'|'--app-icon')
        __notify-schedule_add_completions -f
        return
        ;;
    '--sound')
        __notify-schedule_add_completions -W 'default'$'\n''none'
        return
        ;;
    '--attach')
        __notify-schedule_add_completions -f
        return
        ;;
    '--action')
        return
        ;;
    '--reply')
        return
        ;;
    '--snooze')
        return
        ;;
    '--open')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion add -- --open "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--run')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion add -- --run "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--level')
        __notify-schedule_add_completions -W 'passive'$'\n''active'$'\n''time-sensitive'$'\n''critical'
        return
        ;;
    '-u'|'--urgency')
        __notify-schedule_add_completions -W 'low'$'\n''normal'$'\n''critical'
        return
        ;;
    '--before')
        return
        ;;
    '--nag')
        return
        ;;
    '--late')
        __notify-schedule_add_completions -W 'show'$'\n''skip'
        return
        ;;
    '--expire')
        __notify-schedule_add_completions -W 'never'$'\n''default'
        return
        ;;
    '-t'|'--expire-time')
        return
        ;;
    '--tz')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion add -- --tz "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--cron')
        return
        ;;
    '--rrule')
        return
        ;;
    '--components')
        return
        ;;
    '--starting')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--except')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--also')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--near')
        return
        ;;
    '--app')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion add -- --app "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--thread')
        return
        ;;
    '--category')
        return
        ;;
    '--user-info')
        return
        ;;
    '--badge')
        return
        ;;
    '-a'|'--app-name')
        return
        ;;
    '--hint')
        return
        ;;
    '--id')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion add -- --id "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion add -- --to "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--user')
        return
        ;;
    esac
}

_notify-schedule_remind() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options -1
}

_notify-schedule_menu() {
    repeating_flags=()
    non_repeating_flags=(--list --version -h --help)
    repeating_options=()
    non_repeating_options=(--program --pick)
    __notify-schedule_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--program')
        return
        ;;
    '--pick')
        return
        ;;
    esac
}

_notify-schedule_send() {
    repeating_flags=()
    non_repeating_flags=(-e --transient -p --print-id -w --wait --version -h --help)
    repeating_options=(--hint -A --action)
    non_repeating_options=(-u --urgency -t --expire-time -a --app-name -i --icon -n --app-icon -c --category --id-fd -r --replace-id --selected-action-fd --activation-token-fd)
    __notify-schedule_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-u'|'--urgency')
        __notify-schedule_add_completions -W 'low'$'\n''normal'$'\n''critical'
        return
        ;;
    '-t'|'--expire-time')
        return
        ;;
    '-a'|'--app-name')
        return
        ;;
    '-i'|'--icon')
        __notify-schedule_add_completions -f
        return
        ;;
    '-n'|'--app-icon')
        __notify-schedule_add_completions -f
        return
        ;;
    '-c'|'--category')
        return
        ;;
    '--hint')
        return
        ;;
    '--id-fd')
        return
        ;;
    '-r'|'--replace-id')
        return
        ;;
    '-A'|'--action')
        return
        ;;
    '--selected-action-fd')
        return
        ;;
    '--activation-token-fd')
        return
        ;;
    esac
}

_notify-schedule_run() {
    repeating_flags=()
    non_repeating_flags=(--on-failure --quiet-success --progress --log --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--if-longer --tail --title --stay --pid --shell-init)
    __notify-schedule_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--if-longer')
        return
        ;;
    '--tail')
        return
        ;;
    '--title')
        return
        ;;
    '--stay')
        __notify-schedule_add_completions -W 'yes'$'\n''no'
        return
        ;;
    '--pid')
        return
        ;;
    '--shell-init')
        __notify-schedule_add_completions -W 'bash'$'\n''zsh'$'\n''fish'
        return
        ;;
    esac
}

_notify-schedule_ask() {
    repeating_flags=()
    non_repeating_flags=(--only-if-unfocused --reply --json --version -h --help)
    repeating_options=(--choices)
    non_repeating_options=(--timeout --hook)
    __notify-schedule_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--choices')
        return
        ;;
    '--timeout')
        return
        ;;
    '--hook')
        __notify-schedule_add_completions -W 'claude'$'\n''codex'
        return
        ;;
    esac
}

_notify-schedule_demo() {
    repeating_flags=()
    non_repeating_flags=(--text --version -h --help)
    repeating_options=()
    non_repeating_options=(--choose)
    __notify-schedule_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--choose')
        return
        ;;
    esac
}

_notify-schedule_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--app --search --from --to)
    __notify-schedule_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--app')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion list -- --app "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--search')
        return
        ;;
    '--from')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'
        return
        ;;
    '--to')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W 'pending'$'\n''delivered'$'\n''removed'
        return
        ;;
    esac
}

_notify-schedule_next() {
    repeating_flags=()
    non_repeating_flags=(--month-end --json --version -h --help)
    repeating_options=(--except --also)
    non_repeating_options=(--at --on --every --tz --cron --rrule --components --starting --after --count)
    __notify-schedule_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--at')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--on')
        __notify-schedule_add_completions -W 'minutely'$'\n''hourly'$'\n''daily'$'\n''weekly'$'\n''monthly'$'\n''quarterly'$'\n''semiannually'$'\n''yearly'$'\n''Mon'$'\n''Tue'$'\n''Wed'$'\n''Thu'$'\n''Fri'$'\n''Sat'$'\n''Sun'$'\n''Mon..Fri'$'\n''every'
        return
        ;;
    '--every')
        return
        ;;
    '--tz')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion next -- --tz "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--cron')
        return
        ;;
    '--rrule')
        return
        ;;
    '--components')
        return
        ;;
    '--starting')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--except')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--also')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--after')
        return
        ;;
    '--count')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion next -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_today() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_week() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_show() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion show -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_simulate() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--from --to --tz --count)
    __notify-schedule_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--from')
        return
        ;;
    '--to')
        return
        ;;
    '--tz')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion simulate -- --tz "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--count')
        return
        ;;
    esac
}

_notify-schedule_history() {
    repeating_flags=()
    non_repeating_flags=(--missed --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--since --app --count)
    __notify-schedule_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--since')
        __notify-schedule_add_completions -W 'today'$'\n''yesterday'$'\n''1h'$'\n''1d'$'\n''7d'
        return
        ;;
    '--app')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion history -- --app "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--count')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion history -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_watch() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--app --format)
    __notify-schedule_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--app')
        return
        ;;
    '--format')
        __notify-schedule_add_completions -W 'waybar'
        return
        ;;
    esac
}

_notify-schedule_window() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_edit() {
    repeating_flags=()
    non_repeating_flags=(--repeat --once --markup --wake --private --month-end --on-entry --on-exit --if-inside --yes-really-often -e --transient --json --version -h --help)
    repeating_options=(--clear --attach --action --snooze --before --except --also --user-info --hint)
    non_repeating_options=(--title --body --by --in --at --on --every --until --times --subtitle -i -n --icon --app-icon --sound --reply --open --run --level -u --urgency --nag --late --expire -t --expire-time --tz --cron --rrule --components --starting --near --app --thread --category --badge -a --app-name)
    __notify-schedule_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--title')
        return
        ;;
    '--body')
        return
        ;;
    '--by')
        __notify-schedule_add_completions -W '+10min'$'\n''+1h'$'\n''+1d'$'\n''-10min'$'\n''-1h'
        return
        ;;
    '--clear')
        __notify-schedule_add_completions -W 'subtitle'$'\n''body'$'\n''except'$'\n''also'$'\n''until'$'\n''times'$'\n''late'$'\n''wake'$'\n''before'$'\n''nag'$'\n''private'$'\n''sound'$'\n''badge'$'\n''level'$'\n''icon'$'\n''markup'$'\n''expire'$'\n''expire-time'$'\n''open'$'\n''run'$'\n''action'$'\n''snooze'$'\n''reply'$'\n''attach'$'\n''thread'$'\n''category'$'\n''user-info'$'\n''app-name'$'\n''transient'$'\n''hint'
        return
        ;;
    '--in')
        return
        ;;
    '--at')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--on')
        __notify-schedule_add_completions -W 'minutely'$'\n''hourly'$'\n''daily'$'\n''weekly'$'\n''monthly'$'\n''quarterly'$'\n''semiannually'$'\n''yearly'$'\n''Mon'$'\n''Tue'$'\n''Wed'$'\n''Thu'$'\n''Fri'$'\n''Sat'$'\n''Sun'$'\n''Mon..Fri'$'\n''every'
        return
        ;;
    '--every')
        return
        ;;
    '--until')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--times')
        return
        ;;
    '--subtitle')
        return
        ;;
    '-i'|'-n'|'--icon'|'--app-icon')
        __notify-schedule_add_completions -f
        return
        ;;
    '--sound')
        __notify-schedule_add_completions -W 'default'$'\n''none'
        return
        ;;
    '--attach')
        __notify-schedule_add_completions -f
        return
        ;;
    '--action')
        return
        ;;
    '--reply')
        return
        ;;
    '--snooze')
        return
        ;;
    '--open')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion edit -- --open "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--run')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion edit -- --run "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--level')
        __notify-schedule_add_completions -W 'passive'$'\n''active'$'\n''time-sensitive'$'\n''critical'
        return
        ;;
    '-u'|'--urgency')
        __notify-schedule_add_completions -W 'low'$'\n''normal'$'\n''critical'
        return
        ;;
    '--before')
        return
        ;;
    '--nag')
        return
        ;;
    '--late')
        __notify-schedule_add_completions -W 'show'$'\n''skip'
        return
        ;;
    '--expire')
        __notify-schedule_add_completions -W 'never'$'\n''default'
        return
        ;;
    '-t'|'--expire-time')
        return
        ;;
    '--tz')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion edit -- --tz "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--cron')
        return
        ;;
    '--rrule')
        return
        ;;
    '--components')
        return
        ;;
    '--starting')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--except')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--also')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    '--near')
        return
        ;;
    '--app')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion edit -- --app "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--thread')
        return
        ;;
    '--category')
        return
        ;;
    '--user-info')
        return
        ;;
    '--badge')
        return
        ;;
    '-a'|'--app-name')
        return
        ;;
    '--hint')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion edit -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_snooze() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 2

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion snooze -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __notify-schedule_add_completions -W '5m'$'\n''10m'$'\n''30m'$'\n''1h'
        return
        ;;
    esac
}

_notify-schedule_skip() {
    repeating_flags=()
    non_repeating_flags=(--list --json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion skip -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_pause() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--prefix --app --until --for)
    __notify-schedule_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--prefix')
        return
        ;;
    '--app')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion pause -- --app "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--until')
        return
        ;;
    '--for')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion pause -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_resume() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--prefix --app)
    __notify-schedule_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--prefix')
        return
        ;;
    '--app')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion resume -- --app "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion resume -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_remove() {
    repeating_flags=()
    non_repeating_flags=(--all --pending --delivered --yes -y --forever --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--prefix --app)
    __notify-schedule_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--prefix')
        return
        ;;
    '--app')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion remove -- --app "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion remove -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_undo() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_redo() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_restore() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion restore -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_again() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion again -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_dismiss() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--prefix --app)
    __notify-schedule_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--prefix')
        return
        ;;
    '--app')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion dismiss -- --app "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion dismiss -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_open() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion open -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_focus() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    status|on|off)
        # Offer subcommand argument completions
        "_notify-schedule_focus_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'status on off' -- "${cur}"))
        ;;
    esac
}

_notify-schedule_focus_status() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_focus_on() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--allow)
    non_repeating_options=(--for --until)
    __notify-schedule_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--for')
        return
        ;;
    '--until')
        return
        ;;
    '--allow')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion focus on -- --allow "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion focus on -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_focus_off() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_export() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--app --format)
    __notify-schedule_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--app')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion export -- --app "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    '--format')
        __notify-schedule_add_completions -W 'json'$'\n''ical'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -f
        return
        ;;
    esac
}

_notify-schedule_import() {
    repeating_flags=()
    non_repeating_flags=(--trust --replace --follow --dry-run --json --version -h --help)
    repeating_options=(--me)
    non_repeating_options=(--format --sync)
    __notify-schedule_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __notify-schedule_add_completions -W 'json'$'\n''ical'
        return
        ;;
    '--sync')
        return
        ;;
    '--me')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -f
        return
        ;;
    esac
}

_notify-schedule_calendars() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|remove)
        # Offer subcommand argument completions
        "_notify-schedule_calendars_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list remove' -- "${cur}"))
        ;;
    esac
}

_notify-schedule_calendars_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_calendars_remove() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion calendars remove -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_relay() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|status|pair|join|confirm|forget|withdraw)
        # Offer subcommand argument completions
        "_notify-schedule_relay_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list status pair join confirm forget withdraw' -- "${cur}"))
        ;;
    esac
}

_notify-schedule_relay_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_relay_status() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_relay_pair() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_relay_join() {
    repeating_flags=()
    non_repeating_flags=(--yes -y --json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options -1
}

_notify-schedule_relay_confirm() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion relay confirm -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_relay_forget() {
    repeating_flags=()
    non_repeating_flags=(--yes -y --version -h --help)
    repeating_options=(--keep)
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--keep')
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion relay forget -- --keep "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion relay forget -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_relay_withdraw() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options -1
}

_notify-schedule_forward() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --as)
    __notify-schedule_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __notify-schedule_add_completions -f
        return
        ;;
    '--as')
        return
        ;;
    esac
}

_notify-schedule_mcp() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_apps() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|allow|deny)
        # Offer subcommand argument completions
        "_notify-schedule_apps_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list allow deny' -- "${cur}"))
        ;;
    esac
}

_notify-schedule_apps_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_apps_allow() {
    repeating_flags=()
    non_repeating_flags=(--through-dnd --no-through-dnd --private --no-private --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion apps allow -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_apps_deny() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion apps deny -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_push() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    send|list|register|remove)
        # Offer subcommand argument completions
        "_notify-schedule_push_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'send list register remove' -- "${cur}"))
        ;;
    esac
}

_notify-schedule_push_send() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--collapse-id --expiration --message-id)
    __notify-schedule_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--collapse-id')
        return
        ;;
    '--expiration')
        return
        ;;
    '--message-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion push send -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __notify-schedule_add_completions -f
        return
        ;;
    esac
}

_notify-schedule_push_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_push_register() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--vapid --distributor)
    __notify-schedule_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--vapid')
        return
        ;;
    '--distributor')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion push register -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_push_remove() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion push remove -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_schemes() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion schemes -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_launcher() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|enable|disable|edit|import|register)
        # Offer subcommand argument completions
        "_notify-schedule_launcher_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list enable disable edit import register' -- "${cur}"))
        ;;
    esac
}

_notify-schedule_launcher_list() {
    repeating_flags=()
    non_repeating_flags=(--enabled --json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion launcher list -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_launcher_enable() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion launcher enable -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_launcher_disable() {
    repeating_flags=()
    non_repeating_flags=(--json --all --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion launcher disable -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_launcher_edit() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion launcher edit -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_launcher_import() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--apps)
    non_repeating_options=()
    __notify-schedule_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--apps')
        __notify-schedule_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __notify-schedule_add_completions -f
        return
        ;;
    esac
}

_notify-schedule_launcher_register() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--title --style --in --at)
    __notify-schedule_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--title')
        return
        ;;
    '--style')
        __notify-schedule_add_completions -W 'each'$'\n''grouped'
        return
        ;;
    '--in')
        return
        ;;
    '--at')
        __notify-schedule_add_completions -W 'today'$'\n''tomorrow'$'\n''noon'$'\n''midnight'$'\n''tonight'$'\n''next'$'\n''in'$'\n''mon'$'\n''tue'$'\n''wed'$'\n''thu'$'\n''fri'$'\n''sat'$'\n''sun'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __notify-schedule_add_completions -W "$(__notify-schedule_custom_complete ---completion launcher register -- positional@0 "${COMP_CWORD}" "$(__notify-schedule_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_notify-schedule_doctor() {
    repeating_flags=()
    non_repeating_flags=(--bubble --verbose --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--within)
    __notify-schedule_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--within')
        return
        ;;
    esac
}

_notify-schedule_agent() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    status|start|restart|stop|run)
        # Offer subcommand argument completions
        "_notify-schedule_agent_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'status start restart stop run' -- "${cur}"))
        ;;
    esac
}

_notify-schedule_agent_status() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_agent_start() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_agent_restart() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_agent_stop() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_agent_run() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options 0
}

_notify-schedule_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __notify-schedule_offer_flags_options -1
}

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

complete -F _notify-schedule notify-schedule
