// swift-tools-version: 6.2
import PackageDescription

let project = "notify-schedule"
let notifications = Target.Dependency.product(name: "UserNotifications", package: project)

func program(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: [notifications],
        swiftSettings: [.treatAllWarnings(as: .error)]
    )
}

let package = Package(
    name: "notify-schedule-examples",
    dependencies: [
        .package(name: project, path: "..", traits: []),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    ],
    targets: [
        program("HabitReminders"),
        program("NotificationLists"),
        program("SchemeLauncher"),
        program("TestNotification"),
        program("SealedMessage"),
        program("StaffMeeting"),
        .testTarget(
            name: "CustomDumpTests",
            dependencies: [
                notifications, .product(name: "CustomDump", package: "swift-custom-dump"),
            ]
        ),
    ]
)
