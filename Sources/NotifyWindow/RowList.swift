import CAdwaita

/// A list of any length, whose rows have widgets only while they are on the screen.
final class RowList<Row: Hashable> {
    /// Called with the row that is pressed, or on which Return is pressed.
    var onActivate: (Row) -> Void = { _ in }
    /// The rows.
    private(set) var rows: [Row] = []

    private let view: Widget
    private let model: OpaquePointer
    /// The widgets that are in use, by the list's object for them.
    private var shown: [Widget: Interface] = [:]

    /// Takes a list of the window.
    ///
    /// - Parameters:
    ///   - file: the file of a row, whose object `row` is its widget.
    ///   - fill: shows a row in such a widget, which had another row before.
    ///   - isActive: whether a row can be pressed; a heading cannot.
    ///   - leave: ends what is under way in a widget whose row goes.
    init(
        _ view: Widget,
        _ file: [UInt8],
        fill: @escaping (Interface, Row) -> Void,
        isActive: @escaping (Row) -> Bool = { _ in true },
        leave: @escaping (Interface) -> Void = { _ in }
    ) {
        self.view = view
        model = gtk_string_list_new(nil)
        let factory = Widget(pointer: gtk_signal_list_item_factory_new())
        factory.onItem("setup") { [unowned self] item in
            let interface = Interface(file)
            shown[item] = interface
            gtk_list_item_set_child(item.pointer, interface["row"].pointer)
        }
        factory.onItem("bind") { [unowned self] item in
            guard let interface = shown[item], let row = row(of: item) else { return }
            item.set("activatable", isActive(row))
            fill(interface, row)
        }
        factory.onItem("unbind") { [unowned self] item in shown[item].map(leave) }
        factory.onItem("teardown") { [unowned self] item in shown[item] = nil }
        view.set("factory", factory.pointer)
        view.set("model", cadwaita_selection(model))
        view.onPosition("activate") { [unowned self] position in
            if rows.indices.contains(position) { onActivate(rows[position]) }
        }
    }

    /// Shows rows; those at the beginning and at the end that are as before keep their widgets.
    func show(_ new: [Row]) {
        let start = zip(rows, new).prefix { $0 == $1 }.count
        let end = zip(rows.dropFirst(start).reversed(), new.dropFirst(start).reversed())
            .prefix { $0 == $1 }.count
        let removed = rows.count - start - end
        let added = new.count - start - end
        rows = new
        guard removed > 0 || added > 0 else { return }
        "".withCString { text in
            // What a row shows is read from `rows`.
            let texts: [UnsafePointer<CChar>?] = Array(repeating: text, count: added) + [nil]
            gtk_string_list_splice(model, UInt32(start), UInt32(removed), texts)
        }
    }

    /// Returns the row that has the focus, or a button in it; `nil` for none.
    func focused(in window: OpaquePointer) -> Row? {
        var widget = gtk_window_get_focus(window)
        while let current = widget {
            let inner = gtk_widget_get_first_child(current)
            if let found = shown.first(where: { $0.value["row"].pointer == inner }) {
                return row(of: found.key)
            }
            widget = gtk_widget_get_parent(current)
        }
        return nil
    }

    private func row(of item: Widget) -> Row? {
        let position = Int(gtk_list_item_get_position(item.pointer))
        return rows.indices.contains(position) ? rows[position] : nil
    }
}

extension Widget {
    /// Calls a closure at a signal of a list's factory.
    fileprivate func onItem(_ signal: String, _ action: @escaping (Widget) -> Void) {
        onValue(signal) { item in if let item { action(Widget(pointer: OpaquePointer(item))) } }
    }
}
