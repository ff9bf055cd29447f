import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore

/// A description of the current profile, and why it was chosen.
struct ServerProfileReport: Sendable {
    /// The profile's name.
    let name: String
    /// Why it was chosen.
    let reason: String
    /// Its fields by their names in `agent.conf`.
    let fields: [(key: String, value: String)]
    private let doNotDisturb: DoNotDisturbRules

    init(
        _ profile: ServerProfile,
        of server: ServerInformation?,
        _ configuration: AgentConfiguration
    ) {
        name = profile.name
        var reason: String
        if profile.name == ServerProfile.portalName {
            reason = "the agent shows what it has through the notification portal"
        } else if let server {
            reason =
                profile.name == AgentNames.standardProfile
                ? "no server of the name \(server.name.quoted) is known; its capabilities decide"
                : "the server calls itself \(server.name.quoted) by \(server.vendor.quoted)"
        } else {
            reason = "the server does not say what it is"
        }
        let changes = configuration.corrections(of: server?.name)
        if !changes.isEmpty {
            let words = changes.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
            reason += "; agent.conf says \(words)"
        }
        let others = Set(configuration.serverChanges.compactMap(\.server)).subtracting([
            server?.name ?? ""
        ])
        if !others.isEmpty {
            let names = others.sorted().map(\.quoted).joined(separator: ", ")
            reason += "; [Server] of agent.conf is for \(names)"
        }
        self.reason = reason
        fields = [
            ("MostButtons", profile.maxButtons.map(String.init) ?? "any"),
            ("DrawsButtons", "\(profile.drawsButtons)"),
            ("ChoosesByMiddleClick", "\(profile.choosesByMiddleClick)"),
            ("MostBubbles", profile.maxBubbles.map(String.init) ?? "any"),
            ("ReversesButtons", "\(profile.reversesButtons)"),
            ("LeavesOutAfterDefault", "\(profile.leavesOutAfterDefault)"),
            ("DefaultLabel", (profile.defaultLabel ?? "Open").quoted),
            ("ClosesAfterAction", "\(profile.closesAfterAction)"),
            ("ObeysExpiry", "\(profile.obeysExpiry)"),
            ("MayStay", "\(profile.mayStay)"),
            ("LongestExpiry", profile.longestExpiry.map(Self.words) ?? "none"),
            ("ReportsCrossAsExpiry", "\(profile.reportsCrossAsExpiry)"),
            ("KeepsExpired", "\(profile.keepsExpired)"),
            ("Markup", profile.markup.map(Self.words) ?? "none"),
            ("TextLimit", profile.textLimit.map(Self.words) ?? "none"),
            ("EscapesTitles", "\(profile.escapesTitles)"),
            ("ValueHidesText", "\(profile.valueHidesText)"),
            ("HasReplyField", "\(profile.hasReplyField)"),
            ("SqueezesBlanks", "\(profile.squeezesBlanks)"),
            ("DropsRepeats", "\(profile.dropsRepeats)"),
            ("PlaysSound", "\(profile.playsSound)"),
            ("ReadsImageURIs", "\(profile.readsImageURIs)"),
            ("ShowsAppIcon", "\(profile.showsAppIcon)"),
            ("TakesImageAsIcon", "\(profile.takesImageAsIcon)"),
            ("DrawsIconAndImage", "\(profile.drawsIconAndImage)"),
            ("Pace", profile.pace.map(Self.words) ?? "none"),
            ("ForgetsGoneSenders", "\(profile.forgetsGoneSenders)"),
            ("KeepsButtonsInPlace", "\(profile.keepsButtonsInPlace)"),
            ("KeepsOldButtons", "\(profile.keepsOldButtons)"),
            (
                "UnderDoNotDisturb",
                profile.doNotDisturb.words.map(\.treatment).joined(separator: " ")
            ),
        ]
        doNotDisturb = profile.doNotDisturb
    }

    /// The report as `Status` has it.
    var record: Variant {
        .dictionary([
            ("name", .string(name)),
            ("reason", .string(reason)),
            ("fields", .dictionary(fields.map { ($0.key, .string($0.value)) })),
            (
                "doNotDisturb",
                .dictionary(doNotDisturb.words.map { ($0.level, .string($0.treatment)) })
            ),
        ])
    }

    private static func words(_ tags: MarkupTags) -> String {
        let names: [(MarkupTags, String)] = [
            (.bold, "b"), (.italic, "i"), (.underline, "u"), (.link, "a"), (.image, "img"),
        ]
        return names.filter { tags.contains($0.0) }.map(\.1).joined(separator: " ")
    }

    private static func words(_ pace: ServerProfile.Pace) -> String {
        "\(pace.burst) per \(words(microseconds: pace.interval.microseconds))"
    }

    private static func words(_ milliseconds: Int32) -> String {
        words(microseconds: Int64(milliseconds) * 1_000)
    }

    private static func words(microseconds: Int64) -> String {
        TimeSpan(microseconds: microseconds)?.description ?? "\(microseconds) µs"
    }

    private static func words(_ limit: TextLimit) -> String {
        "\(limit.lines) lines of \(limit.characters) characters"
    }
}
