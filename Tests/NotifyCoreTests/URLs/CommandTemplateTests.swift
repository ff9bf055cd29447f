import NotifyCore
import TestSupport
import Testing

@Suite struct CommandTemplateTests {
    private static func fill(_ line: String, _ url: String) throws(RequestError) -> [String] {
        try CommandTemplate(parsing: line).arguments(for: try LaunchURL(url))
    }

    static let full = "X-Y://us%65r@h%6Fst:80/p%61th/b?m=a%20b&n=%25&=e#frag%21"

    @Test(arguments: [
        ("%u", full), ("%s", "x-y"), ("%a", "user@host:80"), ("%h", "host"), ("%p", "/path/b"),
        ("%q", "m=a b&n=%&=e"), ("%o", "//user@host:80/path/b?m=a b&n=%&=e#frag!"),
        ("%{m}", "a b"), ("%{n}", "%"), ("%{none}", ""), ("%%", "%"), ("%%u", "%u"),
        ("%%%s", "%x-y"), ("a%sb%hc", "ax-ybhostc"), ("%s%s", "x-yx-y"), ("--x=%{m}", "--x=a b"),
        ("-%{m}", "-a b"), ("\"%{m} %h\"", "a b host"), ("%{m}%{n}", "a b%"),
        ("\"%{m }\"", ""), ("%%{m}", "%{m}"), ("{m}", "{m}"),
    ])
    func placeholdersAreFilled(argument: String, value: String) throws {
        #expect(try Self.fill("run \(argument) end", Self.full) == ["run", value, "end"])
    }

    @Test(arguments: ["%a", "%h", "%p", "%q", "%o", "%{m}"])
    func aMissingPartIsAnEmptyArgument(placeholder: String) throws {
        #expect(try Self.fill("run \(placeholder) end", "x:") == ["run", "", "end"])
    }

    @Test(arguments: [
        ("%u", "x:?m=%25s", "x:?m=%25s"), ("%{m}", "x:?m=%25s", "%s"),
        ("%{m}", "x:?m=%25%7Bm%7D", "%{m}"), ("%{m}", "x:?m=%2525", "%25"),
        ("%{m}%s", "x:?m=%25", "%x"), ("%{m}", "x:?m=a%26n%3Db", "a&n=b"),
    ])
    func valuesAreDecodedOnceAndNeverFilledAgain(
        argument: String,
        url: String,
        value: String
    ) throws {
        #expect(try Self.fill("run \(argument)", url) == ["run", value])
    }

