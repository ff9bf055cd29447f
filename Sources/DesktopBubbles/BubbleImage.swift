import CNotify
package import GLibBridge

/// An image file for a bubble, read with libnotify's image library.
package struct BubbleImage: Sendable {
    /// The maximum size of a file, in bytes.
    package static let maxBytes: Int64 = 50_000_000
    /// The maximum length of a side, in pixels, because a small file can unpack to gigabytes.
    package static let longestSide = 8_192
    /// The maximum length of a side of pixels that are sent; no server shows more.
    private static let sentSide: Int32 = 256

    /// The file's absolute path.
    package let path: String
    /// Width and height in pixels; `nil` if no loader for the file is installed, or it is not an image.
    private let size: (width: Int32, height: Int32)?

    /// Whether its pixels can be read here; a server may support more types.
    package var isReadable: Bool { size != nil }

    /// Reads the start of a file; blocks as long as the file system does.
    ///
    /// - Throws: ``BubbleImageProblem`` if it is not a file, or too large.
    package init(_ path: String) throws(BubbleImageProblem) {
        let status: OpenFile.Status
        do throws(SystemError) {
            status = try OpenFile(reading: path).status()
        } catch {
            throw BubbleImageProblem("\(error)")
        }
        guard status.isRegular else { throw BubbleImageProblem("\(path) is not a file") }
        guard status.size <= Self.maxBytes else {
            throw BubbleImageProblem(
                "\(path) has \(status.size) bytes, more than the \(Self.maxBytes) allowed"
            )
        }
        self.path = path
        var (width, height): (Int32, Int32) = (0, 0)
        guard gdk_pixbuf_get_file_info(path, &width, &height) != nil, width > 0, height > 0 else {
            size = nil
            return
        }
        guard max(Int(width), Int(height)) <= Self.longestSide else {
            throw BubbleImageProblem(
                "\(path) has \(width) x \(height) pixels, more than \(Self.longestSide) a side"
            )
        }
        size = (width, height)
    }

    /// Returns the pixels for the hint `image-data` (Desktop Notifications Specification, "Icons and Images"),
    /// scaled down to 256 a side.
    ///
    /// - Throws: ``BubbleImageProblem`` if the file is damaged.
    package func data() throws(BubbleImageProblem) -> Variant {
        let image = try scaled()
        defer { g_object_unref(UnsafeMutableRawPointer(image)) }
        guard let pixels = gdk_pixbuf_read_pixels(image) else { throw isDamaged }
        let length = Int(gdk_pixbuf_get_byte_length(image))
        return .tuple([
            .int32(gdk_pixbuf_get_width(image)),
            .int32(gdk_pixbuf_get_height(image)),
            .int32(gdk_pixbuf_get_rowstride(image)),
            .boolean(gdk_pixbuf_get_has_alpha(image) != 0),
            .int32(gdk_pixbuf_get_bits_per_sample(image)),
            .int32(gdk_pixbuf_get_n_channels(image)),
            .bytes(Array(UnsafeBufferPointer(start: pixels, count: length))),
        ])
    }

    /// Returns the image as a PNG file for the notification portal: square, with transparent borders if needed,
    /// and scaled down to 256 a side.
    ///
    /// - Throws: ``BubbleImageProblem`` if the file is damaged.
    package func squarePNG() throws(BubbleImageProblem) -> [UInt8] {
        let image = try scaled()
        defer { g_object_unref(UnsafeMutableRawPointer(image)) }
        let (width, height) = (gdk_pixbuf_get_width(image), gdk_pixbuf_get_height(image))
        let side = max(width, height)
        let hasAlpha: gboolean = 1
        guard let square = gdk_pixbuf_new(GDK_COLORSPACE_RGB, hasAlpha, 8, side, side) else {
            throw isDamaged
        }
        defer { g_object_unref(UnsafeMutableRawPointer(square)) }
        let transparent: guint32 = 0
        gdk_pixbuf_fill(square, transparent)
        let (left, top) = ((side - width) / 2, (side - height) / 2)
        gdk_pixbuf_composite(
            image,
            square,
            left,
            top,
            width,
            height,
            Double(left),
            Double(top),
            1,
            1,
            GDK_INTERP_NEAREST,
            255
        )
        var buffer: UnsafeMutablePointer<gchar>?
        var length: gsize = 0
        defer { g_free(buffer) }
        guard gdk_pixbuf_save_to_bufferv(square, &buffer, &length, "png", nil, nil, nil) != 0,
            let buffer
        else { throw isDamaged }
        return Array(UnsafeRawBufferPointer(start: buffer, count: Int(length)))
    }

    /// Returns the image, rotated and scaled down; the caller owns the reference.
    private func scaled() throws(BubbleImageProblem) -> OpaquePointer {
        guard let size else {
            throw BubbleImageProblem("\(path) is not a readable image")
        }
        let side = Self.sentSide
        let file =
            max(size.width, size.height) > side
            ? gdk_pixbuf_new_from_file_at_scale(path, side, side, 1, nil)
            : gdk_pixbuf_new_from_file(path, nil)
        guard let file else { throw isDamaged }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        // Cameras store the orientation separately.
        guard let image = gdk_pixbuf_apply_embedded_orientation(file) else { throw isDamaged }
        return image
    }

    private var isDamaged: BubbleImageProblem {
        BubbleImageProblem("\(path) is damaged and cannot be shown")
    }
}

/// The reason why an image is left out.
package struct BubbleImageProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// The sentence.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
