/// A message of an app's server, in the form of Apple's push notification service.
///
/// It is a JSON object with the key `aps`. All of it becomes `userInfo`, as on Apple's systems.
package struct PushPayload: Hashable, Sendable {
    /// The maximum size in bytes; Apple's service has the same.
    package static let maxBytes = 4_096
    /// The key that names the app, as in the files of Apple's simulator.
    package static let appKey = "Simulator Target Bundle"

    /// The texts that the app's string tables have, by their keys.
    package struct Texts: Hashable, Sendable {
        /// The title, by `title-loc-key`.
        package var title: LocalizedTexts.Text?
        /// The subtitle, by `subtitle-loc-key`.
        package var subtitle: LocalizedTexts.Text?
        /// The body, by `loc-key`.
        package var body: LocalizedTexts.Text?

        /// Whether there are none.
        package var isEmpty: Bool { self == Texts() }

        /// Returns the texts of a folder with the app's tables; `nil` if there are none.
        package func localized(in folder: String) -> LocalizedTexts? {
            guard !isEmpty else { return nil }
            return LocalizedTexts(folder: folder, title: title, subtitle: subtitle, body: body)
        }
    }

    /// The app that the payload names; `nil` if it names none.
    package var appID: String?
    /// What is shown: a text with a key is the key, with its arguments, until it is looked up.
    package var content = NotificationContent()
    /// The texts that are looked up when it is shown.
    package var texts = Texts()
    /// Whether the app is woken for it: `content-available`.
    package var wakesApp = false
    /// Whether the app's service extension may change it: `mutable-content`.
    package var isMutable = false
    /// The keys of `aps` that have no meaning here, such as `aps.url-args`; the app gets them all the same.
    package var unknownKeys: [String] = []

    /// Whether it has a text to show.
    package var hasAlert: Bool { content.isVisible }

    /// Reads a payload.
    ///
    /// - Parameter bytes: the JSON text, in UTF-8.
    /// - Throws: ``RequestError`` with code `InvalidContent`, which names the key and its value.
    package init(parsing bytes: [UInt8]) throws(RequestError) {
        guard bytes.count <= Self.maxBytes else {
            throw RequestError(
                .invalidContent,
                "the payload has more than \(Self.maxBytes) bytes",
                wayOut: "shorten it, or have the app fetch the rest"
            )
        }
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(parsing: Array(TextBytes.withoutMark(bytes[...])))
        } catch {
            throw RequestError(
                .invalidContent,
                "the payload is not JSON: at byte \(error.column), \(error.message)"
            )
        }
        guard case .object(let members) = value else {
            throw RequestError(
                .invalidContent,
                "the payload is \(value.kind), not an object",
                wayOut: "write {\"aps\": {\"alert\": \"Text\"}}"
            )
        }
        var reader = PushReader()
        guard let aps = value["aps"] else {
            throw RequestError(
                .invalidContent,
                "the payload lacks the key \"aps\"",
                about: RequestError.Field("aps", "aps".quoted),
                wayOut: "write {\"aps\": {\"alert\": \"Text\"}}"
            )
        }
        try reader.read(aps: aps)
        let userInfo = try PushReader.userInfo(members)
        appID = try value[Self.appKey].map { value throws(RequestError) in
            try PushReader.text(value, Self.appKey, "org.example.App")
        }
        content = reader.content
        content.userInfo = userInfo
        content.privateFields = reader.fields
        content.isPushed = true
        texts = reader.texts
        wakesApp = reader.wakesApp
        isMutable = reader.isMutable
        unknownKeys = reader.unknownKeys
        guard content.isWorthDelivering || wakesApp else {
            throw reader.nothingToShow(aps)
        }
    }
}
