import ArgumentParser
import NotifyCore

/// Options that are written with an empty value in one word, as in `--subtitle=`.
///
/// For the parser of arguments the next word is then the value. In two words, `--subtitle` and an empty one, the option
/// has the empty value that was written.
enum EmptyValues {
    /// Returns the words of a command line with the empty values as words of their own.
    ///
    /// - Throws: ``UsageError`` for a flag with an `=`.
    static func separated(_ words: [String]) throws(UsageError) -> [String] {
        guard words.contains(where: { $0.hasPrefix("-") && $0.hasSuffix("=") }) else {
            return words
        }
        var verb: any ParsableCommand.Type = NotifySchedule.self
        var rest = words[...]
        var separated: [String] = []
        while let word = rest.first, let next = verb.subcommand(of: word) {
            verb = next
            separated.append(rest.removeFirst())
        }
        let options = Options(of: verb)
        while let word = rest.popFirst() {
            separated.append(word)
            // What follows are no options, or those of another program.
            if word == "--" || !word.hasPrefix("-") && verb == RunCommand.self { break }
            let name = String(word.prefix { $0 != "=" })
            if options.flags.contains(name), word != name {
                throw UsageError("\(name) takes no value; write it without the =")
            }
            guard options.names.contains(name) else { continue }
            if word == "\(name)=" {
                separated.removeLast()
                separated += [name, ""]
            } else if word == name, rest.first != "--", let value = rest.popFirst() {
                separated.append(value)
            }
        }
        return separated + rest
    }

    /// The names of options that take a value, and of those that do not.
    private struct Options {
        var names: Set<String> = []
        var flags: Set<String> = []

        /// Finds the options of a verb in the description that the parser makes.
        init(of verb: any ParsableCommand.Type) {
            let tree = try? JSONValue(parsing: Array(verb._dumpHelp().utf8))
            if let command = tree?["command"] { add(command) }
        }

        private mutating func add(_ command: JSONValue) {
            for argument in command.elements("arguments") {
                let names = argument.elements("names").compactMap { name in
                    name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
                }
                if argument["kind"]?.text == "flag" {
                    flags.formUnion(names)
                } else {
                    self.names.formUnion(names)
                }
            }
            for verb in command.elements("subcommands") { add(verb) }
        }
    }
}

extension ParsableCommand {
    /// Returns the verb below this one that a word names.
    fileprivate static func subcommand(of word: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { verb in
            let configuration = verb.configuration
            return configuration.commandName == word || configuration.aliases.contains(word)
        }
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate func elements(_ key: String) -> [JSONValue] {
        if case .array(let values)? = self[key] { values } else { [] }
    }
}
