import Foundation

/// The methods of delegates' classes by the symbols of the program or library that has the class.
enum DelegateSymbols {
    /// Returns the methods of a delegate that a class itself declares.
    ///
    /// - Returns: their names; `nil` if the file has no symbols of the class.
    static func methods(of delegateClass: AnyClass) -> Set<String>? {
        let metadata = unsafeBitCast(delegateClass, to: UnsafeRawPointer.self)
        guard let (path, base) = image(of: metadata) else { return nil }
        // The program's own may be relative to a folder that it has left.
        let url = URL(fileURLWithPath: path.hasPrefix("/") ? path : "/proc/self/exe")
        guard let data = try? Data(contentsOf: url, options: .alwaysMapped) else { return nil }
        return data.withUnsafeBytes { bytes in
            guard let file = ObjectFile(bytes) else { return nil }
            let start = file.isRelocated ? base : 0
            let address = UInt(bitPattern: metadata) &- start
            return methods(in: file, ofClassAt: address)
        }
    }

    private typealias FindImage =
        @convention(c) (
            UnsafeRawPointer, UnsafeMutablePointer<UInt>
        ) -> Int32

    /// Returns the path of the program or library that an address belongs to, and where it is loaded.
    ///
    /// The module of the C library hides `dladdr`.
    private static func image(of address: UnsafeRawPointer) -> (path: String, base: UInt)? {
        guard let function = dlsym(nil, "dladdr") else { return nil }
        // Path, base, and the nearest symbol with its address.
        var image: [UInt] = [0, 0, 0, 0]
        guard unsafeBitCast(function, to: FindImage.self)(address, &image) != 0,
            let path = UnsafePointer<CChar>(bitPattern: image[0])
        else { return nil }
        return (String(cString: path), image[1])
    }

    private static func methods(in file: ObjectFile, ofClassAt address: UInt) -> Set<String>? {
        // The end of the name of metadata, after the name of the class.
        var mangled: String?
        file.forEachSymbol { name, value in
            guard value == address, let text = name(), text.hasSuffix("CN") else { return true }
            mangled = text
            return false
        }
        let mark = "type metadata for "
        guard let mangled, let metadata = demangled(mangled), metadata.hasPrefix(mark) else {
            return nil
        }
        let call = "\(metadata.dropFirst(mark.count)).userNotificationCenter(_: "
        var methods: Set<String> = []
        file.forEachSymbol(beginningWith: mangled.dropLast()) { name in
            // The default of a method has a witness of the class, too.
            guard let text = demangled(name), !text.contains("protocol witness"),
                let declaration = text.range(of: call),
                let method = method(of: text[declaration.upperBound...])
            else { return }
            methods.insert(method)
        }
        return methods
    }

    /// The first labels of the methods; those with two forms have a second one in one of them.
    private static let labels = [
        "willPresent", "didReceive", "openSettingsFor", "didReceiveRemoteNotification",
        "didRegisterForRemoteNotificationsWith", "didFailToRegisterForRemoteNotificationsWithError",
    ]

    private static func method(of declaration: Substring) -> String? {
        guard let label = labels.first(where: { declaration.contains(", \($0): ") }) else {
            return nil
        }
        let handler = "withCompletionHandler:"
        let last = declaration.contains(", \(handler) ") ? handler : ""
        return "userNotificationCenter(_:\(label):\(last))"
    }

    private typealias Demangle =
        @convention(c) (
            UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
            UInt32
        ) -> UnsafeMutablePointer<CChar>?

    private static func demangled(_ name: String) -> String? {
        guard let function = dlsym(nil, "swift_demangle") else { return nil }
        let demangle = unsafeBitCast(function, to: Demangle.self)
        guard let text = demangle(name, name.utf8.count, nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}

/// A program or library in the format ELF, of 64 bits.
private struct ObjectFile {
    private let bytes: UnsafeRawBufferPointer
    private let tables: [Table]
    /// Whether its addresses count from where it is loaded.
    let isRelocated: Bool

    /// Where symbols and their names are.
    private struct Table {
        let symbols: Range<Int>
        let names: Range<Int>
    }

    /// `nil` for another format.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]) else { return nil }
        self.bytes = bytes
        func number(_ offset: Int, _ type: (some FixedWidthInteger).Type) -> Int? {
            Self.number(bytes, offset, type)
        }
        guard let start = number(40, UInt64.self), let size = number(58, UInt16.self),
            let count = number(60, UInt16.self), let type = number(16, UInt16.self),
            start < bytes.count
        else { return nil }
        isRelocated = type == 3
        func range(_ section: Int) -> Range<Int>? {
            guard (0..<count).contains(section),
                let offset = number(start + section * size + 24, UInt64.self),
                let length = number(start + section * size + 32, UInt64.self),
                offset <= bytes.count, length <= bytes.count - offset
            else { return nil }
            return offset..<offset + length
        }
        tables = (0..<count).compactMap { section in
            // All symbols, or those for the loader.
            guard [2, 11].contains(number(start + section * size + 4, UInt32.self)),
                let names = number(start + section * size + 40, UInt32.self).flatMap(range),
                let symbols = range(section)
            else { return nil }
            return Table(symbols: symbols, names: names)
        }
    }

    private static func number<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer,
        _ offset: Int,
        _: Number.Type
    ) -> Int? {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
        return Int(exactly: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// Visits all symbols, with functions that read their names, while the visitor returns true.
    func forEachSymbol(_ visit: (_ name: () -> String?, _ address: UInt) -> Bool) {
        for table in tables {
            for symbol in stride(
                from: table.symbols.lowerBound,
                to: table.symbols.upperBound,
                by: 24
            ) {
                guard let value = Self.number(bytes, symbol + 8, UInt64.self) else { continue }
                let goesOn = visit({ text(of: symbol, in: table) }, UInt(value))
                if !goesOn { return }
            }
        }
    }

    /// Visits the names with a beginning.
    func forEachSymbol(beginningWith start: Substring, _ visit: (String) -> Void) {
        let wanted = Array(start.utf8)
        for table in tables {
            for symbol in stride(
                from: table.symbols.lowerBound,
                to: table.symbols.upperBound,
                by: 24
            ) {
                guard let name = name(of: symbol, in: table), name.starts(with: wanted),
                    let text = text(of: symbol, in: table)
                else { continue }
                visit(text)
            }
        }
    }

    /// The bytes from a symbol's name to the end of all names.
    private func name(of symbol: Int, in table: Table) -> Slice<UnsafeRawBufferPointer>? {
        guard let offset = Self.number(bytes, symbol, UInt32.self), offset < table.names.count
        else {
            return nil
        }
        return bytes[(table.names.lowerBound + offset)..<table.names.upperBound]
    }

    private func text(of symbol: Int, in table: Table) -> String? {
        name(of: symbol, in: table).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
