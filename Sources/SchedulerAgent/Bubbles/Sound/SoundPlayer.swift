import GLibBridge

/// A program that plays a sound file.
enum SoundPlayer: String, Sendable, CaseIterable {
    case pipeWire = "pw-play"
    case pulseAudio = "paplay"
    case alsa = "aplay"

    /// Whether it supports the format of a file.
    func understands(_ file: String) -> Bool {
        // It treats unknown formats as raw samples and plays noise.
        self != .alsa || file.lowercased().hasSuffix(".wav")
    }

    /// Whether it is installed and supports the format of a file.
    func canPlay(_ file: String) -> Bool {
        understands(file) && InstalledProgram.path(of: rawValue) != nil
    }

    /// The program and its arguments.
    ///
    /// - Parameter file: an absolute path, so that it cannot be an option.
    func arguments(for file: String) -> [String] {
        switch self {
        case .pipeWire, .pulseAudio: [rawValue, file]
        case .alsa: [rawValue, "-q", file]
        }
    }
}

extension AgentConfiguration.SoundPlayerChoice {
    /// The programs to try, in order.
    var players: [SoundPlayer] {
        switch self {
        case .auto: SoundPlayer.allCases
        case .pipeWire: [.pipeWire]
        case .pulseAudio: [.pulseAudio]
        case .alsa: [.alsa]
        case .none: []
        }
    }
}
