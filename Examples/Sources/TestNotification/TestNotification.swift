import Foundation

/// Tests notifications: soon, and two seconds from now as somebody would pick it in a calendar.
@MainActor @main struct TestNotification {
    static func main() async throws {
        let tester = NotificationTester()
        try await tester.testSoon()
        // A picker gives whole seconds.
        let picked = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded() + 2)
        try await tester.test(at: picked, in: .current)
        try await tester.waitUntilShown(2)
    }
}
