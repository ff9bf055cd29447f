import Glibc
import SchedulerAgent

exit(Agent.run())
