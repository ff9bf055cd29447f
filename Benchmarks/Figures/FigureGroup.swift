import Foundation

/// The figures that are measured together.
enum FigureGroup: String, CaseIterable {
    case wall, burst, commits, scale, size, engine, delivery, replan, launcher, idle, place, leak

    /// What the group measures.
    var words: String {
        switch self {
        case .wall: "commands beside those that one would take instead"
        case .burst: "1,000 due in one instant beside libnotify alone"
        case .commits: "requests that are on the disk beside SQLite's own commits"
        case .scale: "from one pending request to very many"
        case .size: "the programs as they are installed"
        case .engine: "the next date of a rule beside Foundation and systemd"
        case .delivery: "from due to Notify beside a bare timer and libnotify"
        case .replan: "new dates after a change of zone"
        case .launcher: "the list of 2,000 apps beside GIO's own"
        case .idle: "the agent at rest"
        case .place: "the agent while it waits for a place and one stands still"
        case .leak: "the agent's memory over many bubbles"
        }
    }

    /// Measures and prints the group.
    func measure(programs: String) async throws {
        switch self {
        case .wall: try await WallFigures.measure(programs: programs, rounds: 100)
        case .burst: try await BurstFigures.measure(programs: programs, bubbles: 1_000)
        case .commits: try await CommitFigures.measure(programs: programs, requests: 4_000)
        case .scale:
            try await ScaleFigures.measure(programs: programs, upTo: Settings.maxPending)
        case .size: try SizeFigures.measure(programs: programs)
        case .engine: try EngineFigures.measure()
        case .delivery: try await DeliveryFigures.measure(programs: programs, deliveries: 200)
        case .replan: try await ReplanFigures.measure(programs: programs)
        case .launcher: try await LauncherFigures.measure(programs: programs, rounds: 20)
        case .idle:
            try await IdleFigures.measure(programs: programs, seconds: Settings.idleSeconds)
        case .place: try await PlaceFigures.measure(programs: programs, seconds: 60)
        case .leak: try await LeakFigures.measure(programs: programs, bubbles: 50_000)
        }
    }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Why a figure could not be taken.
struct FigureFailure: Error, CustomStringConvertible {
    let description: String
}
