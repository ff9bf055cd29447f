import NotifyCore
import Testing

/// Sentences for `remind` on Wednesday, 17 March 2027, at 10:20 in Berlin.
@Suite("Reminders in one sentence")
struct ReminderTests {
    /// The title and the time, after a star where it repeats.
    static let sentences = """
        call mom tomorrow 5pm = call mom | tomorrow 5pm
        call mom tomorrow at 5pm = call mom | tomorrow at 5pm
        call mom at 5pm tomorrow = call mom | at 5pm tomorrow
        call mom tonight = call mom | tonight
        call mom tonight at 8 = call mom | tonight at 8
        call mom this evening = call mom | this evening
        call mom on friday = call mom | on friday
        call mom friday = call mom | friday
        call mom next friday at noon = call mom | next friday at noon
        call mom in 2 hours = call mom | in 2 hours
        call mom in half an hour = call mom | in half an hour
        call mom in an hour and a half = call mom | in an hour and a half
        call mom every sunday at 18:00 = call mom |* every sunday at 18:00
        tea in 4 minutes = tea | in 4 minutes
        tea in 4m = tea | in 4m
        green tea in 3 min = green tea | in 3 min
        standup every weekday at 9:30 = standup |* every weekday at 9:30
        standup weekdays at 9:30 = standup |* weekdays at 9:30
        standup monday to friday at 9:30 = standup |* monday to friday at 9:30
        standup daily at 9 = standup |* daily at 9
        standup every day at 9 and 17 = standup |* every day at 9 and 17
        me to call mom tomorrow 5pm = call mom | tomorrow 5pm
        remind me to call mom tomorrow 5pm = call mom | tomorrow 5pm
        me to buy milk in 20 minutes = buy milk | in 20 minutes
        me about the meeting at 14:00 = the meeting | at 14:00
        me that rent is due on the 1st = rent is due | on the 1st
        me to water the plants every 3 days = water the plants |* every 3 days
        submit the report by friday = submit the report | friday
        submit the report by friday 17:00 = submit the report | friday 17:00
        submit the report by end of month = submit the report | end of month
        hand in the form by tomorrow noon = hand in the form | tomorrow noon
        pay rent by the 1st = pay rent | the 1st
        pay rent every 1st = pay rent |* every 1st
        pay rent on the 1st of every month = pay rent |* on the 1st of every month
        pay rent every month on the 1st = pay rent |* every month on the 1st
        pay the tax last working day of this month = pay the tax | last working day of this month
        dentist 25 march 14:00 = dentist | 25 march 14:00
        dentist on 25 march at 2pm = dentist | on 25 march at 2pm
        dentist march 25 at 14:00 = dentist | march 25 at 14:00
        dentist 2027-03-25 14:00 = dentist | 2027-03-25 14:00
        dentist 25.03.2027 14:00 = dentist | 25.03.2027 14:00
        dentist thursday at 2pm = dentist | thursday at 2pm
        dentist at 2pm on thursday = dentist | at 2pm on thursday
        dentist next week = dentist | next week
        dentist next month = dentist | next month
        dentist the day after tomorrow at 8 = dentist | the day after tomorrow at 8
        tomorrow 5pm call mom = call mom | tomorrow 5pm
        tomorrow at 5pm call mom = call mom | tomorrow at 5pm
        tomorrow: call mom = call mom | tomorrow
        tomorrow morning call mom = call mom | tomorrow morning
        at 5pm call mom = call mom | at 5pm
        at 17:00 stretch = stretch | at 17:00
        on friday submit the report = submit the report | on friday
        friday 9:00 planning = planning | friday 9:00
        in 5 minutes check the oven = check the oven | in 5 minutes
        in 5 minutes: check the oven = check the oven | in 5 minutes
        in an hour call back = call back | in an hour
        in 20 minutes remind me to leave = leave | in 20 minutes
        tonight take out the bins = take out the bins | tonight
        every monday water the plants = water the plants |* every monday
        every monday at 9 water the plants = water the plants |* every monday at 9
        every weekday at 17:00 log hours = log hours |* every weekday at 17:00
        every morning take the pills = take the pills |* every morning
        every evening at 8 feed the cat = feed the cat |* every evening at 8
        every 2 weeks on monday put out paper = put out paper |* every 2 weeks on monday
        next friday send the invoice = send the invoice | next friday
        first friday of every month game night = game night |* first friday of every month
        tomorrow call mom at 5pm = call mom | tomorrow at 5pm
        friday lunch with ann at 12:30 = lunch with ann | friday at 12:30
        today show starts at 8pm = show starts | today at 8pm
        tomorrow pick up the cake at noon = pick up the cake | tomorrow at noon
        monday gym at 18:00 = gym | monday at 18:00
        take the pills every day at 8, 13 and 19 = take the pills |* every day at 8, 13 and 19
        take the pills every morning = take the pills |* every morning
        take the pills every 8 hours = take the pills |* every 8 hours
        stretch every hour = stretch |* every hour
        stretch every 30 minutes = stretch |* every 30 minutes
        drink water hourly = drink water |* hourly
        feed the cat every morning and evening = refused
        backup every night = backup |* every night
        backup every night at 11 = backup |* every night at 11
        review every quarter = review |* every quarter
        review every other friday at 16:00 = review |* every other friday at 16:00
        retro every second tuesday = retro |* every second tuesday
        retro biweekly on monday = retro |* biweekly on monday
        team lunch first friday of every month at noon = team lunch |* first friday of every month at noon
        market 1st and 3rd saturday at 8 = market |* 1st and 3rd saturday at 8
        report last working day of every month = report |* last working day of every month
        birthday of ann every year on may 4 = birthday of ann |* every year on may 4
        birthday of ann every 4 may = birthday of ann |* every 4 may
        course every monday at 18:00 until end of june = course |* every monday at 18:00 until end of june
        course every monday at 18:00 starting next month = course |* every monday at 18:00 starting next month
        vitamins every day until 30 april = vitamins |* every day until 30 april
        gym mon, wed and fri at 18:00 = gym |* mon, wed and fri at 18:00
        gym mondays and thursdays at 7pm = gym |* mondays and thursdays at 7pm
        gym on mondays = gym |* on mondays
        clean up every weekend = clean up |* every weekend
        clean up this weekend = clean up | this weekend
        buy 2 apples at 5pm = buy 2 apples | at 5pm
        buy 2 apples tomorrow = buy 2 apples | tomorrow
        meet 5 people in 2 hours = meet 5 people | in 2 hours
        read page 12 at 21:00 = read page 12 | at 21:00
        call 555 1234 tomorrow at 9 = call 555 1234 | tomorrow at 9
        watch 9 to 5 on saturday at 20:00 = watch 9 to 5 | on saturday at 20:00
        bus 42 in 10 minutes = bus 42 | in 10 minutes
        gate B 52 at 14:20 = gate B 52 | at 14:20
        the one with the cake at noon = the one with the cake | at noon
        second breakfast at 10:30 = second breakfast | at 10:30
        ask about may in 2 days = ask about may | in 2 days
        march for science on saturday = march for science | on saturday
        call sun insurance tomorrow = call sun insurance | tomorrow
        write to may at 15:00 = write to may | at 15:00
        look at the stars tonight at 11 = look at the stars | tonight at 11
        turn off the oven in a few minutes = turn off the oven | in a few minutes
        laundry in 45 min = laundry | in 45 min
        laundry in 1h30m = laundry | in 1h30m
        laundry in 1.5 hours = laundry | in 1.5 hours
        check the mail later today = check the mail | later today
        check the mail later = refused
        renew the passport in 6 months = renew the passport | in 6 months
        renew the domain in a year = renew the domain | in a year
        renew the domain next year = renew the domain | next year
        cancel the trial in 13 days = cancel the trial | in 13 days
        cancel the trial in 2 weeks = cancel the trial | in 2 weeks
        send cards on dec 1 = send cards | on dec 1
        send cards 1 december at 10 = send cards | 1 december at 10
        flight on 25 march at 6:40 = flight | on 25 march at 6:40
        flight at 18:00 UTC = flight | at 18:00 UTC
        flight tomorrow at 18:00 +0100 = flight | tomorrow at 18:00 +0100
        call tokyo 20270325T140000Z = call tokyo | 20270325T140000Z
        leave at half past 11 = leave | at half past 11
        leave at quarter to noon = leave | at quarter to noon
        leave at 5 to noon = leave | at 5 to noon
        leave @ 4pm = leave | @ 4pm
        tea at teatime = tea | at teatime
        film at 8 in the evening = film | at 8 in the evening
        film saturday night = film | saturday night
        film on saturday evening at 8 = film | on saturday evening at 8
        same time tomorrow stretch = stretch | same time tomorrow
        stretch same time tomorrow = stretch | same time tomorrow
        invoice next working day = invoice | next working day
        invoice in 3 working days = invoice | in 3 working days
        invoice on the 19th = invoice | on the 19th
        invoice 19th at noon = invoice | 19th at noon
        invoice friday the 19th = invoice | friday the 19th
        Call Mom Tomorrow 5PM = Call Mom | Tomorrow 5PM
        call Marsha at noon = call Marsha | at noon
        hide the eggs very early at 6am = hide the eggs very early | at 6am
        call mom, tomorrow 5pm = call mom | tomorrow 5pm
        call mom: tomorrow 5pm = call mom | tomorrow 5pm
        call mom tomorrow 5pm. = call mom | tomorrow 5pm
        Sitzung morgen um 5 = refused
        call mom = refused
        Build finished = refused
        Build finished at 17:32 = Build finished | at 17:32
        tomorrow = refused
        in 5 minutes = refused
        every day at 9 = refused
        me to tomorrow = refused
        call mom at 5 = refused
        call mom tomorrow at 5 = refused
        call mom tomorow = refused
        call mom yesterday = refused
        call mom at 9:00 today = refused
        run 5 minutes = refused
        boil eggs 10 min = refused
        read chapter 9 tomorrow = refused
        read chapter 5 tomorrow = refused
        friday report tomorrow = refused
        team lunch first friday of the month = refused
        retro every third tuesday = refused
        standup every 7 minutes = refused
        3/4 = refused
        lunch 3/4 = refused
        lunch on christmas = refused
        lunch monday or tuesday = refused
        meeting 2 to 3pm = refused
        read chapters 1 to 9 tomorrow = refused
        walk the dog every day except sunday = refused
        take pills every single day at 9am = refused
        call taxi an hour before noon = refused
        pack bags 2 days before friday = refused
        buy tickets for tomorrow = refused
        conference monday to wednesday = refused
        meet between monday and tuesday = refused
        dinner for two seven pm = dinner for two | seven pm
        """

