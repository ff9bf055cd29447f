/// A received signal.
package struct BusSignal: Sendable {
    /// The unique name of the connection that sent it.
    package let sender: String
    /// The object path that sent it.
    package let path: String
    /// The signal's interface.
    package let interface: String
    /// The signal's name.
    package let name: String
    /// Its arguments, a tuple.
    package let parameters: Variant
}
