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

let package = Package(
    name: "notify-schedule",
    products: [
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .executable(name: "notify-agent", targets: ["notify-agent"]),
        .executable(name: "notify-schedule", targets: ["notify-schedule"]),
        .executable(name: "notify-ical", targets: ["notify-ical"]),
        // For Benchmarks/ and Tests/Fuzz/, packages of their own.
        .library(name: "AgentInterface", targets: ["AgentInterface"]),
        .library(name: "CalendarFiles", targets: ["CalendarFiles"]),
        .library(name: "GLibBridge", targets: ["GLibBridge"]),
        .library(name: "Launcher", targets: ["Launcher"]),
        .library(name: "NotificationServer", targets: ["NotificationServer"]),
        .library(name: "NotifyCore", targets: ["NotifyCore"]),
        .library(name: "RequestFiles", targets: ["RequestFiles"]),
        .library(name: "TestSupport", targets: ["TestSupport"]),
    ],
    traits: [
        // Off by default: other packages change what they do where a module CoreLocation is there.
        .trait(
            name: "Location",
            description: "UNLocationNotificationTrigger, and what it needs of CoreLocation."
        )
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CGLib",
            pkgConfig: "gio-unix-2.0",
            providers: [.apt(["libglib2.0-dev"])]
        ),
        .systemLibrary(
            name: "CNotify",
            pkgConfig: "libnotify",
            providers: [.apt(["libnotify-dev"])]
        ),
        // Without pkg-config, which brings two more libraries and a database that nothing here needs.
        .systemLibrary(name: "CICal", providers: [.apt(["libical-dev"])]),
        .target(name: "GLibBridge", dependencies: ["CGLib"], swiftSettings: settings),
        .target(
            name: "DesktopBubbles",
            dependencies: ["CNotify", "GLibBridge"],
            swiftSettings: settings
        ),
        .target(
            name: "NotificationServer",
            dependencies: ["GLibBridge"],
            resources: [.embedInCode("org.freedesktop.Notifications.xml")],
            swiftSettings: settings
        ),
        .target(name: "NotifyCore", swiftSettings: settings),
        .target(
            name: "AgentInterface",
            dependencies: ["GLibBridge", "NotifyCore"],
            resources: [
                .embedInCode("org.notifyschedule.Agent1.xml"),
                .embedInCode("org.notifyschedule.App1.xml"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "CoreLocation",
            dependencies: ["NotifyCore"],
            swiftSettings: commonSettings
        ),
        .target(
            name: "UserNotifications",
            dependencies: [
                "AgentInterface", "GLibBridge", "NotifyCore",
                .target(name: "CoreLocation", condition: .when(traits: ["Location"])),
            ],
            // A delegate of the main actor would take over the isolation that `settings` gives the
            // requirements, and could no longer touch its own state in them.
            swiftSettings: commonSettings
        ),
        .target(
            name: "Launcher",
            dependencies: ["GLibBridge", "NotifyCore"],
            swiftSettings: settings
        ),
        .target(
            name: "RequestFiles",
            dependencies: ["GLibBridge", "NotifyCore", "AgentInterface", "Launcher"],
            swiftSettings: settings
        ),
        .target(
            name: "SchedulerAgent",
            dependencies: [
                "GLibBridge", "DesktopBubbles", "NotifyCore", "AgentInterface", "Launcher",
                "RequestFiles",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ScheduleCommands",
            dependencies: [
                "GLibBridge", "AgentInterface", "Launcher", "NotificationServer", "NotifyCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "CalendarFiles",
            dependencies: ["CICal", "GLibBridge", "AgentInterface", "NotifyCore"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "notify-ical",
            dependencies: ["CalendarFiles"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "notify-agent",
            dependencies: ["SchedulerAgent"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "notify-schedule",
            dependencies: ["ScheduleCommands"],
            swiftSettings: settings
        ),
        .target(
            name: "TestSupport",
            dependencies: ["AgentInterface", "GLibBridge", "NotificationServer"],
            path: "Tests/TestSupport",
            swiftSettings: settings
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
        .executableTarget(
            name: "sample-app",
            dependencies: ["UserNotifications"],
            path: "Tests/SampleApp",
            swiftSettings: commonSettings
        ),
        .executableTarget(
            name: "loop-host",
            dependencies: ["CGLib", "UserNotifications"],
            path: "Tests/HostApp/Loops",
            swiftSettings: commonSettings
        ),
        .executableTarget(
            name: "async-host",
            dependencies: ["UserNotifications"],
            path: "Tests/HostApp/Async",
            swiftSettings: commonSettings
        ),
        .testTarget(
            name: "GLibBridgeTests",
            dependencies: ["GLibBridge", "NotificationServer", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AgentTests",
            dependencies: [
                "DesktopBubbles",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                "AgentInterface", "FaultyDisk", "GLibBridge", "NotificationServer", "NotifyCore",
                "RequestFiles", "SchedulerAgent",
                "TestSupport", "notify-agent", "notify-ical", "notify-schedule",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CalendarFilesTests",
            dependencies: ["AgentInterface", "CalendarFiles", "NotifyCore"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "AgentInterface", "GLibBridge", "NotificationServer", "NotifyCore",
                "ScheduleCommands", "TestSupport", "notify-agent", "notify-schedule",
            ],
            exclude: ["Golden"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DesktopTests",
            dependencies: [
                "GLibBridge", "NotificationServer", "NotifyCore", "TestSupport", "notify-agent",
                "notify-schedule",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "NotifyCoreTests",
            dependencies: ["NotifyCore", "GLibBridge", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AgentInterfaceTests",
            dependencies: ["AgentInterface", "GLibBridge", "NotifyCore", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "UserNotificationsTests",
            dependencies: [
                "AgentInterface", "GLibBridge", "NotificationServer", "NotifyCore", "SymbolProbe5",
                "SymbolProbe6", "TestSupport", "UserNotifications", "async-host", "loop-host",
                "notify-agent", "sample-app",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "LauncherTests",
            dependencies: ["Launcher", "GLibBridge", "NotifyCore", "TestSupport"],
            swiftSettings: settings
        ),
    ]
)
