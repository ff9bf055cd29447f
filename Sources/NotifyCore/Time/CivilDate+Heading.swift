import DesktopTexts

extension CivilDate {
    /// The day as a heading of a list, such as `Tomorrow`, or `Monday, 30 November`.
    package func heading(today: CivilDate) -> String {
        let words = day(today: today)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private func day(today: CivilDate) -> String {
        switch dayNumber - today.dayNumber {
        case -1: return tr("Yesterday")
        case 0: return tr("Today")
        case 1: return tr("Tomorrow")
        default:
            let name = LocaleText.weekday(weekday, isShort: false) ?? Names.weekday(weekday)
            let month = LocaleText.month(month, isShort: false) ?? Names.month(month)
            guard year != today.year else {
                // Translators: the weekday, the day and the month of a date, such as "Monday, 30 November"
                return tr("%1$s, %2$s %3$s", name, "\(day)", month)
            }
            // Translators: the weekday, the day, the month and the year, such as "Monday, 30 November 2026"
            return tr("%1$s, %2$s %3$s %4$s", name, "\(day)", month, "\(year)")
        }
    }
}

extension CivilTime {
    /// The time as the user's locale has it, such as `14:00`, or `2:00 PM`.
    package var words: String { LocaleText.time(hour: hour, minute: minute, second: second) }
}

extension WallTime {
    /// The wall time with the day of the week, such as `Sat 2026-11-28 09:00`.
    package var withWeekday: String {
        "\(Names.shortWeekday(date.weekday)) \(date) \(time.words)"
    }
}
