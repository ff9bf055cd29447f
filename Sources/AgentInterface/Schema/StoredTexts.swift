import GLibBridge

/// Single texts of stored bytes whose other fields may be damaged, for messages.
package struct StoredTexts: Sendable {
    /// The title of a request; empty if the bytes do not have it.
    package let title: String
    /// Who added it; empty if the bytes do not have it.
    package let requester: String

    /// Reads the texts of a request.
    package init(ofRequest bytes: [UInt8]) {
        let request = Variant.dictionary(serialized: bytes)
        title = request?["content"]?["title"]?.string ?? ""
        requester = request?["requester"]?.string ?? ""
    }

    /// Returns the identifier of a response's request; empty if the bytes do not have it.
    package static func identifier(ofResponse bytes: [UInt8]) -> String {
        let response = Variant.dictionary(serialized: bytes)
        return response?["notification"]?["request"]?["identifier"]?.string ?? ""
    }
}
