import ArgumentParser
import NotifyCore
import TestSupport
import Testing

@testable import RequestFiles
@testable import ScheduleCommands

private let now = Instant(seconds: 1_800_000_000)

private let zones = ZoneSource(
    local: { FixedZone.utc },
    named: { FixedZone(named: $0) },
    dropAll: {}
)

/// What people write, as options and as files.
@Suite struct WrittenSpellingTests {
    @Test("2,000 random requests are the same after they were written as options")
    func options() throws {
        var random = SeededRandom(seed: 42)
        let context = WrittenContext(now: now, zones: zones)
        var (plain, parsed) = (0, 0)
        for round in 0..<2_000 {
            let request = RandomRequest(&random, now: now).request
            // Before the = of its URL it would hide that; and a body of - is what standard input has.
            guard !request.actions.contains(where: { $0.title.hasSuffix("\\") }),
                request.content.body != "-"
            else { continue }
            let line = Self.words(WrittenRequest(request, in: context))
            let written: WrittenRequest
            if let addition = Addition.plain(line[...]) {
                (written, plain) = (addition.written, plain + 1)
            } else if parsed < 20 {
                (written, parsed) = (try AddCommand.parse(line).addition().written, parsed + 1)
            } else {
                continue
            }
            let again = try written.request(Self.blank, in: context)
            #expect(again == request, "\(round): \(line)")
            guard again == request else { return }
        }
        #expect(plain > 800 && parsed == 20, "\(plain) \(parsed)")
    }

    @Test("2,000 random requests are the same after they were written as files")
    func files() throws {
        var random = SeededRandom(seed: 43)
        let context = WrittenContext(now: now, zones: zones)
        for round in 0..<2_000 {
            var request = RandomRequest(&random, now: now).request
            guard request.trigger != .immediate else { continue }
            // What files have no keys for.
            request.content.userInfo = [:]
            (request.bubble.appName, request.bubble.hints) = (nil, [:])
            let text = WrittenRequest(request, in: context).fileText
            let file = try RequestFile(text, identifier: "t", path: "/t")
            let again = try file.written().request(Self.blank, in: context)
            #expect(again == request, "\(round): \(text)")
            guard again == request else { return }
        }
    }

    private static let blank = NotificationRequest(
        appID: "a",
        identifier: "t",
        content: NotificationContent()
    )

    /// Returns the words after `add`.
    private static func words(_ written: WrittenRequest) -> [String] {
        var (options, texts): ([String], [String]) = ([], [])
        for entry in written.entries {
            let name = "--\(entry.part.rawValue)"
            switch entry.part {
            case .title, .body: texts.append(entry.text)
            case .action:
                let label = (entry.label ?? "").split(
                    separator: "=",
                    omittingEmptySubsequences: false
                )
                options.append("\(name)=\(label.joined(separator: "\\="))=\(entry.text)")
            case .repeats where entry.text == "false": options.append("--once")
            case let part where part.row.kind == .flag: options.append(name)
            default: options.append("\(name)=\(entry.text)")
            }
        }
        return options + (texts.contains { $0.hasPrefix("-") } ? ["--"] : []) + texts
    }
}
