import AgentInterface
import CalendarFiles
import NotifyCore

/// What must hold for any calendar file.
enum CalendarFileCheck {
    static func check(_ bytes: [UInt8]) {
        let now = Instant(seconds: 1_700_000_000)
        guard
            let lines = converted(
                bytes,
                { try? CalendarFile.importing($0, now: now, trusts: true, $1) }
            )
        else {
            return
        }
        // What is made of a calendar can be read.
        for (index, line) in lines.split(separator: UInt8(ascii: "\n")).enumerated().dropFirst() {
            precondition(
                (try? TransferFormat.entry(Array(line), number: index + 1) { _ in 0 }) != nil,
                "a line that import would refuse"
            )
        }
        guard let calendar = converted(lines, { try? CalendarFile.exporting($0, now: now, $1) })
        else { preconditionFailure("what came out of a calendar does not go back") }
        precondition(
            converted(calendar, { try? CalendarFile.importing($0, now: now, trusts: true, $1) })
                != nil,
            "what was written is no calendar"
        )
    }

    private static func converted(
        _ bytes: [UInt8],
        _ convert: ([UInt8], (([UInt8]) -> Void)) -> [String]?
    ) -> [UInt8]? {
        var output: [UInt8] = []
        guard convert(bytes, { output += $0 }) != nil else { return nil }
        return output
    }
}
