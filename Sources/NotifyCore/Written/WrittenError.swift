/// How parts are spelled: as options, as keys of a file, or as members of a JSON object, which an assistant writes.
package enum WrittenSpelling: CaseIterable, Hashable, Sendable {
    case options, keys, members

    /// Returns the name of a part, such as `--on`, `OnCalendar` or `on`.
    package func name(_ part: WrittenPart) -> String {
        switch self {
        case .options: "--\(part.rawValue)"
        case .keys: part.row.key ?? part.rawValue
        case .members: part.rawValue
        }
    }

    /// Returns a part with a value, such as `--near 1,2,3` or `Near=1,2,3`.
    package func assignment(_ part: WrittenPart, _ value: String) -> String {
        switch self {
        case .keys: "\(name(part))=\(value)"
        case .members where [.flag, .number].contains(part.row.kind): "\(name(part)) \(value)"
        case .members: "\(name(part)) \(value.quoted)"
        case .options where part.row.kind == .flag:
            part == .repeats && value == "false" ? "--once" : name(part)
        case .options: "\(name(part)) \(value.contains(" ") ? value.quoted : value)"
        }
    }

    /// Whether a part can be written in it.
    fileprivate func has(_ part: WrittenPart) -> Bool {
        self != .members || WrittenPart.members.contains(part)
    }
}

/// A sentence about parts, which each spelling calls by its own names.
package struct WrittenSentence: Hashable, Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Piece: Hashable, Sendable {
        case text(String)
        case part(WrittenPart, value: String?)
        /// Names of parts, of which those are left out that cannot be written.
        case parts([WrittenPart], word: String)
        /// What is said where a part can be written.
        case onlyWith(WrittenPart, WrittenSentence)
    }

    /// What a literal is made of.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { pieces.append(.text(literal)) }

        /// Appends a text.
        package mutating func appendInterpolation(_ text: String) { pieces.append(.text(text)) }

        /// Appends the name of a part.
        package mutating func appendInterpolation(_ part: WrittenPart) {
            pieces.append(.part(part, value: nil))
        }

        /// Appends a part with a value.
        package mutating func appendInterpolation(_ part: WrittenPart, is value: String) {
            pieces.append(.part(part, value: value))
        }

        /// Appends a sentence.
        package mutating func appendInterpolation(_ sentence: WrittenSentence) {
            pieces += sentence.pieces
        }

        /// Appends the names of parts, as in `--every, --on or --cron`.
        package mutating func appendInterpolation(_ parts: [WrittenPart], _ word: String) {
            pieces.append(.parts(parts, word: word))
        }

        /// Appends a sentence where a part can be written.
        package mutating func appendInterpolation(
            onlyWith part: WrittenPart,
            _ sentence: WrittenSentence
        ) {
            pieces.append(.onlyWith(part, sentence))
        }
    }

    private let pieces: [Piece]

    package init(stringLiteral text: String) { pieces = [.text(text)] }

    package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// Returns the sentence in a spelling.
    package func text(in spelling: WrittenSpelling) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .part(let part, nil): spelling.name(part)
            case .part(let part, let value?): spelling.assignment(part, value)
            case .parts(let parts, let word):
                Self.list(parts.filter(spelling.has).map(spelling.name), word)
            case .onlyWith(let part, let sentence):
                spelling.has(part) ? sentence.text(in: spelling) : ""
            }
        }.joined()
    }

    /// Returns names as in `--every, --on or --cron`.
    private static func list(_ names: [String], _ word: String) -> String {
        guard names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) \(word) \(names[names.count - 1])"
    }
}

/// An error of what is written about a request: the part that it is about, and a sentence in each spelling.
package struct WrittenError: Error, Hashable, Sendable {
    private enum Content: Hashable, Sendable {
        case sentence(WrittenSentence)
        case error(RequestError)
    }

    /// The part; `nil` if it is about none, or about several.
    package let part: WrittenPart?
    /// The name of the button that it is about.
    package private(set) var button: String?
    /// Whether parts do not go together, each of which is valid.
    package let isOfCompany: Bool
    /// The kind of error.
    package let code: RequestError.Code
    private let content: Content
    private var text: String?

    /// Makes an error of parts that do not go together.
    package init(company part: WrittenPart?, _ sentence: WrittenSentence) {
        (self.part, isOfCompany, content) = (part, true, .sentence(sentence))
        code = .invalidTrigger
    }

    /// Makes an error of a value.
    package init(
        _ part: WrittenPart?,
        _ sentence: WrittenSentence,
        _ code: RequestError.Code = .invalidTrigger
    ) {
        (self.part, isOfCompany, content, self.code) = (part, false, .sentence(sentence), code)
    }

    /// Makes the error of a text that is not in a grammar of dates.
    package init(_ part: WrittenPart, _ text: String, _ error: TimeSpecError) {
        self.init(part, "\(part) \(text.quoted): \(error.description)")
    }

    /// Makes the error of a request, or of a text that sets a field of it.
    package init(_ part: WrittenPart?, _ error: RequestError, _ text: String? = nil) {
        (self.part, isOfCompany, code) = (part, false, error.code)
        (content, self.text) = (.error(error), text)
    }

    /// The error of the request; `nil` if it is about how parts are written.
    package var error: RequestError? { if case .error(let error) = content { error } else { nil } }

    /// Returns the error of a button of a name.
    func of(button name: String?) -> WrittenError {
        var error = self
        error.button = name
        return error
    }

    /// Returns the sentence in a spelling.
    package func message(in spelling: WrittenSpelling) -> String {
        switch content {
        case .sentence(let sentence): sentence.text(in: spelling)
        case .error(let error):
            // A person calls the first lines by their names.
            if let part, spelling == .keys || ![.title, .body].contains(part) {
                if let text, WrittenPart(field: error.field) != part {
                    error.of(spelling.name(part), value: text).message
                } else {
                    error.calling(spelling.name(part)).message
                }
            } else {
                error.message
            }
        }
    }
}
