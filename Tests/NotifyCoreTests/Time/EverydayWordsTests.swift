import NotifyCore
import Testing

/// What people write, with its meaning on Wednesday, 17 March 2027, at 10:20 in Berlin.
@Suite("Everyday words")
struct EverydayWordsTests {
    static let now = Instant(seconds: 1_805_275_200)
    static let moments = rows(
        """
        in 5 minutes = 03-17 10:25
        in 10 min = 03-17 10:30
        in an hour = 03-17 11:20
        in half an hour = 03-17 10:50
        in a quarter of an hour = 03-17 10:35
        in 2 hours = 03-17 12:20
        in two hours = 03-17 12:20
        in 1h30m = 03-17 11:50
        in 1 hour and 30 minutes = 03-17 11:50
        in an hour and a half = 03-17 11:50
        in 1.5 hours = 03-17 11:50
        in 3 days = 03-20 10:20
        in a week = 03-24 10:20
        in 2 weeks = 03-31 11:20
        in a fortnight = 03-31 11:20
        in a month = 04-17 10:20
        in 2 months = 05-17 10:20
        in a year = 2028-03-17 10:20
        in a couple of hours = 03-17 12:20
        in a few minutes = 03-17 10:23
        in a few hours = 03-17 13:20
        in a few days = 03-20 10:20
        a few minutes = 03-17 10:23
        5 minutes = 03-17 10:25
        20 min = 03-17 10:40
        1 hour = 03-17 11:20
        an hour = 03-17 11:20
        half an hour = 03-17 10:50
        90 minutes = 03-17 11:50
        2 hours 30 minutes = 03-17 12:50
        2 days = 03-19 10:20
        1 week = 03-24 10:20
        two weeks = 03-31 11:20
        1 month = 04-17 10:20
        a month = 04-17 10:20
        2 hours from now = 03-17 12:20
        5 minutes from now = 03-17 10:25
        in about an hour = 03-17 11:20
        +90 min = 03-17 11:50
        now + 1 hour = 03-17 11:20
        tonight = 03-17 21:00
        tonight at 8 = 03-17 20:00
        tonight at 8:30 = 03-17 20:30
        tonight 9pm = 03-17 21:00
        tonight at half past 8 = refused
        8 tonight = 03-17 20:00
        9pm tonight = 03-17 21:00
        this afternoon = 03-17 14:00
        this afternoon at 4 = 03-17 16:00
        this evening = 03-17 19:00
        this evening at 7 = 03-17 19:00
        this evening at 18:30 = 03-17 18:30
        later today = 03-17 14:00
        later tonight = 03-17 21:00
        later this afternoon = 03-17 14:00
        in the afternoon = 03-17 14:00
        in the morning = 03-18 09:00
        in the evening = 03-17 19:00
        tomorrow = 03-18 09:00
        tomorrow morning = 03-18 09:00
        tomorrow afternoon = 03-18 14:00
        tomorrow evening = 03-18 19:00
        tomorrow night = 03-18 21:00
        tomorrow in the morning = 03-18 09:00
        tomorrow morning at 7 = 03-18 07:00
        tomorrow morning at half past 8 = 03-18 08:30
        tomorrow evening at 8 = 03-18 20:00
        tomorrow at 9 = 03-18 09:00
        tomorrow at 9am = 03-18 09:00
        tomorrow 5pm = 03-18 17:00
        tomorrow at 5 pm = 03-18 17:00
        tomorrow at 17:00 = 03-18 17:00
        tomorrow 17:00 = 03-18 17:00
        tomorrow at noon = 03-18 12:00
        tomorrow noon = 03-18 12:00
        tomorrow midday = 03-18 12:00
        tomorrow at teatime = 03-18 16:00
        9am tomorrow = 03-18 09:00
        at 9 tomorrow = 03-18 09:00
        at 5pm tomorrow = 03-18 17:00
        6:30pm tomorrow = 03-18 18:30
        noon tomorrow = 03-18 12:00
        tomorrow at half past nine = 03-18 09:30
        tomorrow at quarter past 10 = 03-18 10:15
        tomorrow at quarter to 9 = 03-18 08:45
        tomorrow at half past 3pm = 03-18 15:30
        tomorrow at 18:00 UTC = 03-18 19:00
        tomorrow at 18:00 +0100 = 03-18 18:00
        tomorrow 18:00 +02:00 = 03-18 17:00
        18:00 UTC = 03-17 19:00
        friday 12:00 GMT = 03-19 13:00
        20270325T140000Z = 03-25 15:00
        20270325T140000 = 03-25 14:00
        2027-03-25T14:00Z = 03-25 15:00
        2027-03-25T14:00:00+02:00 = 03-25 13:00
        2027-03-25 14:00 UTC = 03-25 15:00
        2027-03-25 14:00 +0100 = 03-25 14:00
        day after tomorrow = 03-19 09:00
        the day after tomorrow = 03-19 09:00
        the day after tomorrow at 8 = 03-19 08:00
        day after tomorrow at 3pm = 03-19 15:00
        day after tomorrow morning = 03-19 09:00
        same time tomorrow = 03-18 10:20
        this time tomorrow = 03-18 10:20
        same time next week = 03-24 10:20
        same time on friday = 03-19 10:20
        tomorrow at the same time = 03-18 10:20
        tomorrow same time = 03-18 10:20
        5pm = 03-17 17:00
        5 pm = 03-17 17:00
        5:30pm = 03-17 17:30
        at 5pm = 03-17 17:00
        at 17 = 03-17 17:00
        at 9 = 03-18 09:00
        at 11 = 03-17 11:00
        at 12 = 03-17 12:00
        17:30 = 03-17 17:30
        at 17:30 = 03-17 17:30
        9:15 = 03-18 09:15
        noon = 03-17 12:00
        at noon = 03-17 12:00
        midnight = 03-18 00:00
        at midnight = 03-18 00:00
        tonight at midnight = 03-18 00:00
        midnight tonight = 03-18 00:00
        today at midnight = 03-18 00:00
        friday at a quarter to midnight = 03-19 23:45
        friday 12am = 03-19 00:00
        teatime = 03-17 16:00
        at 1730 = 03-17 17:30
        half past 11 = 03-17 11:30
        quarter to noon = 03-17 11:45
        quarter past 3pm = 03-17 15:15
        twenty past 11 = 03-17 11:20
        8 o'clock in the evening = 03-17 20:00
        8 in the evening = 03-17 20:00
        six in the evening = 03-17 18:00
        7 in the morning = 03-18 07:00
        today at 5pm = 03-17 17:00
        today 17:00 = 03-17 17:00
        today at noon = 03-17 12:00
        5pm today = 03-17 17:00
        at 3pm today = 03-17 15:00
        friday = 03-19 09:00
        on friday = 03-19 09:00
        fri = 03-19 09:00
        this friday = 03-19 09:00
        next friday = 03-26 09:00
        coming friday = 03-19 09:00
        friday 5pm = 03-19 17:00
        friday at 5pm = 03-19 17:00
        friday at noon = 03-19 12:00
        on friday at 17:00 = 03-19 17:00
        fri 17:00 = 03-19 17:00
        5pm on friday = 03-19 17:00
        at 9 on friday = 03-19 09:00
        friday morning = 03-19 09:00
        friday afternoon = 03-19 14:00
        friday evening = 03-19 19:00
        friday night = 03-19 21:00
        on friday night = 03-19 21:00
        friday evening at 8 = 03-19 20:00
        friday night at 11 = 03-19 23:00
        monday morning = 03-22 09:00
        monday morning at 8 = 03-22 08:00
        next monday morning = 03-22 09:00
        next monday at 9 = 03-22 09:00
        next tuesday 14:00 = 03-23 14:00
        sunday at 8 in the evening = 03-21 20:00
        wednesday at 5pm = 03-17 17:00
        wednesday = 03-24 09:00
        wednesday at 9am = 03-24 09:00
        next wednesday = 03-24 09:00
        monday next week = 03-22 09:00
        next week monday = 03-22 09:00
        next week on tuesday at 10 = 03-23 10:00
        friday next week = 03-26 09:00
        next week = 03-22 09:00
        next week at 10 = 03-22 10:00
        next month = 04-01 09:00
        next year = 2028-01-01 09:00
        this weekend = 03-20 09:00
        next weekend = 03-27 09:00
        this weekend at 10 = 03-20 10:00
        on the weekend = 03-20 09:00
        at the weekend = 03-20 09:00
        end of day = 03-17 23:59
        end of the day = 03-17 23:59
        end of today = 03-17 23:59
        end of the week = 03-21 09:00
        end of week = 03-21 09:00
        end of next week = 03-28 09:00
        end of the month = 03-31 09:00
        end of month = 03-31 09:00
        end of next month = 04-30 09:00
        end of the year = 12-31 09:00
        end of april = 04-30 09:00
        beginning of next week = 03-22 09:00
        beginning of next month = 04-01 09:00
        start of april = 04-01 09:00
        first of april = 04-01 09:00
        first of next month = 04-01 09:00
        1st of next month at 8 = 04-01 08:00
        last day of the month = 03-31 09:00
        last friday of the month = 03-26 09:00
        last working day of the month = 03-31 09:00
        first monday of april = 04-05 09:00
        first monday of next month = 04-05 09:00
        third friday in april at 10 = 04-16 10:00
        next working day = 03-18 09:00
        next business day = 03-18 09:00
        next working day at 8 = 03-18 08:00
        next workday at 8:30 = 03-18 08:30
        in 3 working days = 03-22 10:20
        19th = 03-19 09:00
        the 19th = 03-19 09:00
        on the 19th = 03-19 09:00
        19th at noon = 03-19 12:00
        the 5th = 04-05 09:00
        friday the 19th = 03-19 09:00
        25 march = 03-25 09:00
        25th march = 03-25 09:00
        25th of march = 03-25 09:00
        march 25 = 03-25 09:00
        march 25th = 03-25 09:00
        mar 25 = 03-25 09:00
        25 mar 2027 = 03-25 09:00
        25 march 2027 = 03-25 09:00
        march 25, 2027 = 03-25 09:00
        march 25th 2027 at 14:00 = 03-25 14:00
        25 march at 2pm = 03-25 14:00
        march 25 at 14:00 = 03-25 14:00
        march 25 morning = 03-25 09:00
        thu 25 march 14:00 = 03-25 14:00
        thursday, 25 march 2027 = 03-25 09:00
        thursday 25th march at 2pm = 03-25 14:00
        christmas = refused
        dec 24 at 6pm = 12-24 18:00
        1 jan = 2028-01-01 09:00
        feb 29 = 2028-02-29 09:00
        2027-03-25 = 03-25 09:00
        2027-03-25 14:00 = 03-25 14:00
        2027-03-25 at 2pm = 03-25 14:00
        2027-03-25T14:00 = 03-25 14:00
        2027/03/25 = 03-25 09:00
        2027/03/25 14:00 = 03-25 14:00
        25.03.2027 = 03-25 09:00
        25.03.2027 14:00 = 03-25 14:00
        25.3.2027 at 14:00 = 03-25 14:00
        25/3/2027 = 03-25 09:00
        25/03/2027 14:00 = 03-25 14:00
        3/25/2027 = 03-25 09:00
        14:00 on 25.03.2027 = 03-25 14:00
        04/04/2027 = 04-04 09:00
        a week from friday = 03-26 09:00
        two weeks from tomorrow = 04-01 09:00
        3 days after 25 march = 03-28 09:00
        2 fridays from now = 03-26 09:00
        in 3 days at 9 = 03-20 09:00
        in 2 weeks at noon = 03-31 12:00
        tomorrow at 9 o'clock = 03-18 09:00
        tomorrow around 9 = 03-18 09:00
        tomorrow, 9:30 = 03-18 09:30
        Tomorrow At 9AM = 03-18 09:00
        """
    )

