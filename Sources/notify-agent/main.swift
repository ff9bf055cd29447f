import Glibc
import SchedulerAgent

exit(await Agent.run())
