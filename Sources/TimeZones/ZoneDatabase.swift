/// The system's zone database as a whole.
package enum ZoneDatabase {
    private static let source = "tzdata.zi"

    /// The folder that it is read from; `nil` if none is there.
    package static var folder: String? {
        ZoneFile.folders.first { ZoneFile.isFolder($0) }
    }

    /// Its version, such as `2025b`; `nil` if it has none.
    package static var version: String? {
        guard let folder else { return nil }
        if let bytes = ZoneFile.bytes("\(folder)/+VERSION") {
            return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        }
        let mark = Array("# version ".utf8)
        guard let bytes = ZoneFile.bytes("\(folder)/\(source)"), bytes.starts(with: mark) else {
            return nil
        }
        return String(decoding: bytes.dropFirst(mark.count).prefix { $0 > 0x20 }, as: UTF8.self)
    }

    /// The names of all zones, links included, in alphabetical order; none if the database has no list
    /// of them.
    package static var names: [String] {
        guard let folder, let bytes = ZoneFile.bytes("\(folder)/\(source)") else { return [] }
        var names: [String] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // A zone is `Z NAME …`, a link `L TARGET NAME`.
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
            switch words.first?.first {
            case UInt8(ascii: "Z") where words.count > 1 && words[0].count == 1:
                names.append(String(decoding: words[1], as: UTF8.self))
            case UInt8(ascii: "L") where words.count > 2 && words[0].count == 1:
                names.append(String(decoding: words[2], as: UTF8.self))
            default: break
            }
        }
        return names.sorted()
    }
}
