import CGLib
import Glibc
import Synchronization

/// The texts of the programs in the user's language, by the C library's gettext.
///
/// A program whose texts are for the desktop begins with ``use()``. In all others, such as the command, the texts stay
/// as they are in the source, and times have 24 hours.
package enum Translations {
    /// The name of the catalogues.
    package static let domain = "notify-schedule"

    /// The address of the locale in which texts are looked up; 0 where they stay as they are.
    private static let messages = Atomic<UInt>(0)
    /// The address of the locale of the names of days and of times; 0 for that of C.
    private static let times = Atomic<UInt>(0)

    /// Takes the language of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or `LANG`, and the times of `LC_TIME`.
    ///
    /// No catalogue is read before the first text is looked up. A second call takes a language that has changed. The
    /// program itself stays in the C locale, so that the messages of libraries, and numbers, keep their form.
    package static func use() {
        bind_textdomain_codeset(domain, "UTF-8")
        bindtextdomain(domain, folder)
        // The one before stays, since a thread may be using it; a language changes once in a session.
        messages.store(locale(LC_MESSAGES, "LC_MESSAGES"), ordering: .releasing)
        times.store(locale(LC_TIME, "LC_TIME"), ordering: .releasing)
    }

    /// Whether there is a catalogue of the user's language.
    package static var isTranslated: Bool { !looked(up: "").isEmpty }

    /// Whether the user's language is written from right to left, as this text of its catalogue is.
    package static var isRightToLeft: Bool {
        guard messages.load(ordering: .acquiring) != 0 else { return false }
        return looked(up: "Today").unicodeScalars.contains(where: \.isFromRightToLeft)
    }

    /// Returns the address of the locale of the environment for a category; 0 if that is none, or is not installed.
    private static func locale(_ category: Int32, _ variable: String) -> UInt {
        let variables: [String] = ["LC_ALL", variable, "LANG"]
        let names = variables.compactMap { getenv($0).map { String(cString: $0) } }
        guard let name = names.first(where: { !$0.isEmpty }), !["C", "POSIX"].contains(name),
            let locale = newlocale(1 << category, name, nil)
        else { return 0 }
        return UInt(bitPattern: locale)
    }

    /// Calls a closure in the locale of the texts; `nil` where they stay as they are.
    private static func inLocale<Result>(_ body: () -> Result) -> Result? {
        guard let locale = locale_t(bitPattern: messages.load(ordering: .acquiring)) else {
            return nil
        }
        let before = uselocale(locale)
        defer { uselocale(before) }
        return body()
    }

    /// The folder of the catalogues: that of the prefix in which the program lies.
    private static var folder: String {
        let program = realpath("/proc/self/exe", nil)
        defer { free(program) }
        let path = program.map { String(cString: $0) } ?? ""
        let prefix = path.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
        return "\(prefix)/share/locale"
    }

    /// Returns the text of the catalogue.
    fileprivate static func looked(up text: StaticString) -> String {
        inLocale { text.withCharacters { String(cString: dgettext(domain, $0)) } }
            ?? text.description
    }

    /// Returns the text of the catalogue for a number.
    fileprivate static func looked(
        up one: StaticString,
        _ many: StaticString,
        _ count: Int
    ) -> String {
        inLocale {
            one.withCharacters { one in
                many.withCharacters { many in
                    String(cString: dngettext(domain, one, many, count.magnitude))
                }
            }
        } ?? (count == 1 ? one : many).description
    }

    /// Returns a text of the locale's; `nil` where times are not the locale's.
    static func ofLocale(_ item: Int) -> String? {
        guard let locale = locale_t(bitPattern: times.load(ordering: .acquiring)),
            let text = nl_langinfo_l(nl_item(item), locale)
        else { return nil }
        let words = String(cString: text)
        return words.isEmpty ? nil : words
    }
}

/// Returns a text in the user's language, with arguments in the places of `%1$s`, `%2$s` and so on.
///
/// The text is one literal on one line, as the catalogues are made from the source.
package func tr(_ text: StaticString, _ arguments: String...) -> String {
    filled(Translations.looked(up: text), arguments)
}

/// Returns a text about a number in the user's language, with the number in the place of `%1$s` and arguments in those
/// of `%2$s` and so on.
///
/// - Parameters:
///   - one: the text about one thing.
///   - many: the text about several things, and about none.
package func trn(
    _ one: StaticString,
    _ many: StaticString,
    _ count: Int,
    _ arguments: String...
) -> String {
    filled(Translations.looked(up: one, many, count), ["\(count)"] + arguments)
}

/// Returns a text with its arguments, none of which changes the direction of the text.
///
/// What is no place of an argument stays as it is, so that a wrong catalogue does no
/// harm.
private func filled(_ text: String, _ arguments: [String]) -> String {
    guard !arguments.isEmpty, text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var result = ""
    var rest = Substring(text)
    while let sign = rest.firstIndex(of: "%") {
        result += rest[..<sign]
        rest = rest[sign...]
        let digit = rest.dropFirst().first?.wholeNumberValue ?? 0
        if rest.dropFirst(2).hasPrefix("$s"), arguments.indices.contains(digit - 1) {
            result += arguments[digit - 1].isolatedArgument
            rest = rest.dropFirst(4)
        } else {
            result += "%"
            rest = rest.dropFirst()
        }
    }
    return (result + rest).directed
}

extension StaticString {
    /// Calls a closure with the characters, which end with a zero.
    fileprivate func withCharacters<Result>(
        _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        utf8Start.withMemoryRebound(to: CChar.self, capacity: utf8CodeUnitCount + 1, body)
    }
}
