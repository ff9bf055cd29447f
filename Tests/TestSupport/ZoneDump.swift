import Foundation

/// The system's zones, as the C library's own tool lists them.
package enum ZoneDump {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The seconds around each change of a zone, with their offsets from UTC: the last one of the old offset
    /// and the first one of the new.
    ///
    /// - Throws: ``StartFailure`` where the tool cannot be started or reports an error.
    package static func changes(of name: String) async throws -> [(second: Int64, offset: Int64)] {
        let outcome = try await Program(path: "/usr/bin/zdump").run(
            ["-v", "-c", "1850,2150", name],
            environment: ["LC_ALL": "C"]
        )
        // A zone without changes would be an oracle that agrees with too much.
        guard outcome.code == 0 else { throw StartFailure(description: "zdump: \(outcome)") }
        return outcome.output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 16, let month = months.firstIndex(of: words[2]),
                let day = Int(words[3]), let year = Int(words[5]), year > 1000,
                let offset = Int64(words[15].dropFirst("gmtoff=".count))
            else { return nil }
            let clock = words[4].split(separator: ":").compactMap { Int64($0) }
            var parts = DateComponents(year: year, month: month + 1, day: day)
            parts.timeZone = .gmt
            guard let date = Calendar(identifier: .gregorian).date(from: parts) else { return nil }
            let second = clock[0] * 3600 + clock[1] * 60 + clock[2]
            return (Int64(date.timeIntervalSince1970) + second, offset)
        }
    }
}
