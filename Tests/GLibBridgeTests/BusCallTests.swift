import GLibBridge
import TestSupport
import Testing

private let interface = "org.example.Echo"
private let path = "/org/example/Echo"
private let xml = """
    <node>
      <interface name="org.example.Echo">
        <method name="Echo">
          <arg type="s" direction="in"/>
          <arg type="s" direction="out"/>
        </method>
        <method name="Refuse"/>
        <method name="Drop"/>
        <method name="Keep"/>
        <method name="WrongType">
          <arg type="s" direction="out"/>
        </method>
        <property name="Answer" type="u" access="read"/>
        <property name="Missing" type="u" access="read"/>
      </interface>
    </node>
    """

@Suite struct BusCallTests {
    /// An exported object and a client on two connections.
    private final class Pair: Sendable {
        let bus: PrivateBus
        let service: BusConnection
        let client: BusConnection
        let kept = Recorder<BusMethodCall>()
        let registration: BusRegistration

        @GLibActor init() async throws {
            bus = try await PrivateBus()
            service = try bus.connect()
            client = try bus.connect()
            let kept = kept
            registration = try service.export(
                BusObject(
                    call: { call in
                        switch call.method {
                        case "Echo": call.reply([.string(call.parameters[0]?.string ?? "")])
                        case "Refuse": call.fail("org.example.Refused", "no: ü")
                        case "Keep": kept.append(call)
                        case "WrongType": call.reply([.int32(1)])
                        default: break
                        }
                    },
                    property: { $0 == "Answer" ? .uint32(42) : nil }
                ),
                at: path,
                interface: interface,
                xml: xml
            )
        }

        var destination: BusDestination {
            BusDestination(name: service.uniqueName, path: path, interface: interface)
        }

        func failure(of method: String, _ parameters: Variant = .tuple([])) async -> GLibError? {
            do {
                _ = try await client.call(method, on: destination, parameters)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func replyComesBack() async throws {
        let pair = try await Pair()
        let reply = try await pair.client.call(
            "Echo",
            on: pair.destination,
            .tuple([.string("ü 👋")])
        )
        #expect(reply == .tuple([.string("ü 👋")]))
        let blocking = try pair.client.callBlocking(
            "Echo",
            on: pair.destination,
            .tuple([.string("again")])
        )
        #expect(blocking[0]?.string == "again")
    }

    @Test func manyCallsAtATimeGetTheirOwnReplies() async throws {
        let pair = try await Pair()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let reply = try await pair.client.call(
                        "Echo",
                        on: pair.destination,
                        .tuple([.string("\(number)")])
                    )
                    return reply[0]?.string == "\(number)"
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test func aCallCanBeUnderWayWhileOthersAreMade() async throws {
        let pair = try await Pair()
        let first = PendingCall(
            "Echo",
            on: pair.destination,
            .tuple([.string("first")]),
            by: pair.client
        )
        let refused = PendingCall("Refuse", on: pair.destination, by: pair.client)
        let second = try pair.client.callBlocking(
            "Echo",
            on: pair.destination,
            .tuple([.string("second")])
        )
        #expect(second[0]?.string == "second")
        let reply = try first.reply()
        #expect(reply.values == .tuple([.string("first")]))
        #expect(reply.sender == pair.service.uniqueName)
        let error = #expect(throws: GLibError.self) { try refused.reply() }
        #expect(error?.remoteName == "org.example.Refused")
        #expect(error?.message == "no: ü")
    }

    @Test func whatWantsNoAnswerComesBeforeWhatIsCalledNext() async throws {
        let pair = try await Pair()
        pair.client.send("Keep", on: pair.destination)
        pair.client.send(
            "Keep",
            on: BusDestination(name: "org.example.Nobody", path: path, interface: interface)
        )
        _ = try pair.client.callBlocking("Echo", on: pair.destination, .tuple([.string("")]))
        let kept = try await pair.kept.first(1)
        #expect(kept.map(\.method) == ["Keep"])
        #expect(kept.first?.sender == pair.client.uniqueName)
        kept.first?.reply()
    }

    @Test("A connection without a loop calls, gets errors and passes a large text")
    func blockingConnection() async throws {
        let pair = try await Pair()
        let connection = try #require(BlockingConnection(to: pair.bus.address))
        connection.send("Keep", on: pair.destination)
        #expect(connection.isAccepted())
        // Several times what a socket takes at once.
        for text in ["ü 👋", "", String(repeating: "long ", count: 400_000)] {
            let reply = try connection.callBlocking(
                "Echo",
                on: pair.destination,
                .tuple([.string(text)])
            )
            #expect(reply == .tuple([.string(text)]))
        }
        #expect(try await pair.kept.first(1).first?.method == "Keep")
        #expect(connection.lastSerial == 5)
        let refused = #expect(throws: GLibError.self) {
            try connection.callBlocking("Refuse", on: pair.destination)
        }
        #expect(refused?.remoteName == "org.example.Refused")
        #expect(refused?.message == "no: ü")
        let late = #expect(throws: GLibError.self) {
            try connection.callBlocking("Keep", on: pair.destination, deadline: .milliseconds(50))
        }
        #expect(late?.isTimeout == true)
        let nobody = #expect(throws: GLibError.self) {
            try connection.callBlocking(
                "Echo",
                on: BusDestination(name: "org.example.Nobody", path: path, interface: interface)
            )
        }
        #expect(nobody?.remoteName == "org.freedesktop.DBus.Error.ServiceUnknown")
        pair.bus.kill()
        let closed = #expect(throws: GLibError.self) {
            try connection.callBlocking("Echo", on: pair.destination, .tuple([.string("")]))
        }
        #expect(closed?.remoteName == nil)
    }

