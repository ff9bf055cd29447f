import ArgumentParser
import DesktopTexts
import GLibBridge
import NotifyCore
import UserRequests

/// The verb `notify-schedule menu`.
struct MenuCommand: ParsableCommand, TextTaking {
    static let configuration = CommandConfiguration(
        commandName: "menu",
        _superCommandName: NotifySchedule.name,
        abstract: "Choose an action, or write a reminder, in a menu program.",
        discussion: """
            Examples:
              notify-schedule menu
              notify-schedule menu --program "rofi -dmenu -i"
              notify-schedule menu --list
              notify-schedule menu --pick "tea in 4 minutes"

            The menu has the actions of launcher.conf, then what is pending. An action is
            opened; of a pending notification the window is opened, or a notification
            says when it comes. A sentence in place of a line is added as by remind.
            The program is the first that is installed of fuzzel, wofi, rofi, bemenu
            and dmenu. It reads the lines and prints the one that is chosen.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The menu program, with its arguments.", valueName: "command")
    )
    var program: String?

    @Flag(help: "Only print the lines of the menu.")
    var list = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Do what this line says, without a menu.", valueName: "line")
    )
    var pick: String?

    // The bus starts this for the search of the desktop.
    @Flag(help: .hidden)
    var serve = false

    func run() throws {
        Translations.use()
        if serve { return try Blocking.run { try await SearchService.run() } }
        guard [program != nil, list, pick != nil].count(where: \.self) < 2 else {
            throw UsageError("--program, --list and --pick exclude each other; keep one of them")
        }
        let search = try DesktopSearch()
        let results = try search.menu()
        if let pick { return try search.pick(pick, of: results) }
        if list {
            for result in results { print(result.line) }
            return
        }
        let words = try command()
        let answer = try ProgramStart(arguments: words).answer(
            on: 1,
            to: results.map { "\($0.line)\n" }.joined()
        )
        // It prints nothing if the user has closed it.
        guard let line = answer.text.split(whereSeparator: \.isNewline).first else {
            guard answer.status < 126 else {
                throw RequestError(.notFound, "\(words[0]) ended with status \(answer.status)")
            }
            return
        }
        do {
            try search.pick(String(line), of: results)
        } catch {
            // A menu that a key has opened has no terminal.
            try? search.tell(tr("Nothing was done"), Refusal(error).message)
            throw error
        }
    }

    /// The texts for people, which may have bytes that are not UTF-8.
    var texts: [String] { [pick].compactMap(\.self) }

    /// The menu programs, those of Wayland first, with what makes each one a menu.
    private static let programs = [
        (name: "fuzzel", options: ["--dmenu"], isOfWayland: true),
        (name: "wofi", options: ["--dmenu", "--insensitive"], isOfWayland: true),
        (name: "rofi", options: ["-dmenu", "-i"], isOfWayland: false),
        (name: "bemenu", options: ["-i"], isOfWayland: false),
        (name: "dmenu", options: ["-i"], isOfWayland: false),
    ]

    /// Returns the command line of the menu program.
    private func command() throws -> [String] {
        if let program {
            do throws(GLibError) {
                return try ShellWords.split(program)
            } catch {
                throw RequestError(
                    .invalidContent,
                    "--program \(program.quoted): \(error.message); write a command such as \"rofi -dmenu\""
                )
            }
        }
        let isWayland = Environment["WAYLAND_DISPLAY"]?.isEmpty == false
        for menu in Self.programs where isWayland || !menu.isOfWayland {
            guard let path = InstalledProgram.path(of: menu.name) else { continue }
            return [path] + menu.options + ["-p", "Notify"]
        }
        throw RequestError(
            .notFound,
            "none of the menu programs \(Self.programs.map(\.name).joined(separator: ", ")) is installed"
                + (isWayland ? "" : " for X11"),
            wayOut: "install one, or name yours with --program"
        )
    }
}
