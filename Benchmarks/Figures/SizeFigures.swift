import Foundation
import GLibBridge

/// How large the programs are without what only a debugger needs.
enum SizeFigures {
    static func measure(programs: String) throws {
        var table = TextTable(["program", "MB, stripped"])
        let names = [
            "notify-schedule", "notify-agent", "notify-ical", "notify-push", "notify-relay",
        ]
        for name in names {
            let copy = "\(NSTemporaryDirectory())figures-\(getpid())"
            defer { unlink(copy) }
            let strip = ["strip", "-o", copy, "\(programs)/\(name)"]
            _ = try ProgramStart(arguments: strip).output()
            let attributes = try FileManager.default.attributesOfItem(atPath: copy)
            let size = (attributes[.size] as? NSNumber)?.doubleValue ?? 0
            table.add([name, (size / 1_000_000).text(1)])
        }
        say(table.text)
    }
}
