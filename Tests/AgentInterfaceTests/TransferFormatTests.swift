import AgentInterface
import GLibBridge
import NotifyCore
import Testing

/// Lines of an export: what is written is read, and what is not of the form is named.
@Suite struct TransferFormatTests {
    private static func line(of entry: Variant) throws -> [UInt8] {
        var text = JSONText()
        try TransferFormat.write(entry, to: &text) { _ in [1, 2, 3] }
        #expect(text.bytes.last == UInt8(ascii: "\n"))
        return Array(text.bytes.dropLast())
    }

    private static func entry(of line: String) throws -> Variant {
        try TransferFormat.entry(Array(line.utf8), number: 7) { _ in 0 }
    }

    private static func pending(_ request: NotificationRequest) -> Variant {
        .dictionary([
            ("list", .string("pending")), ("request", request.record), ("added", .int64(0)),
            ("nextTriggerDate", .int64(1_800_000_000_123_456)), ("settled", .int64(-1)),
            ("fired", .int64(3)), ("paused", .boolean(true)),
            ("taken", .array(of: "x", [.int64(5), .int64(6)])),
        ])
    }

    @Test func everyRequestComesBackThroughALine() throws {
        for var request in RecordRoundTripTests.requests {
            request.content.attachments = []
            request.requester = "/usr/bin/x"
            request.isResident = true
            request.bubble = BubbleOptions(
                hasMarkup: true,
                appName: "x",
                icon: "y",
                hints: [
                    "a": .boolean(true), "b": .byte(255), "c": .integer(.min), "d": .double(0.1),
                    "e": .string("ä"), "f": .double(-.infinity), "g": .other("uint16 7"),
                ],
                expiry: .max
            )
            request.bubble.isVerbatim = true
            let entry = Self.pending(request)
            let line = try Self.line(of: entry)
            #expect(!line.contains(UInt8(ascii: "\n")))
            let read = try TransferFormat.entry(line, number: 7) { _ in 0 }
            let expected = Variant.dictionary((entry.entries ?? []) + [("line", .int64(7))])
            #expect(read == expected, "\(String(decoding: line, as: UTF8.self))")
        }
    }

    @Test(
        arguments: RecordRoundTripTests.kinds + [
            .dictionary(["$date": .integer(1)]),
            .dictionary(["$x": .boolean(true), "y": .integer(2)]),
            .real(.nan), .date(.infinity), .real(1),
        ]
    )
    func everyKindOfValueComesBack(value: PropertyValue) throws {
        var request = NotificationRequest(
            appID: "a",
            identifier: "b",
            content: NotificationContent(title: "t")
        )
        request.content.userInfo = ["k": value]
        let line = try Self.line(of: Self.pending(request))
        let read = try TransferFormat.entry(line, number: 1) { _ in 0 }
        let again = try NotificationRequest(record: read["request"])
        // What is no number is not equal to itself.
        let isSame = again == request || "\(again)" == "\(request)"
        #expect(isSame)
    }

