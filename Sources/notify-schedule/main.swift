import Glibc
import ScheduleCommands

exit(await NotifySchedule.run())
