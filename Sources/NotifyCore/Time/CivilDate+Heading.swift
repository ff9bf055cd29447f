extension CivilDate {
    /// The day as a heading of a list, such as `Tomorrow`, or `Monday, 30 November`.
    package func heading(today: CivilDate) -> String {
        switch dayNumber - today.dayNumber {
        case -1: return "Yesterday"
        case 0: return "Today"
        case 1: return "Tomorrow"
        default:
            let date = "\(Names.weekday(weekday)), \(day) \(Names.month(month))"
            return year == today.year ? date : "\(date) \(year)"
        }
    }
}

extension WallTime {
    /// The wall time with the day of the week, such as `Sat 2026-11-28 09:00`.
    package var withWeekday: String {
        "\(Names.weekday(date.weekday).prefix(3)) \(date) \(time)"
    }
}
