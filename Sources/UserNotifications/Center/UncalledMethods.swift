import Dispatch
import Foundation
import Synchronization

/// The warning of a delegate's methods that are never called.
///
/// Where the superclass of a delegate's class has the conformance, Swift calls the methods that the superclass has,
/// and overridden ones. Others of the subclass are found by Objective-C alone. No part of Swift's metadata has the
/// names of methods, but the symbols of the program do, unless the optimiser has left out the methods or somebody the
/// symbols. So the warning comes where it is of use: in a debug build.
enum UncalledMethods {
    private static let queue = DispatchQueue(label: "UserNotifications.symbols", qos: .utility)
    private static let reported = Mutex<Set<ObjectIdentifier>>([])

    /// Warns of a delegate's methods in the background, once for each class.
    static func check(_ delegate: any UNUserNotificationCenterDelegate) {
        let classes = Self.classes(of: delegate)
        guard hasHeirs(classes) else { return }
        queue.async {
            let methods = classes.map(DelegateSymbols.methods)
            for (index, names) in methods.enumerated().dropLast() where conforms(classes[index + 1])
            {
                let ancestors = methods[(index + 1)...]
                // Without its superclasses' symbols a method may be an override.
                guard let names, !ancestors.contains(nil) else { continue }
                let inherited = ancestors.reduce(into: Set()) { $0.formUnion($1 ?? []) }
                let uncalled = names.subtracting(inherited).sorted()
                guard !uncalled.isEmpty else { continue }
                let what = uncalled.joined(separator: " and ")
                report(classes[index], conforming(classes), "has \(what), never called")
            }
        }
    }

    /// Warns, once, of a response for a class that may have a method for it.
    static func noteUnhandled(_ delegate: any UNUserNotificationCenterDelegate) {
        let classes = Self.classes(of: delegate)
        guard hasHeirs(classes) else { return }
        let name = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
        report(classes[0], conforming(classes), "does not get a response, even if it has \(name)")
    }

    private static func report(_ heir: AnyClass, _ owner: AnyClass, _ what: String) {
        guard reported.withLock({ $0.insert(ObjectIdentifier(heir)).inserted }) else { return }
        StandardError.write(
            "\(heir) \(what), because its superclass \(owner) has the conformance to "
                + "UNUserNotificationCenterDelegate; write the method in \(owner), and override it in \(heir)"
        )
    }

    /// The class and its superclasses but `NSObject`.
    private static func classes(of delegate: any UNUserNotificationCenterDelegate) -> [AnyClass] {
        let mirrors = sequence(first: Mirror(reflecting: delegate), next: \.superclassMirror)
        return mirrors.compactMap { $0.subjectType as? AnyClass }.filter { $0 != NSObject.self }
    }

    private static func conforms(_ candidate: AnyClass) -> Bool {
        candidate is any UNUserNotificationCenterDelegate.Type
    }

    private static func hasHeirs(_ classes: [AnyClass]) -> Bool {
        classes.count > 1 && conforms(classes[1])
    }

    /// The class that has the conformance.
    private static func conforming(_ classes: [AnyClass]) -> AnyClass {
        classes.last(where: conforms) ?? classes[0]
    }
}
