import TestSupport

/// A real desktop shell on a test's bus, with a real pointer and without a screen.
protocol WholeDesktop: Sendable {
    /// The bus, the folders and the agent's signals.
    var fixture: AgentFixture { get }
    /// What the agent and the command line get of the desktop's environment.
    var environment: [String: String] { get }
    /// Its programs, in order of start.
    var programs: Recorder<DesktopProgram> { get }

    /// Starts all of it; returns once a bubble would be seen.
    func start() async throws
    /// What stands on the screen now; `nil` where no bubble does.
    func shownBubble() async throws -> ShownBubble?
    /// The titles of all bubbles that stand, or rest where one can look at them later.
    func titles() async throws -> [String]
    /// Moves the pointer.
    func movePointer(to point: Point) async throws
    /// Moves the pointer and presses its first button.
    func click(_ point: Point) async throws
    /// Waits until a dialog of another program takes what is typed.
    func waitForDialog() async throws
    /// Types a line and ends it with the Return key.
    func type(_ line: String) async throws
    /// Opens the desktop's search, types a text, and returns what stands in the results once that is right.
    func search(
        _ text: String,
        until isRight: @Sendable ([String]) -> Bool
    ) async throws -> [String]
    /// Presses the Return key.
    func pressReturn() async throws
    /// Writes what is on the screen to a PNG file.
    func takePicture(_ path: String) async throws
    /// Switches do-not-disturb by the desktop's own switch.
    func setDoNotDisturb(_ isOn: Bool) async throws
    /// Kills the shell and starts it again; returns once its notification server runs.
    func restartShell() async throws
}

/// A place on the screen, in pixels from the upper left.
struct Point: Sendable, Equatable, Codable {
    var x: Int
    var y: Int
}

/// A rectangle on the screen, in pixels.
struct Frame: Sendable, Equatable, Codable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var middle: Point { Point(x: x + width / 2, y: y + height / 2) }

    /// Whether it is long and thin, as the line below a text.
    var isLine: Bool { width > 100 && height < 5 }

    /// The rectangle with a margin.
    func grown(by margin: Int) -> Frame {
        Frame(
            x: x - margin,
            y: y - margin,
            width: width + 2 * margin,
            height: height + 2 * margin
        )
    }
}

/// A bubble as the desktop itself tells of it.
struct ShownBubble: Sendable, Equatable, Codable {
    struct Button: Sendable, Equatable, Codable {
        let label: String
        let frame: Frame
    }

    let frame: Frame
    /// All visible text, from the title on.
    let texts: [String]
    /// The buttons of the notification, left to right.
    let buttons: [Button]
    /// The button that dismisses it, where it is out.
    let closeButton: Frame?
}
