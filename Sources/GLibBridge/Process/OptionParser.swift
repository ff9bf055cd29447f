import CGLib
import Glibc

/// GLib's command line parser, for a command that must parse arguments exactly as GLib's programs.
///
/// `--help` prints the help and ends the process with status 0, as it does in those programs.
package struct OptionParser: Sendable {
    /// The kind of an option's value.
    package enum Kind: Sendable {
        /// None.
        case flag
        /// A 32-bit number, decimal, octal or hexadecimal; with its default.
        case number(Int32)
        /// A text, converted from the locale's encoding to UTF-8.
        case text
        /// Raw bytes.
        case file
        /// Raw bytes; repeatable.
        case files
        /// A checked text; the function returns the message for an invalid one.
        case checked(@Sendable (String) -> String?)
    }

    /// An option, as in the help.
    package struct Entry: Sendable {
        /// After `--`.
        package let name: String
        let letter: Character?
        let kind: Kind
        /// Its help.
        package var help: String?
        let valueName: String?

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - name: its name, without `--`.
        ///   - letter: its ASCII letter, without `-`; `nil` for none.
        package init(
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
    package init(program: String, usage: String, footer: String, entries: [Entry]) {
        self.program = program
        self.usage = usage
        self.footer = footer
        self.entries = entries
    }

    /// Parses arguments.
    ///
    /// - Parameter words: the arguments without the program.
    package func parse(_ words: [[UInt8]]) throws(GLibError) -> ParsedOptions {
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
