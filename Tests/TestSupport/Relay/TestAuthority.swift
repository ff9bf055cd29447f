import Foundation

/// A certificate authority of a test's own, made by openssl, with certificates for this machine's loopback.
package struct TestAuthority: Sendable {
    /// A certificate with its key.
    package struct Certificate: Sendable {
        /// The file of the certificate.
        package let file: String
        /// The file of the key.
        package let key: String
    }

    /// The file of the authority's own certificate.
    package let file: String
    private let folder: String

    /// Makes an authority.
    ///
    /// - Parameter folder: where its files go.
    package init(in folder: String) async throws {
        self.folder = folder
        file = "\(folder)/authority.pem"
        try await Self.openssl(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-keyout",
            "\(folder)/authority.key",
            "-out",
            file,
            "-days",
            "2",
            "-subj",
            "/CN=A test's authority"
        )
    }

    /// Makes a certificate.
    ///
    /// - Parameter days: how long it is valid; negative for one that has expired.
    package func certificate(
        _ name: String,
        for host: String = "IP:127.0.0.1,DNS:localhost",
        days: Int = 2
    ) async throws -> Certificate {
        let base = "\(folder)/\(name)"
        try await Self.openssl(
            "req",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-keyout",
            "\(base).key",
            "-out",
            "\(base).csr",
            "-subj",
            "/CN=\(name)"
        )
        try "subjectAltName=\(host)\n".write(
            toFile: "\(base).ext",
            atomically: true,
            encoding: .utf8
        )
        try await Self.openssl(
            "x509",
            "-req",
            "-in",
            "\(base).csr",
            "-CA",
            file,
            "-CAkey",
            "\(folder)/authority.key",
            "-CAcreateserial",
            "-out",
            "\(base).pem",
            "-days",
            "\(days)",
            "-extfile",
            "\(base).ext"
        )
        return Certificate(file: "\(base).pem", key: "\(base).key")
    }

    private static func openssl(_ arguments: String...) async throws {
        let outcome = try await Program(path: "/usr/bin/openssl").run(
            arguments,
            environment: ["PATH": "/usr/bin:/bin"]
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
    }
}
