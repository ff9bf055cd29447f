import NotifyCore
import Testing

@Suite struct RequestErrorTests {
    private typealias Field = RequestError.Field

    @Test("A reason that is said of the field stands after its words and the value")
    func predicate() {
        let error = RequestError(
            .invalidContent,
            .badge,
            value: "-1",
            reason: "is too small",
            wayOut: "write 0"
        )
        #expect(error.message == "the badge -1 is too small; write 0")
        #expect(error.calling("--badge").message == "--badge -1 is too small; write 0")
        #expect(error.calling("--badge").field?.path == "content.badge")
        #expect(
            error.at("line 7").at("/f").message == "/f: line 7: the badge -1 is too small; write 0"
        )
        #expect(
            error.of("--json", value: "{}").message
                == "--json \"{}\": the badge -1 is too small; write 0"
        )
        #expect(error.adding(wayOut: "or 1").message == "the badge -1 is too small; write 0; or 1")
    }

    @Test("A reason that is a clause stands after the value and a colon")
    func clause() {
        let error = RequestError(
            .invalidTrigger,
            .snooze,
            value: "5x".quoted,
            because: "x is no unit"
        )
        #expect(error.message == "snooze \"5x\": x is no unit")
        #expect(error.calling("Snooze").message == "Snooze \"5x\": x is no unit")
    }

    @Test("A reason that is a sentence stands alone, whatever the field is called")
    func sentence() {
        let error = RequestError(.invalidContent, "two are the same", about: .actions)
        #expect(error.message == "two are the same")
        #expect(error.calling("--action").message == "two are the same")
        #expect(RequestError(.storage, "the disk is full").calling("x").field == nil)
    }

    @Test("A field of a part has the path of the part before its own")
    func paths() {
        let error = RequestError(.invalidURL, .url, reason: "is wrong")
        #expect(error.within("actions[2]").field?.path == "actions[2].url")
        #expect(error.within("[2]").within("actions").field?.path == "actions[2].url")
        let whole = RequestError(.malformed, Field("", "content"), reason: "is missing")
        #expect(whole.within("content").within("request").field?.path == "request.content")
        let url = Field("actions[12].url", "the URL")
        #expect(url.isIn("actions"))
        #expect(url.isIn("actions[12]"))
        #expect(!url.isIn("actions[1]"))
        #expect(!url.isIn("action"))
        #expect(url.index(in: "actions") == 12)
        #expect(url.index(in: "others") == nil)
        #expect(url.part(of: "actions[12]")?.path == "url")
        #expect(Field("actions", "the actions").index(in: "actions") == nil)
        #expect(Field("actions", "the actions").part(of: "actions")?.path == "")
    }
}
