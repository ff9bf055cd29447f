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
}