    private static let rows = sentences.split(separator: "\n").map { line in
        let parts = line.split(separator: " = ", maxSplits: 1).map(String.init)
        return (parts[0], parts[1])
    }

    private static func read(_ sentence: String) throws -> Reminder {
        try Reminder(
            sentence,
            now: Instant(seconds: 1_805_275_200),
            in: try TestZone("Europe/Berlin")
        )
    }

    @Test("a sentence, its end or beginning is the time, the rest is the title", arguments: rows)
    func sentence(text: String, expected: String) {
        let reminder = try? Self.read(text)
        let found = reminder.map { "\($0.title) |\($0.repeats ? "*" : "") \($0.time)" }
        #expect(found ?? "refused" == expected, "\(text)")
    }

    @Test(
        "a sentence whose time is not clear is refused with the nearest form",
        arguments: [
            ("call mom tomorow", "did you mean tomorrow?"),
            ("call mom tomorow 5pm", "did you mean tomorrow 5pm?"),
            ("dinner tonigt at 8pm", "did you mean tonight at 8pm?"),
            ("call mom at 5", "write 5am or 5pm"), ("run 5 minutes", "write in 5 minutes"),
            ("stretch every 45 minutes", "write add with --every \"45 minutes\""),
            ("tomorrow", "write what to remind of"),
            ("call mom", "write one such as call mom tomorrow 5pm"),
            ("read chapter 9 tomorrow", "two times can be meant"),
            ("friday report tomorrow", "add \"report tomorrow\" with the time \"friday\""),
            ("lunch first friday of the month", "write first friday of this month or"),
        ]
    )
    func refusal(text: String, advice: String) {
        let error = #expect(throws: TimeSpecError.self) { try Self.read(text) }
        #expect(error?.message.contains(advice) == true, "\(error?.message ?? "")")
    }
}
