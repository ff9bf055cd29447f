/// The verbs of the command as a section of a manual page, in the macros of mdoc(7).
struct ManualPage {
    /// The lines of the section.
    private(set) var lines: [String] = []

    /// Writes the verbs, each after its group.
    init(_ tree: CommandTree) {
        for verb in tree.verbs { add(verb) }
    }

    private mutating func add(_ verb: CommandTree) {
        lines.append(".Ss \(verb.words.joined(separator: " "))")
        let arguments = (verb.arguments ?? []).filter(\.isShown)
        var synopsis = [".D1", "Nm"] + verb.words.map { "Cm \($0)" }
        if arguments.contains(where: { $0.kind != "positional" }) {
            synopsis.append("Oo Ar options Oc")
        }
        if verb.subcommands != nil { synopsis.append("Oo Ar command Oc") }
        for argument in arguments where argument.kind == "positional" {
            let name = "Ar \(argument.name)\(argument.isRepeating ? " ..." : "")"
            synopsis.append(argument.isOptional ? "Oo \(name) Oc" : name)
        }
        lines.append(synopsis.joined(separator: " "))
        lines.append(Self.sentences(verb.abstract ?? ""))
        addDiscussion(verb.discussion ?? "")
        addList(arguments.filter { $0.kind == "positional" }, title: nil)
        var sections: [String?] = []
        for argument in arguments where argument.kind != "positional" {
            if !sections.contains(argument.sectionTitle) { sections.append(argument.sectionTitle) }
        }
        for section in sections {
            addList(
                arguments.filter { $0.kind != "positional" && $0.sectionTitle == section },
                title: section ?? (sections.count > 1 ? "Further options" : nil)
            )
        }
    }

    /// Paragraphs, and what is indented in them as it stands.
    private mutating func addDiscussion(_ text: String) {
        var isLiteral = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isIndented = line.hasPrefix("  ")
            if isIndented != isLiteral {
                lines.append(isIndented ? ".Bd -literal -offset indent" : ".Ed")
                isLiteral = isIndented
            }
            if isIndented {
                lines.append(Self.text(String(line.dropFirst(2))))
            } else if !line.isEmpty {
                // A paragraph is one line here, or goes on from the line before.
                if lines.last?.hasPrefix(".") != false || startsParagraph { lines.append(".Pp") }
                lines.append(Self.sentences(String(line)))
            }
            startsParagraph = line.isEmpty
        }
        if isLiteral { lines.append(".Ed") }
        startsParagraph = true
    }

    private var startsParagraph = true

    private mutating func addList(_ arguments: [CommandTree.Argument], title: String?) {
        guard !arguments.isEmpty else { return }
        if let title { lines += [".Pp", Self.text("\(title):")] }
        lines.append(".Bl -tag -width Ds")
        for argument in arguments {
            let value = argument.kind == "option" ? " Ar \(Self.word(argument.name))" : ""
            let names = (argument.names ?? []).map { name in
                "Fl \(name.kind == "long" ? "-" : "")\(name.name)"
            }
            lines.append(
                names.isEmpty
                    ? ".It Ar \(Self.word(argument.name))"
                    : ".It \(names.joined(separator: " , "))\(value)"
            )
            lines.append(Self.sentences(argument.abstract ?? ""))
        }
        lines.append(".El")
    }

    /// Sentences, each on a line of its own, as the formatter wants them.
    private static func sentences(_ text: String) -> String {
        text.replacing(". ", with: ".\n").split(separator: "\n")
            .map { Self.text(String($0)) }.joined(separator: "\n")
    }

    /// A line of text: nothing in it is taken for a macro, and what is typed can be copied.
    static func text(_ text: String) -> String {
        let escaped = word(text)
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
    }

    /// A text inside a line of macros.
    static func word(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case _ where !scalar.isASCII:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension CommandTree.Argument {
    /// What names it in a synopsis.
    fileprivate var name: String { valueName ?? names?.first?.name ?? "value" }

    /// Whether a page lists it: `--help` and `--version` are everywhere.
    fileprivate var isShown: Bool {
        shouldDisplay && names?.contains { ["help", "version"].contains($0.name) } != true
    }
}