    /// The first two dates of a rule.
    static let rules = rows(
        """
        every day = 03-18 09:00, 03-19 09:00
        every day at 9 = 03-18 09:00, 03-19 09:00
        every day at 5pm = 03-17 17:00, 03-18 17:00
        every day at noon = 03-17 12:00, 03-18 12:00
        every day at 9 and 17 = 03-17 17:00, 03-18 09:00
        every day at 9am and 5pm = 03-17 17:00, 03-18 09:00
        every day at 8, 13 and 19 = 03-17 13:00, 03-17 19:00
        every day at 9:30 and 17:30 = 03-17 17:30, 03-18 09:30
        every day at noon and midnight = 03-17 12:00, 03-18 00:00
        daily at 9 = 03-18 09:00, 03-19 09:00
        at 9 every day = 03-18 09:00, 03-19 09:00
        every morning = 03-18 09:00, 03-19 09:00
        every morning at 7 = 03-18 07:00, 03-19 07:00
        every afternoon = 03-17 14:00, 03-18 14:00
        every evening = 03-17 19:00, 03-18 19:00
        every evening at 8 = 03-17 20:00, 03-18 20:00
        each evening at 8:30 = 03-17 20:30, 03-18 20:30
        every night = 03-17 21:00, 03-18 21:00
        every night at 10 = 03-17 22:00, 03-18 22:00
        every evening at 18:00 = 03-17 18:00, 03-18 18:00
        every weekday = 03-18 09:00, 03-19 09:00
        every weekday at 9:30 = 03-18 09:30, 03-19 09:30
        every weekday morning = 03-18 09:00, 03-19 09:00
        every workday at 8 = 03-18 08:00, 03-19 08:00
        every working day at 8 = 03-18 08:00, 03-19 08:00
        weekdays at 9 = 03-18 09:00, 03-19 09:00
        weekdays at 9 and 17 = 03-17 17:00, 03-18 09:00
        on weekdays at 8:30 = 03-18 08:30, 03-19 08:30
        monday to friday at 9 = 03-18 09:00, 03-19 09:00
        monday through friday at 9 = 03-18 09:00, 03-19 09:00
        monday-friday at 9 = 03-18 09:00, 03-19 09:00
        mon-fri at 9 = 03-18 09:00, 03-19 09:00
        mon to fri 9:00 = 03-18 09:00, 03-19 09:00
        from monday to friday at 9 = 03-18 09:00, 03-19 09:00
        every monday to thursday at 10 = 03-18 10:00, 03-22 10:00
        Mon..Fri 09:00 = 03-18 09:00, 03-19 09:00
        mon, wed, fri at 18:00 = 03-17 18:00, 03-19 18:00
        mon, wed and fri at 18:00 = 03-17 18:00, 03-19 18:00
        monday and thursday at 10 = 03-18 10:00, 03-22 10:00
        mondays = 03-22 09:00, 03-29 09:00
        mondays at 9 = 03-22 09:00, 03-29 09:00
        on mondays at 9 = 03-22 09:00, 03-29 09:00
        tuesdays and thursdays at 7pm = 03-18 19:00, 03-23 19:00
        every monday = 03-22 09:00, 03-29 09:00
        every monday at 9 = 03-22 09:00, 03-29 09:00
        every monday morning = 03-22 09:00, 03-29 09:00
        every friday evening = 03-19 19:00, 03-26 19:00
        every friday evening at 8 = 03-19 20:00, 03-26 20:00
        every friday at 5pm = 03-19 17:00, 03-26 17:00
        every mon and thu at 8:30 = 03-18 08:30, 03-22 08:30
        every monday, wednesday and friday at 18:00 = 03-17 18:00, 03-19 18:00
        every saturday and sunday at 10 = 03-20 10:00, 03-21 10:00
        every weekend = 03-20 09:00, 03-21 09:00
        weekends at 10 = 03-20 10:00, 03-21 10:00
        every 15th = 04-15 09:00, 05-15 09:00
        every 15th at noon = 04-15 12:00, 05-15 12:00
        every 1st = 04-01 09:00, 05-01 09:00
        15th of every month = 04-15 09:00, 05-15 09:00
        the 15th of each month at 10 = 04-15 10:00, 05-15 10:00
        on the 1st of every month at 8 = 04-01 08:00, 05-01 08:00
        every month on the 15th = 04-15 09:00, 05-15 09:00
        monthly on the 15th at 9 = 04-15 09:00, 05-15 09:00
        every 1st and 15th = 04-01 09:00, 04-15 09:00
        1st and 15th of every month = 04-01 09:00, 04-15 09:00
        every month = 03-18 09:00, 04-18 09:00
        every month at 8 = 03-18 08:00, 04-18 08:00
        every week = 03-18 09:00, 03-25 09:00
        every week on monday = 03-22 09:00, 03-29 09:00
        weekly on monday at 9 = 03-22 09:00, 03-29 09:00
        every year = 03-18 09:00, 2028-03-18 09:00
        every year on dec 24 at 6pm = 12-24 18:00, 2028-12-24 18:00
        every dec 24 = 12-24 09:00, 2028-12-24 09:00
        every 24 december at 18:00 = 12-24 18:00, 2028-12-24 18:00
        first friday of the month = 04-02 09:00, 05-07 09:00
        every 1st friday = 04-02 09:00, 05-07 09:00
        every first friday = 04-02 09:00, 05-07 09:00
        third friday of the month at 10 = 03-19 10:00, 04-16 10:00
        first monday of every month at 9 = 04-05 09:00, 05-03 09:00
        every first monday of the month = 04-05 09:00, 05-03 09:00
        1st and 3rd saturday = 03-20 09:00, 04-03 09:00
        1st and 3rd saturday of the month at 10 = 03-20 10:00, 04-03 10:00
        every 1st and 3rd saturday at 10 = 03-20 10:00, 04-03 10:00
        first and third friday of the month = 03-19 09:00, 04-02 09:00
        last friday of the month at 17:00 = 03-26 17:00, 04-30 17:00
        every last friday of the month = 03-26 09:00, 04-30 09:00
        every last friday at 17:00 = 03-26 17:00, 04-30 17:00
        last day of the month = 03-31 09:00, 04-30 09:00
        last day of every month at 18:00 = 03-31 18:00, 04-30 18:00
        every month on the last day = 03-31 09:00, 04-30 09:00
        last working day of the month = 03-31 09:00, 04-30 09:00
        last working day of every month at 16:00 = 03-31 16:00, 04-30 16:00
        first working day of the month at 9 = 04-01 09:00, 05-03 09:00
        every quarter = 04-01 09:00, 07-01 09:00
        every quarter at 10 = 04-01 10:00, 07-01 10:00
        biweekly = 03-18 09:00, 04-01 09:00
        biweekly on monday = 03-22 09:00, 04-05 09:00
        every fortnight = 03-18 09:00, 04-01 09:00
        every 2 weeks = 03-18 09:00, 04-01 09:00
        every other week = 03-18 09:00, 04-01 09:00
        every 2 weeks on monday at 9 = 03-22 09:00, 04-05 09:00
        every other friday at 17:00 = 03-19 17:00, 04-02 17:00
        every second tuesday = 03-23 09:00, 04-06 09:00
        every other day at 8 = 03-18 08:00, 03-20 08:00
        every 3 days = 03-18 09:00, 03-21 09:00
        every 3 days at 20:00 = 03-17 20:00, 03-20 20:00
        every 2 months = 03-18 09:00, 05-18 09:00
        every hour = 03-17 11:00, 03-17 12:00
        hourly = 03-17 11:00, 03-17 12:00
        every 2 hours = 03-17 12:00, 03-17 14:00
        every half hour = 03-17 10:30, 03-17 11:00
        every 15 minutes = 03-17 10:30, 03-17 10:45
        every minute = 03-17 10:21, 03-17 10:22
        every day at 9 starting 2027-04-01 = 04-01 09:00, 04-02 09:00
        every monday at 9 starting next month = 04-05 09:00, 04-12 09:00
        every weekday at 9 starting monday = 03-22 09:00, 03-23 09:00
        every 15th starting 1 june = 06-15 09:00, 07-15 09:00
        every day at 9 until 18 march = 03-18 09:00, end 03-18
        every day at 9 until friday = 03-18 09:00, 03-19 09:00, end 03-19
        every weekday at 9:30 until end of april = 03-18 09:30, 03-19 09:30, end 04-30
        every 2 weeks on monday starting 2027-04-05 until 2027-12-31 = 04-05 09:00, 04-19 09:00, end 12-31
        """
    )

