/// Receives the parts of a simple XML document, in order.
package protocol XMLHandler: AnyObject {
    /// An element begins.
    func begin(_ element: String) throws
    /// An element ends.
    func end(_ element: String) throws
    /// Text inside an element; may come in pieces.
    func text(_ text: String) throws
}
