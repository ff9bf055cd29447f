/// The fields of a sound.
struct SoundFields: Hashable, Sendable {
    /// The desktop's sound.
    enum Kind: String, Sendable {
        case standard, ringtone
    }

    var kind = Kind.standard
    /// The file's name; `nil` for the desktop's own sound.
    var name: String?
    var isCritical = false
    /// The volume of a critical sound, 0 to 1; `nil` for the default.
    var volume: Float?
}
