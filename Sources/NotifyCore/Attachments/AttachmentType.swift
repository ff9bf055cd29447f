/// A kind of file that can be attached.
///
/// Source: the table of Apple's page UNNotificationAttachment.
package struct AttachmentType: Hashable, Sendable {
    /// What a file is shown as.
    package enum Kind: Hashable, Sendable {
        case audio, image, movie

        /// The name of such a file in messages.
        package var words: String {
            switch self {
            case .audio: "an audio file"
            case .image: "an image"
            case .movie: "a movie"
            }
        }

        /// The largest file, in bytes.
        package var limit: Int64 {
            switch self {
            case .audio: 5 * 1_048_576
            case .image: 10 * 1_048_576
            case .movie: 50 * 1_048_576
            }
        }
    }

    /// Bytes that the file must have at an offset.
    private struct Mark: Hashable, Sendable {
        let offset: Int
        let bytes: [UInt8]
    }

    /// Apple's identifier of the type, such as `public.png`.
    package let identifier: String
    /// What it is shown as.
    package let kind: Kind
    /// The extensions of its files.
    package let extensions: [String]
    private let marks: [Mark]

    /// The name of such a file in messages, such as `a PNG file`.
    package var words: String {
        let name = (extensions.first ?? identifier).uppercased()
        // The name is pronounced letter by letter: an MP3 file, a JPG file.
        return "\("AM".contains(name.prefix(1)) ? "an" : "a") \(name) file"
    }

    /// The number of bytes at a file's start that identify its type.
    package static let startLength = 16

    private init(
        _ identifier: String,
        _ kind: Kind,
        _ extensions: [String],
        _ marks: [(offset: Int, bytes: [UInt8])]
    ) {
        self.identifier = identifier
        self.kind = kind
        self.extensions = extensions
        self.marks = marks.map { Mark(offset: $0.offset, bytes: $0.bytes) }
    }

    /// All of them.
    package static let all: [AttachmentType] = [
        AttachmentType("public.aiff-audio", .audio, ["aiff", "aif"], [(0, Array("FORM".utf8))]),
        AttachmentType("com.microsoft.waveform-audio", .audio, ["wav"], [(0, Array("RIFF".utf8))]),
        // A tag, or a frame, whose first eleven bits are set; this is the whole byte of them.
        AttachmentType("public.mp3", .audio, ["mp3"], [(0, Array("ID3".utf8)), (0, [0xFF])]),
        AttachmentType("public.mpeg-4-audio", .audio, ["m4a"], [(4, Array("ftyp".utf8))]),
        AttachmentType("public.jpeg", .image, ["jpg", "jpeg"], [(0, [0xFF, 0xD8])]),
        AttachmentType("com.compuserve.gif", .image, ["gif"], [(0, Array("GIF8".utf8))]),
        AttachmentType("public.png", .image, ["png"], [(0, [0x89] + Array("PNG".utf8))]),
        AttachmentType("public.mpeg", .movie, ["mpg", "mpeg"], [(0, [0, 0, 1]), (0, [0x47])]),
        AttachmentType(
            "public.mpeg-2-video",
            .movie,
            ["m2v", "mpg2"],
            [(0, [0, 0, 1]), (0, [0x47])]
        ),
        AttachmentType("public.mpeg-4", .movie, ["mp4", "m4v"], [(4, Array("ftyp".utf8))]),
        AttachmentType("public.avi", .movie, ["avi"], [(0, Array("RIFF".utf8))]),
    ]

    /// Returns the type of an identifier; `nil` if it is not supported.
    package static func named(_ identifier: String) -> AttachmentType? {
        all.first { $0.identifier == identifier }
    }

    /// Returns the type of a file by its extension; `nil` if it is not supported.
    package static func ofFile(_ name: String) -> AttachmentType? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return all.first { $0.extensions.contains(ending) }
    }

    /// Whether a file that starts with these bytes can be of the type.
    package func matches(_ start: [UInt8]) -> Bool {
        marks.contains { mark in
            start.dropFirst(mark.offset).prefix(mark.bytes.count).elementsEqual(mark.bytes)
        }
    }
}
