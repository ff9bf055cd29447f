import GLibBridge

/// The texts of a stored, possibly damaged request for the history.
struct StoredTexts {
    let title: String
    let requester: String

    init(ofRecord bytes: [UInt8]) {
        let request = Variant.dictionary(serialized: bytes)
        title = request?["content"]?["title"]?.string ?? ""
        requester = request?["requester"]?.string ?? ""
    }
}
