import CGLib

/// Times and names of days as the user's locale has them; those of the C locale before ``Translations/use()``.
package enum LocaleText {
    /// Returns a time of day, with seconds if they are not zero, such as `14:00`, or `2:00 PM` where the locale counts to 12.
    package static func time(hour: Int, minute: Int, second: Int = 0) -> String {
        let values = second == 0 ? [minute] : [minute, second]
        let rest = values.map { $0 < 10 ? ":0\($0)" : ":\($0)" }.joined()
        let format = Translations.ofLocale(T_FMT) ?? ""
        let isTwelve = ["%r", "%I", "%l", "%p"].contains { format.contains($0) }
        guard isTwelve, let half = Translations.ofLocale(hour < 12 ? AM_STR : PM_STR) else {
            return hour < 10 ? "0\(hour)\(rest)" : "\(hour)\(rest)"
        }
        let time = "\((hour + 11) % 12 + 1)\(rest)"
        let order = Translations.ofLocale(T_FMT_AMPM) ?? ""
        return order.prefix(2) == "%p" ? "\(half) \(time)" : "\(time) \(half)"
    }

    /// Returns the name of a weekday, 1 for Sunday; `nil` for the English one.
    package static func weekday(_ number: Int, isShort: Bool) -> String? {
        name(isShort ? ABDAY_1 : DAY_1, number, of: 7)
    }

    /// Returns the name of a month, 1 for January, as it stands in a date; `nil` for the English one.
    package static func month(_ number: Int, isShort: Bool) -> String? {
        let short = name(ABMON_1, number, of: 12)
        // In Chinese the long one is a number in words, which dates do not have.
        if isShort || short?.first?.isNumber == true { return short }
        return name(MON_1, number, of: 12)
    }

    private static func name(_ first: Int, _ number: Int, of count: Int) -> String? {
        guard (1...count).contains(number) else { return nil }
        // Some are padded to one width.
        let name = Translations.ofLocale(first + number - 1)?.drop { $0 == " " }
        return name.map(String.init)
    }
}
