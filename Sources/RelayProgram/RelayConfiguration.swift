import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore
import RelayGroup
import RelayServers

/// What relay.conf says.
struct RelayConfiguration: Equatable, Sendable {
    /// Whose notifications are shown on the other machines, too.
    enum Mirror: Equatable, Sendable {
        case all
        case apps(Set<String>)

        func includes(_ app: String) -> Bool {
            switch self {
            case .all: true
            case .apps(let apps): apps.contains(app)
            }
        }
    }

    /// The file's name.
    static let fileName = "relay.conf"

    var server: ServerAddress
    var access = ServerAccess()
    /// The file with the token, which may change; `nil` for none.
    var tokenFile: String?
    var name: String
    var mirror = Mirror.apps([])
    /// Whether what is dismissed or answered on one machine goes on all.
    var dismisses = true
    /// The topic whose plain messages are shown here; `nil` for none.
    var inbox: InboxConfiguration?
    /// The topic for the user's phone; `nil` for none.
    var phone: PhoneConfiguration?

    /// The files with a secret: the token, or a topic that whoever knows it may use.
    private(set) var secretFiles: [String] = []

    /// What to do about files with a secret that others can read now.
    var warnings: [String] {
        secretFiles.filter(TrustedFile.isOpenToOthers).map { path in
            "\(path) has a secret and can be read by others; run chmod go-rwx on it"
        }
    }

    /// Whether there are topics beside the group's.
    var hasPlainTopics: Bool { inbox != nil || phone != nil }

    private static let keys = [
        "Server", "Token", "TokenFile", "TokenSecret", "CAFile", "Name", "MaxMessage", "Mirror",
        "Dismiss",
    ]
    private static let group = "Relay"
    private static let groups = [group, InboxConfiguration.group, PhoneConfiguration.group]

    /// Reads the configuration from the first of the folders that has the file.
    init(folders: [String]) throws(RequestError) {
        for folder in folders {
            guard let text = try TrustedFile.text(Self.fileName, in: folder) else { continue }
            self = try RelayConfiguration(text, path: "\(folder)/\(Self.fileName)")
            return
        }
        throw RequestError(
            .notFound,
            "\(folders.first ?? "")/\(Self.fileName) is missing; write the two lines [Relay] and "
                + "Server=https://… with the address of an ntfy server"
        )
    }

    /// Reads a file's text.
    init(_ text: String, path: String) throws(RequestError) {
        let file: KeyFile
        do throws(GLibError) {
            file = try KeyFile(parsing: text)
        } catch {
            throw RequestError(.malformed, error.message).at(path)
        }
        if let other = file.groups.first(where: { !Self.groups.contains($0.name) }) {
            let names = Self.groups.map { "[\($0)]" }.joined(separator: ", ")
            throw RequestError(
                .malformed,
                "there is no group [\(other.name)]",
                wayOut: "there are \(names)"
            ).at(path)
        }
        let values = file[Self.group]
        for entry in values?.entries ?? [] where !Self.keys.contains(entry.key) {
            let hint =
                Suggestion.nearest(to: entry.key, in: Self.keys).map { "did you mean \($0)?" }
                ?? "there are \(Self.keys.joined(separator: ", "))"
            throw RequestError(
                .malformed,
                "there is no key \(entry.key)",
                about: .key(entry.key),
                wayOut: hint
            ).at(path)
        }
        do throws(RequestError) {
            try self.init { values?[$0].flatMap { $0.isEmpty ? nil : $0 } }
            try readPlainTopics(file)
            let hasSecret = values?["Token"] != nil || hasPlainTopics
            secretFiles = (hasSecret ? [path] : []) + [tokenFile].compactMap { $0 }
        } catch {
            throw error.at(path)
        }
    }

