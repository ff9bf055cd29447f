import GLibBridge

/// The report for a health check, which may take long.
struct HealthReport: Sendable {
    private static let timeout: UInt32 = 10_000

    private let store: String
    private let configuration: ConfigurationSource
    private let canWake: Bool
    private let work = BlockingIOPool(name: "health", maxTotal: 1, maxPerOwner: 1)

    /// Prepares reports.
    init(store: String, configuration: ConfigurationSource, canWake: Bool) {
        self.store = store
        self.configuration = configuration
        self.canWake = canWake
    }

    /// Returns the dictionary that the interface documents for `Examine`; parts that take too long are left out.
    func record() async -> Variant {
        let current = configuration.current
        let (players, prompts) = (current.soundPlayer.players, current.replyPrompt.programs)
        let answer = await work.answer(within: Self.timeout, for: "") { [store] in
            (
                store: StoreHealth(path: store).record,
                player: players.first { InstalledProgram.path(of: $0.rawValue) != nil },
                prompt: prompts.first { InstalledProgram.path(of: $0.rawValue) != nil }
            )
        }
        var entries: [(key: String, value: Variant)] = [("canWake", .boolean(canWake))]
        if case .done(let found) = answer {
            entries.append(("store", found.store))
            entries.append(("soundPlayer", .string(found.player?.rawValue ?? "")))
            entries.append(("replyPrompt", .string(found.prompt?.rawValue ?? "")))
        }
        return .dictionary(entries)
    }
}
