import AgentInterface
import CAdwaita
import DesktopTexts
import NotifyCore

/// A calendar with a time below it, behind a button.
final class DatePicker {
    private let interface = Interface(PackageResources.picker_ui)

    /// Makes the button open a picker.
    ///
    /// - Parameters:
    ///   - zone: the zone of its dates.
    ///   - start: the date that it begins with.
    ///   - pick: called with the chosen day and time, such as `2026-11-28 09:00`.
    init(
        _ button: Widget,
        zone: @escaping () -> SystemZone = { .local },
        start: @escaping () -> Instant?,
        pick: @escaping (String) -> Void
    ) {
        let picker = interface["picker"]
        button.set("popover", picker.pointer)
        button.setButtonName(tr("Choose a day and a time"))
        interface["calendar"].setNames(
            ofButtonsInFirstChild: [
                tr("Previous month"), tr("Next month"), tr("Previous year"), tr("Next year"),
            ]
        )
        picker.on("show") { [unowned self] in begin(with: start(), in: zone()) }
        interface["pick"].on("clicked") { [unowned self] in
            gtk_popover_popdown(picker.pointer)
            pick(chosen)
        }
    }

    private var chosen: String {
        let day = gtk_calendar_get_date(interface["calendar"].pointer)
        defer { g_date_time_unref(day) }
        let date = CivilDate(
            year: Int(g_date_time_get_year(day)),
            month: Int(g_date_time_get_month(day)),
            day: Int(g_date_time_get_day_of_month(day))
        )
        let time = CivilTime(
            hour: Int(interface["hours"].number("value")),
            minute: Int(interface["minutes"].number("value"))
        )
        return "\(date) \(time)"
    }

    /// Shows a date, or that in an hour.
    private func begin(with start: Instant?, in zone: SystemZone) {
        let later = Instant.current.advanced(byMicroseconds: 3_600_000_000)
        let wall = WallTime(start ?? later, in: zone)
        let (year, month, day) = (wall.date.year, wall.date.month, wall.date.day)
        if let date = g_date_time_new_local(Int32(year), Int32(month), Int32(day), 0, 0, 0) {
            gtk_calendar_select_day(interface["calendar"].pointer, date)
            g_date_time_unref(date)
        }
        interface["hours"].set("value", Double(wall.time.hour))
        interface["minutes"].set("value", Double(wall.time.minute))
    }
}
