"""Redis and Celery's workers as child processes, each in a process group of its own; none outlives this process. Linux only."""
import ctypes
import os
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TICK = os.sysconf("SC_CLK_TCK")
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG
libc = ctypes.CDLL(None)
children = []


def die_with_parent():
    libc.prctl(DIE_WITH_PARENT, signal.SIGKILL)


def kill_all():
    for child in children:
        child.kill()


class Child:
    def __init__(self, command, log):
        with open(log, "wb") as output:
            self.process = subprocess.Popen(
                command,
                cwd=HERE,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
        self.pid = self.process.pid
        children.append(self)

    def kill(self):
        """SIGKILL to the whole group at once, as when the container or the machine goes."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()

    def cpu_seconds(self):
        """Of all processes of the group, and of those that they have seen end."""
        return sum(ticks for group, ticks in map(stat, running()) if group == self.pid) / TICK


def redis(server, name, port, folder):
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
    return Child([server, *options], os.path.join(folder, f"redis-{name}.log"))


def worker(number, folder):
    command = ["-m", "celery", "--app", "tasks", "worker", "--loglevel", "warning", "--hostname", f"worker-{number}@%h"]
    return Child([sys.executable, *command], os.path.join(folder, f"worker-{number}.log"))


def running():
    return (name for name in os.listdir("/proc") if name.isdigit())


def stat(pid):
    """The process's group and its ticks of CPU, with those of its children that have ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0, 0
    return int(fields[2]), sum(map(int, fields[11:15]))
