#compdef notify-schedule

__notify-schedule_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__notify-schedule_custom_complete() {
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __notify-schedule_complete "${completions[@]:0:-1}"
    fi
}

__notify-schedule_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_notify-schedule() {
    emulate -RL zsh -G
    setopt extendedglob nullglob numericglobsort
    unsetopt aliases

    local -xr SAP_SHELL=zsh
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(builtin emulate zsh -c 'printf %s "${ZSH_VERSION}"')"
    local -r SAP_SHELL_VERSION

    local context state state_descr line
    local -A opt_args

    local -r command_name="${words[1]}"
    local -ar command_line=("${words[@]}")
    local -ir current_word_index="$((CURRENT - 1))"

    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'add:Show a notification now or later.'
            'remind:Add a reminder that one sentence describes.'
            'menu:Choose an action, or write a reminder, in a menu program.'
            'send:Show a notification with the options of notify-send.'
            'run:Run a command and notify when it is done.'
            'ask:Ask a question in a bubble, and print the answer.'
            'demo:Try it: a bubble whose buttons start commands.'
            'list:List what is pending, was delivered or was removed.'
            'next:List what comes next, or the dates of a rule.'
            'today:List what still comes today.'
            'week:List what comes today and on the six days after it.'
            'show:Show all of a request, with its history.'
            'simulate:List every delivery in a range of dates.'
            'history:List what happened to requests, latest first.'
            'watch:Print the events of requests as they happen.'
            'window:Open the window: what comes, and a sentence to add more.'
            'edit:Change parts of a pending request.'
            'snooze:Postpone a notification, or show it again later.'
            'skip:Skip one date of a repeating request.'
            'pause:Pause pending requests, until a date or until they are resumed.'
            'resume:Resume paused requests.'
            'remove:Remove requests and their bubbles.'
            'undo:Undo the last change of this command.'
            'redo:Make the change again that was undone last.'
            'restore:Restore a request that was removed.'
            'again:Show the bubble of a delivered notification again.'
            'dismiss:Dismiss delivered notifications, as in their bubbles.'
            'open:Open a URL as a button would.'
            'focus:Have notifications wait for a while, except important ones.'
            'export:Export requests to a file.'
            'import:Import requests from a file.'
            'calendars:List the calendars that are followed, and end them.'
            'relay:Pair this machine with your others, for add --to.'
            'forward:Show notifications of other machines, over ssh.'
            'mcp:Serve an assistant by the Model Context Protocol.'
            'apps:List apps, and allow or deny their notifications.'
            'push:Show a pushed message, and register apps for them.'
            'schemes:List the URL schemes, and what they start.'
            'launcher:Show apps and their actions as notifications.'
            'doctor:Check whether notifications can be shown.'
            'agent:Inspect, start or stop the agent, which keeps them.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        add|remind|menu|send|run|ask|demo|list|next|today|week|show|simulate|history|watch|window|edit|snooze|skip|pause|resume|remove|undo|redo|restore|again|dismiss|open|focus|export|import|calendars|relay|forward|mcp|apps|push|schemes|launcher|doctor|agent|help)
            "_notify-schedule_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_notify-schedule_add() {
    local -i ret=1
    local -ar ___at=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___on=('minutely' 'hourly' 'daily' 'weekly' 'monthly' 'quarterly' 'semiannually' 'yearly' 'Mon' 'Tue' 'Wed' 'Thu' 'Fri' 'Sat' 'Sun' 'Mon..Fri' 'every')
    local -ar ___until=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___sound=('default' 'none')
    local -ar ___level=('passive' 'active' 'time-sensitive' 'critical')
    local -ar ___urgency=('low' 'normal' 'critical')
    local -ar ___late=('show' 'skip')
    local -ar ___expire=('never' 'default')
    local -ar ___starting=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___except=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___also=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar arg_specs=(
        ':title:'
        ':body:'
        '--in[After a duration, such as 3s, 1h30m, 1\:30 or "2 days".]:duration:'
        '--at[At a date\: 09\:00, "tomorrow at 5pm", "next friday", "2027-03-01 09\:00" or RFC 3339.]:date:{__notify-schedule_complete "${___at[@]}"}'
        '--on[By a calendar event as in systemd.time(7), such as "Tue 14\:00", or "every weekday at 8\:30"; repeats.]:event:{__notify-schedule_complete "${___on[@]}"}'
        '--every[Each time a duration has passed; at least 60s.]:duration:'
        '--repeat[Fire at every match (--in, --components, --near).]'
        '--once[Fire only at the first match (--every, --on, --cron).]'
        '--until[End of a repeating notification; a date without a time includes that day.]:date:{__notify-schedule_complete "${___until[@]}"}'
        '--times[How often a repeating notification fires in total.]:count:'
        '--subtitle[A second line under the title.]:subtitle:'
        '(-i -n --icon --app-icon)'{-i,-n,--icon,--app-icon}'[An icon name of the theme, or a file.]:name|file:_files'
        '--sound[default, none, a sound name of the theme, or a file.]:sound:{__notify-schedule_complete "${___sound[@]}"}'
        '*--attach[An image, sound or video to attach; repeatable. The file is copied.]:file:_files'
        '--markup[The body has markup\: <b>, <i>, <u>, <a href> and <img src alt>.]'
        '*--action[A button and the URL it opens; repeatable. \\= is a = in the label.]:label=url:'
        '--reply[A button with a text field that has this placeholder.]:placeholder:'
        '*--snooze[Buttons that show it again later, such as 10m,1h.]:duration,…:'
        '--open[URL that a click on the notification opens.]:url:{__notify-schedule_custom_complete ---completion add -- --open "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--run[A \[Command\] of launcher.conf to start when it is due.]:command:{__notify-schedule_custom_complete ---completion add -- --run "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--level[passive, active, time-sensitive or critical.]:level:{__notify-schedule_complete "${___level[@]}"}'
        '(-u --urgency)'{-u,--urgency}'[low, normal or critical.]:level:{__notify-schedule_complete "${___urgency[@]}"}'
        '*--before[Warnings before each date, such as 1d,1h; they move with it.]:duration,…:'
        '--nag[Show it again until it is dismissed or answered, 10 times if no number is given; 5m or 5m,3.]:duration\[,times\]:'
        '--late[What to do if it is more than 30 s late\: show, skip, or show up to a duration.]:show|skip|duration:{__notify-schedule_complete "${___late[@]}"}'
        '--wake[Wake the machine from suspend for it, if allowed.]'
        '--private[Hide its texts while the session is locked.]'
        '--expire[When the bubble closes\: after a span, never, or default for when the server closes it.]:span|never|default:{__notify-schedule_complete "${___expire[@]}"}'
        '(-t --expire-time)'{-t,--expire-time}'[Milliseconds after which the bubble closes; 0 for never.]:ms:'
        '--tz[The time zone, such as Europe/Berlin or +05\:30; default yours, wherever you are.]:zone:{__notify-schedule_custom_complete ---completion add -- --tz "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--cron[By cron'\''s five fields, such as "0 9 * * 1-5"; repeats.]:fields:'
        '--rrule[By a recurrence rule of calendars (RFC 5545), such as "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"; repeats.]:rule:'
        '--components[When date components match, such as '\''{"weekday"\:3,"hour"\:14}'\''; Sunday is 1.]:json:'
        '--starting[First date of --rrule, --every or --on "every 3 days", from which they count; it may be past.]:date:{__notify-schedule_complete "${___starting[@]}"}'
        '*--except[Leave a date or a day out of these; repeatable.]:date:{__notify-schedule_complete "${___except[@]}"}'
        '*--also[Add a date to these; repeatable.]:date:{__notify-schedule_complete "${___also[@]}"}'
        '--month-end[In shorter months, days 29 to 31 mean the last day.]'
        '--near[At a place\: its centre and radius, or geo\:52.52,13.405;u=200 (RFC 5870).]:lat,lon,metres:'
        '--on-entry[Fire when you enter the place; the default.]'
        '--on-exit[Fire when you leave the place.]'
        '--if-inside[Also fire at once if you are at the place already.]'
        '--yes-really-often[Accept a rule that fires more often than once a minute.]'
        '--app[The app that it comes from; default this command.]:id:{__notify-schedule_custom_complete ---completion add -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--thread[The conversation or topic it belongs to.]:id:'
        '--category[The app'\''s category, which defines its buttons.]:id:'
        '*--user-info[Data of your own that is stored with it; repeatable.]:key=text:'
        '--badge[Badge number of the app from its delivery on; 0 hides it.]:n:'
        '(-a --app-name)'{-a,--app-name}'[The program'\''s name in the bubble.]:name:'
        '(-e --transient)'{-e,--transient}'[Do not keep it in the desktop'\''s own list.]'
        '*--hint[A hint for the server; TYPE is boolean, int, double, string or byte. Repeatable.]:type\:name\:value:'
        '--id[Identifier; a request that has it is replaced.]:id:{__notify-schedule_custom_complete ---completion add -- --id "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '(-w --wait)'{-w,--wait}'[Wait until it is answered, dismissed or expired, and print the result.]'
        '*--to[Other machines that show it, instead of this one, as relay list prints them.]:machine,…|all:{__notify-schedule_custom_complete ---completion add -- --to "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--user[For root\: the user whose desktop shows it.]:name:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_remind() {
    local -i ret=1
    local -ar arg_specs=(
        '*:sentence:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_menu() {
    local -i ret=1
    local -ar arg_specs=(
        '--program[The menu program, with its arguments.]:command:'
        '--list[Only print the lines of the menu.]'
        '--pick[Do what this line says, without a menu.]:line:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_send() {
    local -i ret=1
    local -ar ___urgency=('low' 'normal' 'critical')
    local -ar arg_specs=(
        '*:words:'
        '(-u --urgency)'{-u,--urgency}'[low, normal or critical.]:level:{__notify-schedule_complete "${___urgency[@]}"}'
        '(-t --expire-time)'{-t,--expire-time}'[Milliseconds after which it closes; 0 for never.]:ms:'
        '(-a --app-name)'{-a,--app-name}'[The program'\''s name in the bubble.]:name:'
        '(-i --icon)'{-i,--icon}'[Its image\: a file, or an icon name of the theme.]:icon:_files'
        '(-n --app-icon)'{-n,--app-icon}'[The program'\''s icon\: a file, or an icon name of the theme.]:icon:_files'
        '(-c --category)'{-c,--category}'[The type of notification.]:type:'
        '(-e --transient)'{-e,--transient}'[Do not keep it in the desktop'\''s own list.]'
        '*--hint[A hint for the server; TYPE is boolean, int, double, string, byte or variant. -h is short for it.]:type\:name\:value:'
        '(-p --print-id)'{-p,--print-id}'[Print the notification'\''s number.]'
        '--id-fd[The file descriptor to write the number to.]:fd:'
        '(-r --replace-id)'{-r,--replace-id}'[The number of the notification to replace.]:number:'
        '(-w --wait)'{-w,--wait}'[Wait until it is closed.]'
        '*'{-A,--action}'[A button; repeatable. Waits, and prints the NAME of the chosen one; by default NAME is the button'\''s number, from 0.]:\[name=\]text:'
        '--selected-action-fd[The file descriptor to write the chosen name to.]:fd:'
        '--activation-token-fd[The file descriptor to write the activation token to.]:fd:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_run() {
    local -i ret=1
    local -ar ___stay=('yes' 'no')
    local -ar ___shell_init=('bash' 'zsh' 'fish')
    local -ar arg_specs=(
        '--if-longer[Only if the command takes longer.]:duration:'
        '--on-failure[Only if the command fails.]'
        '--quiet-success[Report a success without a sound, and less prominently.]'
        '--tail[Show the last lines of the output, at most 20.]:lines:'
        '--progress[Show the command while it runs, with its progress and a button to stop it.]'
        '--log[Store the output for a day, and add a button that opens it.]'
        '--title[The command'\''s name in the notification, in place of its words.]:text:'
        '--stay[Whether it stays until it is seen where the desktop keeps no list (default\: yes).]:yes|no:{__notify-schedule_complete "${___stay[@]}"}'
        '--json[Also print how the command ended to standard error, as JSON.]'
        '--pid[Watch this process in place of a command.]:id:'
        '--shell-init[Print the lines for bash, zsh or fish.]:shell:{__notify-schedule_complete "${___shell_init[@]}"}'
        '*:command:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_ask() {
    local -i ret=1
    local -ar ___hook=('claude' 'codex')
    local -ar arg_specs=(
        ':question:'
        ':body:'
        '*--choices[The answers, separated by commas; default Yes,No, or none with --reply.]:words:'
        '--timeout[How long to wait; by default without a limit, and 590s with --hook.]:duration:'
        '--hook[Answer the hook of a coding agent\: claude or codex.]:agent:{__notify-schedule_complete "${___hook[@]}"}'
        '--only-if-unfocused[With --hook\: nothing while the terminal has the focus, where that is known.]'
        '--reply[Let the user type a text.]'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_demo() {
    local -i ret=1
    local -ar arg_specs=(
        '--text[Use the text server even if there is a desktop.]'
        '--choose[Use the text server, and choose this button by itself; default 1 there if standard input is no terminal.]:choose:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_list() {
    local -i ret=1
    local -ar _which=('pending' 'delivered' 'removed')
    local -ar ___from=('today' 'tomorrow')
    local -ar ___to=('today' 'tomorrow')
    local -ar arg_specs=(
        ':which:{__notify-schedule_complete "${_which[@]}"}'
        '--app[Only this app; all means every app, the default.]:id|all:{__notify-schedule_custom_complete ---completion list -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--search[Only what has this text in its title, subtitle, body or identifier; case does not matter.]:text:'
        '--from[Only from this date on, such as tomorrow; of delivered ones also 2d, two days ago.]:date:{__notify-schedule_complete "${___from[@]}"}'
        '--to[Only up to this date; the whole day is included.]:date:{__notify-schedule_complete "${___to[@]}"}'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_next() {
    local -i ret=1
    local -ar ___at=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___on=('minutely' 'hourly' 'daily' 'weekly' 'monthly' 'quarterly' 'semiannually' 'yearly' 'Mon' 'Tue' 'Wed' 'Thu' 'Fri' 'Sat' 'Sun' 'Mon..Fri' 'every')
    local -ar ___starting=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___except=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___also=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion next -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--at[At a date\: 09\:00, "tomorrow at 5pm", "next friday", "2027-03-01 09\:00" or RFC 3339.]:date:{__notify-schedule_complete "${___at[@]}"}'
        '--on[By a calendar event as in systemd.time(7), such as "Tue 14\:00", or "every weekday at 8\:30"; repeats.]:event:{__notify-schedule_complete "${___on[@]}"}'
        '--every[Each time a duration has passed; at least 60s.]:duration:'
        '--tz[The time zone, such as Europe/Berlin or +05\:30; default yours, wherever you are.]:zone:{__notify-schedule_custom_complete ---completion next -- --tz "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--cron[By cron'\''s five fields, such as "0 9 * * 1-5"; repeats.]:fields:'
        '--rrule[By a recurrence rule of calendars (RFC 5545), such as "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"; repeats.]:rule:'
        '--components[When date components match, such as '\''{"weekday"\:3,"hour"\:14}'\''; Sunday is 1.]:json:'
        '--starting[First date of --rrule, --every or --on "every 3 days", from which they count; it may be past.]:date:{__notify-schedule_complete "${___starting[@]}"}'
        '*--except[Leave a date or a day out of these; repeatable.]:date:{__notify-schedule_complete "${___except[@]}"}'
        '*--also[Add a date to these; repeatable.]:date:{__notify-schedule_complete "${___also[@]}"}'
        '--month-end[In shorter months, days 29 to 31 mean the last day.]'
        '--after[Only dates after this one\: RFC 3339, or as for --at; default now.]:date:'
        '--count[Number of dates; default 3, and 10 of all requests.]:n:'
        '--json[Print a JSON array.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_today() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_week() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_show() {
    local -i ret=1
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion show -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_simulate() {
    local -i ret=1
    local -ar arg_specs=(
        '--from[The start; default now.]:date:'
        '--to[The end, or how long after the start; default 7d.]:date|duration:'
        '--tz[The time zone; default yours.]:zone:{__notify-schedule_custom_complete ---completion simulate -- --tz "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--count[Number of lines; default 1000, or all with --json.]:n:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_history() {
    local -i ret=1
    local -ar ___since=('today' 'yesterday' '1h' '1d' '7d')
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion history -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--since[Only events since a date such as yesterday or 09\:00, or within a duration such as 2d.]:date|duration:{__notify-schedule_complete "${___since[@]}"}'
        '--app[Only this app; all means every app, the default.]:id|all:{__notify-schedule_custom_complete ---completion history -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--missed[Only what was not on the screen\: missed, not allowed, refused, declined or kept by do-not-disturb.]'
        '--count[Number of lines, at most 1000; default 20, or 1000 with --since.]:n:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_watch() {
    local -i ret=1
    local -ar ___format=('waybar')
    local -ar arg_specs=(
        '--app[Only requests of this app; all means every app, the default.]:id:'
        '--json[Print a JSON object per line.]'
        '--format[Print what comes next, for a bar\: waybar.]:format:{__notify-schedule_complete "${___format[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_window() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_edit() {
    local -i ret=1
    local -ar ___by=('+10min' '+1h' '+1d' '-10min' '-1h')
    local -ar ___clear=('subtitle' 'body' 'except' 'also' 'until' 'times' 'late' 'wake' 'before' 'nag' 'private' 'sound' 'badge' 'level' 'icon' 'markup' 'expire' 'expire-time' 'open' 'run' 'action' 'snooze' 'reply' 'attach' 'thread' 'category' 'user-info' 'app-name' 'transient' 'hint')
    local -ar ___at=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___on=('minutely' 'hourly' 'daily' 'weekly' 'monthly' 'quarterly' 'semiannually' 'yearly' 'Mon' 'Tue' 'Wed' 'Thu' 'Fri' 'Sat' 'Sun' 'Mon..Fri' 'every')
    local -ar ___until=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___sound=('default' 'none')
    local -ar ___level=('passive' 'active' 'time-sensitive' 'critical')
    local -ar ___urgency=('low' 'normal' 'critical')
    local -ar ___late=('show' 'skip')
    local -ar ___expire=('never' 'default')
    local -ar ___starting=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___except=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___also=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion edit -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--title[The first line.]:title:'
        '--body[The text; - reads it from standard input.]:body:'
        '--by[Move the date, or the time of a rule, such as +1h or -30min.]:duration:{__notify-schedule_complete "${___by[@]}"}'
        '*--clear[Leave a part out; repeatable.]:part:{__notify-schedule_complete "${___clear[@]}"}'
        '--in[After a duration, such as 3s, 1h30m, 1\:30 or "2 days".]:duration:'
        '--at[At a date\: 09\:00, "tomorrow at 5pm", "next friday", "2027-03-01 09\:00" or RFC 3339.]:date:{__notify-schedule_complete "${___at[@]}"}'
        '--on[By a calendar event as in systemd.time(7), such as "Tue 14\:00", or "every weekday at 8\:30"; repeats.]:event:{__notify-schedule_complete "${___on[@]}"}'
        '--every[Each time a duration has passed; at least 60s.]:duration:'
        '--repeat[Fire at every match (--in, --components, --near).]'
        '--once[Fire only at the first match (--every, --on, --cron).]'
        '--until[End of a repeating notification; a date without a time includes that day.]:date:{__notify-schedule_complete "${___until[@]}"}'
        '--times[How often a repeating notification fires in total.]:count:'
        '--subtitle[A second line under the title.]:subtitle:'
        '(-i -n --icon --app-icon)'{-i,-n,--icon,--app-icon}'[An icon name of the theme, or a file.]:name|file:_files'
        '--sound[default, none, a sound name of the theme, or a file.]:sound:{__notify-schedule_complete "${___sound[@]}"}'
        '*--attach[An image, sound or video to attach; repeatable. The file is copied.]:file:_files'
        '--markup[The body has markup\: <b>, <i>, <u>, <a href> and <img src alt>.]'
        '*--action[A button and the URL it opens; repeatable. \\= is a = in the label.]:label=url:'
        '--reply[A button with a text field that has this placeholder.]:placeholder:'
        '*--snooze[Buttons that show it again later, such as 10m,1h.]:duration,…:'
        '--open[URL that a click on the notification opens.]:url:{__notify-schedule_custom_complete ---completion edit -- --open "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--run[A \[Command\] of launcher.conf to start when it is due.]:command:{__notify-schedule_custom_complete ---completion edit -- --run "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--level[passive, active, time-sensitive or critical.]:level:{__notify-schedule_complete "${___level[@]}"}'
        '(-u --urgency)'{-u,--urgency}'[low, normal or critical.]:level:{__notify-schedule_complete "${___urgency[@]}"}'
        '*--before[Warnings before each date, such as 1d,1h; they move with it.]:duration,…:'
        '--nag[Show it again until it is dismissed or answered, 10 times if no number is given; 5m or 5m,3.]:duration\[,times\]:'
        '--late[What to do if it is more than 30 s late\: show, skip, or show up to a duration.]:show|skip|duration:{__notify-schedule_complete "${___late[@]}"}'
        '--wake[Wake the machine from suspend for it, if allowed.]'
        '--private[Hide its texts while the session is locked.]'
        '--expire[When the bubble closes\: after a span, never, or default for when the server closes it.]:span|never|default:{__notify-schedule_complete "${___expire[@]}"}'
        '(-t --expire-time)'{-t,--expire-time}'[Milliseconds after which the bubble closes; 0 for never.]:ms:'
        '--tz[The time zone, such as Europe/Berlin or +05\:30; default yours, wherever you are.]:zone:{__notify-schedule_custom_complete ---completion edit -- --tz "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--cron[By cron'\''s five fields, such as "0 9 * * 1-5"; repeats.]:fields:'
        '--rrule[By a recurrence rule of calendars (RFC 5545), such as "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"; repeats.]:rule:'
        '--components[When date components match, such as '\''{"weekday"\:3,"hour"\:14}'\''; Sunday is 1.]:json:'
        '--starting[First date of --rrule, --every or --on "every 3 days", from which they count; it may be past.]:date:{__notify-schedule_complete "${___starting[@]}"}'
        '*--except[Leave a date or a day out of these; repeatable.]:date:{__notify-schedule_complete "${___except[@]}"}'
        '*--also[Add a date to these; repeatable.]:date:{__notify-schedule_complete "${___also[@]}"}'
        '--month-end[In shorter months, days 29 to 31 mean the last day.]'
        '--near[At a place\: its centre and radius, or geo\:52.52,13.405;u=200 (RFC 5870).]:lat,lon,metres:'
        '--on-entry[Fire when you enter the place; the default.]'
        '--on-exit[Fire when you leave the place.]'
        '--if-inside[Also fire at once if you are at the place already.]'
        '--yes-really-often[Accept a rule that fires more often than once a minute.]'
        '--app[The app that it comes from; default this command.]:id:{__notify-schedule_custom_complete ---completion edit -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--thread[The conversation or topic it belongs to.]:id:'
        '--category[The app'\''s category, which defines its buttons.]:id:'
        '*--user-info[Data of your own that is stored with it; repeatable.]:key=text:'
        '--badge[Badge number of the app from its delivery on; 0 hides it.]:n:'
        '(-a --app-name)'{-a,--app-name}'[The program'\''s name in the bubble.]:name:'
        '(-e --transient)'{-e,--transient}'[Do not keep it in the desktop'\''s own list.]'
        '*--hint[A hint for the server; TYPE is boolean, int, double, string or byte. Repeatable.]:type\:name\:value:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_snooze() {
    local -i ret=1
    local -ar _duration=('5m' '10m' '30m' '1h')
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion snooze -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        ':duration:{__notify-schedule_complete "${_duration[@]}"}'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_skip() {
    local -i ret=1
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion skip -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '*:date:'
        '--list[List what is skipped.]'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_pause() {
    local -i ret=1
    local -ar arg_specs=(
        '*:identifiers:{__notify-schedule_custom_complete ---completion pause -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--prefix[All requests whose identifier starts with this.]:prefix:'
        '--all[All requests of this command, or of --app.]'
        '--app[With --all or --prefix\: requests of this app, or of every app (all).]:id|all:{__notify-schedule_custom_complete ---completion pause -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--until[Resume them at this date, as for --at; a day begins at 00\:00.]:date:'
        '--for[Resume them after a duration, such as 1w.]:duration:'
        '--json[Print the paused identifiers as JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_resume() {
    local -i ret=1
    local -ar arg_specs=(
        '*:identifiers:{__notify-schedule_custom_complete ---completion resume -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--prefix[All requests whose identifier starts with this.]:prefix:'
        '--all[All requests of this command, or of --app.]'
        '--app[With --all or --prefix\: requests of this app, or of every app (all).]:id|all:{__notify-schedule_custom_complete ---completion resume -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print the resumed identifiers as JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_remove() {
    local -i ret=1
    local -ar arg_specs=(
        '*:identifiers:{__notify-schedule_custom_complete ---completion remove -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--prefix[All requests whose identifier starts with this.]:prefix:'
        '--all[All requests of this command, or of --app.]'
        '--app[With --all or --prefix\: requests of this app, or of every app (all).]:id|all:{__notify-schedule_custom_complete ---completion remove -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--pending[Only pending requests.]'
        '--delivered[Only delivered notifications.]'
        '(--yes -y)'{--yes,-y}'[Do not ask, also where more is removed than can be restored.]'
        '--forever[Keep nothing for undo and restore.]'
        '--json[Print the removed identifiers as JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_undo() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_redo() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_restore() {
    local -i ret=1
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion restore -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_again() {
    local -i ret=1
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion again -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_dismiss() {
    local -i ret=1
    local -ar arg_specs=(
        '*:identifiers:{__notify-schedule_custom_complete ---completion dismiss -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--prefix[All requests whose identifier starts with this.]:prefix:'
        '--all[All requests of this command, or of --app.]'
        '--app[With --all or --prefix\: requests of this app, or of every app (all).]:id|all:{__notify-schedule_custom_complete ---completion dismiss -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print the dismissed identifiers as JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_open() {
    local -i ret=1
    local -ar arg_specs=(
        ':url:{__notify-schedule_custom_complete ---completion open -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--dry-run[Only print the command that would be started, as a JSON array, and check that it exists.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_focus() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'status:Show which focus is on, until when, and what waits.'
            'on:Switch a focus on, in place of the one that is on.'
            'off:Switch the focus off, and show what waited.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        status|on|off)
            "_notify-schedule_focus_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_notify-schedule_focus_status() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_focus_on() {
    local -i ret=1
    local -ar arg_specs=(
        ':name:{__notify-schedule_custom_complete ---completion focus on -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--for[Switch it off after a duration, such as 2h.]:duration:'
        '--until[Switch it off at this date, as for --at; a day begins at 00\:00.]:date:'
        '*--allow[Also show what this app sends; several by commas, or repeat it.]:app:{__notify-schedule_custom_complete ---completion focus on -- --allow "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_focus_off() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_export() {
    local -i ret=1
    local -ar ___format=('json' 'ical')
    local -ar arg_specs=(
        ':file:_files'
        '--app[Only requests of this app.]:app:{__notify-schedule_custom_complete ---completion export -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--format[json or ical; by default, by the file'\''s extension.]:form:{__notify-schedule_complete "${___format[@]}"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_import() {
    local -i ret=1
    local -ar ___format=('json' 'ical')
    local -ar arg_specs=(
        ':file:_files'
        '--format[json or ical; by default, by the file'\''s content.]:form:{__notify-schedule_complete "${___format[@]}"}'
        '--trust[Trust a calendar of your own\: import URLs of any scheme, and its private properties.]'
        '--sync[Remove the events that came under this name and are not in the file.]:name:'
        '*--me[Leave out the events that this mail address of yours has declined; may be repeated.]:address:'
        '--replace[Replace your own requests that have the same identifiers.]'
        '--follow[Follow the file or folder\: import each change.]'
        '--dry-run[Only check the file, and print what would be imported.]'
        '--json[Print the counts as JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_calendars() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the calendars with the number of their events, and what could not be read.'
            'remove:Stop following a calendar, and remove all that came from it.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|remove)
            "_notify-schedule_calendars_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_notify-schedule_calendars_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_calendars_remove() {
    local -i ret=1
    local -ar arg_specs=(
        ':calendar:{__notify-schedule_custom_complete ---completion calendars remove -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_relay() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the other machines, with what waits for each.'
            'status:Show whether the server is reached, and what waits for other machines.'
            'pair:Show a code that lets another machine in, and wait for that machine.'
            'join:Enter the group of the machine that shows a code.'
            'confirm:Keep machines that another one let in, should it be removed.'
            'forget:Remove a machine from the group; the others get a new key.'
            'withdraw:Remove what add --to has sent from all machines.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|status|pair|join|confirm|forget|withdraw)
            "_notify-schedule_relay_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_notify-schedule_relay_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_relay_status() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_relay_pair() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print a JSON object per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_relay_join() {
    local -i ret=1
    local -ar arg_specs=(
        '*:code:'
        '(--yes -y)'{--yes,-y}'[Leave an earlier group without asking.]'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_relay_confirm() {
    local -i ret=1
    local -ar arg_specs=(
        '*:machine:{__notify-schedule_custom_complete ---completion relay confirm -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_relay_forget() {
    local -i ret=1
    local -ar arg_specs=(
        ':machine:{__notify-schedule_custom_complete ---completion relay forget -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '*--keep[Keep this machine, which that one let in; may be repeated.]:machine:{__notify-schedule_custom_complete ---completion relay forget -- --keep "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '(--yes -y)'{--yes,-y}'[Do not ask.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_relay_withdraw() {
    local -i ret=1
    local -ar arg_specs=(
        '*:id:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_forward() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The socket; by default forward.sock in notify-schedule of the runtime folder.]:path:_files'
        '--as[What notifications are labelled with; by default what the machine calls itself.]:name:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_mcp() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_apps() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the apps that have requests, a badge or a permission.'
            'allow:Allow an app to show notifications, even if it has not asked.'
            'deny:Deny an app all notifications, those that are pending included.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|allow|deny)
            "_notify-schedule_apps_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_notify-schedule_apps_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_apps_allow() {
    local -i ret=1
    local -ar arg_specs=(
        ':app:{__notify-schedule_custom_complete ---completion apps allow -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--through-dnd[Let its time-sensitive notifications through do-not-disturb.]'
        '--no-through-dnd[Let its time-sensitive notifications through do-not-disturb.]'
        '--private[Hide its texts while the session is locked.]'
        '--no-private[Hide its texts while the session is locked.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_apps_deny() {
    local -i ret=1
    local -ar arg_specs=(
        ':app:{__notify-schedule_custom_complete ---completion apps deny -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_push() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'send:Show a message as an app'\''s server would push it.'
            'list:List the apps that are registered for push messages.'
            'register:Register an app for push messages, and print where servers reach it.'
            'remove:End an app'\''s registration for push messages.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        send|list|register|remove)
            "_notify-schedule_push_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_notify-schedule_push_send() {
    local -i ret=1
    local -ar arg_specs=(
        ':app:{__notify-schedule_custom_complete ---completion push send -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        ':file:_files'
        '--collapse-id[Replace the notification with this id; apns-collapse-id.]:id:'
        '--expiration[Show nothing after this date, in seconds since 1970; apns-expiration. 0 for no date.]:seconds:'
        '--message-id[Accept a message with this id once; apns-id.]:id:'
        '--dry-run[Only check the payload.]'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_push_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_push_register() {
    local -i ret=1
    local -ar arg_specs=(
        ':app:{__notify-schedule_custom_complete ---completion push register -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--vapid[The public key of the only server that may send, base64url.]:key:'
        '--distributor[The UnifiedPush distributor, such as kde; also by UNIFIEDPUSH_DISTRIBUTOR.]:name:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_push_remove() {
    local -i ret=1
    local -ar arg_specs=(
        ':app:{__notify-schedule_custom_complete ---completion push remove -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_schemes() {
    local -i ret=1
    local -ar arg_specs=(
        ':scheme:{__notify-schedule_custom_complete ---completion schemes -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_launcher() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List apps and their actions, and which are enabled.'
            'enable:Enable launcher entries.'
            'disable:Disable launcher entries.'
            'edit:Enable and disable launcher entries in a check list.'
            'import:Import the property lists of an iOS project.'
            'register:Show entries as notifications; a click opens them.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|enable|disable|edit|import|register)
            "_notify-schedule_launcher_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_notify-schedule_launcher_list() {
    local -i ret=1
    local -ar arg_specs=(
        ':app:{__notify-schedule_custom_complete ---completion launcher list -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--enabled[Only enabled entries.]'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_launcher_enable() {
    local -i ret=1
    local -ar arg_specs=(
        '*:id:{__notify-schedule_custom_complete ---completion launcher enable -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print the changed ids as JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_launcher_disable() {
    local -i ret=1
    local -ar arg_specs=(
        '*:id:{__notify-schedule_custom_complete ---completion launcher disable -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print the changed ids as JSON.]'
        '--all[All enabled entries.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_launcher_edit() {
    local -i ret=1
    local -ar arg_specs=(
        ':app:{__notify-schedule_custom_complete ---completion launcher edit -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_launcher_import() {
    local -i ret=1
    local -ar arg_specs=(
        '*:file:_files'
        '*--apps[One of the property lists.]:file:_files'
        '--json[Print the imported ids as JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_launcher_register() {
    local -i ret=1
    local -ar ___style=('each' 'grouped')
    local -ar ___at=('today' 'tomorrow' 'noon' 'midnight' 'tonight' 'next' 'in' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar arg_specs=(
        '*:entries:{__notify-schedule_custom_complete ---completion launcher register -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--title[The title of the notification of these entries (default\: Launcher).]:title:'
        '--style[each\: one per entry; grouped\: one per app or category, with buttons.]:style:{__notify-schedule_complete "${___style[@]}"}'
        '--in[After a duration, such as 3s, 1h30m, 1\:30 or "2 days".]:duration:'
        '--at[At a date\: 09\:00, "tomorrow at 5pm", "next friday", "2027-03-01 09\:00" or RFC 3339.]:date:{__notify-schedule_complete "${___at[@]}"}'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_doctor() {
    local -i ret=1
    local -ar arg_specs=(
        '--bubble[Also show a bubble, and wait until you click it.]'
        '--within[How long --bubble waits for the click; default 60s.]:duration:'
        '--verbose[Also print the server'\''s capabilities and its profile.]'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_agent() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'status:Show whether the agent is running, and what is pending.'
            'start:Start the agent in the background, if it does not run.'
            'restart:Stop the agent, and start it again.'
            'stop:Stop the agent; pending requests stay on the disk.'
            'run:Run the agent in the foreground; Ctrl-C stops it.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        status|start|restart|stop|run)
            "_notify-schedule_agent_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_notify-schedule_agent_status() {
    local -i ret=1
    local -ar arg_specs=(
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_agent_start() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_agent_restart() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_agent_stop() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_agent_run() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _notify-schedule ]]; then
    _notify-schedule "${@}"
else
    compdef _notify-schedule notify-schedule
fi
