import GLibBridge

/// The texts of a stored request that the history needs of one that may be damaged.
struct StoredTexts {
    let title: String
    let requester: String

    init(ofRecord bytes: [UInt8]) {
        let request = Variant.dictionary(serialized: bytes)
        title = request?["content"]?["title"]?.string ?? ""
        requester = request?["requester"]?.string ?? ""
    }
}
