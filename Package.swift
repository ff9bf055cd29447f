// swift-tools-version: 6.2
import PackageDescription

let commonSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let settings: [SwiftSetting] =
    commonSettings + [
        // An async function without an actor stays on its caller's thread.
        .enableUpcomingFeature("NonisolatedNonsendingByDefault")
    ]

/// The trait of the relay's second engine.
let nats = "NATS"

/// The default trait: what an app that takes the libraries leaves out, with all that is needed for it alone.
let programs = "Programs"
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser",
    condition: .when(traits: [programs])
)
let logging = Target.Dependency.product(
    name: "Logging",
    package: "swift-log",
    condition: .when(traits: [programs])
)

/// The library of the relay's keys.
///
/// Its name differs between the releases of a distribution, so what is installed has it inside where there is an archive
/// of it: `make release` names the file.
let sodium = Context.environment["NOTIFY_SCHEDULE_SODIUM"] ?? "sodium"

let package = Package(
    name: "notify-schedule",
    products: [
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        // Of its own: other packages change what they do where a module NotificationCenter is there.
        .library(name: "NotificationCenter", targets: ["NotificationCenter"]),
        .executable(name: "notify-agent", targets: ["notify-agent"]),
        .executable(name: "notify-schedule", targets: ["notify-schedule"]),
        .executable(name: "notify-ical", targets: ["notify-ical"]),
        .executable(name: "notify-push", targets: ["notify-push"]),
        .executable(name: "notify-relay", targets: ["notify-relay"]),
    ],
    traits: [
        .default(enabledTraits: [programs]),
        .trait(
            name: programs,
            description:
                "notify-agent, notify-schedule, notify-ical, notify-push and notify-relay, which need more packages."
        ),
        // Off by default: other packages change what they do where a module CoreLocation is there.
        .trait(
            name: "Location",
            description: "UNLocationNotificationTrigger, and what it needs of CoreLocation."
        ),
        // Off by default: few need it, and it brings a library.
        .trait(
            name: nats,
            description: "NATS as a server of notify-relay, by the library libnats."
        ),
    ],
    dependencies: [
        .package(
            url: "https://github.com/apple/swift-argument-parser",
            .upToNextMinor(from: "1.8.0")
        ),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    ],
    targets: [
        // GLib's other names for pkg-config have flags of which SwiftPM warns.
        .systemLibrary(
            name: "CGLib",
            pkgConfig: "gobject-2.0",
            providers: [.apt(["libglib2.0-dev"])]
        ),
        // Without pkg-config, which SwiftPM would also ask in the builds of programs that do not need it.
        .systemLibrary(name: "CNotify", providers: [.apt(["libnotify-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        // Without pkg-config, which brings two more libraries and a database that nothing here needs.
        .systemLibrary(name: "CICal", providers: [.apt(["libical-dev"])]),
        // Without pkg-config, which brings the other library of OpenSSL.
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"])]),
        // Without pkg-config, as libnotify.
        .systemLibrary(name: "CSoup", providers: [.apt(["libsoup-3.0-dev"])]),
        // Without pkg-config, which SwiftPM would also ask in the builds without the trait.
        .systemLibrary(name: "CNATS", providers: [.apt(["libnats-dev"])]),
        .systemLibrary(name: "CTerminal"),
        // Of the programs: nothing imports it.
        .target(name: "CArguments"),
        .target(name: "TerminalCommands", dependencies: ["CTerminal"]),
        .target(name: "GLibBridge", dependencies: ["CGLib"]),
        .target(name: "SQLiteBridge", dependencies: ["CSQLite"]),
        .target(name: "TimeZones"),
        .target(
            name: "DesktopBubbles",
            dependencies: ["CNotify", "GLibBridge"]
        ),
        .target(
            name: "NotificationServer",
            dependencies: ["GLibBridge"],
            resources: [.embedInCode("org.freedesktop.Notifications.xml")]
        ),
        .target(name: "DesktopTexts", dependencies: ["CGLib"]),
        .target(name: "NotifyCore", dependencies: ["DesktopTexts"]),
        .target(
            name: "ConfigurationFiles",
            dependencies: ["GLibBridge", "NotifyCore"]
        ),
        .target(
            name: "AgentInterface",
            dependencies: ["GLibBridge", "NotifyCore", "TimeZones"],
            resources: [
                .embedInCode("VERSION"),
                .embedInCode("org.notifyschedule.Agent1.xml"),
                .embedInCode("org.notifyschedule.App1.xml"),
                .embedInCode("org.notifyschedule.Push1.xml"),
                .embedInCode("org.notifyschedule.Relay1.xml"),
            ]
        ),
        .target(
            name: "CoreLocation",
            dependencies: ["NotifyCore"]
        ),
        .target(
            name: "UserNotifications",
            dependencies: [
                "AgentInterface", "GLibBridge", "NotifyCore",
                .target(name: "CoreLocation", condition: .when(traits: ["Location"])),
            ]
        ),
        .target(
            name: "NotificationCenter",
            dependencies: ["UserNotifications"]
        ),
        .target(
            name: "Launcher",
            dependencies: ["ConfigurationFiles", "GLibBridge", "NotifyCore"]
        ),
        .target(
            name: "RequestFiles",
            dependencies: ["AgentInterface", "ConfigurationFiles", "GLibBridge", "NotifyCore"]
        ),
        .target(
            name: "UserRequests",
            dependencies: [
                "AgentInterface", "ConfigurationFiles", "GLibBridge", "Launcher", "NotifyCore",
                "DesktopTexts",
            ]
        ),
        .target(
            name: "BusCallers",
            dependencies: ["GLibBridge", "NotifyCore"]
        ),
        .target(
            name: "SchedulerAgent",
            dependencies: [
                "AgentInterface", "BusCallers", "ConfigurationFiles", "DesktopBubbles",
                "GLibBridge", "Launcher",
                "NotifyCore", "RequestFiles", "SQLiteBridge", "TimeZones", "DesktopTexts",
                logging,
            ]
        ),
        .target(
            name: "ScheduleCommands",
            dependencies: [
                "AgentInterface", "BusCallers", "ConfigurationFiles", "GLibBridge", "Launcher",
                "NotificationServer", "NotifyCore", "RequestFiles", "TerminalCommands",
                "TimeZones", "DesktopTexts", "UserRequests",
                argumentParser,
            ]
        ),
        .target(
            name: "CalendarFiles",
            dependencies: ["CICal", "GLibBridge", "AgentInterface", "NotifyCore", "TimeZones"]
        ),
        .target(
            name: "PushMessages",
            dependencies: [
                "AgentInterface", "BusCallers", "CCrypto", "ConfigurationFiles", "GLibBridge",
                "NotifyCore", "SQLiteBridge",
            ],
            resources: [.embedInCode("org.unifiedpush.Connector.xml")]
        ),
        .target(
            name: "RelayGroup",
            dependencies: ["CSodium", "ConfigurationFiles", "NotifyCore", "SQLiteBridge"],
            linkerSettings: [.linkedLibrary(sodium)]
        ),
        .target(
            name: "RelayProgram",
            dependencies: [
                "AgentInterface", "BusCallers", "ConfigurationFiles", "DesktopTexts", "GLibBridge",
                "Launcher", "NotifyCore", "RelayGroup", "RelayServers",
            ]
        ),
        .executableTarget(
            name: "notify-relay",
            dependencies: ["CArguments", "RelayProgram"]
        ),
        .target(
            name: "RelayServers",
            dependencies: [
                "CSoup", "GLibBridge", "NotifyCore",
                .target(name: "CNATS", condition: .when(traits: [nats])),
            ]
        ),
        .executableTarget(
            name: "notify-push",
            dependencies: ["CArguments", "PushMessages"]
        ),
        .executableTarget(
            name: "notify-ical",
            dependencies: ["CArguments", "CalendarFiles"]
        ),
        .executableTarget(
            name: "notify-agent",
            dependencies: ["CArguments", "SchedulerAgent"]
        ),
        .executableTarget(
            name: "notify-schedule",
            dependencies: ["CArguments", "ScheduleCommands"]
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "AgentInterface", "CTerminal", "GLibBridge", "NotificationServer", "NotifyCore",
            ],
            path: "Tests/TestSupport"
        ),
        // A layer under SQLite, for tests of what a disk does.
        .target(
            name: "FaultyDisk",
            path: "Tests/FaultyDisk",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .target(
            name: "SymbolProbe6",
            dependencies: ["UserNotifications"],
            path: "Tests/SymbolProbe/Swift6",
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        ),
        .target(
            name: "SymbolProbe5",
            dependencies: ["UserNotifications"],
            path: "Tests/SymbolProbe/Swift5",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
        ),
        .target(
            name: "SymbolProbeAlone",
            dependencies: ["NotificationCenter"],
            path: "Tests/SymbolProbe/NotificationCenter",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "sample-app",
            dependencies: ["UserNotifications"],
            path: "Tests/SampleApp"
        ),
        .executableTarget(
            name: "sample-extension",
            dependencies: ["UserNotifications"],
            path: "Tests/SampleExtension"
        ),
        .executableTarget(
            name: "loop-host",
            dependencies: ["CGLib", "UserNotifications"],
            path: "Tests/HostApp/Loops"
        ),
        .executableTarget(
            name: "async-host",
            dependencies: ["UserNotifications"],
            path: "Tests/HostApp/Async"
        ),
        .testTarget(
            name: "GLibBridgeTests",
            dependencies: ["GLibBridge", "NotificationServer", "TestSupport"]
        ),
        .testTarget(
            name: "SQLiteBridgeTests",
            dependencies: [
                "AgentInterface", "NotifyCore", "SQLiteBridge", "SchedulerAgent", "TestSupport",
            ],
            resources: [.embedInCode("Stores/earlier.sql")]
        ),
        // What the tests of the agent have in common. It sees what the agent does not publish, which a build
        // for release does not offer, and so is no library.
        .testTarget(
            name: "AgentTestSupport",
            dependencies: [
                "AgentInterface", "DesktopBubbles", "GLibBridge", "NotifyCore", "SchedulerAgent",
                "TestSupport",
                "SQLiteBridge",
                logging,
            ]
        ),
        .testTarget(
            name: "SchedulerTests",
            dependencies: [
                "AgentInterface", "AgentTestSupport", "BusCallers", "DesktopBubbles",
                "DesktopTexts",
                "GLibBridge", "NotifyCore", "RequestFiles", "SchedulerAgent", "TestSupport",
                "SQLiteBridge",
                logging,
            ]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "AgentInterface", "AgentTestSupport", "BusCallers", "ConfigurationFiles",
                "DesktopBubbles",
                "GLibBridge", "NotificationServer", "NotifyCore", "RequestFiles", "SQLiteBridge",
                "SchedulerAgent", "TestSupport", "notify-agent", "notify-ical", "notify-schedule",
                logging,
            ]
        ),
        .testTarget(
            name: "StressTests",
            dependencies: [
                "AgentInterface", "AgentTestSupport", "DesktopBubbles", "FaultyDisk", "GLibBridge",
                "NotificationServer", "NotifyCore", "SchedulerAgent", "TestSupport",
                "notify-agent", "notify-schedule",
                "SQLiteBridge",
            ]
        ),
        .testTarget(
            name: "CalendarFilesTests",
            dependencies: [
                "AgentInterface", "CICal", "CalendarFiles", "NotifyCore", "TestSupport",
            ],
            exclude: ["Readers"]
        ),
        .testTarget(
            name: "PushTests",
            dependencies: [
                "AgentInterface", "BusCallers", "GLibBridge", "NotificationServer", "NotifyCore",
                "PushMessages", "TestSupport", "notify-agent", "notify-push", "notify-schedule",
                "sample-app",
            ],
            exclude: ["sender.py"]
        ),
        .testTarget(
            name: "RelayTests",
            dependencies: ["NotifyCore", "RelayGroup", "SQLiteBridge", "TestSupport"],
            exclude: ["envelope.py"]
        ),
        .testTarget(
            name: "RelayProgramTests",
            dependencies: [
                "AgentInterface", "BusCallers", "GLibBridge", "NotificationServer", "NotifyCore",
                "RelayGroup", "RelayProgram", "RelayServers", "SQLiteBridge", "TestSupport",
                "notify-agent", "notify-relay", "notify-schedule",
            ]
        ),
        .testTarget(
            name: "RelayServerTests",
            dependencies: ["GLibBridge", "NotifyCore", "RelayServers", "TestSupport"]
        ),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "GLibBridge", "NotificationServer", "TestSupport", "notify-agent", "notify-ical",
                "notify-relay", "notify-schedule",
            ],
            exclude: ["not-run.tsv"]
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "AgentInterface", "GLibBridge", "NotificationServer", "NotifyCore", "RequestFiles",
                "ScheduleCommands", "TestSupport", "UserNotifications", "notify-agent",
                "notify-schedule", argumentParser,
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "DesktopTests",
            dependencies: [
                "AgentInterface", "AgentTestSupport", "GLibBridge", "NotificationServer",
                "NotifyCore", "TestSupport",
                "notify-agent", "notify-schedule",
            ]
        ),
        .testTarget(
            name: "NotifyCoreTests",
            dependencies: ["DesktopTexts", "NotifyCore", "TestSupport", "TimeZones"]
        ),
        .testTarget(
            name: "TerminalCommandsTests",
            dependencies: ["TerminalCommands"]
        ),
        .testTarget(
            name: "TimeZonesTests",
            dependencies: ["TestSupport", "TimeZones"]
        ),
        .testTarget(
            name: "AgentInterfaceTests",
            dependencies: ["AgentInterface", "GLibBridge", "NotifyCore", "TestSupport"],
            resources: [
                .embedInCode("Golden/entries.jsonl"), .embedInCode("Golden/records.txt"),
                .embedInCode("Golden/request.base64"),
            ]
        ),
        .testTarget(
            name: "UserNotificationsTests",
            dependencies: [
                "AgentInterface", "GLibBridge", "NotificationServer", "NotifyCore", "SymbolProbe5",
                "SymbolProbe6", "SymbolProbeAlone", "TestSupport", "UserNotifications",
                "async-host", "loop-host",
                "notify-agent", "sample-app", "sample-extension",
            ]
        ),
        // Of the programs of Examples/ and Tests/Places/, which `make examples` and `make places` build before.
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "AgentInterface", "GLibBridge", "NotificationServer", "TestSupport", "notify-agent",
            ]
        ),
        .testTarget(
            name: "LauncherTests",
            dependencies: [
                "ConfigurationFiles", "GLibBridge", "Launcher", "NotifyCore", "TestSupport",
            ]
        ),
    ]
)

