/// What `run` does besides running the command.
struct RunSettings: Equatable {
    /// The shortest time of a command that is reported, in microseconds.
    var shortest: Int64 = 0
    /// Whether only failures are reported.
    var onlyFailures = false
    /// Whether a success is passive: without sound, and without a bubble where the server does so.
    var quietSuccess = false
    /// The number of last lines to show; 0 for none.
    var tail = 0
    /// Whether the command is shown while it runs.
    var showsProgress = false
    /// Whether the output is stored for the button *Output*.
    var keepsLog = false
    /// The name of the command in the notification; `nil` for the command itself.
    var title: String?

    /// Whether the end stays on the screen until it is seen, where the notification server keeps no list.
    var stays = true

    /// Whether it is shown only while the terminal's window is not focused, where that can be known.
    var onlyUnfocused = false

    /// Whether the end is printed to standard error as well, as JSON.
    var printsJSON = false

    /// Whether the output must pass through this program.
    var capturesOutput: Bool { tail > 0 || keepsLog || showsProgress }

    /// The most lines that `tail` may be.
    static let maxTail = 20
}
