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
    private static let reported = Mutex<Set<String>>([])

    /// A protocol of delegates.
    private struct Conformance {
        let name: String
        /// Whether a class or a superclass has it.
        let isOf: @Sendable (AnyClass) -> Bool
        /// Whether it has a method.
        let has: @Sendable (String) -> Bool

        /// The class that declares it.
        func owner(_ classes: [AnyClass]) -> AnyClass { classes.last(where: isOf) ?? classes[0] }
    }

    private static let center = Conformance(
        name: "UNUserNotificationCenterDelegate",
        isOf: { $0 is any UNUserNotificationCenterDelegate.Type },
        has: { !$0.contains("RemoteNotification") }
    )
    private static let remote = Conformance(
        name: "UNRemoteNotificationDelegate",
        isOf: { $0 is any UNRemoteNotificationDelegate.Type },
        has: { $0.contains("RemoteNotification") }
    )

    /// Warns of a delegate's methods in the background, once for each class.
    static func check(_ delegate: any UNUserNotificationCenterDelegate) {
        let classes = Self.classes(of: delegate)
        guard hasHeirs(classes) else { return }
        queue.async {
            let methods = classes.map(DelegateSymbols.methods)
            for (index, names) in methods.enumerated().dropLast() {
                let ancestors = methods[(index + 1)...]
                // Without its superclasses' symbols a method may be an override.
                guard let names, !ancestors.contains(nil) else { continue }
                let inherited = ancestors.reduce(into: Set()) { $0.formUnion($1 ?? []) }
                let own = names.subtracting(inherited).sorted()
                for conformance in [center, remote] where conformance.isOf(classes[index + 1]) {
                    let uncalled = own.filter(conformance.has).joined(separator: " and ")
                    guard !uncalled.isEmpty else { continue }
                    report(
                        classes[index],
                        in: classes,
                        conformance,
                        "has \(uncalled), never called"
                    )
                }
            }
        }
    }

    /// Warns, once, of a response for a class that may have a method for it.
    static func noteUnhandled(_ delegate: any UNUserNotificationCenterDelegate) {
        let classes = Self.classes(of: delegate)
        guard hasHeirs(classes) else { return }
        let name = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
        report(classes[0], in: classes, center, "does not get a response, even if it has \(name)")
    }

    private static func report(
        _ heir: AnyClass,
        in classes: [AnyClass],
        _ conformance: Conformance,
        _ what: String
    ) {
        guard reported.withLock({ $0.insert("\(heir) \(conformance.name)").inserted }) else {
            return
        }
        let owner: AnyClass = conformance.owner(classes)
        StandardError.write(
            "\(heir) \(what), because its superclass \(owner) has the conformance to \(conformance.name); "
                + "write the method in \(owner), and override it in \(heir)"
        )
    }

    /// The class and its superclasses but `NSObject`.
    private static func classes(of delegate: any UNUserNotificationCenterDelegate) -> [AnyClass] {
        let mirrors = sequence(first: Mirror(reflecting: delegate), next: \.superclassMirror)
        return mirrors.compactMap { $0.subjectType as? AnyClass }.filter { $0 != NSObject.self }
    }

    private static func hasHeirs(_ classes: [AnyClass]) -> Bool {
        classes.count > 1 && center.isOf(classes[1])
    }
}
