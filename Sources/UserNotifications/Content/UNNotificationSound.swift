public import Foundation

/// The sound that goes with a notification.
///
/// Source: Apple's page UNNotificationSound.
open class UNNotificationSound: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: immutable after an initialiser or a class method has returned.
    private(set) var fields: SoundFields

    /// A sound file of the app, or a name of the sound theme.
    ///
    /// - Parameter name: the file's name.
    public required init(named name: UNNotificationSoundName) {
        fields = SoundFields(name: name.rawValue)
        super.init()
    }

    /// Reads an archived sound; `nil` if a field has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard let kind = reader.required("kind", default: SoundFields.Kind.standard.rawValue),
            let value = SoundFields.Kind(rawValue: kind),
            let isCritical = reader.required("isCritical", default: false),
            let name: String? = reader.optional("name"),
            let volume: Double? = reader.optional("volume")
        else { return nil }
        fields = SoundFields(
            kind: value,
            name: name,
            isCritical: isCritical,
            volume: volume.map { Float($0) }
        )
        super.init()
    }

    convenience init(fields: SoundFields) {
        self.init(named: UNNotificationSoundName(""))
        self.fields = fields
    }

    /// The desktop's sound for a new message.
    open class var `default`: UNNotificationSound { UNNotificationSound(fields: SoundFields()) }

    /// The desktop's critical sound.
    open class var defaultCritical: UNNotificationSound {
        UNNotificationSound(fields: SoundFields(isCritical: true))
    }

    /// The desktop's sound for a call.
    open class var defaultRingtone: UNNotificationSound {
        UNNotificationSound(fields: SoundFields(kind: .ringtone))
    }

    /// The desktop's critical sound.
    ///
    /// - Parameter volume: the volume, clamped to 0 to 1.
    /// - Returns: the sound.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> Self {
        make(SoundFields(isCritical: true, volume: clamped(volume)))
    }

    /// A critical sound from a file.
    ///
    /// - Parameter name: the file's name.
    /// - Returns: the sound.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self {
        make(SoundFields(name: name.rawValue, isCritical: true))
    }

    /// A critical sound from a file.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - volume: the volume, clamped to 0 to 1.
    /// - Returns: the sound.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName,
        withAudioVolume volume: Float
    ) -> Self {
        make(SoundFields(name: name.rawValue, isCritical: true, volume: clamped(volume)))
    }

    /// A sound file that plays like a ringtone.
    ///
    /// - Parameter name: the file's name.
    /// - Returns: the sound.
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self {
        make(SoundFields(kind: .ringtone, name: name.rawValue))
    }

    private static func clamped(_ volume: Float) -> Float {
        volume.isNaN ? 1 : min(1, max(0, volume))
    }

    /// Returns an object of the receiver's class, with the only initialiser that each subclass has.
    private static func make(_ fields: SoundFields) -> Self {
        guard let sound = self.init(coder: NSCoder()) else {
            preconditionFailure("\(self) refuses a coder that knows nothing")
        }
        sound.fields = fields
        return sound
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.write(fields.kind.rawValue, "kind")
        coder.write(fields.name, "name")
        coder.write(fields.isCritical, "isCritical")
        coder.write(fields.volume.map { Double($0) }, "volume")
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the sound itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is the same sound.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationSound)?.fields == fields
    }

    /// A hash of all fields.
    open override var hash: Int { fields.hashValue }

    /// The class and the fields.
    open override var description: String {
        var shown: [(key: String, value: Any?)] = [("name", fields.name ?? fields.kind.rawValue)]
        if fields.isCritical { shown.append(("critical", true)) }
        if let volume = fields.volume { shown.append(("volume", volume)) }
        return text(shown)
    }
}
