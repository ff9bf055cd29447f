import CAdwaita

/// A widget or another object of GTK's.
struct Widget: Hashable {
    /// The object, which its parent or the builder keeps.
    let pointer: OpaquePointer

    fileprivate var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

    /// Sets a property.
    func set(_ property: String, _ text: String) { cadwaita_set_text(raw, property, text) }

    /// Sets a property.
    func set(_ property: String, _ flag: Bool) { cadwaita_set_flag(raw, property, flag ? 1 : 0) }

    /// Sets a property.
    func set(_ property: String, _ number: Double) { cadwaita_set_number(raw, property, number) }

    /// Sets a property that is a place in a list; its type is not that of numbers.
    func set(_ property: String, place: Int) {
        cadwaita_set_index(raw, property, UInt32(clamping: place))
    }

    /// Returns a property that is a place in a list.
    func place(_ property: String) -> Int { Int(cadwaita_index(raw, property)) }

    /// Sets a property whose value is another object.
    func set(_ property: String, _ object: OpaquePointer) {
        cadwaita_set_object(raw, property, UnsafeMutableRawPointer(object))
    }

    /// Returns the text of a property.
    func text(_ property: String) -> String {
        guard let text = cadwaita_text(raw, property) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Returns the flag of a property.
    func flag(_ property: String) -> Bool { cadwaita_flag(raw, property) != 0 }

    /// Returns the number of a property.
    func number(_ property: String) -> Double { cadwaita_number(raw, property) }

    /// Sets what programs for blind people call it.
    func setName(_ name: String) { cadwaita_set_label(pointer, name) }

    /// Adds or removes a class of the style.
    func setStyle(_ name: String, _ isSet: Bool) {
        if isSet {
            gtk_widget_add_css_class(pointer, name)
        } else {
            gtk_widget_remove_css_class(pointer, name)
        }
    }

    /// Calls a closure at each signal that has no arguments.
    func on(_ signal: String, _ action: @escaping () -> Void) {
        _ = cadwaita_connect(
            raw,
            signal,
            { _, data in Handler.run(data, nil) },
            Handler { _ in action() }.retained(),
            { data, _ in Handler.release(data) }
        )
    }

    /// Calls a closure at each change of a property.
    func onChange(of property: String, _ action: @escaping () -> Void) {
        onValue("notify::\(property)") { _ in action() }
    }

    /// Calls a closure once a window is closed; the builder keeps it, so that it is not destroyed then.
    func onClose(_ action: @escaping () -> Void) {
        on("unmap", action)
    }

    /// Calls a closure at each signal that has one argument.
    func onValue(_ signal: String, _ action: @escaping (UnsafeMutableRawPointer?) -> Void) {
        _ = cadwaita_connect_value(
            raw,
            signal,
            { _, value, data in Handler.run(data, value) },
            Handler(action).retained(),
            { data, _ in Handler.release(data) }
        )
    }
}

extension Widget {
    /// Calls a closure at each signal that has a position in a list.
    func onPosition(_ signal: String, _ action: @escaping (Int) -> Void) {
        _ = cadwaita_connect_position(
            raw,
            signal,
            { _, position, data in Handler.run(data, .init(bitPattern: UInt(position) + 1)) },
            Handler { value in action(Int(bitPattern: value) - 1) }.retained(),
            { data, _ in Handler.release(data) }
        )
    }
}

extension Widget {
    /// Calls a closure with the value that is dropped.
    func onDrop(_ action: @escaping (UnsafeMutableRawPointer?) -> Void) {
        _ = cadwaita_connect_drop(
            raw,
            { _, value, _, _, data in
                Handler.run(data, g_value_get_boxed(value))
                return 1
            },
            Handler(action).retained(),
            { data, _ in Handler.release(data) }
        )
    }
}

/// What a signal calls; GTK keeps it as long as the object.
private final class Handler {
    private let action: (UnsafeMutableRawPointer?) -> Void

    init(_ action: @escaping (UnsafeMutableRawPointer?) -> Void) { self.action = action }

    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    nonisolated static func release(_ data: UnsafeMutableRawPointer?) {
        if let data { Unmanaged<Handler>.fromOpaque(data).release() }
    }

    /// Runs the handler; GTK calls on the main thread alone.
    nonisolated static func run(
        _ data: UnsafeMutableRawPointer?,
        _ value: UnsafeMutableRawPointer?
    ) {
        guard let data else { return }
        nonisolated(unsafe) let value = value
        let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { handler.action(value) }
    }
}

/// The objects of a file of GtkBuilder, which are there as long as this, and as long as a widget has them.
final class Interface {
    private let builder: OpaquePointer

    /// Reads a file, which is a part of the program.
    init(_ bytes: [UInt8]) {
        builder = gtk_builder_new_from_string(String(decoding: bytes, as: UTF8.self), -1)
    }

    /// Reads a file, and keeps its objects while a closure puts them into widgets.
    static func use(_ bytes: [UInt8], _ body: (Interface) -> Void) {
        let interface = Interface(bytes)
        body(interface)
        withExtendedLifetime(interface) {}
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(builder)) }

    /// The object of an id.
    subscript(id: String) -> Widget {
        guard let object = gtk_builder_get_object(builder, id) else {
            fatalError("the interface has no object \(id)")
        }
        return Widget(pointer: OpaquePointer(object))
    }
}

extension Widget {
    /// Sets the choices of a menu button, and what programs for blind people call it.
    func setMenu(_ choices: [(label: String, action: String)], name: String) {
        setButtonName(name)
        guard let menu = g_menu_new() else { return }
        for (label, action) in choices { g_menu_append(menu, label, action) }
        set("menu-model", menu)
        g_object_unref(UnsafeMutableRawPointer(menu))
    }

    /// Sets what programs for blind people call the button inside a menu button.
    func setButtonName(_ name: String) {
        if let button = gtk_widget_get_first_child(pointer) { cadwaita_set_label(button, name) }
    }

    /// Sets what programs for blind people call the buttons that lie side by side in the first part of a widget of
    /// GTK's own.
    func setNames(ofButtonsInFirstChild names: [String]) {
        var names = names[...]
        var child = gtk_widget_get_first_child(pointer).flatMap(gtk_widget_get_first_child)
        while let button = child {
            if cadwaita_is(UnsafeMutableRawPointer(button), "GtkButton") != 0,
                let name = names.popFirst()
            {
                cadwaita_set_label(button, name)
            }
            child = gtk_widget_get_next_sibling(button)
        }
    }
}
