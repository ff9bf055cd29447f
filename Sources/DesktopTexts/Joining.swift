extension [String] {
    /// The texts as a list in one line, such as `2 pending, 1 delivered`.
    package var listed: String {
        dropFirst().reduce(first ?? "") { list, text in
            // Translators: the comma between two parts of a list; a list may be such a part
            tr("%1$s, %2$s", list, text)
        }
    }

    /// The sentences, one after the other.
    package var following: String {
        dropFirst().reduce(first ?? "") { sentences, sentence in
            // Translators: the space between two sentences, where the language has one
            tr("%1$s %2$s", sentences, sentence)
        }
    }
}
