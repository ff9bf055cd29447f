/// A day of the week, numbered as a calendar does.
enum Weekday: Int, CaseIterable {
    case sunday = 1
    case monday, tuesday, wednesday, thursday, friday, saturday

    /// The identifier of the reminder on this day.
    var identifier: String { "habit/\(self)" }
}

extension Weekday: CustomStringConvertible {
    var description: String {
        switch self {
        case .sunday: "Sunday"
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        }
    }
}

/// A habit with its day and time.
struct WeeklyReminder {
    let habit: String
    let weekday: Weekday
    let hour: Int
    let minute: Int

    var identifier: String { weekday.identifier }
}
