import CGLib

/// The memory of GLib's option parser for its entries and values.
final class OptionStorage {
    /// The checks of values, which store the valid ones.
    final class Checks {
        var options: [String: (name: String, check: @Sendable (String) -> String?)] = [:]
        var values: [String: String] = [:]
    }

    typealias CString = UnsafeMutablePointer<CChar>

    private enum Slot {
        case number(UnsafeMutablePointer<gint>)
        case text(UnsafeMutablePointer<CString?>)
        case texts(UnsafeMutablePointer<UnsafeMutablePointer<CString?>?>)
        case checked
    }

    /// By option, as typed.
    let checks = Checks()
    /// The entries, ended by an empty one.
    let entries: UnsafeMutablePointer<GOptionEntry>
    private let slots: [(name: String, slot: Slot)]
    private let strings: [CString?]
    /// GLib's name of the arguments that are not options.
    private static let remaining = ""

    init(_ options: [OptionParser.Entry]) {
        var slots: [(name: String, slot: Slot)] = []
        var strings: [CString?] = []
        var list: [GOptionEntry] = []
        func copy(_ text: String?) -> UnsafePointer<CChar>? {
            let copy = g_strdup(text)
            strings.append(copy)
            return copy.map { UnsafePointer($0) }
        }
        let words = OptionParser.Entry(Self.remaining, nil, .files, nil)
        for option in options + [words] {
            let (slot, kind) = Self.slot(of: option.kind)
            slots.append((option.name, slot))
            if case .checked(let check) = option.kind {
                checks.options["--\(option.name)"] = (option.name, check)
                if let letter = option.letter {
                    checks.options["-\(letter)"] = (option.name, check)
                }
            }
            list.append(
                GOptionEntry(
                    long_name: copy(option.name),
                    short_name: option.letter?.asciiValue.map { CChar(bitPattern: $0) } ?? 0,
                    flags: 0,
                    arg: kind,
                    arg_data: Self.data(of: slot),
                    description: copy(option.help),
                    arg_description: copy(option.valueName)
                )
            )
        }
        list.append(GOptionEntry())
        entries = UnsafeMutablePointer.allocate(capacity: list.count)
        entries.initialize(from: list, count: list.count)
        self.slots = slots
        self.strings = strings
    }

    deinit {
        for text in strings { g_free(text) }
        for (_, slot) in slots {
            switch slot {
            case .number(let place): place.deallocate()
            case .text(let place):
                g_free(place.pointee)
                place.deallocate()
            case .texts(let place):
                g_strfreev(place.pointee)
                place.deallocate()
            case .checked: break
            }
        }
        entries.deallocate()
    }

    /// Returns the parsed values.
    func parsed() -> ParsedOptions {
        var parsed = ParsedOptions()
        for (name, slot) in slots {
            switch slot {
            case .number(let place): parsed.numbers[name] = place.pointee
            case .text(let place):
                if let text = place.pointee { parsed.texts[name] = [Self.bytes(text)] }
            case .texts(let place):
                guard let list = place.pointee else { continue }
                var values: [[UInt8]] = []
                while let text = list[values.count] { values.append(Self.bytes(text)) }
                parsed.texts[name] = values
            case .checked: break
            }
        }
        for (name, value) in checks.values { parsed.texts[name] = [Array(value.utf8)] }
        parsed.words = parsed.texts.removeValue(forKey: Self.remaining) ?? []
        return parsed
    }

    /// Arguments in memory that GLib may change and free.
    static func list(_ words: [[UInt8]]) -> UnsafeMutablePointer<CString?>? {
        let list = g_malloc0_n(gsize(words.count + 1), gsize(MemoryLayout<CString?>.size))?
            .bindMemory(to: CString?.self, capacity: words.count + 1)
        for (index, word) in words.enumerated() {
            list?[index] = (word + [0]).withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { g_strdup($0.baseAddress) }
            }
        }
        return list
    }

    private static func slot(of kind: OptionParser.Kind) -> (Slot, GOptionArg) {
        switch kind {
        case .flag: (.number(made(0)), G_OPTION_ARG_NONE)
        case .number(let value): (.number(made(value)), G_OPTION_ARG_INT)
        case .text: (.text(made(nil)), G_OPTION_ARG_STRING)
        case .file: (.text(made(nil)), G_OPTION_ARG_FILENAME)
        case .files: (.texts(made(nil)), G_OPTION_ARG_FILENAME_ARRAY)
        case .checked: (.checked, G_OPTION_ARG_CALLBACK)
        }
    }

    private static func data(of slot: Slot) -> gpointer? {
        switch slot {
        case .number(let place): gpointer(place)
        case .text(let place): gpointer(place)
        case .texts(let place): gpointer(place)
        case .checked: unsafeBitCast(check, to: gpointer.self)
        }
    }

    private static let check: GOptionArgFunc = { name, value, data, error in
        guard let name, let value, let checks = CallbackBox<Checks>.borrow(data),
            let option = checks.options[String(cString: name)]
        else { return 1 }
        let text = String(cString: value)
        guard let message = option.check(text) else {
            checks.values[option.name] = text
            return 1
        }
        let code = G_OPTION_ERROR_BAD_VALUE.rawValue.asCode
        g_set_error_literal(error, g_option_error_quark(), code, message)
        return 0
    }

    private static func made<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
        let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        place.initialize(to: value)
        return place
    }

    private static func bytes(_ text: CString) -> [UInt8] {
        UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    }
}
