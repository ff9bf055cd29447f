import NotifyCore
import TestSupport
import Testing

/// Payloads in Apple's form, and those that are not.
@Suite struct PushPayloadTests {
    /// What is read, in one line: `PART=VALUE` for each part that is not the default.
    private static func summary(_ payload: PushPayload) -> String {
        let content = payload.content
        var parts: [String] = []
        func note(_ name: String, _ value: (some CustomStringConvertible)?) {
            if let value, "\(value)" != "" { parts.append("\(name)=\(value)") }
        }
        note("app", payload.appID)
        note("title", content.title)
        note("subtitle", content.subtitle)
        note("body", content.body)
        note("badge", content.badge)
        switch content.sound {
        case nil: break
        case .standard: parts.append("sound")
        case .named(let name): parts.append("sound=\(name)")
        }
        note("category", content.categoryIdentifier)
        note("thread", content.threadIdentifier)
        if content.interruptionLevel != .active {
            note("level", content.interruptionLevel.rawValue)
        }
        for (name, text) in [
            ("titleKey", payload.texts.title), ("subtitleKey", payload.texts.subtitle),
            ("bodyKey", payload.texts.body),
        ] {
            note(name, text.map { ([$0.key] + $0.arguments).joined(separator: ",") })
        }
        for (name, value) in content.privateFields.sorted(by: { $0.key < $1.key })
        where name != PrivateFields.isPushed {
            parts.append("\(name)=\(words(value))")
        }
        if payload.wakesApp { parts.append("wakes") }
        if payload.isMutable { parts.append("mutable") }
        for (name, value) in content.userInfo.sorted(by: { $0.key < $1.key })
        where name != PrivateFields.key && name != "aps" {
            parts.append("\(name):\(words(value))")
        }
        if !payload.unknownKeys.isEmpty {
            parts.append("unknown=\(payload.unknownKeys.joined(separator: ","))")
        }
        return parts.joined(separator: " ")
    }

    private static func words(_ value: PropertyValue) -> String {
        switch value {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .string(let text): text
        case .date(let date): "\(date)"
        case .data(let bytes): String(decoding: bytes, as: UTF8.self)
        case .null: "null"
        case .array(let values): "[\(values.map(words).joined(separator: ","))]"
        case .dictionary(let values):
            "{\(values.sorted { $0.key < $1.key }.map { "\($0.key):\(words($0.value))" }.joined(separator: ","))}"
        }
    }