    @Test(arguments: [
        (
            "run %x",
            #"%x in "%x" is not a placeholder; use %u %s %a %h %p %q %o %{name} and %% for a percent sign"#
        ),
        (
            "run a%U",
            #"%U in "a%U" is not a placeholder; use %u %s %a %h %p %q %o %{name} and %% for a percent sign"#
        ),
        (
            "run %20",
            #"%2 in "%20" is not a placeholder; use %u %s %a %h %p %q %o %{name} and %% for a percent sign"#
        ),
        (
            #"run "% ""#,
            #"%  in "% " is not a placeholder; use %u %s %a %h %p %q %o %{name} and %% for a percent sign"#
        ),
        ("run %", #"a % stands at the end of "%"; write %%"#),
        ("run a%%%", #"a % stands at the end of "a%%%"; write %%"#),
        ("run %{", #"%{ in "%{" needs a name and a }, as in %{m}"#),
        ("run %{}", #"%{ in "%{}" needs a name and a }, as in %{m}"#),
        ("run %{m", #"%{ in "%{m" needs a name and a }, as in %{m}"#),
        ("run %{m }", #"%{ in "%{m" needs a name and a }, as in %{m}"#),
        ("%u", "the program itself must not come from the URL; write its name first"),
        ("/usr/bin/%h", "the program itself must not come from the URL; write its name first"),
        ("%{m} a", "the program itself must not come from the URL; write its name first"),
        ("", "the line names no program"),
        ("run %u;", "column 7: \";\" must be inside double quotes; no shell reads this line"),
        ("run %u \"a", "column 8: the double quote is never closed"),
    ])
    func aLineThatDoesNotHoldIsRefused(line: String, message: String) {
        expectRefusal(.invalidContent, message) {
            try CommandTemplate(parsing: line)
        }
    }

    @Test func aPercentSignInTheProgramIsText() throws {
        #expect(try Self.fill("a%%b %s", "x:") == ["a%b", "x"])
    }

    @Test(arguments: [
        ("run %{m}", "x:?m=-a", "-a"), ("run %{m}", "x:?m=%2Da", "-a"),
        ("run %{m}", "x:?m=-%CC%81", "-\u{301}"), ("run %{m}", "x:?m=--", "--"),
        ("run %{m}a", "x:?m=-", "-a"), ("run %{n}%{m}", "x:?m=-a", "-a"),
        ("run %{n}-x", "x:", "-x"), ("run %o", "x:-rf", "-rf"), ("run %h", "x://-a", "-a"),
        ("run %p", "x:-a", "-a"), ("run %q", "x:?-a", "-a"), ("run %a", "x://-a@b", "-a@b"),
        ("run %{m} -- %{m}", "x:?m=-a", "-a"), ("run --x %{m}", "x:?m=-a", "-a"),
        ("run \"%{m}\"", "x:?m=-a", "-a"),
    ])
    func aLeadingDashIsRefused(line: String, url: String, argument: String) {
        let message =
            "\(argument.quoted) of the URL \(url.quoted) would act as an option; "
            + "put -- before the placeholder in launcher.conf if it may start with a dash"
        expectRefusal(.invalidURL, message) { try Self.fill(line, url) }
    }

    @Test(arguments: [
        ("run -- %{m}", "x:?m=-a", ["run", "--", "-a"]),
        ("run -x -- a %{m} %{m}", "x:?m=--a", ["run", "-x", "--", "a", "--a", "--a"]),
        ("run --x=%{m}", "x:?m=-a", ["run", "--x=-a"]), ("run %{m}", "x:?m=a-b", ["run", "a-b"]),
        // Other dashes are no options.
        ("run %{m}", "x:?m=%E2%80%93a", ["run", "–a"]),
        ("run -%{m} %{n}", "x:?m=-&n=-b", ["run", "--", "-b"]),
    ])
    func aDashMayStandWhereItIsNoOption(line: String, url: String, arguments: [String]) throws {
        #expect(try Self.fill(line, url) == arguments)
    }

    @Test(arguments: [
        "x:..", "x:../a", "x:a/..", "x:///..", "x:///a/../b", "x:///%2e%2e/a", "x:///%2E./a",
        "x:///a%2F..%2Fb", "x:/\u{301}a/..", "x:a/%CC%81b/../c",
    ])
    func aPathDoesNotLeaveItsFolder(url: String) {
        let error = #expect(throws: RequestError.self) { try Self.fill("run /d%p", url) }
        #expect(error?.code == .invalidURL)
        let end = " of the URL \(url.quoted) leaves its folder by ..; write it without"
        #expect(error?.message.hasPrefix("\"/d") == true && error?.message.hasSuffix(end) == true)
    }

    @Test(arguments: [
        ("x:...", "..."), ("x:a..b", "a..b"), ("x:a/..b", "a/..b"), ("x:.", "."),
        ("x:%252e%252e", "%2e%2e"), ("x:/\u{301}..", "/\u{301}.."), ("x:..\u{301}", "..\u{301}"),
    ])
    func dotsElsewhereAreNames(url: String, path: String) throws {
        #expect(try Self.fill("run a%p", url) == ["run", "a\(path)"])
    }

    @Test(arguments: [
        ("%00", "U+0000"), ("%0a", "U+000A"), ("%0D", "U+000D"), ("%1b", "U+001B"),
        ("%7f", "U+007F"), ("%09", "U+0009"), ("%C2%85", "U+0085"),
    ])
    func controlCharactersAreRefused(text: String, name: String) {
        let url = "x:?m=a\(text)b"
        let message = "the URL \(url.quoted) encodes the control character \(name); leave it out"
        expectRefusal(.invalidURL, message) { try Self.fill("run %{m}", url) }
    }

    @Test(arguments: ["%FF", "%C3", "%C0%AE", "%ED%A0%80"])
    func whatIsNotUTF8IsRefused(text: String) {
        let url = "x:?m=\(text)"
        let message = "the URL \(url.quoted) does not decode to UTF-8 text; encode it as UTF-8"
        expectRefusal(.invalidURL, message) { try Self.fill("run %{m}", url) }
    }

    /// Two dots that leave a folder once they stand in the argument, wherever they come from.
    @Test(arguments: [
        ("/srv/%h", "x://%2E%2E/"), ("/srv/%h/f", "x://..%2F..%2Fetc/"), ("/srv/%o", "x:../etc"),
        ("/srv/%o", "x:%2e%2e%2Fetc"), ("/srv/%{m}", "x:?m=.."), ("/srv/%{m}.txt", "x:?m=../a"),
        ("/srv/%{m}.txt", "x:?m=.."), ("--dir=%{m}", "x:?m=.."), ("--dir=%{m}", "x:?m=../a"),
        ("/srv/.%{m}", "x:?m=."), ("/srv/%{m}./f", "x:?m=."), ("/srv/%{m}%{n}", "x:?m=.&n=./a"),
        ("/srv/%q", "x:?../a"), ("/srv/%q", "x:?a=../b"), ("/srv/%a", "x://../"),
        ("/srv/%p", "x:a/.."), ("/srv/%p", "x:..\\a"), ("\"see %{m}\"", "x:?m=.."),
    ])
    func noPartLeavesItsFolder(argument: String, url: String) {
        let error = #expect(throws: RequestError.self) { try Self.fill("run \(argument)", url) }
        #expect(error?.code == .invalidURL)
        #expect(error?.message.contains("leaves its folder by ..; write it without") == true)
    }

    @Test(arguments: [
        ("../lib/%p", "x:a", "../lib/a"), ("%{m}", "x:?m=...", "..."),
        ("%{m}", "x:?m=a..b", "a..b"),
        ("%{m}", "x:?m=and%20so%20on..", "and so on.."), ("%{m}", "x:?m=..%20", ".. "),
        ("%p", "x:.", "."), ("%p", "x:./a", "./a"), ("%p", "x:..a", "..a"),
        ("%p", "x:a../b", "a../b"),
        ("%{m}/../%s", "x:a", "/../x"), ("%u", "x:a/../b", "x:a/../b"),
    ])
    func otherDotsStay(argument: String, url: String, value: String) throws {
        #expect(try Self.fill("run \(argument)", url) == ["run", value])
    }
}
