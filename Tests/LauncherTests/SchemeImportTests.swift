import Foundation
import Launcher
import NotifyCore
import TestSupport
import Testing

/// Property lists as iOS projects have them, and others.
@Suite struct SchemeImportTests {
    private static let categories = ["Settings", "Mail & Co", "Tweets"]
    private static let apps: [[String: String]] = [
        ["app_name": "Post", "url_scheme": "tweetbot:///post?", "category": "Tweets"],
        ["app_name": "Wi-Fi", "url_scheme": "prefs:root=WIFI", "category": "Settings"],
        ["app_name": "Bluetooth", "url_scheme": "prefs:root=Bluetooth", "category": "Settings"],
        ["app_name": "New mail", "url_scheme": "mailto:", "category": "Mail & Co"],
        ["app_name": "Text", "url_scheme": "sms:", "category": "Mail & Co"],
        ["app_name": "新着 𝄞", "url_scheme": "fb", "category": "Tweets"],
    ]

    /// A folder with the two files in a form.
    private static func files(
        _ format: PropertyListSerialization.PropertyListFormat,
        _ apps: Any = apps
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, list) in [("schemes", categories as Any), ("apps", apps)] {
            try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
                .write(to: URL(fileURLWithPath: "\(folder.path)/\(name).plist"))
        }
        return folder
    }

    private static func reading(_ folder: TemporaryFolder) throws -> SchemeImport {
        try SchemeImport(files: ["\(folder.path)/schemes.plist", "\(folder.path)/apps.plist"])
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func bothFormsGiveTheSameEntries(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let list = try Self.reading(try Self.files(format))
        #expect(
            list.entries.map { "\($0.id) \($0.name) \($0.category) \($0.url)" } == [
                "settings/wi-fi Wi-Fi Settings prefs:root=WIFI",
                "settings/bluetooth Bluetooth Settings prefs:root=Bluetooth",
                "mail-co/new-mail New mail Mail & Co mailto:",
                "mail-co/text Text Mail & Co sms:",
                "tweets/post Post Tweets tweetbot:///post?",
                "tweets/新着 新着 𝄞 Tweets fb://",
            ]
        )
        #expect(list.remarks.isEmpty)
    }

    @Test("The two lists are distinguished by their content, in any order")
    func theListsComeInAnyOrder() throws {
        let folder = try Self.files(.xml)
        let (names, apps) = ("\(folder.path)/schemes.plist", "\(folder.path)/apps.plist")
        #expect(
            try SchemeImport(files: [apps, names]).entries == Self.reading(folder).entries
        )
        // Without the names, the categories come in the order of the apps.
        #expect(try SchemeImport(files: [apps]).entries.first?.category == "Tweets")
    }

    @Test("Two lists of one kind, and no list of apps, are refused with what is missing")
    func listsOfOneKindAreRefused() throws {
        let folder = try Self.files(.binary)
        let (names, apps) = ("\(folder.path)/schemes.plist", "\(folder.path)/apps.plist")
        let copies = ["\(folder.path)/names2.plist", "\(folder.path)/apps2.plist"]
        for (original, copy) in zip([names, apps], copies) {
            try FileManager.default.copyItem(atPath: original, toPath: copy)
        }
        let keys = "which have app_name, url_scheme and category"
        for (files, message) in [
            (
                [names],
                "\(names): it has only names of categories; add the file with the apps, \(keys)"
            ),
            (
                [names, copies[0]],
                "\(names) and \(copies[0]) both have names of categories; one of them must have the apps, \(keys)"
            ),
            (
                [apps, copies[1]],
                "\(apps) and \(copies[1]) both have apps; one of them must have the names of the categories"
            ),
            (
                [apps, apps],
                "\(apps) is named twice; name it once, or the file with the names of the categories, as well"
            ),
        ] {
            let error = #expect(throws: RequestError.self) { try SchemeImport(files: files) }
            #expect(error?.message == message)
        }
    }

    @Test func importingAgainKeepsTogglesAndTakesNewURLs() throws {
        let folder = try TemporaryFolder("# mine\n")
        let configuration = UserConfiguration(folder: folder.path)
        try configuration.add(try Self.reading(try Self.files(.xml)).entries)
        func actions() -> [ConfiguredAction] {
            LauncherConfiguration(folders: [folder.path]).actions
        }
        #expect(actions().count == 6)
        #expect(actions().allSatisfy { $0.isEnabled == false })
        try configuration.enable(["settings/wi-fi"], true)
        var apps = Self.apps
        apps[1]["url_scheme"] = "App-Prefs:root=WIFI"
        try configuration.add(try Self.reading(try Self.files(.binary, apps)).entries)
        #expect(actions().count == 6)
        #expect(actions().filter { $0.isEnabled == true }.map(\.url) == ["App-Prefs:root=WIFI"])
        let text = try String(contentsOfFile: folder.file, encoding: .utf8)
        #expect(text.hasPrefix("# mine\n"))
    }

    private static let entry = ["app_name": "A", "url_scheme": "a:", "category": "Settings"]

    private static func with(_ key: String, _ value: Any?) -> [Any] {
        var second: [String: Any] = entry
        second[key] = value
        return [entry, second]
    }

    @Test(arguments: [
        (0, "entry 2: the key url_scheme is missing"),
        (1, "entry 2: category is a number, not a string"),
        (2, "entry 2: app_name is an array, not a string"), (3, "entry 2: app_name is empty"),
        (4, "entry 2: it is a string, not a dictionary with app_name, url_scheme and category"),
        (5, "entry 2: url_scheme \"a: b\" has the character U+0020; write it as %20"),
        (6, "it is not an array"), (7, "it is empty"),
        (8, "entry 2: category \"a<U+000A>b\" has a control character; leave it out"),
        (
            11,
            "entry 1: it is a number, neither the name of a category nor a dictionary with app_name, url_scheme "
                + "and category"
        ), (9, "entry 2: app_name has 300 bytes, more than the 256 allowed; shorten it"),
        (10, "entry 1: it is nested deeper than 16 levels"),
    ])
    func aWrongEntryIsNamed(number: Int, reason: String) throws {
        var deep: Any = "x"
        for _ in 0..<40 { deep = [deep] }
        let lists: [Any] = [
            Self.with("url_scheme", nil), Self.with("category", 5), Self.with("app_name", ["a"]),
            Self.with("app_name", ""), [Self.entry, "x"] as [Any], Self.with("url_scheme", "a: b"),
            Self.entry, [] as [Any], Self.with("category", "a\nb"),
            Self.with("app_name", String(repeating: "x", count: 300)), deep, [5] as [Any],
        ]
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let folder = try Self.files(format, lists[number])
            let error = #expect(throws: RequestError.self) { try Self.reading(folder) }
            #expect(error?.message == "\(folder.path)/apps.plist: \(reason)")
        }
    }

    private static let head = "<?xml version=\"1.0\"?>"

    @Test(arguments: [
        (
            head + "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>"
                + "<plist><array><dict><key>app_name</key><string>&b;</string></dict></array></plist>",
            "entry 1: its XML is invalid: "
        ),
        (
            head + "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>"
                + "<plist><array><string>x</string><string>&a;</string></array></plist>",
            "entry 2: its XML is invalid: "
        ),
        (
            "<plist><array><dict><key>a</key></dict></array></plist>",
            "entry 1: the key \"a\" has no value"
        ),
        (
            "<plist><array><dict><string>a</string></dict></array></plist>",
            "entry 1: a value of a dictionary has no key"
        ),
        (
            "<plist><array><dict><key>a</key><true/><key>a</key><true/></dict></array></plist>",
            "entry 1: it has the key \"a\" twice"
        ),
        (
            "<plist><array><set/></array></plist>",
            "entry 1: <set> is not an element of a property list"
        ),
        ("<plist><array>x</array></plist>", "the text \"x\" is outside of any value"),
        (
            "<plist><array><string>a<b/></string></array></plist>",
            "entry 1: <b> is not allowed inside <string>"
        ),
        ("<plist><array/><array/></plist>", "there is a second value after the list"),
        ("<plist/>", "it has no value"), ("<html/>", "it starts with <html>, not with <plist>"),
        ("<plist><array><string>a", "entry 1: its XML is invalid: "),
        ("{ a = b; }", "it is neither an XML nor a binary property list; convert it"),
        ("", "it is neither an XML nor a binary property list; convert it"),
        ("bplist00", "its trailer is invalid"),
        ("bplist00" + String(repeating: "\u{7F}", count: 40), "its trailer is invalid"),
    ])
    func aFileThatIsNoListIsRefused(text: String, reason: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/apps.plist"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: RequestError.self) {
            try SchemeImport(files: [path])
        }
        #expect(error?.message.hasPrefix("\(path): \(reason)") == true, "\(error?.message ?? "")")
    }

    @Test func aHundredMegabytesAreNotRead() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/apps.plist"
        try Data().write(to: URL(fileURLWithPath: path))
        truncate(path, 100 << 20)
        let message =
            "\(path): it has 104857600 bytes, more than the 4194304 allowed; "
            + "nothing is imported"
        expectRefusal(.invalidContent, message) {
            try SchemeImport(files: [path])
        }
    }

    /// A list whose values refer to one another, many times over or in a circle.
    private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 2, 1]
        bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
        bytes += [0, 0, 0, 0, 0, 0, 0, 0]
        return bytes + [0, 0, 0, 0, 0, 0, 0, table]
    }

    @Test(
        arguments: [
            ([[0xA1, 0]], "entry 1: it is nested deeper than 16 levels"),
            (
                (1...10).map { [0xAA] + [UInt8](repeating: UInt8($0), count: 10) } + [
                    [0x51, 0x61]
                ],
                "entry 1: there are more than 100000 values in the list"
            ),
            ([[0xA1, 7]], "entry 1: it refers to a value that does not exist"),
            ([[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "it is truncated"),
            ([[0xA1, 1], [0x51, 0xFF]], "entry 1: a text is not ASCII"),
            ([[0xA1, 1], [0x61, 0xD8, 0x00]], "entry 1: a text is not UTF-16"),
            ([[0xA1, 1], [0x80]], "entry 1: it has a value of an unknown type"),
            ([[0xA1, 1], [0xD1, 0, 0]], "entry 1: it is nested deeper than 16 levels"),
        ] as [([[UInt8]], String)]
    )
    func aBinaryListIsNotBelieved(objects: [[UInt8]], reason: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/apps.plist"
        try Data(Self.binary(objects)).write(to: URL(fileURLWithPath: path))
        expectRefusal(.invalidContent, "\(path): \(reason)") {
            try SchemeImport(files: [path])
        }
    }

    @Test func whateverIsChangedInABinaryListIsReadOrRefused() throws {
        let folder = try Self.files(.binary)
        let path = "\(folder.path)/apps.plist"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in bytes.indices {
            for mask: UInt8 in [0x0F, 0xFF] {
                var changed = bytes
                changed[index] ^= mask
                try changed.write(to: URL(fileURLWithPath: path))
                _ = try? SchemeImport(files: [path])
            }
        }
    }
}
