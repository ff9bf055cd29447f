import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule apps`.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List apps, and allow or deny their notifications.",
        discussion: """
            Examples:
              notify-schedule apps
              notify-schedule apps --json
              notify-schedule apps deny org.example.Shop
              notify-schedule apps allow org.example.Mail

            An app is allowed until you deny it; with Default=ask in agent.conf it must
            ask first.
            """,
        subcommands: [AppsListCommand.self, AppsAllowCommand.self, AppsDenyCommand.self],
        defaultSubcommand: AppsListCommand.self
    )
}

/// The verb `notify-schedule apps list`.
struct AppsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the apps that have requests, a badge or a permission.",
        discussion: """
            Examples:
              notify-schedule apps list
              notify-schedule apps list --json
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let apps = try AgentClient().apps()
        if json { return try JSONOutput.print(apps.map(AppReport.init)) }
        var table = Table(
            headings: ["APP", "NAME", "PERMISSION", "PENDING", "DELIVERED", "BADGE"],
            elastic: ["APP": 12, "NAME": 8]
        )
        table.rows = apps.map { app in
            [
                app.appID, app.name,
                Self.words(app.authorizationStatus)
                    + (app.passesDoNotDisturb ? ", through do-not-disturb" : "")
                    + (app.isPrivate ? ", private" : ""),
                "\(app.pending)", "\(app.delivered)", "\(app.badge)",
            ]
        }
        table.print()
    }

    private static func words(_ status: AuthorizationStatus) -> String {
        switch status {
        case .notDetermined: "not asked"
        case .denied: "denied"
        case .authorized: "allowed"
        case .provisional: "provisional"
        }
    }
}

/// The verb `notify-schedule apps allow`.
struct AppsAllowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Allow an app to show notifications, even if it has not asked.",
        usage: "notify-schedule apps allow [<options>] <app>",
        discussion: """
            Examples:
              notify-schedule apps allow org.example.Mail
              notify-schedule apps allow org.example.Alarm --through-dnd
              notify-schedule apps allow org.example.Chat --private

            With --through-dnd its time-sensitive notifications appear while the
            desktop's do-not-disturb is on. With --private its texts are hidden while
            the session is locked, and come after the unlock. --no-through-dnd and
            --no-private take it back; what is not named stays as it is.
            """
    )

    @Argument(help: "The app's id, as apps lists it.", completion: .apps)
    var app: String

    @Flag(
        inversion: .prefixedNo,
        help: "Let its time-sensitive notifications through do-not-disturb."
    )
    var throughDnd: Bool?

    @Flag(
        name: .customLong("private"),
        inversion: .prefixedNo,
        help: "Hide its texts while the session is locked."
    )
    var isPrivate: Bool?

    func run() throws {
        try AppDecision.carryOut(
            true,
            app,
            passesDoNotDisturb: throughDnd,
            isPrivate: isPrivate
        )
    }
}

/// The verb `notify-schedule apps deny`.
struct AppsDenyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Deny an app all notifications, those that are pending included.",
        discussion: """
            Example:
              notify-schedule apps deny org.example.Shop
            """
    )

    @Argument(help: "The app's id, as apps lists it.", completion: .apps)
    var app: String

    func run() throws {
        try AppDecision.carryOut(false, app)
    }
}

/// A decision about an app.
private enum AppDecision {
    static func carryOut(
        _ isAllowed: Bool,
        _ name: String,
        passesDoNotDisturb: Bool? = nil,
        isPrivate: Bool? = nil
    ) throws {
        let app = AgentNames.id(ofApp: name)
        let client = try AgentClient()
        let apps = try client.apps()
        let known = apps.map(\.appID)
        try client.setAllowed(isAllowed, app: app)
        if let passesDoNotDisturb {
            try client.setPassesDoNotDisturb(passesDoNotDisturb, app: app)
        }
        if let isPrivate { try client.setPrivate(isPrivate, app: app) }
        let entry = apps.first { $0.appID == app }
        let passes = passesDoNotDisturb ?? entry?.passesDoNotDisturb ?? false
        let hides = isPrivate ?? entry?.isPrivate ?? false
        print(
            "\(isAllowed ? "allowed" : "denied") \(app)"
                + (isAllowed && passes ? ", also through do-not-disturb" : "")
                + (isAllowed && hides ? ", its texts hidden while the session is locked" : "")
        )
        guard !known.contains(app), DesktopApps.app(app) == nil else { return }
        let guess = Suggestion.nearest(to: app, in: known)
        Terminal.warn(
            "the app \(app.quoted) is unknown; "
                + (guess.map { "did you mean \($0)?" }
                    ?? "an app is known from its first request on")
        )
    }
}

/// What `apps --json` prints of an app.
private struct AppReport: Encodable {
    let appID: String
    let name: String
    let authorizationStatus: String
    let pending: Int
    let delivered: Int
    let badge: Int
    let passesDoNotDisturb: Bool
    let isPrivate: Bool

    private enum CodingKeys: String, CodingKey {
        case appID, name, authorizationStatus, pending, delivered, badge, passesDoNotDisturb
        case isPrivate = "private"
    }

    init(_ app: AppEntry) {
        appID = app.appID
        name = app.name
        authorizationStatus = app.authorizationStatus.rawValue
        pending = app.pending
        delivered = app.delivered
        badge = app.badge
        passesDoNotDisturb = app.passesDoNotDisturb
        isPrivate = app.isPrivate
    }
}
