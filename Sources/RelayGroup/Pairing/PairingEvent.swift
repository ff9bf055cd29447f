package import NotifyCore

/// What happened to a pairing.
package enum PairingEvent: Sendable {
    /// The pairing begins; the first event.
    case started
    /// A message of the meeting's topic has arrived, in the order of the server.
    case received(String)
    /// All that the server keeps of the topic has been read.
    case caughtUp
    /// The time of ``PairingAction/wake(at:)`` has come.
    case timer
    /// The device of ``PairingAction/admit(_:)`` was removed from the group before.
    case removedBefore
    /// ``PairingAction/admit(_:)`` or ``PairingAction/join(_:)`` has failed, with the reason.
    case failed(String)
    /// The user has ended it.
    case cancelled
}

/// What is to be done for a pairing.
package enum PairingAction: Hashable, Sendable {
    /// Follow the meeting's topic from its beginning.
    case follow(topic: String)
    /// Publish a text to the meeting's topic; what fails is tried again by the transport.
    case publish(topic: String, text: String)
    /// Report the time.
    case wake(at: Instant)
    /// Add the device to the group with ``RelayPeer/admit(_:now:)``, and hand the result to
    /// ``PairingHost/admitted(_:now:)``.
    case admit(Member)
    /// Enter the group with ``RelayPeer/join(_:now:)``, and call ``PairingGuest/joined()``.
    case join(Invitation)
    /// The pairing is over; the topic is not followed any longer.
    case finished(PairingOutcome)
}

/// The end of a pairing.
package enum PairingOutcome: Hashable, Sendable {
    /// Both know each other. The fingerprint is the same on both.
    case paired(with: Member, fingerprint: String)
    /// The other device was added, but did not confirm it in time.
    case unconfirmed(Member, fingerprint: String)
    /// It failed, with a sentence for the user.
    case failed(PairingProblem)
}

/// Why two devices were not paired.
package enum PairingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A code has the wrong length, or a character that codes do not have.
    case notACode(String)
    /// A character was mistyped.
    case mistyped
    /// Nobody answers.
    case unanswered
    /// Another device has used the code.
    case used
    /// The code's time was over, or the other device has ended the pairing.
    case late
    /// On the device that shows it: nobody has used the code in time.
    case unusedCode
    /// On the device where the code is typed: the group has removed it before.
    case removed
    /// On the device that shows the code: the same.
    case removedThere
    /// The user has ended it.
    case cancelled
    /// On the device that shows the code: the other one could not be let in, with the reason.
    case notAdmitted(String)
    /// On the device where the code is typed: the group could not be entered, with the reason.
    case notEntered(String)
    /// What the other device sent has no meaning here.
    case incompatible

    /// The sentence.
    package var description: String {
        switch self {
        case .notACode(let text):
            "\(text.quoted) is not a pairing code, which has \(PairingCode.length) letters and digits; "
                + "copy the one that `notify-schedule relay pair` shows on the other machine"
        case .mistyped:
            "the pairing code is mistyped: its last character does not fit the others; compare it with the other machine"
        case .unanswered:
            "no machine answers to this code; check that both use the same server, that the code is not older than "
                + "10 minutes, and that `notify-schedule relay pair` still waits on the other machine"
        case .used:
            "this code has been used by another machine; if that was not you, run `notify-schedule relay list` on "
                + "the other machine, and `relay forget` what you do not know"
        case .late:
            "this code is over, because it is older than 10 minutes or the other machine has ended the pairing; run "
                + "`notify-schedule relay pair` there again"
        case .unusedCode:
            "no machine has used the code within 10 minutes; run `notify-schedule relay pair` again for a new one"
        case .removed:
            "this machine was removed from that group while it was away, and is a new one from now on; run "
                + "`notify-schedule relay pair` on the other machine and `relay join` here once more"
        case .removedThere:
            "that machine was removed from this group while it was away, and is a new one from now on; run "
                + "`notify-schedule relay pair` here and `relay join` there once more"
        case .cancelled: "the pairing was cancelled"
        case .notAdmitted(let reason):
            "the other machine was not let in: \(reason); after that, run `notify-schedule relay pair` here again"
        case .notEntered(let reason):
            "this machine has not entered the group: \(reason); after that, run `notify-schedule relay pair` on the "
                + "other machine and `relay join` here once more"
        case .incompatible:
            "the other machine answered with something that this version cannot read; update both"
        }
    }
}
