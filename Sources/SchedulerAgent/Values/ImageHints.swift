/// The hints for images, whose names differ between the versions of the specification.
///
/// | version | path or name | pixels |
/// |---|---|---|
/// | 1.2 and later | `image-path` | `image-data` |
/// | 1.1 | `image_path` | `image_data` |
/// | earlier | none: it becomes the icon of the bubble if that has none | `icon_data` |
///
/// These are the rules of libnotify's `get_hint_name`.
struct ImageHints: Equatable, Sendable {
    /// The hint for the path of a file or the name of an icon; `nil` if there is none.
    let path: String?
    /// The hint for the pixels.
    let data: String

    /// The hints of the current version, by which requests and the agent name them.
    static let current = ImageHints(path: "image-path", data: "image-data")

    private init(path: String?, data: String) {
        self.path = path
        self.data = data
    }

    /// Returns the hints of a version of the specification, such as `1.2`; the current ones for anything else.
    init(ofVersion version: String) {
        let numbers = version.split(separator: ".").map { Int($0) }
        guard let major = numbers.first ?? nil else {
            self = .current
            return
        }
        let minor = (numbers.count > 1 ? numbers[1] : nil) ?? 0
        switch (major, minor) {
        case (1, 1): self.init(path: "image_path", data: "image_data")
        case (...0, _), (1, 0): self.init(path: nil, data: "icon_data")
        default: self = .current
        }
    }
}
