import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// Each method of the interface, called with what is not of its form.
@Suite(.serialized) struct HostileCallTests {
    private struct Method {
        let name: String
        let types: [String]
    }

    /// The methods and what they take, as the document says.
    private static var methods: [Method] {
        let xml = AgentNames.interfaceXML
        return xml.matches(of: /<method name="(\w+)"(?:\/>|>(.*?)<\/method>)/.dotMatchesNewlines())
            .map { match in
                let arguments = match.output.2 ?? ""
                let types = arguments.matches(of: /type="([^"]+)" direction="in"/)
                    .map { String($0.output.1) }
                return Method(name: String(match.output.1), types: types)
            }
    }

    private static let long = String(repeating: "x", count: 10 << 20)

    private static func deep(_ depth: Int) -> Variant {
        depth == 0 ? .string("end") : .dictionary([("content", deep(depth - 1))])
    }

    /// Values of a type that are too long, too deep, or of wrong kinds inside.
    private static func values(of type: String) -> [Variant] {
        switch type {
        case "s": return [.string(""), .string(long), .string("/../\u{202E}%n")]
        case "x": return [.int64(.min), .int64(.max)]
        case "i": return [.int32(.min), .int32(.max)]
        case "u": return [.uint32(.max)]
        case "b": return [.boolean(true)]
        case "ay":
            return [
                .bytes([]), .bytes(Array(repeating: UInt8(ascii: "["), count: 100_000)),
                .bytes(Array(repeating: UInt8(ascii: "["), count: 4_096)), .bytes([0xFF, 0]),
            ]
        case "as": return [.strings([]), .strings(Array(repeating: "x", count: 200_000))]
        case "a{sv}":
            let names = [
                "identifier", "appID", "content", "trigger", "actions", "identifiers", "prefix",
                "all", "lists", "options", "since", "limit", "final", "entries", "resident",
            ]
            return [
                .dictionary([]), deep(15), .dictionary([("content", .string(long))]),
                .dictionary([("identifier", .string(long)), ("content", .dictionary([]))]),
                .dictionary(names.map { ($0, .int64(.min)) }),
                .dictionary(names.map { ($0, .strings(["x"])) }),
                .dictionary((0..<20_000).map { ("key \($0)", .boolean(true)) }),
            ]
        case "a(xa{sv})":
            let entries = [
                Variant.dictionary([]), deep(15), .dictionary([("identifier", .string(long))]),
            ]
            return entries.map { .array(of: "(xa{sv})", [.tuple([.int64(.min), $0])]) } + [
                .array(
                    of: "(xa{sv})",
                    Array(repeating: .tuple([.int64(.max), .dictionary([])]), count: 20_000)
                )
            ]
        case "aa{sv}":
            return [
                .array(of: "a{sv}", Array(repeating: .dictionary([]), count: 20_000)),
                .array(of: "a{sv}", [deep(15)]),
                .array(of: "a{sv}", [.dictionary([("identifier", .string(long))])]),
            ]
        default: return []
        }
    }

    /// Whether a method may do what it is asked however odd that looks; a test of its own has it.
    private static let left: Set<String> = ["Stop"]

    @Test func everyMethodAnswersWhateverItIsCalledWith() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        let before = try ProcessFigures(of: agent.id)
        let methods = Self.methods.filter { !Self.left.contains($0.name) }
        #expect(methods.count > 20)
        for method in methods {
            // Too few, too many, and of another type: GDBus itself compares them with the document.
            for wrong: Variant in [
                .tuple([.int64(1), .int64(2), .int64(3), .int64(4), .int64(5), .int64(6)]),
                .tuple([.dictionary([("x", Self.deep(12))]), .boolean(true)]),
            ] {
                #expect(
                    try await Self.answer(method.name, wrong, fixture)
                        == "org.freedesktop.DBus.Error.InvalidArgs",
                    "\(method.name)"
                )
            }
            for (index, type) in method.types.enumerated() {
                let values = Self.values(of: type)
                #expect(!values.isEmpty, "\(method.name) takes \(type)")
                for value in values {
                    let arguments = method.types.enumerated().compactMap { place, type in
                        place == index ? value : Self.values(of: type).first
                    }
                    let error = try await Self.answer(method.name, .tuple(arguments), fixture)
                    // An answer or an error that says why; never silence.
                    #expect(
                        error == nil || error?.hasPrefix(AgentNames.errorPrefix) == true,
                        "\(method.name): \(error ?? "")"
                    )
                }
            }
        }
        #expect(try fixture.agentID() == agent.id)
        // Nothing of it was taken for a request.
        let pending = try await fixture.call("List", .string("pending"), .string(""))
        #expect(pending[0]?.children == [])
        let after = try ProcessFigures(of: agent.id)
        #expect(after.memory < before.memory + (128 << 10), "\(before), then \(after)")
        #expect(after.descriptors <= before.descriptors + 2)
    }

    /// The name of the error; `nil` for a reply.
    private static func answer(
        _ method: String,
        _ arguments: Variant,
        _ fixture: AgentFixture
    ) async throws -> String? {
        do throws(GLibError) {
            // RequestAuthorization waits for the user.
            _ = try await fixture.client.call(
                method,
                on: AgentNames.destination,
                arguments,
                deadline: .milliseconds(20_000)
            )
            return nil
        } catch {
            return error.remoteName ?? "\(error)"
        }
    }
}
