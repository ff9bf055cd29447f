function __notify-schedule_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __notify-schedule_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __notify-schedule_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __notify-schedule_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __notify-schedule_parse_tokens -S
    set -l unparsed_tokens (__notify-schedule_tokens -pc)
    switch $unparsed_tokens[1]
    case 'notify-schedule'
        __notify-schedule_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'add'
            __notify-schedule_parse_subcommand 2 'in=' 'every=' 'at=' 'components=' 'on=' 'cron=' 'near=' 'on-entry' 'on-exit' 'if-inside' 'tz=' 'repeat' 'once' 'until=' 'times=' 'month-end' 'late=' 'wake' 'id=' 'subtitle=' 'sound=' 'badge=' 'level=' 'open=' 'action=+' 'snooze=' 'attach=+' 'reply=' 'app=' 'thread=' 'category=' 'user-info=+' 'markup' 'u/urgency=' 't/expire-time=' 'a/app-name=' 'i/icon=' 'e/transient' 'hint=+' 'w/wait' 'json' 'version' 'h/help'
        case 'send'
            __notify-schedule_parse_subcommand -r 1 'u/urgency=' 't/expire-time=' 'a/app-name=' 'i/icon=' 'n/app-icon=' 'c/category=' 'e/transient' 'hint=+' 'p/print-id' 'id-fd=' 'r/replace-id=' 'w/wait' 'A/action=+' 'selected-action-fd=' 'activation-token-fd=' 'version' 'h/help'
        case 'list'
            __notify-schedule_parse_subcommand 1 'app=' 'json' 'version' 'h/help'
        case 'show'
            __notify-schedule_parse_subcommand 1 'json' 'version' 'h/help'
        case 'remove'
            __notify-schedule_parse_subcommand -r 1 'prefix=' 'all' 'app=' 'pending' 'delivered' 'json' 'version' 'h/help'
        case 'pause'
            __notify-schedule_parse_subcommand -r 1 'prefix=' 'all' 'app=' 'json' 'version' 'h/help'
        case 'resume'
            __notify-schedule_parse_subcommand -r 1 'prefix=' 'all' 'app=' 'json' 'version' 'h/help'
        case 'skip'
            __notify-schedule_parse_subcommand 1 'json' 'version' 'h/help'
        case 'snooze'
            __notify-schedule_parse_subcommand 2 'json' 'version' 'h/help'
        case 'again'
            __notify-schedule_parse_subcommand 1 'json' 'version' 'h/help'
        case 'dismiss'
            __notify-schedule_parse_subcommand -r 1 'prefix=' 'all' 'app=' 'json' 'version' 'h/help'
        case 'history'
            __notify-schedule_parse_subcommand 1 'since=' 'app=' 'missed' 'count=' 'json' 'version' 'h/help'
        case 'watch'
            __notify-schedule_parse_subcommand 0 'app=' 'json' 'version' 'h/help'
        case 'simulate'
            __notify-schedule_parse_subcommand 0 'from=' 'to=' 'tz=' 'json' 'version' 'h/help'
        case 'next'
            __notify-schedule_parse_subcommand 1 'components=' 'on=' 'cron=' 'tz=' 'after=' 'month-end' 'count=' 'json' 'version' 'h/help'
        case 'open'
            __notify-schedule_parse_subcommand 1 'dry-run' 'version' 'h/help'
        case 'export'
            __notify-schedule_parse_subcommand 1 'app=' 'format=' 'version' 'h/help'
        case 'import'
            __notify-schedule_parse_subcommand 1 'format=' 'trust' 'dry-run' 'json' 'version' 'h/help'
        case 'schemes'
            __notify-schedule_parse_subcommand 1 'json' 'version' 'h/help'
        case 'launcher'
            __notify-schedule_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __notify-schedule_parse_subcommand 1 'enabled' 'json' 'version' 'h/help'
            case 'enable'
                __notify-schedule_parse_subcommand -r 1 'json' 'version' 'h/help'
            case 'disable'
                __notify-schedule_parse_subcommand -r 1 'json' 'all' 'version' 'h/help'
            case 'edit'
                __notify-schedule_parse_subcommand 1 'version' 'h/help'
            case 'import'
                __notify-schedule_parse_subcommand 1 'apps=' 'json' 'version' 'h/help'
            case 'register'
                __notify-schedule_parse_subcommand 0 'style=' 'in=' 'json' 'version' 'h/help'
            end
        case 'apps'
            __notify-schedule_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __notify-schedule_parse_subcommand 0 'json' 'version' 'h/help'
            case 'allow'
                __notify-schedule_parse_subcommand 1 'version' 'h/help'
            case 'deny'
                __notify-schedule_parse_subcommand 1 'version' 'h/help'
            end
        case 'agent'
            __notify-schedule_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'run'
                __notify-schedule_parse_subcommand 0 'version' 'h/help'
            case 'status'
                __notify-schedule_parse_subcommand 0 'json' 'version' 'h/help'
            case 'stop'
                __notify-schedule_parse_subcommand 0 'version' 'h/help'
            end
        case 'doctor'
            __notify-schedule_parse_subcommand 0 'bubble' 'within=' 'json' 'version' 'h/help'
        case 'demo'
            __notify-schedule_parse_subcommand 0 'text' 'choose=' 'version' 'h/help'
        case 'help'
            __notify-schedule_parse_subcommand -r 1 'version'
        end
    end
