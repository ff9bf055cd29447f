package import Foundation
package import NotifyCore

/// A file that is taken for a picture by how it begins.
package enum SamplePicture {
    /// The first bytes of a PNG.
    package static let start = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    /// Writes one into a folder.
    ///
    /// - Parameters:
    ///   - folder: where it goes.
    ///   - more: what follows its first bytes.
    @discardableResult
    package static func write(
        to folder: String,
        as name: String = "p.png",
        more: Data = Data()
    ) throws -> String {
        let path = "\(folder)/\(name)"
        try (start + more).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// How a request has it that comes with one file.
    package static func attachment(_ name: String = "p.png") -> NotificationAttachment {
        NotificationAttachment(
            identifier: "1",
            name: name,
            type: "public.png",
            source: .handed(index: 0)
        )
    }
}
