import AgentInterface
import CAdwaita
import DesktopTexts
import NotifyCore

/// The dialog that pairs this machine with another one: it shows a code, or takes the one that the other shows.
final class PairingDialog {
    /// Called once the dialog is closed.
    var onClose: () -> Void = {}
    /// Called with what must be said after the dialog is closed.
    var onLate: (String) -> Void = { _ in }

    private let interface = Interface(PackageResources.pair_ui)
    private let session: RelaySession
    /// The machine that has come in, by its ID; `nil` until then.
    private var other: String?
    private var isClosed = false

    /// Opens the dialog over a window.
    init(_ session: RelaySession, over window: OpaquePointer) {
        self.session = session
        interface["show-code"].on("clicked") { [unowned self] in begin(with: nil) }
        interface["entry"].on("entry-activated") { [unowned self] in join() }
        interface["join"].on("clicked") { [unowned self] in join() }
        interface["differ"].on("clicked") { [unowned self] in remove() }
        let dialog = interface["dialog"]
        dialog.set("transient-for", window)
        dialog.onClose { [unowned self] in
            isClosed = true
            if other == nil { Task { [session] in await session.cancelPairing() } }
            onClose()
        }
        present()
        warn()
    }

    /// Brings the dialog to the front.
    func present() { gtk_window_present(interface["dialog"].pointer) }

    /// Says what entering another group costs.
    private func warn() {
        Task {
            guard let others = try? await session.others(), !others.isEmpty else { return }
            let names = others.listed.printableLine
            interface["warning"].set(
                "label",
                // Translators: if a code is entered; %1$s are the names of the others in the group that it leaves
                tr("With a code, this machine leaves its group with %1$s.", names)
            )
            interface["warning"].set("visible", true)
        }
    }

    private func join() {
        let code = interface["entry"].text("text")
        if !code.isEmpty { begin(with: code) }
    }

    private func begin(with code: String?) {
        interface["choice"].set("sensitive", false)
        show(tr("One moment…"))
        Task {
            do {
                let shown = try await session.pair(with: code) { [weak self] in self?.end($0) }
                // It may have ended by now.
                guard !interface["choice"].flag("sensitive"), other == nil else { return }
                interface["code"].set("label", shown)
                interface["code"].set("visible", code == nil)
                show(code == nil ? Self.codeWords : tr("Waiting for the other machine…"))
            } catch {
                fail(error.sentence)
            }
        }
    }

    private static var codeWords: String {
        let entering = tr(
            // Translators: %1$s is a command
            "Enter this code in the window of the other machine, or with %1$s.",
            "notify-schedule relay join"
        )
        return [entering, tr("It is valid once and for 10 minutes.")].following
    }

    private func end(_ pairing: RelayPairing) {
        // notify-relay may leave after that.
        guard other == nil else { return }
        Task { [session] in await session.endPairing() }
        switch pairing {
        case .paired(let name, let id, let digits):
            finish(
                with: name,
                id,
                digits,
                // Translators: %1$s is the name of the other machine
                tr("Paired with %1$s. It shows the same digits.", name.printableLine)
            )
        case .unconfirmed(let name, let id, let digits):
            finish(
                with: name,
                id,
                digits,
                tr(
                    // Translators: %1$s is the name of the other machine, which shows the digits if it is in the group
                    "%1$s has not confirmed. It may be in the group, and shows these digits then.",
                    name.printableLine
                )
            )
        case .failed(let reason): fail(reason)
        }
    }

    private func finish(with name: String, _ id: String, _ digits: String, _ words: String) {
        other = id
        guard !isClosed else {
            return onLate(
                tr(
                    // Translators: %1$s is the name of another machine
                    "%1$s has used the code and is in the group; remove it if you do not know it",
                    name.printableLine
                )
            )
        }
        interface["code"].set("label", digits)
        interface["code"].set("visible", true)
        interface["choice"].set("visible", false)
        interface["differ"].set("visible", true)
        // Translators: on a button
        interface["cancel"].set("label", tr("Done"))
        show(words)
    }

    private func fail(_ reason: String) {
        interface["code"].set("visible", false)
        interface["choice"].set("sensitive", true)
        show(reason, isFault: true)
    }

    /// Removes a machine that is not the user's.
    private func remove() {
        guard let other else { return }
        interface["differ"].set("sensitive", false)
        Task {
            do {
                try await session.forget(other)
                interface["differ"].set("visible", false)
                interface["code"].set("visible", false)
                // Translators: the other machine
                show(tr("It is removed."))
            } catch {
                interface["differ"].set("sensitive", true)
                show(error.sentence, isFault: true)
            }
        }
    }

    private func show(_ words: String, isFault: Bool = false) {
        interface["state"].set("label", words)
        interface["state"].setStyle("error", isFault)
    }
}