    @Test("A connection without a loop needs a socket on which a bus of this user listens")
    func noBlockingConnection() throws {
        #expect(BlockingConnection(to: "unix:path=/nonexistent/bus") == nil)
        #expect(BlockingConnection(to: "tcp:host=localhost,port=1") == nil)
    }

    @Test func namedErrorComesBack() async throws {
        let error = try await Pair().failure(of: "Refuse")
        #expect(error?.remoteName == "org.example.Refused")
        #expect(error?.message == "no: ü")
        #expect(error?.isTimeout == false)
    }

    @Test func aDroppedCallIsAnError() async throws {
        let error = try await Pair().failure(of: "Drop")
        #expect(error?.remoteName == "org.freedesktop.DBus.Error.Failed")
    }

    @Test func wrongArgumentsAreRefusedBeforeTheHandler() async throws {
        let error = try await Pair().failure(of: "Echo", .tuple([.int32(1)]))
        #expect(error?.remoteName == "org.freedesktop.DBus.Error.InvalidArgs")
    }

    @Test func anUnknownMethodIsAnError() async throws {
        let error = try await Pair().failure(of: "Nothing")
        #expect(error?.remoteName == "org.freedesktop.DBus.Error.UnknownMethod")
    }

    @Test func theFirstAnswerCounts() async throws {
        let pair = try await Pair()
        async let result: Variant = pair.client.call("Keep", on: pair.destination)
        let call = try await pair.kept.next()
        #expect(call.sender == pair.client.uniqueName)
        call.reply()
        call.fail("org.example.Late", "too late")
        #expect(try await result == .tuple([]))
    }

    @Test func aMethodThatIsNeverAnsweredRunsIntoTheDeadline() async throws {
        let pair = try await Pair()
        do {
            _ = try await pair.client.call(
                "Keep",
                on: pair.destination,
                deadline: .milliseconds(50)
            )
            Issue.record("a reply came")
        } catch {
            #expect(error.isTimeout)
            #expect(error.remoteName == nil)
        }
        do {
            _ = try pair.client.callBlocking(
                "Keep",
                on: pair.destination,
                deadline: .milliseconds(50)
            )
            Issue.record("a reply came")
        } catch {
            #expect(error.isTimeout)
        }
        // A call arrives, however late, after its caller has stopped waiting.
        _ = try await pair.kept.wait(30, "both calls") { $0.count == 2 ? true : nil }
    }

    @Test func propertiesAreRead() async throws {
        let pair = try await Pair()
        let properties = BusDestination(
            name: pair.service.uniqueName,
            path: path,
            interface: "org.freedesktop.DBus.Properties"
        )
        let value = try await pair.client.call(
            "Get",
            on: properties,
            .tuple([.string(interface), .string("Answer")])
        )
        #expect(value[0]?.unboxed == .uint32(42))
        await #expect(throws: GLibError.self) {
            _ = try await pair.client.call(
                "Get",
                on: properties,
                .tuple([.string(interface), .string("Missing")])
            )
        }
    }

    @Test func aNameWithoutAnOwnerIsAnError() async throws {
        let pair = try await Pair()
        let nobody = BusDestination(name: "org.example.Nobody", path: path, interface: interface)
        do {
            _ = try await pair.client.call("Echo", on: nobody, .tuple([.string("")]))
            Issue.record("a reply came")
        } catch {
            #expect(error.remoteName == "org.freedesktop.DBus.Error.ServiceUnknown")
        }
    }

    @Test @GLibActor func exportRefusesWhatCannotBe() async throws {
        let bus = try await PrivateBus()
        let connection = try bus.connect()
        let object = BusObject { _ in }
        #expect(throws: GLibError.self) {
            try connection.export(object, at: path, interface: interface, xml: "<node>")
        }
        #expect(throws: GLibError.self) {
            try connection.export(object, at: path, interface: "org.example.Other", xml: xml)
        }
        let registration = try connection.export(object, at: path, interface: interface, xml: xml)
        #expect(throws: GLibError.self) {
            try connection.export(object, at: path, interface: interface, xml: xml)
        }
        withExtendedLifetime(registration) {}
    }

    @Test func noBusIsAnError() {
        #expect(throws: GLibError.self) {
            try BusConnection.connect(to: "unix:path=/nonexistent/bus")
        }
        #expect(throws: GLibError.self) {
            try BusConnection.connect(to: "not an address")
        }
    }
}