    /// Dates that are refused, and a part of the message.
    static let refusedMoments = rows(
        """
        today = today needs a time
        friday at midnight = write friday 00:00 or saturday 00:00
        midnight friday = write friday 00:00 or saturday 00:00
        sat midnight = write saturday 00:00 or sunday 00:00
        wed midnight = write wednesday 00:00 or thursday 00:00
        tomorrow at midnight = write 2027-03-18 00:00 or 2027-03-19 00:00
        25 march at midnight = write 2027-03-25 00:00 or 2027-03-26 00:00
        2027-03-25 midnight = write 2027-03-25 00:00 or 2027-03-26 00:00
        friday at quarter past midnight = write friday 00:15 or saturday 00:15
        this morning = past
        at 5 = write 5am or 5pm
        9 to 10 = not a date
        2 to 3pm = not a date
        tomorrow at 5 = write 5am or 5pm
        friday at 6:30 in = not a date
        half past 6 = write 6:30am or 6:30pm
        17.30 = write 17:30
        5.30pm = write 5:30pm
        tomorrow at 5.30pm = write 5:30pm
        at 5.30 = write 5:30
        1730 = write 17:30
        0915 = write 09:15
        2030 = write 20:30
        24.12. = 24.12. is 24 December: write 24 december
        29.11. = 29.11. is 29 November: write 29 november
        24.12. 18:00 = write 24 december
        5/25 = 5/25 is 25 May: write 25 may
        25/5 = 25/5 is 25 May: write 25 may
        3/4 = write 3 april or 4 march
        5.6. = write 5 june or 6 may
        03/04/2027 = write 2027-04-03 or 2027-03-04
        3/4/27 = write one such as 2027-03-01
        31/02/2027 = write one such as 2027-03-01
        30 february = no year
        2h = write 02:00 or in 2h
        1h30 = write 01:30 or in 1h 30min
        in 5mi = did you mean min?
        in 5 = write 5s or 5min
        in 5 mintues = did you mean minutes?
        in 5 hors = did you mean hours?
        in several days = it is not a number: write one such as 3
        in some minutes = it is not a number
        soon = is not a date
        later = write one such as later today
        sometime tomorrow = is not a date
        tomorow = did you mean tomorrow?
        tommorow at 9 = did you mean tomorrow?
        tomorrow at nin = did you mean nine?
        next fryday = did you mean friday?
        friday week = it names no day
        friday after next = two days are meant
        monday or tuesday = write one of them
        tonight at 3 = it has no such hour
        tomorrow at 25:00 = hour 25 does not exist
        tomorrow at 13pm = hours go from 0 to 23: write 13:00
        17:60 = minute 60 does not exist
        12:5 = write 05 instead of 5
        yesterday = yesterday is past
        last friday = past
        2 days ago = what is ago is past
        25 march 2026 = past
        2027-03-17 09:00 = past
        in december = December alone names no day
        march = March alone names no day
        christmas = holidays are not known
        on easter = holidays are not known
        every day at 9 = write --on "every day at 9"
        daily at 9 = write --on
        weekdays = write --on
        mondays at 9 = write --on "mondays at 9"
        biweekly = write --on
        tomorrow 5pm CET = --tz
        5pm PST = --tz
        wed 18 march = is a Thursday and no Wednesday
        saturday the 19th = is a Friday and no Saturday
        in a month and 2 hours = do not add up
        2027-02-29 = February 2027 has no day 29
        0:60 = minute 60 does not exist
        tomorrow tomorrow = are not a date
        at = write
        """
    )

