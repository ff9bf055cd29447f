import Foundation
import TestSupport

/// The pixels of a PNG file.
struct Picture: Sendable {
    /// A colour without transparency.
    struct Colour: Sendable, Equatable {
        let red: UInt8
        let green: UInt8
        let blue: UInt8
    }

    let width: Int
    let height: Int
    private let bytes: [UInt8]

    /// Reads a file by ImageMagick.
    init(path: String) async throws {
        let plain = path + ".ppm"
        try await Self.convert([path, "-depth", "8", plain])
        let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: plain)))
        // P6, width, height and 255, with white space between and one byte of it at the end.
        let head = data.prefix(64).split(separator: 10, maxSplits: 3)
        let size = head.count > 2 ? head[1].split(separator: 32).map(Self.number) : []
        guard head.count == 4, size.count == 2 else {
            throw StartFailureInTest(what: "\(path) is no picture")
        }
        width = size[0]
        height = size[1]
        bytes = Array(data.suffix(width * height * 3))
    }

    /// The colour behind the tomato.
    static let leaf = Colour(red: 0x2E, green: 0x8B, blue: 0x57)

    /// Paints a tomato on a leaf.
    static func paintTomato(to path: String) async throws {
        let outcome = try await Program(path: "/usr/bin/convert").run(
            [
                "-size", "300x300", "xc:#2e8b57", "-fill", "#e0402c", "-draw",
                "circle 150,170 150,80", "-fill", "#14532d", "-draw",
                "polygon 150,60 172,92 215,84 180,112 150,98 120,112 85,84 128,92", path,
            ],
            environment: [:],
            within: 60
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
    }

    /// Leaves only a rectangle in a file.
    static func crop(_ path: String, to frame: Frame) async throws {
        let part = "\(frame.width)x\(frame.height)+\(max(0, frame.x))+\(max(0, frame.y))"
        try await convert([path, "-crop", part, "+repage", path])
    }

    private static func convert(_ arguments: [String]) async throws {
        let outcome = try await Program(path: "/usr/bin/env").run(
            ["convert"] + arguments,
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"]
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
    }

    private static func number(_ digits: some Sequence<UInt8>) -> Int {
        Int(String(decoding: Array(digits), as: UTF8.self)) ?? 0
    }

    private func colour(_ x: Int, _ y: Int) -> Colour {
        let start = (y * width + x) * 3
        return Colour(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
    }

    private func colours(in frame: Frame) -> [Colour] {
        let columns = max(0, frame.x)..<min(width, frame.x + frame.width)
        return (max(0, frame.y)..<min(height, frame.y + frame.height)).flatMap { y in
            columns.map { x in colour(x, y) }
        }
    }

    /// How much of a rectangle has a colour, or one that looks almost the same; 0 to 1.
    func share(of wanted: Colour, in frame: Frame) -> Double {
        let colours = colours(in: frame)
        let near = colours.count { colour in
            abs(Int(colour.red) - Int(wanted.red)) < 12
                && abs(Int(colour.green) - Int(wanted.green)) < 12
                && abs(Int(colour.blue) - Int(wanted.blue)) < 12
        }
        return Double(near) / Double(max(1, colours.count))
    }

    /// Whether all of it has one colour.
    var isPlain: Bool { (3..<bytes.count).allSatisfy { bytes[$0] == bytes[$0 - 3] } }

    /// The smallest rectangle that has all pixels that differ from another picture; `nil` if none do.
    ///
    /// - Parameter area: where to look; `nil` for all of it.
    func frame(differingFrom other: Picture, in area: Frame? = nil) -> Frame? {
        guard width == other.width, height == other.height else { return nil }
        let area = area ?? Frame(x: 0, y: 0, width: width, height: height)
        let columns = max(0, area.x)..<min(width, area.x + area.width)
        var (left, top, right, bottom) = (width, height, -1, -1)
        for y in max(0, area.y)..<min(height, area.y + area.height) {
            let start = y * width * 3
            let row = start + columns.lowerBound * 3..<start + columns.upperBound * 3
            guard bytes[row] != other.bytes[row] else { continue }
            (top, bottom) = (min(top, y), y)
            for x in columns where colour(x, y) != other.colour(x, y) {
                (left, right) = (min(left, x), max(right, x))
            }
        }
        guard right >= 0 else { return nil }
        return Frame(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// How much of a rectangle differs from another picture; 0 to 1.
    func difference(from other: Picture, in frame: Frame) -> Double {
        let pairs = zip(colours(in: frame), other.colours(in: frame))
        let different = pairs.count { $0 != $1 }
        return Double(different) / Double(max(1, frame.width * frame.height))
    }
}
