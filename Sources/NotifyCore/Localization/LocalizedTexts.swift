/// Texts of a notification that are looked up in the app's string tables when it is shown.
package struct LocalizedTexts: Hashable, Sendable {
    /// One text.
    package struct Text: Hashable, Sendable {
        /// Its key in the table.
        package var key: String
        /// The values of its placeholders.
        package var arguments: [String]

        /// Makes a text.
        package init(key: String, arguments: [String] = []) {
            self.key = key
            self.arguments = arguments
        }

        /// Returns the text of a table; the key if the table lacks it.
        package func filled(by table: [String: String]) -> String {
            let format = table[key] ?? key
            return arguments.isEmpty ? format : FormatText(format).filled(with: arguments)
        }
    }

    /// The folder with the tables, `LANGUAGE.lproj/Localizable.strings`; an absolute path.
    package var folder: String
    /// The title, if it is localised.
    package var title: Text?
    /// The subtitle, if it is localised.
    package var subtitle: Text?
    /// The body, if it is localised.
    package var body: Text?

    /// Makes texts of a folder.
    package init(folder: String, title: Text? = nil, subtitle: Text? = nil, body: Text? = nil) {
        self.folder = folder
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// Returns the possible tables, the user's first language first.
    ///
    /// - Returns: the files: those that the variables name, and two that every app may have.
    package func files(_ environment: (String) -> String?) -> [String] {
        (Self.languages(environment) + ["Base", "en"])
            .map { "\(folder)/\($0).lproj/Localizable.strings" }
    }

    /// Returns the user's languages as folders are named, in the order of gettext's variables.
    static func languages(_ environment: (String) -> String?) -> [String] {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(value).first ?? "C"
        var names = [locale]
        // With the C locale, LANGUAGE has no effect.
        if !isPlain(locale), let list = value("LANGUAGE") {
            names = list.split(separator: ":").map(String.init) + names
        }
        var languages: [String] = []
        for name in names.prefix(16) where !isPlain(name) {
            let stem = name.prefix { $0 != "." && $0 != "@" }
            let parts = stem.split(separator: "_")
            // The name becomes part of a path.
            guard let language = parts.first, !name.contains("/") else { continue }
            for spelling in [String(stem), parts.joined(separator: "-"), String(language)]
            where !languages.contains(spelling) {
                languages.append(spelling)
            }
        }
        return languages
    }

    private static func isPlain(_ locale: String) -> Bool {
        let stem = locale.prefix { $0 != "." }
        return stem == "C" || stem == "POSIX"
    }

    func validate() throws(RequestError) {
        guard folder.hasPrefix("/"), !folder.utf8.contains(0) else {
            throw RequestError(
                .invalidContent,
                "the folder \(folder.quoted) of the localised texts is not an absolute path",
                about: .localized
            )
        }
    }
}
