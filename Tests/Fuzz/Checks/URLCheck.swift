import NotifyCore

/// What must hold for any URL and any command line; where it does not, the process traps.
enum URLCheck {
    /// Checks an input: a command line, a line end, and a URL; without a line end it is both.
    static func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let end = text.unicodeScalars.firstIndex(of: "\n")
        let line = end.map { String(text[..<$0]) } ?? text
        let rest = end.map { String(text.unicodeScalars[$0...].dropFirst()) } ?? text
        _ = try? ExecLine(parsing: line)
        let template = try? CommandTemplate(parsing: line)
        guard let url = try? LaunchURL(rest) else { return }
        checkParts(of: url)
        for template in templates { checkArguments(of: template, url) }
        guard let template, let arguments = try? template.arguments(for: url) else { return }
        precondition(!arguments.isEmpty, "a command without a program")
        precondition(
            (try? template.arguments(for: url)) == arguments,
            "the same URL gives other arguments"
        )
    }

    /// A fixed word, a value, a fixed word, and a value inside an argument.
    private static let templates = [
        "run %u x a%u", "run %p x \"a %p\"", "run %{m} x a%{m}", "run %o x a%o", "run %h x a%h",
        "run %a x a%a", "run %q x a%q", "run %s x a%s",
    ].compactMap { try? CommandTemplate(parsing: $0) }

    private static func checkArguments(of template: CommandTemplate, _ url: LaunchURL) {
        guard let arguments = try? template.arguments(for: url) else { return }
        precondition(arguments.count == 4, "an argument came or went")
        precondition(arguments[0] == "run" && arguments[2] == "x", "a fixed argument changed")
        precondition(arguments[3].unicodeScalars.first == "a", "a fixed part changed")
        precondition(arguments[1].unicodeScalars.first != "-", "a value acts as an option")
        for argument in arguments {
            precondition(
                !argument.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F },
                "a control character came through"
            )
        }
    }

    private static func checkParts(of url: LaunchURL) {
        // Bytes: a combining mark behind the colon is a letter's part, not a letter.
        precondition(!url.scheme.isEmpty, "a URL without a scheme")
        precondition(url.text.utf8.suffix(url.opaque.utf8.count).elementsEqual(url.opaque.utf8))
        precondition(url.scheme.utf8.count + 1 + url.opaque.utf8.count == url.text.utf8.count)
        _ = url.host
        _ = url.item("m")
    }
}
