// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // The measuring goes on on the main thread.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let project = "notify-schedule"

let package = Package(
    name: "notify-schedule-benchmarks",
    dependencies: [.package(name: project, path: "..")],
    targets: [
        .systemLibrary(name: "CGIO", path: "CGIO", pkgConfig: "gio-unix-2.0"),
        .systemLibrary(name: "CLibnotify", path: "CLibnotify", pkgConfig: "libnotify"),
        .systemLibrary(name: "CSQLite", path: "CSQLite", pkgConfig: "sqlite3"),
        // The peers in C.
        .executableTarget(name: "gio-list", dependencies: ["CGIO"], path: "GIOList"),
        .executableTarget(name: "bare-call", dependencies: ["CGIO"], path: "BareCall"),
        .executableTarget(name: "bare-notify", dependencies: ["CLibnotify"], path: "BareNotify"),
        .executableTarget(name: "timed-notify", dependencies: ["CLibnotify"], path: "TimedNotify"),
        .executableTarget(
            name: "sqlite-commits",
            dependencies: ["CSQLite"],
            path: "SQLiteCommits",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        // What is counted in place of being timed.
        .executableTarget(
            name: "instructions",
            dependencies: [
                .product(name: "AgentInterface", package: project),
                .product(name: "GLibBridge", package: project),
                .product(name: "NotifyCore", package: project),
            ],
            path: "Instructions",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "figures",
            dependencies: [
                .product(name: "AgentInterface", package: project),
                .product(name: "GLibBridge", package: project),
                .product(name: "NotificationServer", package: project),
                .product(name: "NotifyCore", package: project),
                .product(name: "TestSupport", package: project),
            ],
            path: "Figures",
            swiftSettings: settings
        ),
    ]
)
