// swift-tools-version: 6.2
import PackageDescription

let project = "notify-schedule"

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// Built with the fuzzer's instrumentation, which all targets must have, and for testing: see `make fuzz`.
let package = Package(
    name: "notify-schedule-fuzz",
    dependencies: [.package(name: project, path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [
                .product(name: "AgentInterface", package: project),
                .product(name: "CalendarFiles", package: project),
                .product(name: "GLibBridge", package: project),
                .product(name: "Launcher", package: project),
                .product(name: "NotifyCore", package: project),
                .product(name: "RequestFiles", package: project),
            ],
            path: "Checks",
            swiftSettings: settings
        )
    ]
)
