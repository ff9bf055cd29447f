import AgentInterface
import BusCallers
import DesktopTexts
import GLibBridge
import NotifyCore
import UserRequests

/// Answers the searches of GNOME Shell and KRunner on the session bus, which starts the program for the first one.
///
/// It leaves the bus after a minute without a search. Calls are answered in the order of arrival.
struct SearchService {
    static let bus = "org.notifyschedule.Search"
    static let path = "/org/notifyschedule/Search"
    private static let shell = "org.gnome.Shell.SearchProvider2"
    private static let runner = "org.kde.krunner1"

    /// How long it waits for a search, in microseconds.
    private static let idleTime: Int64 = 60_000_000
    /// The most calls that wait for an answer; others are refused.
    private static let maxWaiting = 64
    /// The maximum size of a call in bytes, with 64 more for each value in it.
    private static let maxCall = 64 << 10
    /// The most results that are kept until the shell asks for their texts.
    private static let maxKept = 256

    private let search: DesktopSearch
    private let callers: CallerCache
    /// The results of the last searches.
    private var found: [String: SearchResult] = [:]

    private init(_ search: DesktopSearch, _ callers: CallerCache) {
        (self.search, self.callers) = (search, callers)
    }

    /// Runs until nobody searches any more, or the bus is closed.
    static func run() async throws {
        guard SessionBus.address != nil else {
            throw AgentUnreachable(SessionBus.absenceExplanation)
        }
        SessionBus.exportAddress()
        // Programs that it opens must not inherit what the bus says to this one.
        Environment.replace(["DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE"], by: [:])
        let connection = try BusConnection.shared()
        connection.limitCalls(to: maxCall)
        var service = SearchService(try DesktopSearch(), await CallerCache(connection: connection))
        let (calls, arrived) = AsyncStream.makeStream(
            of: BusMethodCall.self,
            bufferingPolicy: .bufferingOldest(maxWaiting)
        )
        // Before the name is claimed, so that the first call finds them.
        let exported = try await export(on: connection) {
            arrived.yield($0)
        } end: {
            arrived.finish()
        }
        guard case .owned = try connection.requestName(bus) else { return }
        await service.callers.follow()
        for await call in calls { await service.answer(call) }
        withExtendedLifetime(exported) {}
        if !connection.isClosed { connection.flush() }
    }

    @GLibActor
    private static func export(
        on connection: BusConnection,
        _ handle: @escaping @Sendable (BusMethodCall) -> Void,
        end: @escaping @Sendable () -> Void
    ) throws -> [BusRegistration] {
        let timer = try ClockTimer(on: .bootTime) { _ in
            GLibActor.thread.task {
                connection.releaseName(bus)
                // What was sent to the name before this has come in when the bus answers a later call.
                _ = try? await connection.call("GetId", on: .bus)
                end()
            }
        }
        let wait: @GLibActor @Sendable () -> Void = {
            timer.arm(at: ClockTimer.Clock.bootTime.now + idleTime)
        }
        wait()
        connection.onClose { end() }
        let object = BusObject { call in
            wait()
            handle(call)
        }
        return try [shell, runner].map {
            try connection.export(object, at: path, interface: $0, xml: xml)
        }
    }

    private mutating func answer(_ call: BusMethodCall) async {
        let caller = await callers.caller(call.sender)
        guard !caller.isConfined else {
            let error = RequestError(
                .notAllowed,
                "\(caller.words) may not use the search of the desktop, which acts for the user"
            )
            return call.fail(error.busName, error.message)
        }
        let values = call.parameters
        switch call.method {
        case "GetInitialResultSet":
            call.reply([.strings(results(values[0]?.strings ?? []).map(\.choice.id))])
        case "GetSubsearchResultSet":
            call.reply([.strings(results(values[1]?.strings ?? []).map(\.choice.id))])
        case "GetResultMetas":
            let results = (values[0]?.strings ?? []).compactMap { found[$0] }
            call.reply([.array(of: "a{sv}", results.map(\.shellRecord))])
        case "ActivateResult", "Run":
            choose(values[0]?.string ?? "")
            call.reply()
        case "LaunchSearch":
            search.openWindow()
            call.reply()
        case "Match":
            let results = results([values[0]?.string ?? ""])
            call.reply([.array(of: SearchResult.runnerType, results.map(\.runnerRecord))])
        case "Actions": call.reply([.array(of: "(sss)", [])])
        default:
            call.fail("org.freedesktop.DBus.Error.UnknownMethod", "no method \(call.method)")
        }
    }

    private mutating func results(_ terms: [String]) -> [SearchResult] {
        let results = search.results(for: terms.joined(separator: " "))
        if found.count > Self.maxKept { found = [:] }
        for result in results { found[result.choice.id] = result }
        return results
    }

    /// Does what was chosen; a notification says what prevents it.
    private func choose(_ id: String) {
        guard let choice = SearchResult.Choice(id: id) else { return }
        do {
            try search.choose(choice)
        } catch {
            try? search.tell(tr("Nothing was done"), Refusal(error).message)
        }
    }

    private static let xml = """
        <node>
          <interface name="\(shell)">
            <method name="GetInitialResultSet">
              <arg type="as" direction="in"/><arg type="as" direction="out"/>
            </method>
            <method name="GetSubsearchResultSet">
              <arg type="as" direction="in"/><arg type="as" direction="in"/><arg type="as" direction="out"/>
            </method>
            <method name="GetResultMetas">
              <arg type="as" direction="in"/><arg type="aa{sv}" direction="out"/>
            </method>
            <method name="ActivateResult">
              <arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="u" direction="in"/>
            </method>
            <method name="LaunchSearch">
              <arg type="as" direction="in"/><arg type="u" direction="in"/>
            </method>
          </interface>
          <interface name="\(runner)">
            <method name="Actions"><arg type="a(sss)" direction="out"/></method>
            <method name="Match">
              <arg type="s" direction="in"/><arg type="a\(SearchResult.runnerType)" direction="out"/>
            </method>
            <method name="Run"><arg type="s" direction="in"/><arg type="s" direction="in"/></method>
          </interface>
        </node>
        """
}

extension SearchResult {
    /// The result for GNOME Shell.
    fileprivate var shellRecord: Variant {
        .dictionary([
            ("id", .string(choice.id)), ("name", .string(title)), ("description", .string(detail)),
            ("gicon", .string(icon)),
        ])
    }

    /// The type of a result for KRunner.
    fileprivate static let runnerType = "(sssida{sv})"

    /// The result for KRunner: identifier, text, icon, type, relevance and more.
    fileprivate var runnerRecord: Variant {
        let (exact, possible): (Int32, Int32) = (100, 30)
        let isNew = if case .add = choice { true } else { false }
        return .tuple([
            .string(choice.id), .string(title), .string(icon), .int32(isNew ? exact : possible),
            .double(isNew ? 1 : 0.7),
            .dictionary([("subtext", .string(detail)), ("actions", .strings([]))]),
        ])
    }
}
