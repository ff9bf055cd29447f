import Foundation
import TestSupport
import Testing

@testable import GLibBridge

/// The bounds on files that come with calls, and when they are closed.
@Suite struct ReceivedFilesTests {
    private static let xml = """
        <node><interface name="org.example.Files">
          <method name="Take"/>
          <method name="Other"/>
        </interface></node>
        """

    /// An object whose method "Take" takes files, and which answers nothing by itself.
    private struct Service {
        let bus: PrivateBus
        let calls = Recorder<BusMethodCall>()
        let connection: BusConnection
        let registration: BusRegistration

        init() async throws {
            bus = try await PrivateBus()
            connection = try bus.connect()
            let calls = calls
            registration = try await connection.export(
                BusObject(call: { calls.append($0) }, methodsWithFiles: ["Take"]),
                at: "/f",
                interface: "org.example.Files",
                xml: ReceivedFilesTests.xml
            )
        }

        /// Sends a call and hears of its answer: the name of its error, or nothing.
        func send(
            _ method: String,
            _ files: [OpenFile],
            from client: BusConnection
        ) -> Recorder<String?> {
            let answers = Recorder<String?>()
            let destination = BusDestination(
                name: connection.uniqueName,
                path: "/f",
                interface: "org.example.Files"
            )
            Thread.detachNewThread {
                do throws(GLibError) {
                    _ = try client.callBlocking(method, on: destination, files: files)
                    answers.append(nil)
                } catch {
                    answers.append(error.remoteName)
                }
            }
            return answers
        }
    }

    /// How often this process has a file open.
    private static func count(_ path: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\(name)"
            )
            return target == path
        }
    }

    @Test func aMethodThatTakesNoFilesKeepsNone() async throws {
        let service = try await Service()
        let client = try service.bus.connect()
        var counts: [String: Int] = [:]
        for method in ["Take", "Other"] {
            let path = "\(service.bus.directory)/\(method)"
            try Data().write(to: URL(fileURLWithPath: path))
            let answers = service.send(method, [try OpenFile(reading: path)], from: client)
            let call = try await service.calls.next()
            #expect(call.files.count == (method == "Take" ? 1 : 0))
            // The caller holds its own while it waits.
            counts[method] = try Self.count(path)
            call.reply()
            #expect(try await answers.next() == nil)
        }
        #expect(counts["Take"] == (counts["Other"] ?? 0) + 1)
    }

    @Test func oneSenderDoesNotUseUpWhatThereIsForAll() async throws {
        let service = try await Service()
        let (one, other) = (try service.bus.connect(), try service.bus.connect())
        let null = try OpenFile(reading: "/dev/null")
        let files = Array(repeating: null, count: 10)
        let limit = ReceivedFiles.maxPerSender / files.count
        for _ in 0..<limit {
            _ = service.send("Take", files, from: one)
            #expect(try await service.calls.next().files.count == files.count)
        }
        let refused = service.send("Take", files, from: one)
        #expect(
            try await refused.next() == "org.freedesktop.DBus.Error.LimitsExceeded"
        )
        let taken = service.send("Take", files, from: other)
        let call = try await service.calls.next()
        call.reply()
        #expect(try await taken.next() == nil)
        // What is answered and let go of makes room again.
        for call in service.calls.elements { call.reply() }
        service.calls.removeAll()
        _ = service.send("Take", [null], from: one)
        #expect(try await service.calls.next().files.count == 1)
        for call in service.calls.elements { call.reply() }
    }
}
