import Foundation
import TestSupport

/// What the examples take for granted: the user's own files and programs, and apps that are installed.
enum ExampleMaterials {
    /// Programs of the user and of others, each with what it does.
    private static let programs = [
        // `run` and pipes run them; what they do does not matter.
        "make": "echo built", "cargo": "echo tested", "nm-connection-editor": "exit 0", "jq": "cat",
    ]

    private static let calendar = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//example//EN\r
        BEGIN:VEVENT\r
        UID:standup@example.org\r
        DTSTAMP:20260101T000000Z\r
        DTSTART:20300105T090000Z\r
        SUMMARY:Stand up\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        TRIGGER:-PT10M\r
        END:VALARM\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    private static let payload = #"{"aps": {"alert": {"title": "Chess", "body": "Your turn"}}}"#

    private static let launcher = """
        [Scheme clock]
        Exec=notify-schedule add "Timer" --in %{m}min

        [Scheme prefs]
        Exec=true %o

        [Command backup]
        Exec=true

        [Action wifi]
        Name=Wi-Fi
        Category=Settings
        URL=prefs:root=WIFI

        """

    private static func list(_ inside: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><array>\(inside)</array></plist>

        """
    }

    /// Writes the files.
    static func write(to bus: PrivateBus) throws {
        let home = "\(bus.directory)/home"
        for (name, script) in programs {
            try executable("#!/bin/sh\n\(script)\n", at: "\(bus.directory)/bin/\(name)")
        }
        for name in ["deploy.sh", "backup.sh"] {
            try executable("#!/bin/sh\nexit 0\n", at: "\(home)/\(name)")
        }
        let files = [
            "calendar.ics": calendar, "family.ics": calendar,
            ".calendars/work/standup.ics": calendar,
            "game.apns": payload.replacingOccurrences(
                of: "{\"aps\"",
                with: "{\"Simulator Target Bundle\": \"org.example.Chess\", \"aps\""
            ),
            "payload.apns": payload.replacingOccurrences(
                of: "{\"aps\"",
                with: "{\"Simulator Target Bundle\": \"org.example.App\", \"aps\""
            ),
            "schemes.plist": list(
                "<dict><key>app_name</key><string>Wi-Fi</string><key>url_scheme</key>"
                    + "<string>prefs:root=WIFI</string><key>category</key><string>Settings</string></dict>"
            ),
            "appList.plist": list("<string>Settings</string>"),
        ]
        for (name, text) in files { try Self.text(text, at: "\(home)/\(name)") }
        for (name, lines) in apps {
            try text(
                "[Desktop Entry]\nType=Application\nExec=true %u\n\(lines)\n",
                at: "\(bus.directory)/share/applications/\(name).desktop"
            )
        }
    }

    /// Apps that are installed.
    private static let apps = [
        "firefox": """
        Name=Firefox
        Categories=Network;WebBrowser;
        Actions=new-private-window;

        [Desktop Action new-private-window]
        Name=New Private Window
        Exec=true --private-window
        """,
        "thunderbird": "Name=Thunderbird",
        "wifi-settings": """
        Name=Settings
        Categories=Settings;
        """,
    ]

    /// Writes the configuration that the help of commands takes for granted.
    static func writeConfiguration(to bus: PrivateBus) throws {
        let folder = "\(bus.directory)/config/notify-schedule"
        try text(launcher, at: "\(folder)/launcher.conf")
        try text("[Focus work]\n", at: "\(folder)/agent.conf")
    }

    /// Adds the lines of an example to the file that they belong into.
    static func add(configuration lines: String, number: Int, to bus: PrivateBus) throws -> String {
        // The pages name files of a user whose home this is not.
        let home = "\(bus.directory)/home"
        let lines = lines.replacingOccurrences(of: "/home/me", with: home)
            .replacingOccurrences(of: "/home/ada", with: home)
        let group = lines.split(separator: "\n").first { $0.hasPrefix("[") } ?? ""
        let kind = group.dropFirst().prefix { $0 != " " && $0 != "]" }
        let name =
            switch kind {
            case "Scheme", "URL", "Command", "Device", "Launcher": "launcher.conf"
            case "Bubble", "Reply", "Permission", "Time", "Sound", "Late", "Focus", "Summary",
                "Server":
                "agent.conf"
            case "Relay", "Inbox", "Phone": "relay.conf"
            case "Request", "Calendar": "requests.d/example\(number).conf"
            default: "requests.d/part\(number).conf"
            }
        let path = "\(bus.directory)/config/notify-schedule/\(name)"
        // Lines without a group are a part of a request.
        let start = group.isEmpty ? "[Request]\nTitle=Example\n" : ""
        let there = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        try text("\(there)\n\(start)\(lines)\n", at: path)
        return name
    }

    private static func text(_ text: String, at path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private static func executable(_ text: String, at path: String) throws {
        try Self.text(text, at: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
}