    /// Rules that are refused, and a part of the message.
    static let refusedRules = rows(
        """
        every friday at midnight = write 00:00, with the day that begins then
        every 3 days at midnight = write 00:00, with the day that begins then
        every 3rd friday = write third friday of the month or every 3 weeks on friday
        every third friday at 10 = write third friday of the month or every 3 weeks on friday
        every 4th monday = write fourth monday of the month or every 4 weeks on monday
        every day at 6 = write 6am or 6pm
        weekdays at 5 = write 5am or 5pm
        every day at 9:30 and 17 = write two reminders
        weekdays at 9 and 5 = write 5am or 5pm
        weekdays at 9 and 25 = write
        every fryday = did you mean friday?
        evry monday = did you mean every?
        every mnday at 9 = did you mean monday?
        every weekdy = did you mean weekday?
        every 7 minutes = write --every "7 minutes"
        every 5 hours = write --every "5 hours"
        every mintue = did you mean minute?
        bimonthly = write every 2 months
        semiweekly = write
        twice a day = write every day at 9 and 17
        twice a week = or monday and thursday at 9
        once a week = every week
        once a month = every month
        3 times a day = write
        every christmas = write the date, such as dec 25
        friday at 18:00 = write every friday at 18:00
        tomorrow at 9 = write --at "tomorrow at 9"
        in 5 minutes = write --at "in 5 minutes"
        every 32nd = are not a rule
        every day until yesterday = past
        every day at 9 until until friday = given twice
        every 3 days starting yesterdy = is not a date
        every day at 25 = write
        at 9 = write every day at 9
        every day at 9 UTC = --tz
        Tuse = did you mean Tue?
        every second = are not a rule
        """
    )

