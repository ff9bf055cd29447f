import NotifyCore
import Testing

@Suite("Components as JSON")
struct CalendarComponentsJSONTests {
    @Test("every key")
    func keys() throws {
        let json = """
            { "era": 1, "year": 2027, "month": 3, "day": 1, "weekday": 2, "weekdayOrdinal": 1,
              "quarter": 1, "weekOfMonth": 1, "weekOfYear": 9, "yearForWeekOfYear": 2027,
              "dayOfYear": 60, "hour": 9, "minute": 8, "second": 7, "nanosecond": 6,
              "isLeapMonth": false, "timeZone": "Europe/Berlin",
              "calendar": {"identifier": "gregorian", "firstWeekday": 2, "minimumDaysInFirstWeek": 4} }
            """
        let parts = try CalendarComponents(json: json)
        #expect(parts.dictionary.map(\.name) == CalendarComponents.Field.allCases.map(\.rawValue))
        #expect(
            parts.dictionary.map(\.value) == [1, 2027, 3, 1, 2, 1, 1, 1, 9, 2027, 60, 9, 8, 7, 6]
        )
        #expect(parts.timeZone == "Europe/Berlin")
        #expect(parts.weekRule == .iso8601)
        #expect(try CalendarComponents(json: parts.json) == parts)
    }

    @Test("the calendar's name alone")
    func calendar() throws {
        #expect(try CalendarComponents(json: "{\"calendar\":\"iso8601\"}").weekRule == .iso8601)
        #expect(try CalendarComponents(json: "{\"hour\":9}").weekRule == nil)
    }

    @Test(
        "refusals",
        arguments: [
            ("", 1, "an object is expected here: write {\"hour\": 9}"),
            ("[9]", 1, "an object is expected here: write {\"hour\": 9}"),
            ("{\"hours\": 9}", 2, "\"hours\" is not a key: did you mean hour?"),
            ("{\"hour\": 9, \"hour\": 10}", 13, "hour is given twice: keep one of them"),
            (
                "{\"hour\": 9.5}", 10,
                "hour must be a whole number: write \"hour\": 9 without quotes or a point"
            ),
            (
                "{\"hour\": \"9\"}", 10,
                "hour must be a whole number: write \"hour\": 9 without quotes or a point"
            ),
            (
                "{\"hour\": 1e1}", 10,
                "hour must be a whole number: write \"hour\": 9 without quotes or a point"
            ),
            (
                "{\"hour\": null}", 10,
                "hour must be a whole number: write \"hour\": 9 without quotes or a point"
            ),
            (
                "{\"year\": 99999999999999999999}", 10,
                "year 99999999999999999999 is too large: write a smaller number"
            ),
            ("{\"hour\": 9", 11, "a comma or } must follow the value of hour"),
            ("{\"hour\": 9} x", 13, "nothing may follow the closing }"),
            ("{hour: 9}", 2, "a key in double quotes is expected here: write \"hour\""),
            ("{\"hour\" 9}", 9, "a colon must follow the key hour"),
            ("{\"hour", 2, "the text that begins here has no closing quote"),
            ("{\"timeZone\": 1}", 14, "timeZone must be a text in double quotes"),
            (
                "{\"calendar\": \"hebrew\"}", 14,
                "calendar \"hebrew\" is not supported: write gregorian or iso8601"
            ),
            (
                "{\"isLeapMonth\": true}", 17,
                "isLeapMonth true does not exist in the Gregorian calendar: leave it out"
            ),
        ]
    )
    func refusals(json: String, column: Int, message: String) {
        let error = #expect(throws: TimeSpecError.self) { try CalendarComponents(json: json) }
        #expect(error?.message == message)
        #expect(error?.column == column)
    }
}
