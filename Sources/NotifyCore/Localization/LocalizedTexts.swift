/// Texts of a notification that are looked up in the app's own tables when it is shown.
public struct LocalizedTexts: Hashable, Sendable {
    /// One text.
    public struct Text: Hashable, Sendable {
        /// Its key in the table.
        public var key: String
        /// What its placeholders stand for.
        public var arguments: [String]

        /// Makes a text.
        public init(key: String, arguments: [String] = []) {
            self.key = key
            self.arguments = arguments
        }

        /// The text by a table; a key that it lacks stands for itself.
        public func filled(by table: [String: String]) -> String {
            let format = table[key] ?? key
            return arguments.isEmpty ? format : FormatText(format).filled(with: arguments)
        }
    }

    /// The folder that holds the tables, `LANGUAGE.lproj/Localizable.strings`; an absolute path.
    public var folder: String
    /// The title, where it is looked up.
    public var title: Text?
    /// The subtitle, where it is looked up.
    public var subtitle: Text?
    /// The body, where it is looked up.
    public var body: Text?

    /// Makes texts of a folder.
    public init(folder: String, title: Text? = nil, subtitle: Text? = nil, body: Text? = nil) {
        self.folder = folder
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// Where the tables may be, the user's own language first.
    ///
    /// - Parameter environment: gives a variable's value.
    /// - Returns: files, at most as many as the variables name and two that every app may have.
    public func files(_ environment: (String) -> String?) -> [String] {
        (Self.languages(environment) + ["Base", "en"])
            .map { "\(folder)/\($0).lproj/Localizable.strings" }
    }

    /// The user's languages as folders are named for them, in the order in which gettext asks the
    /// variables.
    static func languages(_ environment: (String) -> String?) -> [String] {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(value).first ?? "C"
        var names = [locale]
        // The C locale is nobody's language, whatever LANGUAGE says.
        if !isPlain(locale), let list = value("LANGUAGE") {
            names = list.split(separator: ":").map(String.init) + names
        }
        var languages: [String] = []
        for name in names.prefix(16) where !isPlain(name) {
            let stem = name.prefix { $0 != "." && $0 != "@" }
            let parts = stem.split(separator: "_")
            // A name is part of a path here.
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
                "the folder \(folder.quoted) of the localised texts is no absolute path"
            )
        }
    }
}