end

function __notify-schedule_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __notify-schedule_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __notify-schedule_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __notify-schedule_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__notify-schedule_tokens -p)
    if test -z "$(__notify-schedule_tokens -t)"
        set -l index (count (__notify-schedule_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'notify-schedule' -f
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'add' -d 'Show a notification now or later.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'send' -d 'Show a notification with a command line of notify-send.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'list' -d 'List what is pending, soonest first, or delivered, latest first.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'show' -d 'Show one request whole.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'remove' -d 'Remove requests, pending or delivered, and their bubbles.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'pause' -d 'Hold pending requests back until they are resumed.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'resume' -d 'Take paused requests up again.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'skip' -d 'Leave the next date of a repeating request out.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'snooze' -d 'Show a notification once more after a while.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'again' -d 'Show a delivered notification as a bubble once more.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'dismiss' -d 'Dismiss delivered notifications, as at their bubbles.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'history' -d 'What happened to requests, latest first.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'watch' -d 'Print what happens to requests as it happens.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'simulate' -d 'List every delivery of what is pending over a range.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'next' -d 'Print the next dates of a rule, or of a pending request.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'open' -d 'Open a URL as a button would.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'export' -d 'Write all requests to a file.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'import' -d 'Take over the requests of a file.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'schemes' -d 'List the URL schemes that buttons can open here, and what each starts.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'launcher' -d 'Put apps and their actions into the notification area.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'apps' -d 'List the apps, and decide which may show notifications.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'agent' -d 'Run, look at or stop the agent that keeps the schedule.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'doctor' -d 'Say whether notifications can be shown here, and what is in the way.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'demo' -d 'Show the main job: a bubble in 3 seconds whose buttons start commands.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" in' -l 'in' -d 'After a span, such as 3s, 1h30m or "2 days".' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" every' -l 'every' -d 'Each time a span has passed; 60s at least.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" at' -l 'at' -d 'At a date: 09:00, "tomorrow 9:00", "fri 18:30", "2027-03-01 09:00" or RFC 3339.' -rfka 'today tomorrow noon midnight mon tue wed thu fri sat sun'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" components' -l 'components' -d 'When the date\'s components match, such as \'{"weekday":3,"hour":14}\'; Sunday is 1.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" on' -l 'on' -d 'By a calendar event as in systemd.time(7), such as "Tue 14:00"; repeats.' -rfka 'minutely hourly daily weekly monthly quarterly semiannually yearly Mon Tue Wed Thu Fri Sat Sun Mon..Fri'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" cron' -l 'cron' -d 'By cron\'s five fields, such as "0 9 * * 1-5"; repeats.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" near' -l 'near' -d 'At a place: its middle and radius, or geo:52.52,13.405;u=200 (RFC 5870).' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" on-entry' -l 'on-entry' -d 'Fire when you enter the place; the default.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" on-exit' -l 'on-exit' -d 'Fire when you leave the place.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" if-inside' -l 'if-inside' -d 'Fire at once, too, where you are at the place already.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" tz' -l 'tz' -d 'The time zone, such as Europe/Berlin or +05:30; without it, yours wherever you are.' -rfka '(__notify-schedule_custom_completion ---completion add -- --tz (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" repeat' -l 'repeat' -d 'Fire at every match (--in, --components, --near).'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" once' -l 'once' -d 'Fire at the first match alone (--every, --on, --cron).'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" until' -l 'until' -d 'The last date at which what repeats fires; a day counts whole.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" times' -l 'times' -d 'How often what repeats fires in all.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" month-end' -l 'month-end' -d 'Days 29 to 31 stand for the last day of a shorter month.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" late' -l 'late' -d 'What to do when it comes more than 30 s late: show, skip, or show up to a span.' -rfka 'show skip'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" wake' -l 'wake' -d 'Wake the machine from suspend for it, where that is allowed.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" id' -l 'id' -d 'Replace what has this identifier.' -rfka '(__notify-schedule_custom_completion ---completion add -- --id (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" subtitle' -l 'subtitle' -d 'A second line under the title.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" sound' -l 'sound' -d 'default, none, a name of the sound theme or a file.' -rfka 'default none'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" badge' -l 'badge' -d 'The number at the icon once it is shown; 0 hides it.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" level' -l 'level' -d 'passive, active, time-sensitive or critical.' -rfka 'passive active time-sensitive critical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" open' -l 'open' -d 'What a click on the notification opens.' -rfka '(__notify-schedule_custom_completion ---completion add -- --open (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add"' -l 'action' -d 'A button and what it opens; repeatable. \\= puts a = into the label.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" snooze' -l 'snooze' -d 'Buttons that show it once more later, such as 10m,1h.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add"' -l 'attach' -d 'An image, a sound or a film to show or play with it; repeatable. It is copied.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" reply' -l 'reply' -d 'A button that asks for a text; the empty field shows this.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" app' -l 'app' -d 'The app it is said to come from; else this command.' -rfka '(__notify-schedule_custom_completion ---completion add -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" thread' -l 'thread' -d 'What it belongs to; kept for other programs.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" category' -l 'category' -d 'The app\'s category, whose buttons it has.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add"' -l 'user-info' -d 'A text of your own that stays with it; repeatable.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" markup' -l 'markup' -d 'The body has markup: <b>, <i>, <u>, <a href> and <img src alt>.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" u urgency' -s 'u' -l 'urgency' -d 'low, normal or critical.' -rfka 'low normal critical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" expire-time t' -s 't' -l 'expire-time' -d 'Milliseconds from the moment it is shown until it goes; 0 is never.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" a app-name' -s 'a' -l 'app-name' -d 'The name of the program it is said to come from.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" app-icon i icon n' -s 'i' -l 'icon' -s 'n' -l 'app-icon' -d 'A name of the icon theme, or a file.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" e transient' -s 'e' -l 'transient' -d 'The desktop keeps it in no list of its own.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add"' -l 'hint' -d 'A hint for the server; TYPE is boolean, int, double, string or byte. Repeatable.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" w wait' -s 'w' -l 'wait' -d 'Wait until it is answered, dismissed or expired, and print what became of it.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" u urgency' -s 'u' -l 'urgency' -d 'low, normal or critical.' -rfka 'low normal critical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" expire-time t' -s 't' -l 'expire-time' -d 'After how many milliseconds it goes; 0 for never.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" a app-name' -s 'a' -l 'app-name' -d 'The name of the program it is said to come from.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" i icon' -s 'i' -l 'icon' -d 'Its image: a file, or a name of the icon theme.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" app-icon n' -s 'n' -l 'app-icon' -d 'The program\'s icon, which the server may show.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" c category' -s 'c' -l 'category' -d 'What it is about.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" e transient' -s 'e' -l 'transient' -d 'The desktop keeps it in no list of its own.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send"' -l 'hint' -d 'A hint for the server; TYPE is boolean, int, double, string, byte or variant. -h is short for it.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" p print-id' -s 'p' -l 'print-id' -d 'Print the server\'s number of the notification.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" id-fd' -l 'id-fd' -d 'The file descriptor to which the number is written.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" r replace-id' -s 'r' -l 'replace-id' -d 'The number of the notification whose place it takes.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" w wait' -s 'w' -l 'wait' -d 'Wait until it is closed.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send"' -s 'A' -l 'action' -d 'A button; waits, and prints the name of the one that is chosen. May be given several times. Without NAME it is the button\'s number, from 0.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" selected-action-fd' -l 'selected-action-fd' -d 'The file descriptor to which the chosen name is written.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" activation-token-fd' -l 'activation-token-fd' -d 'The file descriptor to which the leave to take the focus is written.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule list" -eq 1' -fka 'pending delivered'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" app' -l 'app' -d 'Of this app alone; all is every app, as without it.' -rfka '(__notify-schedule_custom_completion ---completion list -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule show" -eq 1' -fka '(__notify-schedule_custom_completion ---completion show -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule show" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule show" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule remove" -ge 1' -fka '(__notify-schedule_custom_completion ---completion remove -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" prefix' -l 'prefix' -d 'All whose identifier starts so.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" all' -l 'all' -d 'All of this command\'s own, or of --app.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" app' -l 'app' -d 'With --all and --prefix: those of this app, or of all apps (all).' -rfka '(__notify-schedule_custom_completion ---completion remove -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" pending' -l 'pending' -d 'Pending ones alone.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" delivered' -l 'delivered' -d 'Delivered ones alone.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" json' -l 'json' -d 'Print JSON: the identifiers that were removed.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule pause" -ge 1' -fka '(__notify-schedule_custom_completion ---completion pause -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" prefix' -l 'prefix' -d 'All whose identifier starts so.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" all' -l 'all' -d 'All of this command\'s own, or of --app.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" app' -l 'app' -d 'With --all and --prefix: those of this app, or of all apps (all).' -rfka '(__notify-schedule_custom_completion ---completion pause -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" json' -l 'json' -d 'Print JSON: the identifiers that were paused.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule resume" -ge 1' -fka '(__notify-schedule_custom_completion ---completion resume -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" prefix' -l 'prefix' -d 'All whose identifier starts so.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" all' -l 'all' -d 'All of this command\'s own, or of --app.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" app' -l 'app' -d 'With --all and --prefix: those of this app, or of all apps (all).' -rfka '(__notify-schedule_custom_completion ---completion resume -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" json' -l 'json' -d 'Print JSON: the identifiers that were resumed.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule skip" -eq 1' -fka '(__notify-schedule_custom_completion ---completion skip -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule skip" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule skip" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule skip" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule snooze" -eq 1' -fka '(__notify-schedule_custom_completion ---completion snooze -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule snooze" -eq 2' -fka '5m 10m 30m 1h'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule snooze" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule snooze" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule snooze" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule again" -eq 1' -fka '(__notify-schedule_custom_completion ---completion again -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule again" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule again" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule again" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule dismiss" -ge 1' -fka '(__notify-schedule_custom_completion ---completion dismiss -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" prefix' -l 'prefix' -d 'All whose identifier starts so.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" all' -l 'all' -d 'All of this command\'s own, or of --app.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" app' -l 'app' -d 'With --all and --prefix: those of this app, or of all apps (all).' -rfka '(__notify-schedule_custom_completion ---completion dismiss -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" json' -l 'json' -d 'Print JSON: the identifiers that were dismissed.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule history" -eq 1' -fka '(__notify-schedule_custom_completion ---completion history -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" since' -l 'since' -d 'From then on: a span back from now such as 2d, or a date such as yesterday or 09:00.' -rfka 'today yesterday 1h 1d 7d'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" app' -l 'app' -d 'Of this app alone; all is every app, as without it.' -rfka '(__notify-schedule_custom_completion ---completion history -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" missed' -l 'missed' -d 'Only what was not shown: missed, not allowed, refused or declined.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" count' -l 'count' -d 'How many lines, at most 1000; 20, or with --since 1000.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule watch" app' -l 'app' -d 'Of this app\'s requests; all stands for all apps, as if left out.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule watch" json' -l 'json' -d 'Print a JSON object a line.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule watch" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" from' -l 'from' -d 'The first moment; now by default.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" to' -l 'to' -d 'The last moment, or a span; 7 days later by default.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" tz' -l 'tz' -d 'The time zone; yours by default.' -rfka '(__notify-schedule_custom_completion ---completion simulate -- --tz (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule next" -eq 1' -fka '(__notify-schedule_custom_completion ---completion next -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" components' -l 'components' -d 'Date components as JSON, with Apple\'s names.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" on' -l 'on' -d 'A calendar event as in systemd.time(7).' -rfka 'minutely hourly daily weekly monthly quarterly semiannually yearly Mon Tue Wed Thu Fri Sat Sun Mon..Fri'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" cron' -l 'cron' -d 'Cron\'s five fields.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" tz' -l 'tz' -d 'The time zone; yours by default.' -rfka '(__notify-schedule_custom_completion ---completion next -- --tz (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" after' -l 'after' -d 'Only dates later than this one: RFC 3339, or as in --at; now by default.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" month-end' -l 'month-end' -d 'Days 29 to 31 stand for the last day of a shorter month.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" count' -l 'count' -d 'How many dates.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" json' -l 'json' -d 'Print a JSON array.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule open" -eq 1' -fka '(__notify-schedule_custom_completion ---completion open -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule open" dry-run' -l 'dry-run' -d 'Only print what would be started, as a JSON array of its arguments.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule open" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule open" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule export" -eq 1' -F
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule export" app' -l 'app' -d 'Those of this app alone.' -rfka '(__notify-schedule_custom_completion ---completion export -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule export" format' -l 'format' -d 'json or ical; without it, as the file\'s name ends.' -rfka 'json ical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule export" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule import" -eq 1' -F
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" format' -l 'format' -d 'json or ical; without it, as the file looks.' -rfka 'json ical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" trust' -l 'trust' -d 'Of a calendar of your own: take over URLs of any scheme, and all that it carries.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" dry-run' -l 'dry-run' -d 'Check it alone, and say what would come.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" json' -l 'json' -d 'Print JSON: the numbers of what came.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule schemes" -eq 1' -fka '(__notify-schedule_custom_completion ---completion schemes -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule schemes" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule schemes" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule schemes" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'list' -d 'List apps and their actions, and which are on.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'enable' -d 'Switch entries of the launcher on.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'disable' -d 'Switch entries of the launcher off.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'edit' -d 'Switch entries of the launcher on and off in a check list.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'import' -d 'Take over the property lists of an iOS project.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'register' -d 'Show what is on as notifications; a click opens it.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher list" -eq 1' -fka '(__notify-schedule_custom_completion ---completion launcher list -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher list" enabled' -l 'enabled' -d 'Only what is on.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher list" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher list" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher enable" -ge 1' -fka '(__notify-schedule_custom_completion ---completion launcher enable -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher enable" json' -l 'json' -d 'Print JSON: the ids that were switched.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher enable" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher enable" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher disable" -ge 1' -fka '(__notify-schedule_custom_completion ---completion launcher disable -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher disable" json' -l 'json' -d 'Print JSON: the ids that were switched.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher disable" all' -l 'all' -d 'All that are on.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher disable" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher disable" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher edit" -eq 1' -fka '(__notify-schedule_custom_completion ---completion launcher edit -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher edit" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher edit" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher import" -eq 1' -F
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher import" apps' -l 'apps' -d 'The property list with the apps.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher import" json' -l 'json' -d 'Print JSON: the ids that were taken over.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher import" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" style' -l 'style' -d 'each: one an entry; grouped: one an app or category, with buttons.' -rfka 'each grouped'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" in' -l 'in' -d 'After a span, such as 10m.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule apps" -eq 1' -fa 'list' -d 'List the apps that have requests, a badge or a permission.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule apps" -eq 1' -fa 'allow' -d 'Let an app show notifications, also one that has not asked yet.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule apps" -eq 1' -fa 'deny' -d 'Let an app show nothing; what it has pending is not shown when it is due.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps list" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps list" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule apps allow" -eq 1' -fka '(__notify-schedule_custom_completion ---completion apps allow -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps allow" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps allow" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule apps deny" -eq 1' -fka '(__notify-schedule_custom_completion ---completion apps deny -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps deny" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps deny" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule agent" -eq 1' -fa 'run' -d 'Run the agent in the foreground; Ctrl-C stops it.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule agent" -eq 1' -fa 'status' -d 'Say whether the agent runs, and what it has to do.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule agent" -eq 1' -fa 'stop' -d 'Stop the agent; what is pending stays on the disk.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent run" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent status" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent status" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent stop" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent stop" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" bubble' -l 'bubble' -d 'Show a real bubble too, and wait until you click it.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" within' -l 'within' -d 'How long --bubble waits for the click; 60s by default.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule demo" text' -l 'text' -d 'Take the text server even where there is a desktop.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule demo" choose' -l 'choose' -d 'Choose this button without a keyboard; 1 is the default where input is no terminal.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule demo" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule demo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule help" version' -l 'version' -d 'Show the version.'
