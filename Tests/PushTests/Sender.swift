import Foundation
import NotifyCore
import PushMessages
import TestSupport

/// A server that sends push messages, which has no code in common with ours.
///
/// It encrypts by Python's cryptography, or by http-ece for `make test-push-sender`.
enum Sender {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("sender.py").path
    /// The Python that has http-ece; `nil` to send without it.
    private static let python = ProcessInfo.processInfo.environment["NOTIFY_PUSH_HTTP_ECE"]
    private static let environment = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        "SENDER": python == nil ? "" : "http-ece",
    ]

    /// Encrypts a text to the keys of a registration, in base64url.
    static func message(
        _ text: String,
        to publicKey: String,
        _ auth: String
    ) async throws -> [UInt8] {
        let outcome = try await Program(path: "/usr/bin/env").run(
            [python ?? "python3", script, "one", publicKey, auth],
            environment: environment,
            input: text
        )
        let line = outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
        guard outcome.code == 0, let bytes = Base64.bytes(ofURLText: line) else {
            throw StartFailureInTest(what: "\(outcome)")
        }
        return bytes
    }

    /// Returns random plaintexts with their messages.
    static func messages(
        _ count: Int,
        seed: UInt64,
        to keys: MessageKeys
    ) async throws -> [(plain: [UInt8], message: [UInt8])] {
        let outcome = try await Program(path: "/usr/bin/env").run(
            [
                python ?? "python3", script, "many", Base64.urlText(of: keys.pair.publicKey),
                Base64.urlText(of: keys.authSecret), "\(seed % 1_000_000)", "\(count)",
            ],
            environment: environment,
            within: 120
        )
        guard outcome.code == 0 else { throw StartFailureInTest(what: "\(outcome)") }
        return outcome.output.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", omittingEmptySubsequences: false).map {
                Base64.bytes(ofURLText: String($0))
            }
            guard parts.count == 2, let plain = parts[0], let message = parts[1] else {
                return nil
            }
            return (plain, message)
        }
    }
}
