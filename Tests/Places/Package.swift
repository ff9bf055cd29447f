// swift-tools-version: 6.2
import PackageDescription

let project = "notify-schedule"
let libraries: [Target.Dependency] = [
    .product(name: "UserNotifications", package: project),
    .product(name: "CoreLocation", package: project),
]

// A package of its own, since a trait counts for a whole build.
let package = Package(
    name: "places",
    dependencies: [.package(name: project, path: "../..", traits: ["Location"])],
    targets: [
        .executableTarget(
            name: "places",
            dependencies: libraries,
            path: "Sources",
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "LocationTriggerTests",
            dependencies: libraries,
            path: "Tests",
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
