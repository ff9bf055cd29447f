/// What a sound consists of.
struct SoundFields: Hashable, Sendable {
    /// Which of the desktop's own sounds stands behind it.
    enum Kind: String, Sendable {
        case standard, ringtone
    }

    var kind = Kind.standard
    /// The file's name; `nil` for the desktop's own sound.
    var name: String?
    var isCritical = false
    /// 0 to 1, for a critical one; `nil` where none was given.
    var volume: Float?
}