// The window needs GTK. A machine without it, such as a server, builds the rest with this variable set.
if Context.environment["NOTIFY_SCHEDULE_WITHOUT_WINDOW"] == nil {
    package.products.append(.executable(name: "notify-window", targets: ["notify-window"]))
    package.targets += [
        // Without pkg-config, which has flags of which SwiftPM warns.
        .systemLibrary(name: "CAdwaita", providers: [.apt(["libadwaita-1-dev"])]),
        .target(
            name: "NotifyWindow",
            dependencies: [
                "AgentInterface", "CAdwaita", "ConfigurationFiles", "GLibBridge", "Launcher",
                "NotifyCore", "DesktopTexts", "UserRequests",
            ],
            resources: [
                .embedInCode("app.ui"), .embedInCode("command.ui"), .embedInCode("confirm.ui"),
                .embedInCode("edit.ui"), .embedInCode("entry.ui"), .embedInCode("message.ui"),
                .embedInCode("pair.ui"), .embedInCode("part.ui"), .embedInCode("picker.ui"),
                .embedInCode("row.ui"), .embedInCode("status.ui"), .embedInCode("switch.ui"),
                .embedInCode("window.ui"),
            ],
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
        .executableTarget(
            name: "notify-window",
            dependencies: ["CArguments", "NotifyWindow"]
        ),
        .testTarget(
            name: "WindowTests",
            dependencies: [
                "AgentInterface", "GLibBridge", "NotifyCore", "NotifyWindow", "TestSupport",
                "UserRequests", "notify-agent", "notify-relay", "notify-schedule", "notify-window",
            ]
        ),
    ]
}

// Benchmarks and fuzzers are targets of this package, so that they can use what is not public, and are declared for
// who works on it alone: `make bench`, `make instructions` and `make fuzz` set the variable.
if Context.environment["NOTIFY_SCHEDULE_DEVELOPMENT"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibnotify", path: "Benchmarks/CLibnotify", pkgConfig: "libnotify"),
        .executableTarget(
            name: "gio-list",
            dependencies: ["CGLib"],
            path: "Benchmarks/GIOList",
            linkerSettings: [.linkedLibrary("gio-2.0")]
        ),
        .executableTarget(
            name: "bare-call",
            dependencies: ["CGLib"],
            path: "Benchmarks/BareCall",
            linkerSettings: [.linkedLibrary("gio-2.0")]
        ),
        .executableTarget(
            name: "add-clients",
            dependencies: ["CGLib"],
            path: "Benchmarks/AddClients",
            linkerSettings: [.linkedLibrary("gio-2.0")]
        ),
        .executableTarget(
            name: "answering-server",
            dependencies: ["CGLib"],
            path: "Benchmarks/AnsweringServer",
            linkerSettings: [.linkedLibrary("gio-2.0")]
        ),
        .executableTarget(
            name: "bare-notify",
            dependencies: ["CLibnotify"],
            path: "Benchmarks/BareNotify"
        ),
        .executableTarget(
            name: "timed-notify",
            dependencies: ["CLibnotify"],
            path: "Benchmarks/TimedNotify"
        ),
        .executableTarget(
            name: "sqlite-commits",
            path: "Benchmarks/SQLiteCommits",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        // What is counted in place of being timed.
        .executableTarget(
            name: "instructions",
            dependencies: ["AgentInterface", "GLibBridge", "NotifyCore"],
            path: "Benchmarks/Instructions"
        ),
        .executableTarget(
            name: "figures",
            dependencies: [
                "AgentInterface", "GLibBridge", "NotificationServer", "NotifyCore", "TestSupport",
            ],
            path: "Benchmarks/Figures"
        ),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "AgentInterface", "CalendarFiles", "ConfigurationFiles", "GLibBridge", "Launcher",
                "NotifyCore", "PushMessages", "RelayGroup", "RelayProgram", "RelayServers",
                "RequestFiles",
            ],
            path: "Tests/Fuzz/Checks"
        ),
    ]
}

// All targets in Swift have the same settings, but for those that say otherwise. An app is compiled without the last of
// them, and so are the libraries: a delegate of the main actor would take over the isolation that it gives the
// requirements, and could no longer touch its own state in them.
let asApps = [
    "CoreLocation", "NotificationCenter", "UserNotifications",
    "async-host", "loop-host", "sample-app", "sample-extension",
]
for target in package.targets where target.type != .system && target.swiftSettings == nil {
    target.swiftSettings = asApps.contains(target.name) ? commonSettings : settings
}

// For a build with other traits, which compiles all again: the tests of these targets alone.
if let names = Context.environment["NOTIFY_TEST_TARGETS"]?.split(separator: " ") {
    package.targets.removeAll { target in
        target.type == .test && !names.contains { $0 == target.name }
    }
}
