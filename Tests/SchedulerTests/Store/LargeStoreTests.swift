import AgentInterface
import AgentTestSupport
import Foundation
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// A store that is too large to be looked through at each start.
@Suite struct LargeStoreTests {
    /// The sizes above which less is checked.
    private static let sizes = [Store.maxCheckedAlways, Store.maxCheckedWhole]
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/store.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes a store that is larger than a size.
    private func make(_ size: Int) throws {
        let store = try Store(path: path)
        let body = String(repeating: "x", count: 100_000)
        for number in 0..<(size / 100_000 + 10) {
            let request = NotificationRequest(
                appID: AgentNames.app,
                identifier: "request \(number)",
                content: NotificationContent(title: "title \(number)", body: body)
            )
            try store.add(
                PendingRequest(request: request, added: .distantPast, due: .distantFuture),
                boot: nil
            )
        }
        store.moveLogIntoFile()
        try store.database.close()
    }

    /// Makes a page of a tree, where no request has its text, unreadable.
    private func damage() throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let title = try #require(data.range(of: Data("title 15".utf8))).lowerBound
        let page = title / 4_096 * 4_096
        for index in page..<(page + 100) { data[index] = 0xA5 }
        try data.write(to: URL(fileURLWithPath: path))
    }

    private func open() throws -> SetAsideStore? {
        let opened = try Store.opening(path: path)
        try opened.store.database.close()
        return opened.setAside
    }

    @Test(arguments: sizes) func aWholeOneIsTakenAsItIs(size: Int) throws {
        try make(size)
        #expect(try open()?.problem == nil)
    }

    @Test(arguments: sizes) func afterACleanEndDamageShowsWhereItIsReadAndInTheHealthReport(
        size: Int
    ) throws {
        try make(size)
        try damage()
        #expect(try open()?.problem == nil)
        #expect(!StoreHealth(path: path).problems.isEmpty)
    }

    @Test(arguments: sizes) func afterAnotherEndItIsLookedThrough(size: Int) throws {
        try make(size)
        try damage()
        // A log that nobody moved into the file, as a killed agent leaves it; its content does not matter.
        try Data("log".utf8).write(to: URL(fileURLWithPath: "\(path)-wal"))
        #expect(try open()?.path != nil)
    }

    @Test(arguments: sizes) func oneThatWasCutIsLookedThrough(size: Int) throws {
        try make(size)
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        try data.prefix(data.count - 4_096).write(to: URL(fileURLWithPath: path))
        #expect(try open()?.path != nil)
    }
}