    /// Payloads after the forms that Apple documents, with what is read.
    private static let payloads: [(String, String)] = [
        (#"{"aps":{"alert":"Dinner is ready"}}"#, "body=Dinner is ready"),
        (#"{"aps":{"alert":{"title":"Chess","body":"Your turn"}}}"#, "title=Chess body=Your turn"),
        (
            #"{"aps":{"alert":{"title":"Chess","subtitle":"Round 5","body":"Your turn"}}}"#,
            "title=Chess subtitle=Round 5 body=Your turn"
        ),
        (#"{"aps":{"alert":{"title":"Only this"}}}"#, "title=Only this"),
        (#"{"aps":{"badge":9}}"#, "badge=9"),
        (#"{"aps":{"badge":0}}"#, "badge=0"),
        (#"{"aps":{"sound":"default"}}"#, "sound"),
        (
            #"{"aps":{"alert":"A","badge":2,"sound":"ring.aiff"}}"#,
            "body=A badge=2 sound=ring.aiff sound={isCritical:false,kind:standard,name:ring.aiff}"
        ),
        (
            #"{"aps":{"alert":"A","sound":{"critical":1,"name":"alarm.caf","volume":0.5}}}"#,
            "body=A sound=alarm.caf level=critical "
                + "sound={isCritical:true,kind:standard,name:alarm.caf,volume:0.5}"
        ),
        (
            #"{"aps":{"alert":"A","sound":{"critical":1,"name":"default","volume":1}}}"#,
            "body=A sound level=critical sound={isCritical:true,kind:standard,volume:1.0}"
        ),
        (
            #"{"aps":{"alert":"A","sound":{"critical":0,"name":"default","volume":0.2}}}"#,
            "body=A sound"
        ),
        (
            #"{"aps":{"alert":"A","sound":{"critical":1},"interruption-level":"active"}}"#,
            "body=A sound sound={isCritical:true,kind:standard}"
        ),
        (
            #"{"aps":{"category":"INVITE","alert":"Come?"},"meeting":"m7"}"#,
            "body=Come? category=INVITE meeting:m7"
        ),
        (#"{"aps":{"alert":"A","thread-id":"chat 4"}}"#, "body=A thread=chat 4"),
        (#"{"aps":{"alert":"A","interruption-level":"passive"}}"#, "body=A level=passive"),
        (#"{"aps":{"alert":"A","interruption-level":"active"}}"#, "body=A"),
        (
            #"{"aps":{"alert":"A","interruption-level":"time-sensitive"}}"#,
            "body=A level=time-sensitive"
        ),
        (#"{"aps":{"alert":"A","interruption-level":"critical"}}"#, "body=A level=critical"),
        (#"{"aps":{"alert":"A","relevance-score":0.75}}"#, "body=A relevanceScore=0.75"),
        (#"{"aps":{"alert":"A","relevance-score":1}}"#, "body=A relevanceScore=1.0"),
        (
            #"{"aps":{"alert":"A","target-content-id":"w1","filter-criteria":"work"}}"#,
            "body=A filterCriteria=work targetContentIdentifier=w1"
        ),
        (#"{"aps":{"content-available":1},"fetch":true}"#, "wakes fetch:true"),
        (#"{"aps":{"content-available":1,"alert":"A"}}"#, "body=A wakes"),
        (#"{"aps":{"content-available":0,"alert":"A","mutable-content":0}}"#, "body=A"),
        (
            #"{"aps":{"mutable-content":1,"alert":"Sealed"},"text":"x1"}"#,
            "body=Sealed mutable text:x1"
        ),
        (
            #"{"aps":{"alert":{"loc-key":"%@ plays %@","loc-args":["Ann","chess"]}}}"#,
            "body=Ann plays chess bodyKey=%@ plays %@,Ann,chess"
        ),
        (
            #"{"aps":{"alert":{"title-loc-key":"T","subtitle-loc-key":"S","subtitle-loc-args":["1"],"body":"B"}}}"#,
            "title=T subtitle=S body=B titleKey=T subtitleKey=S,1"
        ),
        (
            #"{"aps":{"alert":{"title":"Plain","title-loc-key":"T","title-loc-args":null}}}"#,
            "title=Plain titleKey=T"
        ),
        (
            #"{"aps":{"alert":{"body":"A","launch-image":"a.png","summary-arg":"Ann","summary-arg-count":3}}}"#,
            "body=A launchImageName=a.png summaryArgument=Ann summaryArgumentCount=3"
        ),
        (
            #"{"Simulator Target Bundle":"org.example.A","aps":{"alert":"A"}}"#,
            "app=org.example.A body=A"
        ),
        (
            #"{"aps":{"alert":"A"},"a":[1,2.5,"x",false,null],"d":{"n":null,"k":{"v":-1}}}"#,
            "body=A a:[1,2.5,x,false,null] d:{k:{v:-1},n:null}"
        ),
        (
            #"{"aps":{"alert":"A","url-args":["a"],"alert-x":1}}"#,
            "body=A unknown=aps.url-args,aps.alert-x"
        ),
        ("\u{FEFF}{\"aps\":{\"alert\":\"line 1\\r\\nline 2\\u0007\"}}", "body=line 1\nline 2"),
        (#"{"aps":{"alert":"","badge":1}}"#, "badge=1"),
    ]

    @Test(arguments: payloads)
    func isRead(json: String, summary: String) throws {
        let payload = try PushPayload(parsing: Array(json.utf8))
        #expect(Self.summary(payload) == summary)
        #expect(payload.content.isPushed)
        #expect(payload.content.userInfo["aps"] != nil)
    }

    /// What is refused, with the end of the message.
    private static let refused: [(String, String)] = [
        ("", "the payload is not JSON: at byte 1, the text ends before a value"),
        ("{", "the payload is not JSON: at byte 2, a name in double quotes is expected here"),
        (
            #"{"aps":{"alert":"A"}"#,
            "the payload is not JSON: at byte 21, a comma or } is expected here"
        ),
        (
            #"{"aps":{},"aps":{}}"#,
            "the payload is not JSON: at byte 11, the object has \"aps\" twice"
        ),
        ("[]", "the payload is an array, not an object; write {\"aps\": {\"alert\": \"Text\"}}"),
        (
            #""Hello""#,
            "the payload is a text, not an object; write {\"aps\": {\"alert\": \"Text\"}}"
        ),
        (
            #"{"alert":"A"}"#,
            "the payload lacks the key \"aps\"; write {\"aps\": {\"alert\": \"Text\"}}"
        ),
        (#"{"aps":"A"}"#, "\"aps\" is \"A\", not an object; write {\"alert\": \"Text\"}"),
        (
            #"{"aps":{}}"#,
            "\"aps\" has nothing to show; give it alert, badge, sound or \"content-available\": 1"
        ),
        (
            #"{"aps":{"Alert":"A","alert2":"B"}}"#,
            "\"aps\" has nothing to show; give it alert, badge, sound or \"content-available\": 1 "
                + "(\"aps.Alert\", \"aps.alert2\" have no effect)"
        ),
        (
            #"{"aps":{"alert":{"title":"","body":""}}}"#,
            "\"alert\" has neither a title nor a body; write {\"title\": \"Text\"}"
        ),
        (
            #"{"aps":{"alert":{"Title":"A"}}}"#,
            "\"alert\" has neither a title nor a body; write {\"title\": \"Text\"} "
                + "(\"aps.alert.Title\" has no effect)"
        ),
        (
            #"{"aps":{"alert":"\u0007"}}"#,
            "\"alert\" has neither a title nor a body; write {\"title\": \"Text\"}"
        ),
        (
            #"{"aps":{"alert":"a\u0000b"}}"#,
            "\"alert\" has the character U+0000; leave it out"
        ),
        (
            #"{"aps":{"mutable-content":1}}"#,
            "\"aps\" has nothing to show; give it alert, badge, sound or \"content-available\": 1"
        ),
        (
            #"{"aps":{"alert":7}}"#,
            "\"alert\" is 7, neither a text nor an object with title and body"
        ),
        (
            #"{"aps":{"alert":{"title":["A"]}}}"#,
            "\"title\" is an array, not a text; write \"Text\""
        ),
        (#"{"aps":{"alert":{"body":null}}}"#, "\"body\" is null, not a text; write \"Text\""),
        (
            #"{"aps":{"badge":-1}}"#,
            "\"badge\" is -1, not a whole number from 0 to 2147483647; 0 hides it"
        ),
        (
            #"{"aps":{"badge":"3"}}"#,
            "\"badge\" is \"3\", not a whole number from 0 to 2147483647; 0 hides it"
        ),
        (
            #"{"aps":{"badge":1.5}}"#,
            "\"badge\" is 1.5, not a whole number from 0 to 2147483647; 0 hides it"
        ),
        (
            #"{"aps":{"badge":2147483648}}"#,
            "\"badge\" is 2147483648, not a whole number from 0 to 2147483647; 0 hides it"
        ),
        (
            #"{"aps":{"sound":true}}"#,
            "\"sound\" is true, neither a text nor an object; write \"default\""
        ),
        (
            #"{"aps":{"sound":"/etc/passwd"}}"#,
            "\"sound\" is \"/etc/passwd\", not the name of a sound; write \"default\", the name of a file in the "
                + "app's folder of sounds, or one of the sound theme"
        ),
        (
            #"{"aps":{"sound":""}}"#,
            "\"sound\" is \"\", not the name of a sound; write \"default\", the name of a file in the app's folder "
                + "of sounds, or one of the sound theme"
        ),
        (
            #"{"aps":{"sound":{"critical":true}}}"#,
            "\"critical\" is true, neither 1 nor 0; write 1, or leave it out"
        ),
        (
            #"{"aps":{"sound":{"volume":2}}}"#,
            "\"volume\" is 2, not a number from 0 to 1; write 0.5"
        ),
        (
            #"{"aps":{"alert":"A","category":4}}"#,
            "\"category\" is 4, not a text; write \"MESSAGE\""
        ),
        (
            #"{"aps":{"alert":"A","thread-id":{}}}"#,
            "\"thread-id\" is an object, not a text; write \"chat-7\""
        ),
        (
            #"{"aps":{"alert":"A","interruption-level":"timeSensitive"}}"#,
            "\"interruption-level\" is \"timeSensitive\", which is unknown; write passive, active, time-sensitive "
                + "or critical"
        ),
        (
            #"{"aps":{"alert":"A","relevance-score":"high"}}"#,
            "\"relevance-score\" is \"high\", not a number from 0 to 1; write 0.5"
        ),
        (
            #"{"aps":{"alert":"A","relevance-score":-0.1}}"#,
            "\"relevance-score\" is -0.1, not a number from 0 to 1; write 0.5"
        ),
        (
            #"{"aps":{"content-available":"1"}}"#,
            "\"content-available\" is \"1\", neither 1 nor 0; write 1, or leave it out"
        ),
        (
            #"{"aps":{"alert":"A","mutable-content":2}}"#,
            "\"mutable-content\" is 2, neither 1 nor 0; write 1, or leave it out"
        ),
        (
            #"{"aps":{"alert":{"loc-args":["A"]}}}"#,
            "\"alert\" has \"loc-args\" without \"loc-key\"; give the key of the text"
        ),
        (
            #"{"aps":{"alert":{"loc-key":"K","loc-args":"A"}}}"#,
            "\"loc-args\" is \"A\", not an array of texts; write [\"Ann\", \"7\"]"
        ),
        (
            #"{"aps":{"alert":{"loc-key":"K","loc-args":[1]}}}"#,
            "\"loc-args\" is 1, not an array of texts; write [\"Ann\", \"7\"]"
        ),
        (
            #"{"aps":{"alert":"A","content-state":{},"event":"update"}}"#,
            "\"aps\" has the key \"content-state\", which is for Live Activities; no desktop has them: leave it out"
        ),
        (
            #"{"aps":{"timestamp":1,"alert":"A"}}"#,
            "\"aps\" has the key \"timestamp\", which is for Live Activities; no desktop has them: leave it out"
        ),
        (
            #"{"aps":{"alert":"A"},"org.notifyschedule.UserNotifications":{}}"#,
            "the payload has the key \"org.notifyschedule.UserNotifications\", which is reserved; leave it out"
        ),
        (
            #"{"aps":{"alert":"A"},"k":["a\u0000b"]}"#,
            "\"k\" has the character U+0000; leave it out"
        ),
        (
            #"{"aps":{"alert":"A"},"Simulator Target Bundle":[]}"#,
            "\"Simulator Target Bundle\" is an array, not a text; write \"org.example.App\""
        ),
        (
            #"{"aps":{"alert":"A"},"d":"# + String(repeating: "[", count: 13)
                + String(repeating: "]", count: 13) + "}",
            "\"d\" is nested deeper than 12 levels; flatten it"
        ),
    ]

    @Test(arguments: refused)
    func isRefused(json: String, message: String) {
        let error = #expect(throws: RequestError.self) {
            try PushPayload(parsing: Array(json.utf8))
        }
        #expect(error?.message == message)
        #expect(error?.code == .invalidContent)
    }

    @Test func theSizeIsThatOfApplesService() throws {
        func payload(_ size: Int) -> [UInt8] {
            let (start, end) = (#"{"aps":{"alert":""#, #""}}"#)
            let text = String(repeating: "a", count: size - start.utf8.count - end.utf8.count)
            return Array((start + text + end).utf8)
        }
        #expect(try PushPayload(parsing: payload(4_096)).hasAlert)
        #expect(throws: RequestError.self) { try PushPayload(parsing: payload(4_097)) }
    }

    /// Bytes that change at random places, also into those that JSON gives a meaning.
    @Test func noInputTraps() {
        var random = SeededRandom(seed: 47)
        let signs = Array("{}[]\",:\\u0123456789.eE+-truefalsn \u{0}\u{7F}\u{FF}".utf8)
        let all = Self.payloads.map(\.0) + Self.refused.map(\.0)
        for _ in 0..<20_000 {
            var bytes = Array((all.randomElement(using: &random) ?? "{}").utf8)
            for _ in 0...Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
                case 2: bytes[place] = signs.randomElement(using: &random) ?? 0
                default: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                }
            }
            guard let payload = try? PushPayload(parsing: bytes) else { continue }
            #expect(
                PropertyValue.dictionary(payload.content.userInfo).depth
                    <= RequestLimits.userInfoDepth
            )
        }
    }
}
