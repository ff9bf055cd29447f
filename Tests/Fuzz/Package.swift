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

// Built with the fuzzer's instrumentation, which all targets must have: see `make fuzz`.
let package = Package(
    name: "notify-schedule-fuzz",
    dependencies: [.package(name: project, path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz-urls",
            dependencies: [.product(name: "NotifyCore", package: project)],
            path: "URLs",
            swiftSettings: settings
        )
    ]
)
