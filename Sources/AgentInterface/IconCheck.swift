import GLibBridge
import Glibc
package import NotifyCore

/// Checks the icon that a person names, because a file that is missing would silently show nothing.
package struct IconCheck: Sendable {
    /// Whether paths may be relative to the current folder.
    private let takesRelativePaths: Bool

    /// Makes a check.
    ///
    /// - Parameter takesRelativePaths: whether paths may be relative to the current folder, as on a command line.
    package init(takesRelativePaths: Bool) {
        self.takesRelativePaths = takesRelativePaths
    }

    /// The ends of the names of image files; the icons of a theme are named without them.
    private static let extensions = [
        ".avif", ".bmp", ".gif", ".heic", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".svgz", ".tif",
        ".tiff",
        ".webp", ".xpm",
    ]

    /// Reads a name of the icon theme, the path of a file, or its URL.
    ///
    /// The notification server chooses the theme, so any name is valid.
    ///
    /// - Returns: the icon, a file by its absolute path.
    /// - Throws: ``NotifyCore/RequestError`` if there is no such file.
    package func icon(_ words: String) throws(RequestError) -> String {
        if words.lowercased().hasPrefix("file:") {
            guard let path = FileURI.path(of: words) else {
                throw RequestError(
                    .invalidContent,
                    .icon,
                    value: words.quoted,
                    reason: "is not the URL of a file on this machine",
                    wayOut: "write a path, or a URL such as file:///home/me/a.png"
                )
            }
            try Self.check(path)
            return path
        }
        guard words.contains("/") || hasImageName(words) else { return words }
        guard takesRelativePaths || words.hasPrefix("/") else {
            throw RequestError(
                .invalidContent,
                .icon,
                value: words.quoted,
                reason: "is a relative path",
                wayOut: "write an absolute path, or a name of the icon theme such as dialog-error"
            )
        }
        try Self.check(words)
        return FilePath.absolute(words)
    }

    private func hasImageName(_ words: String) -> Bool {
        let name = words.lowercased()
        return Self.extensions.contains { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
    }

    private static func check(_ path: String) throws(RequestError) {
        _ = try NamedFile.open(
            path,
            as: .icon,
            wanted: "an image file, or an icon by its name, such as dialog-error"
        )
    }
}

/// A file that a person named.
enum NamedFile {
    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - field: the field that names it.
    ///   - wanted: what to name in its place.
    /// - Returns: the file.
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be read, or is not a regular file.
    static func open(
        _ path: String,
        as field: RequestError.Field,
        wanted: String
    ) throws(RequestError) -> OpenFile {
        let file: OpenFile
        do {
            file = try OpenFile(reading: path)
        } catch {
            throw RequestError(
                .invalidContent,
                field,
                value: path.quoted,
                reason: "cannot be read: \(String(cString: strerror(error.number)))",
                wayOut: "name \(wanted)"
            )
        }
        guard let status = try? file.status(), status.isRegular else {
            throw RequestError(
                .invalidContent,
                field,
                value: path.quoted,
                reason: "is not a file",
                wayOut: "name \(wanted)"
            )
        }
        return file
    }
}
