import Foundation

/// A kind of file that can be attached.
struct AttachmentType {
    /// Apple's identifier of the type.
    let identifier: String
    let extensions: [String]
    /// The largest file, in bytes.
    let limit: Int
    /// What the file must have at an offset, one of them.
    let marks: [(offset: Int, bytes: [UInt8])]

    private static let megabyte = 1_048_576

    static let all: [AttachmentType] = [
        audio("public.aiff-audio", ["aiff", "aif"], [(0, "FORM")]),
        audio("com.microsoft.waveform-audio", ["wav"], [(0, "RIFF")]),
        // A tag, or the first eleven bits of a frame, of which this is the byte that is whole.
        AttachmentType(
            identifier: "public.mp3",
            extensions: ["mp3"],
            limit: 5 * megabyte,
            marks: [(0, Array("ID3".utf8)), (0, [0xFF])]
        ),
        audio("public.mpeg-4-audio", ["m4a"], [(4, "ftyp")]),
        AttachmentType(
            identifier: "public.jpeg",
            extensions: ["jpg", "jpeg"],
            limit: 10 * megabyte,
            marks: [(0, [0xFF, 0xD8])]
        ),
        AttachmentType(
            identifier: "com.compuserve.gif",
            extensions: ["gif"],
            limit: 10 * megabyte,
            marks: [(0, Array("GIF8".utf8))]
        ),
        AttachmentType(
            identifier: "public.png",
            extensions: ["png"],
            limit: 10 * megabyte,
            marks: [(0, [0x89] + Array("PNG".utf8))]
        ),
        AttachmentType(
            identifier: "public.mpeg",
            extensions: ["mpg", "mpeg"],
            limit: 50 * megabyte,
            marks: [(0, [0, 0, 1]), (0, [0x47])]
        ),
        AttachmentType(
            identifier: "public.mpeg-2-video",
            extensions: ["m2v", "mpg2"],
            limit: 50 * megabyte,
            marks: [(0, [0, 0, 1]), (0, [0x47])]
        ),
        AttachmentType(
            identifier: "public.mpeg-4",
            extensions: ["mp4", "m4v"],
            limit: 50 * megabyte,
            marks: [(4, Array("ftyp".utf8))]
        ),
        AttachmentType(
            identifier: "public.avi",
            extensions: ["avi"],
            limit: 50 * megabyte,
            marks: [(0, Array("RIFF".utf8))]
        ),
    ]

    private static func audio(
        _ identifier: String,
        _ extensions: [String],
        _ marks: [(Int, String)]
    ) -> AttachmentType {
        AttachmentType(
            identifier: identifier,
            extensions: extensions,
            limit: 5 * megabyte,
            marks: marks.map { ($0.0, Array($0.1.utf8)) }
        )
    }

    /// The type of a file: that of the hint, else that of the name's extension.
    static func of(_ url: URL, hint: String?) -> AttachmentType? {
        if let hint { return all.first { $0.identifier == hint } }
        let ending = url.pathExtension.lowercased()
        return all.first { $0.extensions.contains(ending) }
    }

    /// Checks a file.
    ///
    /// - Throws: ``UNError`` where it cannot be read, is too large or does not begin like its type.
    func check(_ url: URL) throws(UNError) {
        guard let file = try? FileHandle(forReadingFrom: url),
            let size = try? file.seekToEnd(), (try? file.seek(toOffset: 0)) != nil
        else { throw UNError(.attachmentInvalidURL) }
        defer { try? file.close() }
        guard size <= limit else {
            throw UNError(
                .attachmentInvalidFileSize,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The file has \(size) bytes, more than the \(limit) for \(identifier)."
                ]
            )
        }
        let start = [UInt8]((try? file.read(upToCount: 16)) ?? Data())
        let isSound = marks.contains { mark in
            start.dropFirst(mark.offset).prefix(mark.bytes.count).elementsEqual(mark.bytes)
        }
        guard isSound else { throw UNError(.attachmentCorrupt) }
    }
}
