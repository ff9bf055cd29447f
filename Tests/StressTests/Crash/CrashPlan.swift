import TestSupport

@testable import SchedulerAgent

/// How one run of the agent ends.
enum CrashEnd: Equatable, CustomStringConvertible {
    /// By a signal, so many milliseconds after its start.
    case afterStart(Int)
    /// By a signal, so many milliseconds after it has its name.
    case underLoad(Int)
    /// At a point of the write order, when that is reached for the n-th time.
    case at(CrashPoint, Int)

    var description: String {
        switch self {
        case .afterStart(let milliseconds): "\(milliseconds) ms after the start"
        case .underLoad(let milliseconds): "\(milliseconds) ms under load"
        case .at(let point, let count): "\(point.rawValue):\(count)"
        }
    }

    /// What the agent gets for it.
    var environment: [String: String] {
        guard case .at(let point, let count) = self else { return [:] }
        return [CrashPoint.variable: "\(point.rawValue):\(count)"]
    }
}

/// The ends of the runs between two settlements, from a seed.
struct CrashPlan: CustomStringConvertible {
    let ends: [CrashEnd]

    var description: String { ends.map(\.description).joined(separator: ", ") }

    /// The points that any run may reach; stores that are migrated, commands and imports of several parts have tests of
    /// their own.
    static let points = CrashPoint.allCases.filter {
        ![.migrating, .running, .ran, .staged].contains($0)
    }

    /// Every second plan has a point, one after the other.
    init(number: Int, random: inout SeededRandom) {
        var ends: [CrashEnd] = []
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            ends.append(
                random.chance(oneIn: 4)
                    ? .afterStart(Int.random(in: 0...150, using: &random))
                    : .underLoad(Int.random(in: 0...250, using: &random))
            )
        }
        let point = Self.points[number % Self.points.count]
        switch point {
        case .showingAgain:
            // There has to be one.
            ends += [.at(.begun, Int.random(in: 1...3, using: &random)), .at(point, 1)]
        case .inTransaction, .committed:
            ends.append(.at(point, Int.random(in: 1...40, using: &random)))
        default:
            ends.append(.at(point, Int.random(in: 1...4, using: &random)))
        }
        self.ends = ends
    }
}
