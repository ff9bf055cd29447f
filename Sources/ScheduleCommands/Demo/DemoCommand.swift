import AgentInterface
import ArgumentParser
import Dispatch
import GLibBridge
import Glibc
import NotificationServer
import NotifyCore

/// The verb `notify-schedule demo`.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        _superCommandName: NotifySchedule.name,
        abstract: "Try it: a bubble whose buttons start commands.",
        discussion: """
            The bubble comes after 3 seconds. Without a desktop (on a server, in a
            container, over ssh) a private bus and a notification server that prints text
            replace it, and you choose with the keyboard.

            Examples:
              notify-schedule demo
              notify-schedule demo --text --choose 2
            """
    )

    @Flag(help: "Use the text server even if there is a desktop.")
    var text = false

    @Option(
        parsing: .unconditional,
        help: """
            Use the text server, and choose this button by itself; default 1 there if \
            standard input is no terminal.
            """
    )
    var choose: Int?

    func run() throws {
        try Blocking.run { try await perform() }
    }

    private func perform() async throws {
        if let choose, !(1...2).contains(choose) {
            throw RequestError(
                .invalidContent,
                .option("--choose"),
                value: "\(choose)",
                reason: "is not a button of the demo",
                wayOut: "write 1 or 2"
            )
        }
        let session = try await DemoSession.begin(
            // Nobody but the user can click on the desktop's bubble.
            isText: text || choose != nil || !DemoSession.hasDesktop,
            choice: choose
        )
        // A closed terminal must not leave the demo's agent on the user's bus either.
        let interrupts = [SIGINT, SIGTERM, SIGHUP].map { signal in
            UnixSignalWatch(signal) {
                // Not on the thread of the loop, which waits for the agent's end.
                DispatchQueue.global().async {
                    session.end()
                    Glibc.exit(128 + signal)
                }
            }
        }
        defer {
            withExtendedLifetime(interrupts) {}
            session.end()
        }
        try await play(on: session)
    }

    private func play(on session: DemoSession) async throws {
        let client = try AgentClient()
        let events = await DemoEvents(connection: try client.connection)
        try client.watch(app: AgentNames.app)
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "demo",
            content: NotificationContent(
                title: "Tea",
                body: "It is ready. Choose a button: the agent starts what launcher.conf says."
            ),
            trigger: .timeInterval(microseconds: 3_000_000, repeats: false),
            actions: [
                NotificationAction(
                    identifier: "timer",
                    title: "Timer",
                    url: "demo-clock://start?m=4"
                ),
                NotificationAction(identifier: "wifi", title: "Wi-Fi", url: "demo-prefs:root=WIFI"),
            ],
            // Some servers close a bubble after seconds, while the demo still waits for a button.
            bubble: BubbleOptions(expiry: 0)
        )
        _ = try client.add(request)
        say("Added: \"Tea\" in 3 seconds, with the buttons Timer and Wi-Fi.")
        say(session.explanation)
        guard let response = await events.response(to: "demo", seconds: 120) else {
            _ = try? client.remove(.dictionary([("identifiers", .strings(["demo"]))]))
            throw AgentUnreachable(
                "no button was chosen within two minutes; run the demo again, or with --choose 1"
            )
        }
        try await report(response, events)
    }

    /// Writes without the buffer of standard output, so that the bubble and these lines keep their order.
    private func say(_ line: String) {
        TextOutput.standard(line.printable + "\n")
    }

    private func report(_ response: RequestEvent, _ events: DemoEvents) async throws {
        guard let url = response.url else {
            say("You dismissed the bubble; nothing was started.")
            return
        }
        say("You chose \"\(response.action ?? "")\": \(url)")
        if let problem = response.problem { throw RequestError(.notFound, problem) }
        say("The agent started: \(try JSONOutput.line(response.arguments))")
        if await events.delivery(of: "demo-answer", seconds: 20) {
            say("That command ran, and its own bubble was shown.")
        }
    }
}
