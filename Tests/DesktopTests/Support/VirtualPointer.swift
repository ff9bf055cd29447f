import Foundation
import Glibc
import TestSupport

/// A pointer on a Wayland compositor of the wlroots kind, which has none without a device.
///
/// It speaks the wire protocol of Wayland itself: a request is the object, the length and the number of the request,
/// and its arguments in words of four bytes (Wayland documentation, section "Wire Format").
final class VirtualPointer: Sendable {
    private static let manager = "zwlr_virtual_pointer_manager_v1"
    private static let left: UInt32 = 0x110
    private static let (registry, first, managerID, pointer): (UInt32, UInt32, UInt32, UInt32) = (
        2, 3, 4, 5
    )

    private let socket: Int32
    private let size: (width: Int, height: Int)

    /// Connects to a compositor.
    ///
    /// - Parameter path: the socket.
    init(path: String, size: (width: Int, height: Int)) throws {
        self.size = size
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
        }
        guard connected == 0 else { throw StartFailureInTest(what: "no compositor at \(path)") }
        try send(1, 1, Self.registry)
        try send(1, 0, Self.first)
        try bind(try nameOfManager())
    }

    deinit { close(socket) }

    /// Moves the pointer and presses a button.
    func click(_ point: Point, button: UInt32 = left) async throws {
        try move(point)
        // The surface below must have seen the pointer.
        try await Task.sleep(for: .milliseconds(200))
        for state: UInt32 in [1, 0] {
            try send(Self.pointer, 2, Self.now, button, state)
            try send(Self.pointer, 4)
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Moves the pointer.
    func move(_ point: Point) throws {
        let numbers = [point.x, point.y, size.width, size.height].map { UInt32($0) }
        try send(Self.pointer, 1, [Self.now] + numbers)
        try send(Self.pointer, 4)
    }

    private static var now: UInt32 {
        UInt32(truncatingIfNeeded: Int(Date().timeIntervalSince1970 * 1_000))
    }

    private func send(_ object: UInt32, _ request: UInt32, _ arguments: UInt32...) throws {
        try send(object, request, arguments)
    }

    private func send(_ object: UInt32, _ request: UInt32, _ arguments: [UInt32]) throws {
        let length = UInt32(8 + 4 * arguments.count)
        let words = [object, length << 16 | request] + arguments
        let sent = words.withUnsafeBytes {
            Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent == length else { throw StartFailureInTest(what: "the compositor has left") }
    }

    /// Binds the manager, and makes the pointer.
    private func bind(_ name: UInt32) throws {
        var text = Array(Self.manager.utf8) + [0]
        let length = UInt32(text.count)
        text += Array(repeating: 0, count: (4 - text.count % 4) % 4)
        let words = stride(from: 0, to: text.count, by: 4).map { index in
            text[index..<index + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        try send(Self.registry, 0, [name, length] + words + [1, Self.managerID])
        try send(Self.managerID, 0, 0, Self.pointer)
    }

    /// Reads the list of what the compositor has, until the answer to the first request.
    private func nameOfManager() throws -> UInt32 {
        var bytes: [UInt8] = []
        var found: UInt32?
        func word(_ index: Int) -> UInt32 {
            bytes[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        while true {
            var part = [UInt8](repeating: 0, count: 4_096)
            let count = recv(socket, &part, part.count, 0)
            guard count > 0 else { throw StartFailureInTest(what: "the compositor has left") }
            bytes += part.prefix(count)
            while bytes.count >= 8, bytes.count >= Int(word(4) >> 16) {
                let length = Int(word(4) >> 16)
                if word(0) == Self.registry, length > 16 {
                    let text = bytes[16..<min(length, 16 + Int(word(12)) - 1)]
                    if text.elementsEqual(Self.manager.utf8) { found = word(8) }
                }
                if word(0) == Self.first {
                    guard let found else {
                        throw StartFailureInTest(what: "the compositor has no \(Self.manager)")
                    }
                    return found
                }
                bytes.removeFirst(length)
            }
        }
    }
}
