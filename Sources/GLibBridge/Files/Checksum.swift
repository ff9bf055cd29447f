import CGLib

/// Checksums of bytes.
package enum Checksum {
    /// Returns the SHA-256 of bytes, in hexadecimal digits.
    package static func sha256(_ bytes: [UInt8]) -> String {
        let digits = bytes.withUnsafeBufferPointer { buffer in
            let count = gsize(buffer.count)
            return g_compute_checksum_for_data(G_CHECKSUM_SHA256, buffer.baseAddress, count)
        }
        guard let digits else { return "" }
        defer { g_free(digits) }
        return String(cString: digits)
    }
}
