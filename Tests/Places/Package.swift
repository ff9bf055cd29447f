// swift-tools-version: 6.2
import PackageDescription

let project = "notify-schedule"

// A package of its own, since a trait counts for a whole build.
let package = Package(
    name: "places",
    dependencies: [.package(name: project, path: "../..", traits: ["Location"])],
    targets: [
        .testTarget(
            name: "PlacesTests",
            dependencies: [
                .product(name: "UserNotifications", package: project),
                .product(name: "CoreLocation", package: project),
                .product(name: "AgentInterface", package: project),
                .product(name: "TestSupport", package: project),
            ],
            path: "Tests",
            swiftSettings: [.treatAllWarnings(as: .error)]
        )
    ]
)
