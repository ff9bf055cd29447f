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
    unsetopt aliases banghist

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
            'send:Show a notification with a command line of notify-send.'
            'list:List what is pending, soonest first, or delivered, latest first.'
            'show:Show one request whole.'
            'remove:Remove requests, pending or delivered, and their bubbles.'
            'pause:Hold pending requests back until they are resumed.'
            'resume:Take paused requests up again.'
            'skip:Leave the next date of a repeating request out.'
            'snooze:Show a notification once more after a while.'
            'again:Show a delivered notification as a bubble once more.'
            'dismiss:Dismiss delivered notifications, as at their bubbles.'
            'history:What happened to requests, latest first.'
            'watch:Print what happens to requests as it happens.'
            'simulate:List every delivery of what is pending over a range.'
            'next:Print the next dates of a rule, or of a pending request.'
            'open:Open a URL as a button would.'
            'export:Write all requests to a file.'
            'import:Take over the requests of a file.'
            'schemes:List the URL schemes that buttons can open here, and what each starts.'
            'launcher:Put apps and their actions into the notification area.'
            'apps:List the apps, and decide which may show notifications.'
            'agent:Run, look at or stop the agent that keeps the schedule.'
            'doctor:Say whether notifications can be shown here, and what is in the way.'
            'demo:Show the main job: a bubble in 3 seconds whose buttons start commands.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        add|send|list|show|remove|pause|resume|skip|snooze|again|dismiss|history|watch|simulate|next|open|export|import|schemes|launcher|apps|agent|doctor|demo|help)
            "_notify-schedule_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_notify-schedule_add() {
    local -i ret=1
    local -ar ___at=('today' 'tomorrow' 'noon' 'midnight' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun')
    local -ar ___on=('minutely' 'hourly' 'daily' 'weekly' 'monthly' 'quarterly' 'semiannually' 'yearly' 'Mon' 'Tue' 'Wed' 'Thu' 'Fri' 'Sat' 'Sun' 'Mon..Fri')
    local -ar ___late=('show' 'skip')
    local -ar ___sound=('default' 'none')
    local -ar ___level=('passive' 'active' 'time-sensitive' 'critical')
    local -ar ___urgency=('low' 'normal' 'critical')
    local -ar arg_specs=(
        ':title:'
        ':body:'
        '--in[After a span, such as 3s, 1h30m or "2 days".]:span:'
        '--every[Each time a span has passed; 60s at least.]:span:'
        '--at[At a date\: 09\:00, "tomorrow 9\:00", "fri 18\:30", "2027-03-01 09\:00" or RFC 3339.]:date:{__notify-schedule_complete "${___at[@]}"}'
        '--components[When the date'\''s components match, such as '\''{"weekday"\:3,"hour"\:14}'\''; Sunday is 1.]:json:'
        '--on[By a calendar event as in systemd.time(7), such as "Tue 14\:00"; repeats.]:event:{__notify-schedule_complete "${___on[@]}"}'
        '--cron[By cron'\''s five fields, such as "0 9 * * 1-5"; repeats.]:fields:'
        '--near[At a place\: its middle and radius, or geo\:52.52,13.405;u=200 (RFC 5870).]:lat,lon,metres:'
        '--on-entry[Fire when you enter the place; the default.]'
        '--on-exit[Fire when you leave the place.]'
        '--if-inside[Fire at once, too, where you are at the place already.]'
        '--tz[The time zone, such as Europe/Berlin or +05\:30; without it, yours wherever you are.]:zone:{__notify-schedule_custom_complete ---completion add -- --tz "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--repeat[Fire at every match (--in, --components, --near).]'
        '--once[Fire at the first match alone (--every, --on, --cron).]'
        '--until[The last date at which what repeats fires; a day counts whole.]:date:'
        '--times[How often what repeats fires in all.]:count:'
        '--month-end[Days 29 to 31 stand for the last day of a shorter month.]'
        '--late[What to do when it comes more than 30 s late\: show, skip, or show up to a span.]:show|skip|span:{__notify-schedule_complete "${___late[@]}"}'
        '--wake[Wake the machine from suspend for it, where that is allowed.]'
        '--id[Replace what has this identifier.]:id:{__notify-schedule_custom_complete ---completion add -- --id "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--subtitle[A second line under the title.]:subtitle:'
        '--sound[default, none, a name of the sound theme or a file.]:sound:{__notify-schedule_complete "${___sound[@]}"}'
        '--badge[The number at the icon once it is shown; 0 hides it.]:n:'
        '--level[passive, active, time-sensitive or critical.]:level:{__notify-schedule_complete "${___level[@]}"}'
        '--open[What a click on the notification opens.]:url:{__notify-schedule_custom_complete ---completion add -- --open "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '*--action[A button and what it opens; repeatable. \\= puts a = into the label.]:label=url:'
        '--snooze[Buttons that show it once more later, such as 10m,1h.]:span,…:'
        '*--attach[An image, a sound or a film to show or play with it; repeatable. It is copied.]:file:_files'
        '--reply[A button that asks for a text; the empty field shows this.]:placeholder:'
        '--app[The app it is said to come from; else this command.]:id:{__notify-schedule_custom_complete ---completion add -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--thread[What it belongs to; kept for other programs.]:id:'
        '--category[The app'\''s category, whose buttons it has.]:id:'
        '*--user-info[A text of your own that stays with it; repeatable.]:key=text:'
        '--markup[The body has markup\: <b>, <i>, <u>, <a href> and <img src alt>.]'
        '(-u --urgency)'{-u,--urgency}'[low, normal or critical.]:level:{__notify-schedule_complete "${___urgency[@]}"}'
        '(-t --expire-time)'{-t,--expire-time}'[Milliseconds from the moment it is shown until it goes; 0 is never.]:ms:'
        '(-a --app-name)'{-a,--app-name}'[The name of the program it is said to come from.]:name:'
        '(-i --icon -n --app-icon)'{-i,--icon,-n,--app-icon}'[A name of the icon theme, or a file.]:name|file:_files'
        '(-e --transient)'{-e,--transient}'[The desktop keeps it in no list of its own.]'
        '*--hint[A hint for the server; TYPE is boolean, int, double, string or byte. Repeatable.]:type\:name\:value:'
        '(-w --wait)'{-w,--wait}'[Wait until it is answered, dismissed or expired, and print what became of it.]'
        '--json[Print JSON.]'
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
        '(-t --expire-time)'{-t,--expire-time}'[After how many milliseconds it goes; 0 for never.]:ms:'
        '(-a --app-name)'{-a,--app-name}'[The name of the program it is said to come from.]:name:'
        '(-i --icon)'{-i,--icon}'[Its image\: a file, or a name of the icon theme.]:icon:_files'
        '(-n --app-icon)'{-n,--app-icon}'[The program'\''s icon, which the server may show.]:icon:_files'
        '(-c --category)'{-c,--category}'[What it is about.]:type:'
        '(-e --transient)'{-e,--transient}'[The desktop keeps it in no list of its own.]'
        '*--hint[A hint for the server; TYPE is boolean, int, double, string, byte or variant. -h is short for it.]:type\:name\:value:'
        '(-p --print-id)'{-p,--print-id}'[Print the server'\''s number of the notification.]'
        '--id-fd[The file descriptor to which the number is written.]:fd:'
        '(-r --replace-id)'{-r,--replace-id}'[The number of the notification whose place it takes.]:number:'
        '(-w --wait)'{-w,--wait}'[Wait until it is closed.]'
        '*'{-A,--action}'[A button; waits, and prints the name of the one that is chosen. May be given several times. Without NAME it is the button'\''s number, from 0.]:\[name=\]text:'
        '--selected-action-fd[The file descriptor to which the chosen name is written.]:fd:'
        '--activation-token-fd[The file descriptor to which the leave to take the focus is written.]:fd:'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_list() {
    local -i ret=1
    local -ar _which=('pending' 'delivered')
    local -ar arg_specs=(
        ':which:{__notify-schedule_complete "${_which[@]}"}'
        '--app[Of this app alone; all is every app, as without it.]:id|all:{__notify-schedule_custom_complete ---completion list -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
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

_notify-schedule_remove() {
    local -i ret=1
    local -ar arg_specs=(
        '*:identifiers:{__notify-schedule_custom_complete ---completion remove -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--prefix[All whose identifier starts so.]:prefix:'
        '--all[All of this command'\''s own, or of --app.]'
        '--app[With --all and --prefix\: those of this app, or of all apps (all).]:id|all:{__notify-schedule_custom_complete ---completion remove -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--pending[Pending ones alone.]'
        '--delivered[Delivered ones alone.]'
        '--json[Print JSON\: the identifiers that were removed.]'
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
        '--prefix[All whose identifier starts so.]:prefix:'
        '--all[All of this command'\''s own, or of --app.]'
        '--app[With --all and --prefix\: those of this app, or of all apps (all).]:id|all:{__notify-schedule_custom_complete ---completion pause -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print JSON\: the identifiers that were paused.]'
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
        '--prefix[All whose identifier starts so.]:prefix:'
        '--all[All of this command'\''s own, or of --app.]'
        '--app[With --all and --prefix\: those of this app, or of all apps (all).]:id|all:{__notify-schedule_custom_complete ---completion resume -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print JSON\: the identifiers that were resumed.]'
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
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_snooze() {
    local -i ret=1
    local -ar _span=('5m' '10m' '30m' '1h')
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion snooze -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        ':span:{__notify-schedule_complete "${_span[@]}"}'
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
        '--prefix[All whose identifier starts so.]:prefix:'
        '--all[All of this command'\''s own, or of --app.]'
        '--app[With --all and --prefix\: those of this app, or of all apps (all).]:id|all:{__notify-schedule_custom_complete ---completion dismiss -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print JSON\: the identifiers that were dismissed.]'
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
        '--since[From then on\: a span back from now such as 2d, or a date such as yesterday or 09\:00.]:date|span:{__notify-schedule_complete "${___since[@]}"}'
        '--app[Of this app alone; all is every app, as without it.]:id|all:{__notify-schedule_custom_complete ---completion history -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--missed[Only what was not shown\: missed, not allowed, refused or declined.]'
        '--count[How many lines, at most 1000; 20, or with --since 1000.]:n:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_watch() {
    local -i ret=1
    local -ar arg_specs=(
        '--app[Of this app'\''s requests; all stands for all apps, as if left out.]:id:'
        '--json[Print a JSON object a line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_simulate() {
    local -i ret=1
    local -ar arg_specs=(
        '--from[The first moment; now by default.]:from:'
        '--to[The last moment, or a span; 7 days later by default.]:to:'
        '--tz[The time zone; yours by default.]:tz:{__notify-schedule_custom_complete ---completion simulate -- --tz "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_next() {
    local -i ret=1
    local -ar ___on=('minutely' 'hourly' 'daily' 'weekly' 'monthly' 'quarterly' 'semiannually' 'yearly' 'Mon' 'Tue' 'Wed' 'Thu' 'Fri' 'Sat' 'Sun' 'Mon..Fri')
    local -ar arg_specs=(
        ':identifier:{__notify-schedule_custom_complete ---completion next -- positional@0 "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--components[Date components as JSON, with Apple'\''s names.]:components:'
        '--on[A calendar event as in systemd.time(7).]:on:{__notify-schedule_complete "${___on[@]}"}'
        '--cron[Cron'\''s five fields.]:cron:'
        '--tz[The time zone; yours by default.]:tz:{__notify-schedule_custom_complete ---completion next -- --tz "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--after[Only dates later than this one\: RFC 3339, or as in --at; now by default.]:after:'
        '--month-end[Days 29 to 31 stand for the last day of a shorter month.]'
        '--count[How many dates.]:count:'
        '--json[Print a JSON array.]'
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
        '--dry-run[Only print what would be started, as a JSON array of its arguments.]'
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
        '--app[Those of this app alone.]:app:{__notify-schedule_custom_complete ---completion export -- --app "${current_word_index}" "$(__notify-schedule_cursor_index_in_current_word)"}'
        '--format[json or ical; without it, as the file'\''s name ends.]:form:{__notify-schedule_complete "${___format[@]}"}'
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
        '--format[json or ical; without it, as the file looks.]:form:{__notify-schedule_complete "${___format[@]}"}'
        '--trust[Of a calendar of your own\: take over URLs of any scheme, and all that it carries.]'
        '--dry-run[Check it alone, and say what would come.]'
        '--json[Print JSON\: the numbers of what came.]'
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
            'list:List apps and their actions, and which are on.'
            'enable:Switch entries of the launcher on.'
            'disable:Switch entries of the launcher off.'
            'edit:Switch entries of the launcher on and off in a check list.'
            'import:Take over the property lists of an iOS project.'
            'register:Show what is on as notifications; a click opens it.'
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
        '--enabled[Only what is on.]'
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
        '--json[Print JSON\: the ids that were switched.]'
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
        '--json[Print JSON\: the ids that were switched.]'
        '--all[All that are on.]'
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
        ':schemes:_files'
        '--apps[The property list with the apps.]:file:_files'
        '--json[Print JSON\: the ids that were taken over.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_launcher_register() {
    local -i ret=1
    local -ar ___style=('each' 'grouped')
    local -ar arg_specs=(
        '--style[each\: one an entry; grouped\: one an app or category, with buttons.]:style:{__notify-schedule_complete "${___style[@]}"}'
        '--in[After a span, such as 10m.]:span:'
        '--json[Print JSON.]'
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
            'allow:Let an app show notifications, also one that has not asked yet.'
            'deny:Let an app show nothing; what it has pending is not shown when it is due.'
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
            'run:Run the agent in the foreground; Ctrl-C stops it.'
            'status:Say whether the agent runs, and what it has to do.'
            'stop:Stop the agent; what is pending stays on the disk.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        run|status|stop)
            "_notify-schedule_agent_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

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

_notify-schedule_agent_stop() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_notify-schedule_doctor() {
    local -i ret=1
    local -ar arg_specs=(
        '--bubble[Show a real bubble too, and wait until you click it.]'
        '--within[How long --bubble waits for the click; 60s by default.]:span:'
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
        '--text[Take the text server even where there is a desktop.]'
        '--choose[Choose this button without a keyboard; 1 is the default where input is no terminal.]:choose:'
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
