import Foundation

@main struct Program {
    static func main() async {
        let meeting = StaffMeeting()
        do {
            try await meeting.announce()
            if let next = try await meeting.scheduleWeekly() {
                print("next: weekday \(Calendar.current.component(.weekday, from: next))")
            }
            try await meeting.remindInAnHour()
            print("pending: \(await meeting.pending())")
            meeting.cancel()
            print("cancelled: \(await meeting.pending())")
        } catch {
            print("no meeting: \(error.localizedDescription)")
        }
    }
}
