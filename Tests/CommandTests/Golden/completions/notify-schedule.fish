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
            __notify-schedule_parse_subcommand 1 'app=' 'search=' 'from=' 'to=' 'json' 'version' 'h/help'
        case 'show'
            __notify-schedule_parse_subcommand 1 'json' 'version' 'h/help'
        case 'remove'
            __notify-schedule_parse_subcommand -r 1 'prefix=' 'all' 'app=' 'pending' 'delivered' 'y/yes' 'json' 'version' 'h/help'
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
            __notify-schedule_parse_subcommand 1 'at=' 'components=' 'on=' 'cron=' 'tz=' 'after=' 'month-end' 'count=' 'json' 'version' 'h/help'
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
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'send' -d 'Show a notification with the options of notify-send.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'list' -d 'List pending requests, soonest first, or delivered ones, latest first.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'show' -d 'Show all of a request, with its history.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'remove' -d 'Remove pending or delivered requests, and their bubbles.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'pause' -d 'Pause pending requests until they are resumed.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'resume' -d 'Resume paused requests.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'skip' -d 'Skip the next date of a repeating request.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'snooze' -d 'Postpone a notification, or show it again later.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'again' -d 'Show the bubble of a delivered notification again.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'dismiss' -d 'Dismiss delivered notifications, as in their bubbles.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'history' -d 'List what happened to requests, latest first.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'watch' -d 'Print the events of requests as they happen.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'simulate' -d 'List every delivery of pending requests in a range of dates.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'next' -d 'Print what a date means, or the next dates of a rule or a pending request.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'open' -d 'Open a URL as a button would.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'export' -d 'Export requests to a file.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'import' -d 'Import requests from a file.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'schemes' -d 'List the URL schemes that buttons can open here, and what each starts.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'launcher' -d 'Show apps and their actions as notifications that open them.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'apps' -d 'List apps, and allow or deny their notifications.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'agent' -d 'Run, inspect or stop the agent that keeps the schedule.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'doctor' -d 'Check whether notifications can be shown, and say what prevents it.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'demo' -d 'Try it: show a bubble in 3 seconds whose buttons start commands.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" in' -l 'in' -d 'After a span, such as 3s, 1h30m, 1:30 or "2 days".' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" every' -l 'every' -d 'Every time a span has passed; at least 60s.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" at' -l 'at' -d 'At a date: 09:00, "tomorrow at 5pm", "next friday", "2027-03-01 09:00" or RFC 3339.' -rfka 'today tomorrow noon midnight tonight next in mon tue wed thu fri sat sun'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" components' -l 'components' -d 'When date components match, such as \'{"weekday":3,"hour":14}\'; Sunday is 1.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" on' -l 'on' -d 'By a calendar event as in systemd.time(7), such as "Tue 14:00", or "every weekday at 8:30"; repeats.' -rfka 'minutely hourly daily weekly monthly quarterly semiannually yearly Mon Tue Wed Thu Fri Sat Sun Mon..Fri every'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" cron' -l 'cron' -d 'By cron\'s five fields, such as "0 9 * * 1-5"; repeats.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" near' -l 'near' -d 'At a place: its centre and radius, or geo:52.52,13.405;u=200 (RFC 5870).' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" on-entry' -l 'on-entry' -d 'Fire when you enter the place; the default.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" on-exit' -l 'on-exit' -d 'Fire when you leave the place.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" if-inside' -l 'if-inside' -d 'Also fire at once if you are at the place already.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" tz' -l 'tz' -d 'The time zone, such as Europe/Berlin or +05:30; default yours, wherever you are.' -rfka '(__notify-schedule_custom_completion ---completion add -- --tz (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" repeat' -l 'repeat' -d 'Fire at every match (--in, --components, --near).'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" once' -l 'once' -d 'Fire only at the first match (--every, --on, --cron).'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" until' -l 'until' -d 'End of a repeating notification; a date without a time includes that day.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" times' -l 'times' -d 'How often a repeating notification fires in total.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" month-end' -l 'month-end' -d 'In shorter months, days 29 to 31 mean the last day.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" late' -l 'late' -d 'What to do if it is more than 30 s late: show, skip, or show up to a span.' -rfka 'show skip'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" wake' -l 'wake' -d 'Wake the machine from suspend for it, if allowed.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" id' -l 'id' -d 'Identifier; a request that has it is replaced.' -rfka '(__notify-schedule_custom_completion ---completion add -- --id (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" subtitle' -l 'subtitle' -d 'A second line under the title.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" sound' -l 'sound' -d 'default, none, a sound name of the theme, or a file.' -rfka 'default none'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" badge' -l 'badge' -d 'Badge number of the app from its delivery on; 0 hides it.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" level' -l 'level' -d 'passive, active, time-sensitive or critical.' -rfka 'passive active time-sensitive critical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" open' -l 'open' -d 'URL that a click on the notification opens.' -rfka '(__notify-schedule_custom_completion ---completion add -- --open (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add"' -l 'action' -d 'A button and the URL it opens; repeatable. \\= is a = in the label.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" snooze' -l 'snooze' -d 'Buttons that show it again later, such as 10m,1h.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add"' -l 'attach' -d 'An image, sound or film to attach; repeatable. The file is copied.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" reply' -l 'reply' -d 'A button with a text field that has this placeholder.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" app' -l 'app' -d 'The app that it comes from; default this command.' -rfka '(__notify-schedule_custom_completion ---completion add -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" thread' -l 'thread' -d 'The conversation or topic it belongs to.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" category' -l 'category' -d 'The app\'s category, which defines its buttons.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add"' -l 'user-info' -d 'Data of your own that is stored with it; repeatable.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" markup' -l 'markup' -d 'The body has markup: <b>, <i>, <u>, <a href> and <img src alt>.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" u urgency' -s 'u' -l 'urgency' -d 'low, normal or critical.' -rfka 'low normal critical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" expire-time t' -s 't' -l 'expire-time' -d 'Milliseconds after which the bubble closes; 0 for never.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" a app-name' -s 'a' -l 'app-name' -d 'The program\'s name in the bubble.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" app-icon i icon n' -s 'i' -l 'icon' -s 'n' -l 'app-icon' -d 'An icon name of the theme, or a file.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" e transient' -s 'e' -l 'transient' -d 'Do not keep it in the desktop\'s own list.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add"' -l 'hint' -d 'A hint for the server; TYPE is boolean, int, double, string or byte. Repeatable.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" w wait' -s 'w' -l 'wait' -d 'Wait until it is answered, dismissed or expired, and print the result.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" u urgency' -s 'u' -l 'urgency' -d 'low, normal or critical.' -rfka 'low normal critical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" expire-time t' -s 't' -l 'expire-time' -d 'Milliseconds after which it closes; 0 for never.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" a app-name' -s 'a' -l 'app-name' -d 'The program\'s name in the bubble.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" i icon' -s 'i' -l 'icon' -d 'Its image: a file, or an icon name of the theme.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" app-icon n' -s 'n' -l 'app-icon' -d 'The program\'s icon: a file, or an icon name of the theme.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" c category' -s 'c' -l 'category' -d 'The type of notification.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" e transient' -s 'e' -l 'transient' -d 'Do not keep it in the desktop\'s own list.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send"' -l 'hint' -d 'A hint for the server; TYPE is boolean, int, double, string, byte or variant. -h is short for it.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" p print-id' -s 'p' -l 'print-id' -d 'Print the notification\'s number.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" id-fd' -l 'id-fd' -d 'The file descriptor to write the number to.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" r replace-id' -s 'r' -l 'replace-id' -d 'The number of the notification to replace.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" w wait' -s 'w' -l 'wait' -d 'Wait until it is closed.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send"' -s 'A' -l 'action' -d 'A button; repeatable. Waits, and prints the NAME of the chosen one; by default NAME is the button\'s number, from 0.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" selected-action-fd' -l 'selected-action-fd' -d 'The file descriptor to write the chosen name to.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" activation-token-fd' -l 'activation-token-fd' -d 'The file descriptor to write the activation token to.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule send" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule list" -eq 1' -fka 'pending delivered'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" app' -l 'app' -d 'Only this app; all means every app, the default.' -rfka '(__notify-schedule_custom_completion ---completion list -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" search' -l 'search' -d 'Only what has this text in its title, subtitle, body or identifier; case does not matter.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" from' -l 'from' -d 'Only from this date on, such as tomorrow; of delivered ones also 2d, two days ago.' -rfka 'today tomorrow'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" to' -l 'to' -d 'Only up to this date; a day counts whole.' -rfka 'today tomorrow'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule show" -eq 1' -fka '(__notify-schedule_custom_completion ---completion show -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule show" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule show" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule remove" -ge 1' -fka '(__notify-schedule_custom_completion ---completion remove -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" prefix' -l 'prefix' -d 'All requests whose identifier starts with this.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" all' -l 'all' -d 'All requests of this command, or of --app.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" app' -l 'app' -d 'With --all or --prefix: requests of this app, or of every app (all).' -rfka '(__notify-schedule_custom_completion ---completion remove -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" pending' -l 'pending' -d 'Only pending requests.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" delivered' -l 'delivered' -d 'Only delivered notifications.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" y yes' -l 'yes' -s 'y' -d 'With --all: do not ask.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" json' -l 'json' -d 'Print the removed identifiers as JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule pause" -ge 1' -fka '(__notify-schedule_custom_completion ---completion pause -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" prefix' -l 'prefix' -d 'All requests whose identifier starts with this.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" all' -l 'all' -d 'All requests of this command, or of --app.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" app' -l 'app' -d 'With --all or --prefix: requests of this app, or of every app (all).' -rfka '(__notify-schedule_custom_completion ---completion pause -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" json' -l 'json' -d 'Print the paused identifiers as JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule pause" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule resume" -ge 1' -fka '(__notify-schedule_custom_completion ---completion resume -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" prefix' -l 'prefix' -d 'All requests whose identifier starts with this.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" all' -l 'all' -d 'All requests of this command, or of --app.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" app' -l 'app' -d 'With --all or --prefix: requests of this app, or of every app (all).' -rfka '(__notify-schedule_custom_completion ---completion resume -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule resume" json' -l 'json' -d 'Print the resumed identifiers as JSON.'
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
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" prefix' -l 'prefix' -d 'All requests whose identifier starts with this.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" all' -l 'all' -d 'All requests of this command, or of --app.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" app' -l 'app' -d 'With --all or --prefix: requests of this app, or of every app (all).' -rfka '(__notify-schedule_custom_completion ---completion dismiss -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" json' -l 'json' -d 'Print the dismissed identifiers as JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule dismiss" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule history" -eq 1' -fka '(__notify-schedule_custom_completion ---completion history -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" since' -l 'since' -d 'Only events since a date such as yesterday or 09:00, or within a span such as 2d.' -rfka 'today yesterday 1h 1d 7d'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" app' -l 'app' -d 'Only this app; all means every app, the default.' -rfka '(__notify-schedule_custom_completion ---completion history -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" missed' -l 'missed' -d 'Only notifications that were not shown: missed, not allowed, refused or declined.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" count' -l 'count' -d 'Number of lines, at most 1000; default 20, or 1000 with --since.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule history" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule watch" app' -l 'app' -d 'Only requests of this app; all means every app, the default.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule watch" json' -l 'json' -d 'Print a JSON object per line.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule watch" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" from' -l 'from' -d 'The start, a date; default now.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" to' -l 'to' -d 'The end, a date or a span; default 7d.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" tz' -l 'tz' -d 'The time zone; default yours.' -rfka '(__notify-schedule_custom_completion ---completion simulate -- --tz (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule simulate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule next" -eq 1' -fka '(__notify-schedule_custom_completion ---completion next -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" at' -l 'at' -d 'A date as add --at takes it; it is read as if it were the moment of --after.' -rfka 'today tomorrow noon midnight tonight next in mon tue wed thu fri sat sun'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" components' -l 'components' -d 'Apple\'s date components as JSON.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" on' -l 'on' -d 'A calendar event as in systemd.time(7), or a rule such as "every weekday at 8:30".' -rfka 'minutely hourly daily weekly monthly quarterly semiannually yearly Mon Tue Wed Thu Fri Sat Sun Mon..Fri every'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" cron' -l 'cron' -d 'Cron\'s five fields.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" tz' -l 'tz' -d 'The time zone; default yours.' -rfka '(__notify-schedule_custom_completion ---completion next -- --tz (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" after' -l 'after' -d 'Only dates after this one: RFC 3339, or as for --at; default now.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" month-end' -l 'month-end' -d 'In shorter months, days 29 to 31 mean the last day.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" count' -l 'count' -d 'Number of dates.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" json' -l 'json' -d 'Print a JSON array.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule next" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule open" -eq 1' -fka '(__notify-schedule_custom_completion ---completion open -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule open" dry-run' -l 'dry-run' -d 'Only print the command that would be started, as a JSON array.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule open" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule open" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule export" -eq 1' -F
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule export" app' -l 'app' -d 'Only requests of this app.' -rfka '(__notify-schedule_custom_completion ---completion export -- --app (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule export" format' -l 'format' -d 'json or ical; by default, by the file\'s extension.' -rfka 'json ical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule export" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule import" -eq 1' -F
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" format' -l 'format' -d 'json or ical; by default, by the file\'s content.' -rfka 'json ical'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" trust' -l 'trust' -d 'Trust a calendar of your own: import URLs of any scheme, and its private properties.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" dry-run' -l 'dry-run' -d 'Only check the file, and print what would be imported.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" json' -l 'json' -d 'Print the counts as JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule schemes" -eq 1' -fka '(__notify-schedule_custom_completion ---completion schemes -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule schemes" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule schemes" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule schemes" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'list' -d 'List apps and their actions, and which are enabled.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'enable' -d 'Enable launcher entries.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'disable' -d 'Disable launcher entries.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'edit' -d 'Enable and disable launcher entries in a check list.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'import' -d 'Import the property lists of an iOS project.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher" -eq 1' -fa 'register' -d 'Show enabled entries as notifications; a click opens them.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher list" -eq 1' -fka '(__notify-schedule_custom_completion ---completion launcher list -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher list" enabled' -l 'enabled' -d 'Only enabled entries.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher list" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher list" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher enable" -ge 1' -fka '(__notify-schedule_custom_completion ---completion launcher enable -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher enable" json' -l 'json' -d 'Print the changed ids as JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher enable" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher enable" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher disable" -ge 1' -fka '(__notify-schedule_custom_completion ---completion launcher disable -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher disable" json' -l 'json' -d 'Print the changed ids as JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher disable" all' -l 'all' -d 'All enabled entries.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher disable" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher disable" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher edit" -eq 1' -fka '(__notify-schedule_custom_completion ---completion launcher edit -- positional@0 (count (__notify-schedule_tokens -pc)) (__notify-schedule_tokens -tC))'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher edit" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher edit" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule launcher import" -eq 1' -F
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher import" apps' -l 'apps' -d 'The property list with the apps.' -rF
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher import" json' -l 'json' -d 'Print the imported ids as JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher import" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" style' -l 'style' -d 'each: one per entry; grouped: one per app or category, with buttons.' -rfka 'each grouped'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" in' -l 'in' -d 'Show them after a span, such as 10m.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule launcher register" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule apps" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule apps" -eq 1' -fa 'list' -d 'List the apps that have requests, a badge or a permission.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule apps" -eq 1' -fa 'allow' -d 'Allow an app to show notifications, even if it has not asked.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule apps" -eq 1' -fa 'deny' -d 'Deny an app all notifications, those that are pending included.'
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
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule agent" -eq 1' -fa 'status' -d 'Show whether the agent is running, and what is pending.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_positional "notify-schedule agent" -eq 1' -fa 'stop' -d 'Stop the agent; pending requests stay on the disk.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent run" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent status" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent status" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent stop" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule agent stop" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" bubble' -l 'bubble' -d 'Also show a bubble, and wait until you click it.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" within' -l 'within' -d 'How long --bubble waits for the click; default 60s.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" json' -l 'json' -d 'Print JSON.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule demo" text' -l 'text' -d 'Use the text server even if there is a desktop.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule demo" choose' -l 'choose' -d 'Choose this button by itself; default 1 if standard input is no terminal.' -rfka ''
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule demo" version' -l 'version' -d 'Show the version.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule demo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'notify-schedule' -n '__notify-schedule_should_offer_completions_for_flags_or_options "notify-schedule help" version' -l 'version' -d 'Show the version.'
