import ArgumentParser
import NotifyCore

/// The options of the parser that a row of the table describes.
extension WrittenPart {
    fileprivate var names: NameSpecification {
        let names: [NameSpecification.Element] =
            row.aliases.filter { $0.count == 1 }.compactMap(\.first).map { .customShort($0) }
            + [.customLong(rawValue)] + row.aliases.filter { $0.count > 1 }.map { .customLong($0) }
        return NameSpecification(names)
    }

    fileprivate var optionHelp: ArgumentHelp {
        ArgumentHelp("\(row.help)", valueName: row.valueName ?? row.kind.valueName ?? rawValue)
    }

    fileprivate var completion: CompletionKind? {
        switch row.kind {
        case .date: .dateWords
        case .event: .calendarWords
        case .zone: .zones
        case .file: .file()
        case .url: .urls
        case .command: .commands
        case .words(let words): .list(words)
        case .text, .flag, .number, .duration, .other: nil
        }
    }
}

extension WrittenPart.Kind {
    /// What help calls a value of the kind; `nil` for the name of the option.
    fileprivate var valueName: String? {
        switch self {
        case .duration: "duration"
        case .date: "date"
        case .event: "event"
        case .zone: "zone"
        case .file: "file"
        default: nil
        }
    }
}

extension Option where Value == String? {
    /// Makes the option of a part.
    init(_ part: WrittenPart) {
        self.init(
            name: part.names,
            parsing: .unconditional,
            help: part.optionHelp,
            completion: part.completion
        )
    }
}

extension Option where Value == [String] {
    /// Makes the option of a part that can be given several times.
    init(wrappedValue: [String], _ part: WrittenPart) {
        self.init(
            wrappedValue: wrappedValue,
            name: part.names,
            parsing: .unconditionalSingleValue,
            help: part.optionHelp,
            completion: part.completion
        )
    }
}

extension Flag where Value == Bool {
    /// Makes the flag of a part.
    init(wrappedValue: Bool, _ part: WrittenPart) {
        self.init(wrappedValue: wrappedValue, name: part.names, help: part.optionHelp)
    }
}
