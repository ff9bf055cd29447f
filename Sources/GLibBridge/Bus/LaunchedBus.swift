import Glibc

/// The bus that `dbus-launch` started for a display of X11, on desktops without one of systemd.
///
/// It is looked for where libdbus does that, and none is started.
enum LaunchedBus {
    /// The addresses that the user's file and the display name, which may be those of a bus that has ended.
    static var addresses: [String] {
        guard let display = Environment["DISPLAY"], !display.isEmpty, let machine = machineID else {
            return []
        }
        return [
            fileAddress(of: display, on: machine), DisplayProperty.address(on: machine),
        ].compactMap { $0 }
    }

    /// The identifier of the machine, as libdbus reads it.
    private static var machineID: String? {
        for path in ["/var/lib/dbus/machine-id", "/etc/machine-id"] {
            let text = text(ofFile: path, isOwn: false)?.prefix { !$0.isWhitespace }
            if let text, text.count == 32, text.allSatisfy(\.isHexDigit) { return String(text) }
        }
        return nil
    }

    private static func fileAddress(of display: String, on machine: String) -> String? {
        guard let home = Environment["HOME"], home.hasPrefix("/") else { return nil }
        let path = "\(home)/.dbus/session-bus/\(machine)-\(fileName(of: display))"
        guard let text = text(ofFile: path, isOwn: true) else { return nil }
        let start = "DBUS_SESSION_BUS_ADDRESS="
        let line = text.split(separator: "\n").first { $0.hasPrefix(start) }
        guard var value = line?.dropFirst(start.count) else { return nil }
        if value.count > 1, value.first == "'", value.last == "'" {
            value = value.dropFirst().dropLast()
        }
        return String(value)
    }

    /// Returns what stands for a display in the name of its file: `:0.0` and `localhost:0` are 0.
    static func fileName(of display: String) -> String {
        var name = display[...]
        // The screen is the part after the last dot behind the last colon.
        if let colon = name.lastIndex(of: ":"), let dot = name[colon...].firstIndex(of: ".") {
            name = name[..<dot]
        }
        for start in ["localhost.localdomain:", "localhost:", ":"] where name.hasPrefix(start) {
            name = name.dropFirst(start.count)
        }
        return String(name.map { $0 == ":" || $0 == "/" ? "_" : $0 })
    }

    /// Returns the text of a small file.
    ///
    /// - Parameter isOwn: whether it must be the user's own, and nobody else's to write.
    /// - Returns: the text; `nil` if there is none to be used.
    private static func text(ofFile path: String, isOwn: Bool) -> String? {
        // Not blocking, because there may be a pipe in its place.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            !isOwn || status.st_uid == getuid() && status.st_mode & 0o002 == 0
        else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}

/// The property of a window by which `dbus-launch` names the bus of a display.
///
/// libX11 is loaded for it alone, where it is installed: without it, there is no such display either.
private enum DisplayProperty {
    private typealias Display = OpaquePointer
    private typealias OpenDisplay = @convention(c) (UnsafePointer<CChar>?) -> Display?
    private typealias CloseDisplay = @convention(c) (Display) -> CInt
    private typealias InternAtom =
        @convention(c) (Display, UnsafePointer<CChar>, CInt) -> CUnsignedLong
    private typealias GetOwner = @convention(c) (Display, CUnsignedLong) -> CUnsignedLong
    private typealias GetProperty =
        @convention(c) (
            Display, CUnsignedLong, CUnsignedLong, CLong, CLong, CInt, CUnsignedLong,
            UnsafeMutablePointer<CUnsignedLong>, UnsafeMutablePointer<CInt>,
            UnsafeMutablePointer<CUnsignedLong>, UnsafeMutablePointer<CUnsignedLong>,
            UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
        ) -> CInt
    private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> CInt

    /// The atom of the type STRING, which is the same everywhere.
    private static let string: CUnsignedLong = 31
    /// The maximum length of an address, in units of four bytes.
    private static let maxLength: CLong = 1_024

    static func address(on machine: String) -> String? {
        guard let user = getpwuid(getuid()), let name = user.pointee.pw_name,
            let library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL)
        else { return nil }
        func function<Function>(_ name: String, _: Function.Type) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let openDisplay = function("XOpenDisplay", OpenDisplay.self),
            let closeDisplay = function("XCloseDisplay", CloseDisplay.self),
            let internAtom = function("XInternAtom", InternAtom.self),
            let getOwner = function("XGetSelectionOwner", GetOwner.self),
            let getProperty = function("XGetWindowProperty", GetProperty.self),
            let free = function("XFree", Free.self), let display = openDisplay(nil)
        else { return nil }
        defer { _ = closeDisplay(display) }
        let selection = "_DBUS_SESSION_BUS_SELECTION_\(String(cString: name))_\(machine)"
        // Only if they exist, so that looking leaves nothing behind.
        let owned = internAtom(display, selection, 1)
        let property = internAtom(display, "_DBUS_SESSION_BUS_ADDRESS", 1)
        guard owned != 0, property != 0 else { return nil }
        let owner = getOwner(display, owned)
        guard owner != 0 else { return nil }
        var (type, count, rest) = (CUnsignedLong(0), CUnsignedLong(0), CUnsignedLong(0))
        var format: CInt = 0
        var bytes: UnsafeMutablePointer<UInt8>?
        let result = getProperty(
            display,
            owner,
            property,
            0,
            maxLength,
            0,
            string,
            &type,
            &format,
            &count,
            &rest,
            &bytes
        )
        guard let bytes else { return nil }
        defer { _ = free(bytes) }
        guard result == 0, type == string, format == 8, rest == 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }
}
