import Foundation

/// The decoding methods that the class of a coder has of its own, in place of Foundation's.
///
/// Here `NSCoder` has a body for each method that ends the process, and no Objective-C runtime tells which of them
/// a subclass overrides. Swift's runtime does: `swift_lookUpClassMethod` returns the function that a call of a
/// method by its descriptor reaches, and an overridden one is not Foundation's. Where the names are not found, as
/// in a program with a static Foundation, a class has no methods of its own.
struct CoderMethods: OptionSet {
    let rawValue: Int

    static let object = CoderMethods(rawValue: 1 << 0)
    static let objectOfClasses = CoderMethods(rawValue: 1 << 1)
    static let propertyList = CoderMethods(rawValue: 1 << 2)
    static let boolean = CoderMethods(rawValue: 1 << 3)
    static let integer = CoderMethods(rawValue: 1 << 4)
    static let int64 = CoderMethods(rawValue: 1 << 5)
    static let int32 = CoderMethods(rawValue: 1 << 6)
    static let cInt = CoderMethods(rawValue: 1 << 7)
    static let double = CoderMethods(rawValue: 1 << 8)
    static let float = CoderMethods(rawValue: 1 << 9)

    /// The ends of the names of their descriptors.
    private static let names: [(method: CoderMethods, name: String)] = [
        (.object, "12decodeObject6forKeyypSgSS_tF"),
        (.objectOfClasses, "12decodeObject2of6forKeyypSgSayyXlXpGSg_SStF"),
        (.propertyList, "18decodePropertyList6forKeyypSgSS_tF"),
        (.boolean, "10decodeBool6forKeySbSS_tF"),
        (.integer, "13decodeInteger6forKeySiSS_tF"),
        (.int64, "11decodeInt646forKeys0D0VSS_tF"),
        (.int32, "11decodeInt326forKeys0D0VSS_tF"),
        (.cInt, "10decodeCInt6forKeys5Int32VSS_tF"),
        (.double, "12decodeDouble6forKeySdSS_tF"),
        (.float, "11decodeFloat6forKeySfSS_tF"),
    ]

    private typealias LookUp =
        @convention(c) (
            _ metadata: UnsafeRawPointer, _ method: UnsafeRawPointer,
            _ description: UnsafeRawPointer
        ) -> UnsafeRawPointer?

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Finds the methods of a coder's class.
    init(of coder: NSCoder) {
        self = []
        guard let runtime = Self.runtime else { return }
        for (method, descriptor) in runtime.methods {
            func function(of coder: NSCoder.Type) -> UnsafeRawPointer? {
                let metadata = unsafeBitCast(coder as AnyClass, to: UnsafeRawPointer.self)
                return runtime.lookUp(metadata, descriptor, runtime.description)
            }
            if function(of: type(of: coder)) != function(of: NSCoder.self) { insert(method) }
        }
    }

    /// What is looked up, found once.
    ///
    /// Unchecked: the pointers are to constants of Foundation.
    private struct Runtime: @unchecked Sendable {
        let lookUp: LookUp
        /// The descriptor of the class `NSCoder`.
        let description: UnsafeRawPointer
        let methods: [(method: CoderMethods, descriptor: UnsafeRawPointer)]
    }

    private static let runtime: Runtime? = {
        func symbol(_ name: String) -> UnsafeRawPointer? {
            dlsym(nil, name).map { UnsafeRawPointer($0) }
        }
        let coder = "$s10Foundation7NSCoderC"
        guard let lookUp = symbol("swift_lookUpClassMethod"),
            let description = symbol("\(coder)Mn")
        else { return nil }
        return Runtime(
            lookUp: unsafeBitCast(lookUp, to: LookUp.self),
            description: description,
            methods: names.compactMap { method, name in
                symbol("\(coder)\(name)Tq").map { (method, $0) }
            }
        )
    }()
}
