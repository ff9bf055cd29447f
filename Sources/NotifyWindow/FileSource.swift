import CAdwaita

/// Files that the user drops on a widget, or chooses in the desktop's dialog.
final class FileSource {
    private let title: String
    private let take: ([String]) -> Void

    /// Takes files that are dropped on a widget.
    ///
    /// - Parameter take: called with their paths.
    init(_ widget: Widget, title: String, take: @escaping ([String]) -> Void) {
        (self.title, self.take) = (title, take)
        let target = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)
        Widget(pointer: target).onDrop { files in
            guard let files else { return }
            let list = gdk_file_list_get_files(OpaquePointer(files))
            defer { g_slist_free(list) }
            var paths: [String] = []
            var entry: UnsafeMutablePointer<GSList>? = list
            while let current = entry {
                if let path = Self.path(current.pointee.data) { paths.append(path) }
                entry = current.pointee.next
            }
            take(paths)
        }
        gtk_widget_add_controller(widget.pointer, target)
    }

    /// Opens the dialog.
    func choose(over window: OpaquePointer) {
        let native = gtk_file_chooser_native_new(
            title,
            window,
            GTK_FILE_CHOOSER_ACTION_OPEN,
            nil,
            nil
        )
        let chooser = Widget(pointer: native)
        chooser.set("select-multiple", true)
        chooser.set("modal", true)
        chooser.onPosition("response") { [unowned self] response in
            // The dialog is this reference's alone.
            defer { g_object_unref(UnsafeMutableRawPointer(native)) }
            guard response == Self.accept else { return }
            let files = gtk_file_chooser_get_files(native)
            defer { g_object_unref(UnsafeMutableRawPointer(files)) }
            take(
                (0..<g_list_model_get_n_items(files)).compactMap { index in
                    guard let file = g_list_model_get_item(files, index) else { return nil }
                    defer { g_object_unref(file) }
                    return Self.path(file)
                }
            )
        }
        gtk_native_dialog_show(native)
    }

    private static func path(_ file: UnsafeMutableRawPointer?) -> String? {
        guard let file, let path = g_file_get_path(OpaquePointer(file)) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }

    /// GTK_RESPONSE_ACCEPT, as an unsigned number.
    private static let accept = Int(UInt32(bitPattern: -3))
}
