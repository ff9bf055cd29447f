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

    /// Bytes that a file of the type has at an offset.
    private struct Mark: Hashable, Sendable {
        let offset: Int
        let bytes: [UInt8]

        init(_ offset: Int, _ bytes: [UInt8]) {
            self.offset = offset
            self.bytes = bytes
        }

        init(_ offset: Int, _ text: String) {
            self.init(offset, Array(text.utf8))
        }

        func matches(_ start: [UInt8]) -> Bool {
            start.dropFirst(offset).prefix(bytes.count).elementsEqual(bytes)
        }
    }

    /// Apple's identifier of the type, such as `public.png`.
    package let identifier: String
    /// What it is shown as.
    package let kind: Kind
    /// The extensions of its files.
    package let extensions: [String]
    /// The forms of a file's start, the most typical one first; the marks of one form are all there.
    private let forms: [[Mark]]

    /// The name of such a file in messages, such as `a PNG file`.
    package var words: String {
        let name = (extensions.first ?? identifier).uppercased()
        // The name is pronounced letter by letter: an MP3 file, a JPG file.
        return "\("AM".contains(name.prefix(1)) ? "an" : "a") \(name) file"
    }

    /// The number of bytes at a file's start that identify its type.
    package static let startLength = 192

    private init(_ identifier: String, _ kind: Kind, _ extensions: [String], _ forms: [[Mark]]) {
        self.identifier = identifier
        self.kind = kind
        self.extensions = extensions
        self.forms = forms
    }

    /// All of them.
    package static let all: [AttachmentType] = [
        AttachmentType(
            "public.aiff-audio",
            .audio,
            ["aiff", "aif"],
            [[Mark(0, "FORM"), Mark(8, "AIFF")], [Mark(0, "FORM"), Mark(8, "AIFC")]]
        ),
        AttachmentType(
            "com.microsoft.waveform-audio",
            .audio,
            ["wav"],
            [[Mark(0, "RIFF"), Mark(8, "WAVE")]]
        ),
        // A tag, or a frame: eleven bits that are set, MPEG-1, 2 or 2.5, layer III, with a checksum or without.
        AttachmentType(
            "public.mp3",
            .audio,
            ["mp3"],
            [[Mark(0, "ID3")]]
                + [0xFA, 0xFB, 0xF2, 0xF3, 0xE2, 0xE3].map { [Mark(0, [0xFF, $0])] }
        ),
        AttachmentType("public.mpeg-4-audio", .audio, ["m4a"], brands(sounds + either + films)),
        AttachmentType("public.jpeg", .image, ["jpg", "jpeg"], [[Mark(0, [0xFF, 0xD8])]]),
        AttachmentType("com.compuserve.gif", .image, ["gif"], [[Mark(0, "GIF8")]]),
        AttachmentType("public.png", .image, ["png"], [[Mark(0, [0x89] + Array("PNG".utf8))]]),
        AttachmentType("public.mpeg", .movie, ["mpg", "mpeg"], streams([0xBA, 0xB3])),
        AttachmentType("public.mpeg-2-video", .movie, ["m2v", "mpg2"], streams([0xB3, 0xBA])),
        AttachmentType("public.mpeg-4", .movie, ["mp4", "m4v"], brands(either + films + sounds)),
        AttachmentType("public.avi", .movie, ["avi"], [[Mark(0, "RIFF"), Mark(8, "AVI ")]]),
    ]

    /// The brands of files in the format of MPEG-4.
    private static let sounds = ["M4A", "M4B", "M4P", "F4A"]
    private static let films = ["M4V", "avc1", "MSNV", "dash", "3g", "f4v", "NDS", "qt"]
    private static let either = ["iso", "mp4"]

    /// Pictures have this format, too, with brands of their own, such as `heic` and `avif`.
    private static func brands(_ names: [String]) -> [[Mark]] {
        names.map { [Mark(4, "ftyp\($0)")] }
    }

    /// A start code of MPEG, or two packets of a transport stream.
    private static func streams(_ codes: [UInt8]) -> [[Mark]] {
        codes.map { [Mark(0, [0, 0, 1, $0])] } + [[Mark(0, [0x47]), Mark(188, [0x47])]]
    }

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

    /// Returns the type of a file; `nil` if it is not supported.
    ///
    /// - Parameters:
    ///   - hint: what the app says of it: the identifier of a type, or of what the type belongs to, such as
    ///     `public.image`; `nil` for nothing.
    ///   - start: the first ``startLength`` bytes.
    /// - Returns: without a hint the type of the name's extension. With one the type that fits the content: the hint's,
    ///   else the extension's, else any; if none fits, the hint's or the extension's, which the file then is not.
    package static func of(hint: String?, name: String, start: [UInt8]) -> AttachmentType? {
        let ofName = ofFile(name)
        guard let hint else { return ofName }
        let ofHint = named(hint)
        if let said = [ofHint, ofName].compactMap(\.self).first(where: { $0.matches(start) }) {
            return said
        }
        // The start of an MPEG-4 file may be that of both kinds.
        let isHeard = ofHint?.kind == .audio || hint == "public.audio"
        let fitting = all.compactMap { type in
            type.form(of: start).map {
                (type: type, rank: isHeard && type.kind == .audio ? -1 : $0)
            }
        }
        return fitting.min { $0.rank < $1.rank }?.type ?? ofHint ?? ofName
    }

    /// Whether a file that starts with these bytes can be of the type.
    package func matches(_ start: [UInt8]) -> Bool { form(of: start) != nil }

    /// The number of the first form that a start has.
    private func form(of start: [UInt8]) -> Int? {
        forms.firstIndex { form in form.allSatisfy { $0.matches(start) } }
    }
}