    @Test func aDateIsATextAndASpanIsSeconds() throws {
        let request = NotificationRequest(
            appID: "a",
            identifier: "b",
            content: NotificationContent(
                title: "t",
                attachments: [
                    NotificationAttachment(
                        identifier: "1",
                        name: "n.png",
                        type: "public.png",
                        source: .path("/x")
                    )
                ]
            ),
            trigger: .timeInterval(microseconds: 90_500_000, repeats: true)
        )
        let text = String(decoding: try Self.line(of: Self.pending(request)), as: UTF8.self)
        #expect(
            text == #"{"list":"pending","request":{"identifier":"b","appID":"a","content":"#
                + #"{"title":"t","attachments":[{"identifier":"1","name":"n.png","type":"public.png","#
                + #""data":"AQID"}]},"trigger":{"type":"timeInterval","timeInterval":90.5,"#
                + #""repeats":true}},"added":"1970-01-01T00:00:00Z","#
                + #""nextTriggerDate":"2027-01-15T08:00:00.123456Z","#
                + #""settled":"1969-12-31T23:59:59.999999Z","fired":3,"paused":true,"#
                + #""taken":["1970-01-01T00:00:00.000005Z","1970-01-01T00:00:00.000006Z"]}"#
        )
        var brought: [UInt8] = []
        let read = try TransferFormat.entry(Array(text.utf8), number: 1) { bytes in
            brought = bytes
            return 9
        }
        let attachment = read["request"]?["content"]?["attachments"]?[0]
        #expect(attachment?["file"]?.handle == 9)
        #expect(brought == [1, 2, 3])
    }

    @Test(arguments: [
        ("[", "line 7, column 2: the text ends before a value"),
        ("1", "line 7: an object is expected here, not a number"),
        ("{}", "line 7: list is not a string; use categories, pending, delivered, events"),
        (#"{"list":"x"}"#, "line 7: list is \"x\"; use categories, pending, delivered, events"),
        (
            #"{"list":"pending","requst":{}}"#,
            "line 7: requst is not a field; did you mean request?"
        ),
        (
            #"{"list":"pending","request":{"content":{"titel":"x"}}}"#,
            "line 7: request.content.titel is not a field; did you mean title?"
        ),
        (
            #"{"list":"pending","request":{"content":{"title":1}}}"#,
            "line 7: request.content.title is a number; write a text"
        ),
        (
            #"{"list":"pending","request":{"content":{"title":"a\u0000b"}}}"#,
            "line 7: request.content.title has the control character U+0000"
        ),
        (
            #"{"list":"pending","request":{"content":{"badge":3000000000}}}"#,
            "line 7: request.content.badge is a number; write a whole number from -2147483648 to 2147483647"
        ),
        (
            #"{"list":"pending","request":{"content":{"userInfo":{"a":{"$dat":1}}}}}"#,
            "line 7: request.content.userInfo.a.$dat is not a type; use $date, $data, $real and $dictionary"
        ),
        (
            #"{"list":"pending","request":{"content":{"attachments":[{"data":"x"}]}}}"#,
            "line 7: request.content.attachments[0].data is not base64"
        ),
        (
            #"{"list":"pending","request":{"content":{"attachments":[{"path":"/x"}]}}}"#,
            "line 7: request.content.attachments[0].path is not a field; use data, identifier, name, type"
        ),
        (
            #"{"list":"pending","request":{"actions":[{},{"snooze":"x"}]}}"#,
            "line 7: request.actions[1].snooze is a text; write a number of seconds"
        ),
        (
            #"{"list":"pending","added":"2027-01-01"}"#,
            "line 7: added \"2027-01-01\": column 11: a T and a time must follow the date: write 2027-01-01T09:00:00Z"
        ),
        (
            #"{"list":"pending","request":{"bubble":{"hints":{"x":{"type":"y"}}}}}"#,
            "line 7: request.bubble.hints.x.type is not one of boolean, byte, int, double, string, "
                + "variant"
        ),
    ])
    func whatIsNotOfTheFormIsNamed(line: String, message: String) {
        let error = #expect(throws: RequestError.self) { try Self.entry(of: line) }
        #expect(error?.message == message)
        #expect(error?.code == .invalidContent)
    }

    @Test(
        arguments: [
            ("{\"format\":\"notify-schedule\",\"version\":1}", nil),
            (
                "{\"format\":\"notify-schedule\",\"version\":2}",
                "line 1: the export has version 2, but this program reads version 1; update it, or export again"
            ),
            (
                "{\"format\":\"notify-schedule\"}",
                "line 1: the export has no version number, but this program reads version 1; update it, or export again"
            ),
            (
                "{}",
                "line 1 is not the header of an export: {\"format\":\"notify-schedule\",\"version\":1}"
            ),
        ] as [(String, String?)]
    )
    func theHeaderIsChecked(line: String, message: String?) {
        do {
            try TransferFormat.check(header: Array(line.utf8))
            #expect(message == nil)
        } catch {
            #expect(error.message == message)
        }
        #expect(String(decoding: TransferFormat.header, as: UTF8.self).hasSuffix("1}\n"))
    }

    @Test func aKeyThatCannotBeWrittenIsNoSilentLoss() {
        let entry = Variant.dictionary([("list", .string("pending")), ("new", .boolean(true))])
        #expect(throws: RequestError.self) { try Self.line(of: entry) }
    }
}
