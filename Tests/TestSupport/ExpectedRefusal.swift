// The benchmarks take this target into a build for release, where there is no library for tests.
#if canImport(Testing)
package import NotifyCore
package import Testing

/// Expects an error with a kind and a sentence, and perhaps with the path of the field that it is about.
package func expectRefusal<Value>(
    _ code: RequestError.Code,
    _ message: String,
    about path: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Value
) {
    let error = #expect(throws: RequestError.self, sourceLocation: sourceLocation) {
        _ = try body()
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.message == message, sourceLocation: sourceLocation)
    guard let path else { return }
    #expect(error?.field?.path == path, sourceLocation: sourceLocation)
}
#endif
