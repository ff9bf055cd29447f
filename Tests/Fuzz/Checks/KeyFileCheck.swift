import AgentInterface
import ConfigurationFiles
import GLibBridge
import Launcher
import NotifyCore
import RequestFiles

/// What must hold for any text of a file that the user writes.
enum KeyFileCheck {
    static func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try? LauncherConfiguration(text: text, path: "/launcher.conf")
        checkRequest(text)
        guard (try? KeyFile(parsing: text)) != nil else { return }
        checkEdit(of: text)
    }

    private static func checkEdit(of text: String) {
        var edit = KeyFileEdit(text)
        edit.set("Enabled", in: "Action x", to: "a b\\c\t")
        guard let file = try? KeyFile(parsing: edit.text) else {
            preconditionFailure("an edit broke the file")
        }
        precondition(
            file.groups.last { $0.name == "Action x" }?["Enabled"] == "a b\\c\t",
            "a key was not set"
        )
    }

    private static func checkRequest(_ text: String) {
        let now = Instant(seconds: 1_700_000_000)
        do throws(RequestFile.Refusal) {
            let file = try RequestFile(text, identifier: "x", path: "/x.conf")
            guard try file.isEnabled() else { return }
            let request = try file.request(now: now, zones: .system)
            precondition((try? request.validate()) != nil, "an invalid request")
            let written = RequestText(request, comment: [], now: now, zones: .system)
            let change = try written.change(to: written.text, path: "/x.conf", now: now)
            precondition(change == nil, "a text that changes what it was made of")
        } catch {
            precondition(!error.problems.isEmpty, "a refusal without a reason")
            precondition(error.problems.allSatisfy { $0.hasPrefix("/x.conf") }, "no file is named")
        }
    }
}