    static let refusedSpans = rows(
        """
        5mi = did you mean min?
        5 = write 5s or 5min
        5M = write min
        2 months = write days or weeks
        an our = did you mean hour?
        5 minuts = did you mean minutes?
        1.5 = write 1.5s or 1.5min
        0 = write 1s or more
        tomorrow = write --at tomorrow
        17:30pm = write
        """
    )

    private static func rows(_ text: String) -> [(text: String, expected: String)] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: " = ", maxSplits: 1).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    static func shown(_ date: Instant, in zone: some ZoneRules) -> String {
        let text = "\(WallTime(date, in: zone))"
        return text.hasPrefix("2027-") ? String(text.dropFirst(5)) : text
    }

    @Test("a moment in everyday words has the date that people mean", arguments: moments)
    func moment(text: String, expected: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let date = try? DateSpec(text, now: Self.now, in: zone).starting(at: DayStart.standard)
        let found = date?.date(after: Self.now, in: zone).map { Self.shown($0, in: zone) }
        #expect(found ?? "refused" == expected, "\(text)")
    }

    @Test("a rule in everyday words has the dates that people mean", arguments: rules)
    func rule(text: String, expected: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let words = try EventWords(text, now: Self.now, in: zone)
        let rule = try words.spec.rule()
        var dates = rule.next(count: 2, after: Self.now, in: zone)
        var end: [String] = []
        if let until = words.until {
            dates = dates.filter { $0 <= until }
            end = ["end " + Self.shown(until, in: zone).prefix(5)]
        }
        let found = dates.map { Self.shown($0, in: zone) } + end
        #expect(found.joined(separator: ", ") == expected, "\(text)")
    }

    @Test(
        "a rule in everyday words takes a first date",
        arguments: rules.map(\.text).filter { !$0.contains("starting") && !$0.contains("until") }
    )
    func starting(text: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let start = Instant(seconds: 1_811_800_800)
        let words = try EventWords("\(text) starting 2027-06-01", now: Self.now, in: zone)
        let dates = try words.spec.rule().next(count: 3, after: Self.now, in: zone)
        #expect(dates.count == 3 && dates[0] >= start, "\(text)")
        // Only what counts is moved by the first date.
        let plain = try EventWords(text, now: Self.now, in: zone).spec
        guard case .onCalendar = plain else { return }
        let before = start.advanced(byMicroseconds: -1)
        #expect(try plain.rule().next(count: 3, after: before, in: zone) == dates, "\(text)")
    }

    @Test("a moment that is not clear is refused with the way out", arguments: refusedMoments)
    func refusedMoment(text: String, advice: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let error = #expect(throws: TimeSpecError.self, "\(text)") {
            try DateSpec(text, now: Self.now, in: zone)
        }
        #expect(error?.message.contains(advice) == true, "\(text): \(error?.message ?? "")")
    }

    @Test("a rule that is not clear is refused with the way out", arguments: refusedRules)
    func refusedRule(text: String, advice: String) throws {
        let zone = try TestZone("Europe/Berlin")
        let error = #expect(throws: TimeSpecError.self, "\(text)") {
            try EventWords(text, now: Self.now, in: zone)
        }
        #expect(error?.message.contains(advice) == true, "\(text): \(error?.message ?? "")")
    }

    @Test("a length that is not clear is refused with the way out", arguments: refusedSpans)
    func refusedSpan(text: String, advice: String) throws {
        let error = #expect(throws: TimeSpecError.self, "\(text)") { try TimeSpan(words: text) }
        #expect(error?.message.contains(advice) == true, "\(text): \(error?.message ?? "")")
    }
}
