import ArgumentParser

/// The options of `send` for the argument parser, used only for the manual page and the shells'
/// completions; ``SendOptions`` parses the command line.
///
/// `-h` is not among them, because that parser reads it as help.
struct SendArguments: ParsableArguments {
    @Option(
        name: [.customShort("u"), .long],
        help: help("urgency", "level"),
        completion: .list(["low", "normal", "critical"])
    )
    var urgency: String?

    @Option(name: [.customShort("t"), .long], help: help("expire-time", "ms"))
    var expireTime: Int?

    @Option(name: [.customShort("a"), .long], help: help("app-name", "name"))
    var appName: String?

    @Option(name: [.customShort("i"), .long], help: help("icon", "icon"), completion: .file())
    var icon: String?

    @Option(name: [.customShort("n"), .long], help: help("app-icon", "icon"), completion: .file())
    var appIcon: String?

    @Option(name: [.customShort("c"), .long], help: help("category", "type"))
    var category: String?

    @Flag(name: [.customShort("e"), .long], help: help("transient"))
    var transient = false

    @Option(
        help: ArgumentHelp(
            "\(SendOptions.help("hint")) -h is short for it.",
            valueName: "type:name:value"
        )
    )
    var hint: [String] = []

    @Flag(name: [.customShort("p"), .long], help: help("print-id"))
    var printId = false

    @Option(help: help("id-fd", "fd"))
    var idFd: Int?

    @Option(name: [.customShort("r"), .long], help: help("replace-id", "number"))
    var replaceId: Int?

    @Flag(name: [.customShort("w"), .long], help: help("wait"))
    var wait = false

    @Option(name: [.customShort("A"), .long], help: help("action", "[name=]text"))
    var action: [String] = []

    @Option(help: help("selected-action-fd", "fd"))
    var selectedActionFd: Int?

    @Option(help: help("activation-token-fd", "fd"))
    var activationTokenFd: Int?

    private static func help(_ option: String, _ valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(SendOptions.help(option), valueName: valueName)
    }
}
