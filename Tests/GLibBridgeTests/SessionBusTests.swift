import Glibc
import Testing

@testable import GLibBridge

/// Where a bus is looked for.
@Suite struct SessionBusTests {
    @Test(
        "The file of a display has the name that dbus-launch gives it",
        arguments: [
            (":0", "0"), (":0.0", "0"), ("localhost:10.0", "10"), ("localhost.localdomain:1", "1"),
            ("host.example.org:2.1", "host.example.org_2"), ("/tmp/x/org:0", "_tmp_x_org_0"),
        ]
    )
    func theFileOfADisplay(display: String, name: String) {
        #expect(LaunchedBus.fileName(of: display) == name)
    }

    @Test(
        "Only addresses of sockets on this machine are looked at",
        arguments: [
            "", "unix:", "tcp:host=localhost,port=4", "unixexec:path=/bin/sh", "autolaunch:",
            "unix:tmpdir=/tmp", "unix:path=%2", "unix:path=",
        ]
    )
    func otherAddresses(address: String) {
        #expect(BusSocket(address: address) == nil)
    }

    @Test("A path may be escaped, and a guid may follow")
    func aPathMayBeEscaped() {
        #expect(
            BusSocket(address: "unix:path=/tmp/a%2fb%20c,guid=1;tcp:host=x")
                == BusSocket(path: "/tmp/a/b c")
        )
        #expect(BusSocket(path: "/nonexistent/bus").state == .dead)
        #expect(BusSocket(path: String(repeating: "x", count: 300)).state == .dead)
    }

    @Test(
        "A word is quoted as a shell reads it back",
        arguments: ["tea", "It's tea", "", "a\nb", "$x `y` \"z\""]
    )
    func aWordIsQuoted(word: String) throws {
        #expect(try ShellWords.split("x " + ShellWords.quoted(word)) == ["x", word])
    }
}
