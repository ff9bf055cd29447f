import CalendarFiles
import Glibc

exit(CalendarFileProgram.run())
