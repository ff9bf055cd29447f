import CGLib
import Glibc

/// GLib's own reading of a command line, for a command that must take words exactly as GLib's programs
/// do.
///
/// `--help` prints the help and ends the process with status 0, as it does in those programs.
public struct OptionParser: Sendable {
    /// What an option takes.
    public enum Kind: Sendable {
        /// Nothing.
        case flag
        /// A 32-bit number, decimal, octal or hexadecimal; with what it is where it is not given.
        case number(Int32)
        /// A text, turned from the locale's encoding into UTF-8.
        case text
        /// Bytes as they are.
        case file
        /// Bytes as they are, each time it is given.
        case files
        /// A text that is checked; the function gives the message for one that does not hold.
        case checked(@Sendable (String) -> String?)
    }

    /// An option as the help shows it.
    public struct Entry: Sendable {
        /// After `--`.
        public let name: String
        let letter: Character?
        let kind: Kind
        /// A sentence about it.
        public let help: String?
        let valueName: String?

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - name: after `--`.
        ///   - letter: after `-`, in ASCII; `nil` for none.
        ///   - kind: what it takes.
        ///   - help: a sentence.
        ///   - valueName: what the help calls its value.
        public init(
            _ name: String,
            _ letter: Character? = nil,
            _ kind: Kind,
            _ help: String?,
            valueName: String? = nil
        ) {
            self.name = name
            self.letter = letter
            self.kind = kind
            self.help = help
            self.valueName = valueName
        }
    }

    private let program: String
    private let usage: String
    private let footer: String
    private let entries: [Entry]

    /// Makes a parser.
    ///
    /// - Parameters:
    ///   - program: the name that the help has.
    ///   - usage: what follows it there.
    ///   - footer: stands under the options in the help.
    ///   - entries: the options.
    public init(program: String, usage: String, footer: String, entries: [Entry]) {
        self.program = program
        self.usage = usage
        self.footer = footer
        self.entries = entries
    }

    /// Reads words.
    ///
    /// - Parameter words: without the program.
    /// - Returns: what they say.
    /// - Throws: ``GLibError`` with GLib's message in the user's language.
    public func parse(_ words: [[UInt8]]) throws(GLibError) -> ParsedOptions {
        setlocale(LC_ALL, "")
        g_set_prgname(program)
        let storage = OptionStorage(entries)
        defer { withExtendedLifetime(storage) {} }
        guard let context = g_option_context_new(usage) else { throw GLibError(taking: nil) }
        defer { g_option_context_free(context) }
        g_option_context_set_description(context, footer)
        let group = g_option_group_new(
            nil,
            nil,
            nil,
            CallbackBox(storage.checks).retained(),
            { CallbackBox<OptionStorage.Checks>.release($0) }
        )
        g_option_group_add_entries(group, storage.entries)
        g_option_context_set_main_group(context, group)
        var arguments = OptionStorage.list([Array(program.utf8)] + words)
        defer { g_strfreev(arguments) }
        _ = try GLibError.check { g_option_context_parse_strv(context, &arguments, $0) }
        return storage.parsed()
    }
}
