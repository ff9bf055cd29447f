import CFuzzer
import NotifyCore

// Feeds URLs and command lines to the parsers, and checks what must hold for any of them.

/// What must hold for any input: no trap, and these rules.
///
/// The input is a command line, a line end, and a URL; without a line end it is both.
func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let line = String(parts[0])
    let url = try? LaunchURL(String(parts[parts.count - 1]))
    let template = try? CommandTemplate(parsing: line)
    if let url {
        precondition(url.text.unicodeScalars.first(where: { $0 == ":" }) != nil)
        for fixed in fixed { check(fixed, url, isTrusted: true) }
    }
    if let url, let template { check(template, url, isTrusted: false) }
}

private func check(_ template: CommandTemplate, _ url: LaunchURL, isTrusted: Bool) {
    guard let arguments = try? template.arguments(for: url) else { return }
    guard let again = try? template.arguments(for: url), again == arguments else {
        fatalError("the same URL gave other arguments")
    }
    guard isTrusted else { return }
    precondition(arguments.count == 4, "an argument came or went")
    precondition(arguments[0] == "run" && arguments[2] == "x", "a fixed argument changed")
    for argument in [arguments[1], arguments[3]] {
        precondition(!argument.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    }
    precondition(arguments[1].unicodeScalars.first != "-", "an argument acts as an option")
}

private let fixed = [
    "run %u x -%u", "run %p x \"a %p\"", "run %{m} x a%{m}", "run %o x a%o", "run %h x a%h",
    "run %a x a%a", "run %q x a%q", "run %s x a%s",
].compactMap { try? CommandTemplate(parsing: $0) }

precondition(fixed.count == 8)
exit(
    LLVMFuzzerRunDriver(&CommandLine.argumentCount, &CommandLine.argumentVector) { start, count in
        check(UnsafeBufferPointer(start: start, count: count))
        return 0
    }
)
