extension SpecScanner {
    /// Returns the error for `am` or `pm`, which contains the time in 24 hours.
    ///
    /// - Parameters:
    ///   - minute: the minute that was read.
    ///   - second: the second that was read.
    /// - Returns: the error; `nil` if neither follows.
    func twelveHourError(
        _ hour: Int?,
        _ minute: Int = 0,
        _ second: Int = 0,
        at start: Int
    ) -> TimeSpecError? {
        var ahead = self
        ahead.skipSpaces()
        let half = ahead.rest.lowercased().filter { $0 != "." && !$0.isWhitespace }
        guard half == "am" || half == "pm", let hour, (0...23).contains(hour) else { return nil }
        // 12:30 am is 00:30; 14:30 pm uses 24 hours already.
        let full = (1...12).contains(hour) ? hour % 12 + (half == "pm" ? 12 : 0) : hour
        let time = CivilTime(hour: full, minute: minute, second: second)
        let written = ahead.text(from: start, to: .max)
        return ahead.error(.syntax, "hours go from 0 to 23: write \(time) instead of \(written)")
    }
}
