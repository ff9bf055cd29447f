/// The handlers of an exported object.
package struct BusObject: Sendable {
    /// Handles a method call; on ``GLibActor``, in order of arrival.
    package var call: @GLibActor @Sendable (BusMethodCall) -> Void
    /// Returns the value of a property; `nil` for none.
    package var property: @GLibActor @Sendable (String) -> Variant?
    /// The methods whose calls contain files; files of other calls are closed at once.
    package var methodsWithFiles: Set<String>

    /// Makes an object from its handlers.
    package init(
        call: @escaping @GLibActor @Sendable (BusMethodCall) -> Void,
        property: @escaping @GLibActor @Sendable (String) -> Variant? = { _ in nil },
        methodsWithFiles: Set<String> = []
    ) {
        self.call = call
        self.property = property
        self.methodsWithFiles = methodsWithFiles
    }
}
