import NotifyCore
import Testing

@Suite("Types of attachments")
struct AttachmentTypeTests {
    @Test(
        "the ending of a name says the type",
        arguments: [
            ("a.png", "public.png"), ("A.JPEG", "public.jpeg"), ("x.tar.gif", "com.compuserve.gif"),
            ("a.m4a", "public.mpeg-4-audio"), ("film.AVI", "public.avi"), (".png", nil),
            ("png", nil), ("a.svg", nil), ("a.", nil), ("", nil),
        ] as [(String, String?)]
    )
    func ending(name: String, type: String?) {
        #expect(AttachmentType.ofFile(name)?.identifier == type)
    }

    @Test("the first bytes must fit")
    func marks() throws {
        let film = try #require(AttachmentType.named("public.mpeg-4"))
        #expect(film.matches([0, 0, 0, 24] + Array("ftypisom".utf8)))
        #expect(!film.matches(Array("ftyp".utf8)))
        #expect(!film.matches([]))
        let audio = try #require(AttachmentType.named("public.mp3"))
        #expect(audio.matches([0xFF, 0xFB]) && audio.matches(Array("ID3".utf8)))
        #expect(AttachmentType.named("public.text") == nil)
    }

    private static let starts: [String: [UInt8]] = [
        "png": [0x89] + Array("PNG\r\n".utf8), "jpeg": [0xFF, 0xD8, 0xFF, 0xE0],
        "gif": Array("GIF89a".utf8), "mp3": [0xFF, 0xFB, 0x90], "tagged": Array("ID3\u{3}".utf8),
        "wav": Array("RIFF\u{1}\u{1}\u{1}\u{1}WAVEfmt ".utf8),
        "avi": Array("RIFF\u{1}\u{1}\u{1}\u{1}AVI LIST".utf8),
        "webp": Array("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8 ".utf8),
        "aiff": Array("FORM\u{1}\u{1}\u{1}\u{1}AIFF".utf8), "m4a": Array("\0\0\0 ftypM4A ".utf8),
        "mp4": Array("\0\0\0 ftypisom".utf8), "heic": Array("\0\0\0 ftypheic".utf8),
        "mpeg": [0, 0, 1, 0xBA], "m2v": [0, 0, 1, 0xB3], "icon": [0, 0, 1, 0, 1, 0],
        "stream": [0x47] + Array(repeating: 0, count: 187) + [0x47, 0, 0, 0],
        "text": Array("Good morning".utf8),
    ]

    @Test(
        "A hint at a supertype, or at nothing known, leaves the type to content and name",
        arguments: [
            ("public.image", "a", "png", "public.png"),
            ("public.image", "a.tmp", "jpeg", "public.jpeg"),
            ("public.data", "download", "gif", "com.compuserve.gif"),
            ("public.item", "a.png", "jpeg", "public.jpeg"),
            ("public.content", "a", "mp3", "public.mp3"),
            ("public.audio", "a", "tagged", "public.mp3"),
            ("public.audio", "a", "wav", "com.microsoft.waveform-audio"),
            ("public.audio", "a", "aiff", "public.aiff-audio"),
            ("public.audio", "a", "m4a", "public.mpeg-4-audio"),
            ("public.data", "a", "m4a", "public.mpeg-4-audio"),
            ("public.audio", "a", "mp4", "public.mpeg-4-audio"),
            ("public.data", "a.m4a", "mp4", "public.mpeg-4-audio"),
            ("public.movie", "a", "mp4", "public.mpeg-4"),
            ("public.audiovisual-content", "a", "mp4", "public.mpeg-4"),
            ("public.movie", "a", "avi", "public.avi"),
            ("public.video", "a", "mpeg", "public.mpeg"),
            ("public.movie", "a", "m2v", "public.mpeg-2-video"),
            ("public.movie", "a.mpg", "m2v", "public.mpeg"),
            ("public.movie", "a", "stream", "public.mpeg"),
            ("dyn.ah62d4rv4ge80c5pe", "a.bin", "png", "public.png"),
            ("", "a", "png", "public.png"),
            ("com.example.avatar", "a.png", "png", "public.png"),
            // So does an exact hint at a type that the content is not.
            ("public.png", "a", "jpeg", "public.jpeg"),
            ("public.png", "a.jpg", "png", "public.png"),
            ("public.jpeg", "a.jpg", "text", "public.jpeg"),
            ("public.image", "a.png", "text", "public.png"),
            ("public.image", "a", "text", nil), ("public.image", "a", "webp", nil),
            ("public.image", "a", "heic", nil), ("public.data", "a", "icon", nil),
            ("public.movie", "a.txt", "text", nil),
        ] as [(String, String, String, String?)]
    )
    func hints(hint: String, name: String, start: String, type: String?) throws {
        let bytes = try #require(Self.starts[start])
        #expect(AttachmentType.of(hint: hint, name: name, start: bytes)?.identifier == type)
    }

    @Test("Without a hint the extension alone says the type")
    func noHint() throws {
        let png = try #require(Self.starts["png"])
        #expect(AttachmentType.of(hint: nil, name: "a", start: png) == nil)
        #expect(
            AttachmentType.of(hint: nil, name: "a.jpg", start: png)?.identifier == "public.jpeg"
        )
    }
}
