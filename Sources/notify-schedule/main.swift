import Glibc
import ScheduleCommands

exit(NotifySchedule.run())
