import ConfigurationFiles
import Glibc
package import NotifyCore

/// The property lists of iOS launchers: an array of category names, and an array of dictionaries with
/// `app_name`, `url_scheme` and `category`.
package struct SchemeImport: Sendable {
    /// The imported entries, by category in the order of their list.
    package let entries: [ImportedEntry]
    /// Remarks about the lists.
    package let remarks: [String]

    /// Reads the lists, and tells by what is in them which is which.
    ///
    /// - Parameter files: the file with the dictionaries, and the one with the names of categories if there is one;
    ///   in any order.
    package init(files: [String]) throws(RequestError) {
        var apps: (list: [App], file: String)?
        var categories: (list: [String], file: String)?
        for file in files {
            let values = try Self.list(file)
            switch values[0] {
            case .string:
                if let earlier = categories?.file {
                    throw Self.twice(
                        "names of categories",
                        earlier,
                        file,
                        other: "the apps, \(Self.keys)"
                    )
                }
                categories = (try Self.names(values, file), file)
            case .dictionary:
                if let earlier = apps?.file {
                    throw Self.twice("apps", earlier, file, other: "the names of the categories")
                }
                apps = (try Self.apps(values, file), file)
            default:
                throw RequestError(
                    .invalidContent,
                    "\(file): entry 1: it is \(values[0].kind), neither the name of a category nor a dictionary "
                        + "with app_name, url_scheme and category"
                )
            }
        }
        guard let apps else {
            throw RequestError(
                .invalidContent,
                "\(categories?.file ?? "the list"): it has only names of categories; add the file with the apps, "
                    + Self.keys
            )
        }
        self.init(apps: apps.list, categories: categories?.list, apps: apps.file)
    }

    private static let keys = "which have app_name, url_scheme and category"

    private static func twice(
        _ what: String,
        _ first: String,
        _ second: String,
        other: String
    ) -> RequestError {
        let same = first == second
        return RequestError(
            .invalidContent,
            same
                ? "\(first) is named twice; name it once, or the file with \(other), as well"
                : "\(first) and \(second) both have \(what); one of them must have \(other)"
        )
    }

    private init(apps: [App], categories: [String]?, apps file: String) {
        var remarks: [String] = []
        var order: [String: Int] = [:]
        for category in categories ?? [] where order[category] == nil {
            order[category] = order.count
        }
        for (index, app) in apps.enumerated() where order[app.category] == nil {
            if categories != nil {
                remarks.append(
                    "\(file): entry \(index + 1): the category \(app.category.quoted) is not in "
                        + "the list of categories; it is added"
                )
            }
            order[app.category] = order.count
        }
        var ids: Set<String> = []
        var entries: [(order: Int, index: Int, entry: ImportedEntry)] = []
        for (index, app) in apps.enumerated() {
            let stem = "\(Self.slug(app.category))/\(Self.slug(app.name))"
            var id = stem
            var number = 2
            while !ids.insert(id).inserted {
                id = "\(stem)-\(number)"
                number += 1
            }
            let entry = ImportedEntry(
                id: id,
                name: app.name,
                category: app.category,
                url: app.url
            )
            entries.append((order[app.category] ?? 0, index, entry))
        }
        self.entries = entries.sorted { ($0.order, $0.index) < ($1.order, $1.index) }.map(\.entry)
        self.remarks = remarks
    }

    private struct App {
        let name: String
        let url: String
        let category: String
    }

    private static let maxEntries = 2_000

    private static func list(_ path: String) throws(RequestError) -> [PropertyValue] {
        do throws(RequestError) {
            guard case .array(let values) = try PropertyList.read(try bytes(path)) else {
                throw RequestError(.invalidContent, "it is not an array")
            }
            guard !values.isEmpty else { throw RequestError(.invalidContent, "it is empty") }
            guard values.count <= maxEntries else {
                throw RequestError(
                    .invalidContent,
                    "there are \(values.count) entries; at most \(maxEntries) can be imported"
                ).at("entry \(maxEntries + 1)")
            }
            return values
        } catch {
            throw error.at(path)
        }
    }

    private static func names(
        _ values: [PropertyValue],
        _ path: String
    ) throws(RequestError) -> [String] {
        var names: [String] = []
        for (index, value) in values.enumerated() {
            let place = "\(path): entry \(index + 1)"
            guard case .string(let name) = value else {
                throw RequestError(
                    .invalidContent,
                    "it is \(value.kind), not the name of a category"
                ).at(place)
            }
            names.append(try checked(name, "the name", place))
        }
        return names
    }

    private static func apps(
        _ values: [PropertyValue],
        _ path: String
    ) throws(RequestError) -> [App] {
        var apps: [App] = []
        for (index, value) in values.enumerated() {
            let place = "\(path): entry \(index + 1)"
            guard case .dictionary(let keys) = value else {
                throw RequestError(
                    .invalidContent,
                    "it is \(value.kind), not a dictionary with app_name, url_scheme and category"
                ).at(place)
            }
            let url = try url(try text("url_scheme", of: keys, place), place)
            apps.append(
                App(
                    name: try text("app_name", of: keys, place),
                    url: url,
                    category: try text("category", of: keys, place)
                )
            )
        }
        return apps
    }

    private static func text(
        _ key: String,
        of keys: [String: PropertyValue],
        _ place: String
    ) throws(RequestError) -> String {
        guard let value = keys[key] else {
            throw RequestError(.invalidContent, .init(key, "the key \(key)"), reason: "is missing")
                .at(place)
        }
        guard case .string(let text) = value else {
            throw RequestError(
                .invalidContent,
                .init(key, key),
                reason: "is \(value.kind), not a string"
            ).at(place)
        }
        return try checked(text, key, place, atMost: key == "url_scheme" ? RequestLimits.url : nil)
    }

    private static func checked(
        _ text: String,
        _ name: String,
        _ place: String,
        atMost limit: Int? = nil
    ) throws(RequestError) -> String {
        guard !text.isEmpty else {
            throw RequestError(.invalidContent, .init(name, name), reason: "is empty").at(place)
        }
        if let problem = EntryText.problem(
            text,
            named: name,
            atMost: limit ?? RequestLimits.label
        ) {
            throw problem.at(place)
        }
        return text
    }

    private static func url(_ text: String, _ place: String) throws(RequestError) -> String {
        // Lists also have bare schemes, such as fb.
        let url = text.contains(":") ? text : "\(text)://"
        do throws(RequestError) {
            _ = try LaunchURL(url)
        } catch {
            throw error.calling("url_scheme").at(place)
        }
        return url
    }

    /// Returns a text as a part of an id: letters and digits in lower case, others as dashes.
    private static func slug(_ text: String) -> String {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.isEmpty ? "-" : words.joined(separator: "-")
    }

    private static func bytes(_ path: String) throws(RequestError) -> [UInt8] {
        // Not blocking, because a FIFO in its place must not block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw RequestError(
                .notFound,
                String(cString: strerror(errno)),
                wayOut: "name a property list"
            )
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RequestError(.invalidContent, "it is not a regular file")
        }
        let limit = PropertyList.Limits.size
        guard status.st_size <= limit else {
            throw RequestError(
                .invalidContent,
                "it has \(status.st_size) bytes, more than the \(limit) allowed; "
                    + "nothing is imported"
            )
        }
        guard let bytes = FileBytes.read(file, atMost: limit) else {
            throw RequestError(
                .invalidContent,
                "it cannot be read: \(String(cString: strerror(errno)))"
            )
        }
        return bytes
    }
}

extension PropertyValue {
    /// The kind of value, with its article.
    fileprivate var kind: String {
        switch self {
        case .boolean: "a boolean"
        case .integer, .real: "a number"
        case .string: "a string"
        case .date: "a date"
        case .data: "data"
        case .null: "null"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}
