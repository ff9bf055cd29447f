// A habit app: it asks for permission, reminds on three days of the week, and lets one of them go again.
import Foundation

let service = NotificationService.shared
let days = [Weekday.monday, .wednesday, .friday]

service.checkAuthorization { isAuthorized in
    guard isAuthorized else {
        print("Allow notifications in the settings to be reminded.")
        exit(1)
    }
    let group = DispatchGroup()
    for weekday in days {
        group.enter()
        let reminder = WeeklyReminder(habit: "Stretch", weekday: weekday, hour: 7, minute: 30)
        service.schedule(reminder) { result in
            switch result {
            case .success(let identifier): print("set \(identifier)")
            case .failure(let error): print("not set: \(error.localizedDescription)")
            }
            group.leave()
        }
    }
    group.notify(queue: .main) {
        service.cancel(.wednesday)
        service.scheduled { identifiers in
            print("reminders: \(identifiers.joined(separator: ", "))")
            exit(0)
        }
    }
}
RunLoop.main.run()
