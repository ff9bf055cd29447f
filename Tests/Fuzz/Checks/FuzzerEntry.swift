/// What libFuzzer calls with each input; its own `main` does the rest.
///
/// - Parameters:
///   - start: the input's first byte; `nil` for an empty one.
///   - count: its length.
/// - Returns: 0, as libFuzzer wants it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    FuzzTarget.chosen.check(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
