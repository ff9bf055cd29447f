import CGLib

/// Reads XML with GLib's parser: UTF-8, only XML's five entities, no external ones.
package enum XMLReader {
    /// Reads a document.
    ///
    /// - Throws: ``GLibError`` with the line if the text is invalid, or the errors of the handler.
    package static func read(_ text: String, handler: some XMLHandler) throws {
        let reading = Reading(handler)
        var parser = GMarkupParser()
        parser.start_element = { _, name, _, _, data, error in
            let name = name.map { String(cString: $0) }
            Reading.pass(name, data, error) { try $0.begin($1) }
        }
        parser.end_element = { _, name, data, error in
            let name = name.map { String(cString: $0) }
            Reading.pass(name, data, error) { try $0.end($1) }
        }
        parser.text = { _, text, length, data, error in
            let text = text.map { start in
                String(
                    decoding: UnsafeRawBufferPointer(start: start, count: Int(length)),
                    as: UTF8.self
                )
            }
            Reading.pass(text, data, error) { try $0.text($1) }
        }
        let data = Unmanaged.passUnretained(reading).toOpaque()
        let context = g_markup_parse_context_new(
            &parser,
            G_MARKUP_TREAT_CDATA_AS_TEXT,
            data,
            nil
        )
        defer { g_markup_parse_context_free(context) }
        do {
            try withExtendedLifetime(reading) {
                _ = try GLibError.check {
                    g_markup_parse_context_parse(context, text, gssize(text.utf8.count), $0)
                }
                _ = try GLibError.check { g_markup_parse_context_end_parse(context, $0) }
            }
        } catch {
            throw reading.failure ?? error
        }
    }

    /// The state of the C callbacks.
    private final class Reading {
        let handler: any XMLHandler
        var failure: (any Error)?

        init(_ handler: any XMLHandler) {
            self.handler = handler
        }

        static func pass(
            _ text: String?,
            _ data: UnsafeMutableRawPointer?,
            _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
            _ body: (any XMLHandler, String) throws -> Void
        ) {
            guard let data, let text else { return }
            let reading = Unmanaged<Reading>.fromOpaque(data).takeUnretainedValue()
            do {
                try body(reading.handler, text)
            } catch let thrown {
                reading.failure = thrown
                error?.pointee = g_error_new_literal(g_markup_error_quark(), 0, "refused")
            }
        }
    }
}