    private init(_ value: (String) -> String?) throws(RequestError) {
        guard let address = value("Server") else {
            throw RequestError(
                .invalidURL,
                .key("Server"),
                reason: "is missing",
                wayOut:
                    "write the address of an ntfy or NATS server, such as https://ntfy.example.org"
            )
        }
        server = try ServerAddress(address)
        guard ["Token", "TokenFile", "TokenSecret"].count(where: { value($0) != nil }) < 2 else {
            throw RequestError(
                .malformed,
                "Token=, TokenFile= and TokenSecret= exclude each other; keep one"
            )
        }
        access.token = value("Token")
        access.secret = try value("TokenSecret").map(Self.attributes)
        tokenFile = value("TokenFile")
        if let path = tokenFile {
            let text = try Self.secret(path)
            if server.engine == .nats, text.hasPrefix("-----BEGIN NATS USER JWT-----") {
                access.credentials = path
            } else {
                access.token = String(text.prefix { $0 != "\n" && $0 != "\r\n" })
            }
        }
        if let token = access.token, !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw RequestError(.malformed, "the token has characters that tokens do not have")
        }
        access.authorities = value("CAFile")
        if let authorities = access.authorities, !authorities.hasPrefix("/") {
            throw RequestError(
                .malformed,
                .key("CAFile", authorities),
                reason: "is not used",
                wayOut: "write the whole path"
            )
        }
        name = value("Name") ?? Self.hostName
        guard Member.isName(name) else {
            throw RequestError(
                .malformed,
                .key("Name", name),
                reason: "is not used",
                wayOut: "write up to \(Member.maxNameBytes) bytes without blanks and commas"
            )
        }
        if let text = value("MaxMessage") {
            guard let number = Int(text), (1024...262_144).contains(number) else {
                throw RequestError(
                    .malformed,
                    .key("MaxMessage", text),
                    reason: "is not used",
                    wayOut:
                        "write a number from 1024 to 262144, ntfy's message-size-limit or what max_payload of NATS allows"
                )
            }
            access.sizeLimit = number
        }
        if let text = value("Mirror") {
            let apps = text.split(separator: ",").map {
                String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            mirror = apps == ["all"] ? .all : .apps(Set(apps))
        }
        if let text = value("Dismiss") {
            guard let flag = KeyFile.boolean(text) else {
                throw RequestError(
                    .malformed,
                    .key("Dismiss", text),
                    reason: "is not used",
                    wayOut: "write true or false"
                )
            }
            dismisses = flag
        }
    }

    private mutating func readPlainTopics(_ file: KeyFile) throws(RequestError) {
        inbox = try ConfiguredGroup.reading(InboxConfiguration.group) { () throws(RequestError) in
            try InboxConfiguration(file)
        }
        phone = try ConfiguredGroup.reading(PhoneConfiguration.group) { () throws(RequestError) in
            try PhoneConfiguration(file)
        }
        if phone != nil, server.engine != .ntfy {
            throw RequestError(
                .malformed,
                "[\(PhoneConfiguration.group)] needs an ntfy server, whose app the phone has; remove the group, or write "
                    + "the address of an ntfy server to Server="
            )
        }
        guard let phone, phone.topic == inbox?.topic else { return }
        throw RequestError(
            .malformed,
            "[\(PhoneConfiguration.group)] Topic=\(phone.topic) is that of [\(InboxConfiguration.group)], and what "
                + "goes to the phone would come back; write another name"
        )
    }

    /// Returns the attributes of a secret of the keyring.
    private static func attributes(_ text: String) throws(RequestError) -> [String: String] {
        var attributes: [String: String] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw RequestError(
                    .malformed,
                    .key("TokenSecret", text),
                    reason: "is not used",
                    wayOut:
                        "write attributes of the token in the keyring with commas between them, such as service=ntfy"
                )
            }
            attributes[String(pair[0])] = String(pair[1])
        }
        return attributes
    }

    private static func secret(_ path: String) throws(RequestError) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else {
            throw RequestError(
                .malformed,
                .key("TokenFile", path),
                reason: "is not used",
                wayOut: "write the whole path"
            )
        }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        let name = String(path[path.index(after: slash)...])
        guard let text = try TrustedFile.text(name, in: folder) else {
            throw RequestError(
                .notFound,
                .key("TokenFile", path),
                reason: "is missing",
                wayOut: "write the token to it"
            )
        }
        return text
    }

    private static var hostName: String {
        var name = utsname()
        uname(&name)
        let text = withUnsafeBytes(of: &name.nodename) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let short = String(text.prefix { $0 != "." })
        return Member.isName(short) ? short : "machine"
    }
}
