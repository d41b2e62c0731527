"""arena_forks.py - plays each match in a fork of a process that has loaded the robot. For get_play.py and get_play2.py, in Python 3 and 2.7.

The arena sends a descriptor for each match over a socket (docs/programs.md, "Forks"). A fork plays as a process that was started for its
match would: the same descriptors, random numbers and memory. obstacle() says what would make a difference."""
import gc
import os
import sys

try:
    import _signal as signal  # the module signal takes long to import
except ImportError:  # Python 2.7
    import signal

FORKS = "ARENA_FORKS"  # in the environment: the descriptor of that socket; while there are forks: that they are
DOOR = os.environ.pop(FORKS, "")
HIGH = 200  # a descriptor that is out of the way: the robot's files get the numbers that they get without forks
FILES = []  # open before the robot was loaded
IS_OLD = sys.version_info[0] == 2
KEEP = () if IS_OLD else (False,)  # the last argument of os.dup2: programs that the robot starts do not get it


def open_files():
    """The descriptors, as text."""
    return os.listdir("/proc/self/fd")


def begin():
    """Before the streams are taken."""
    if DOOR:
        os.dup2(int(DOOR), HIGH, *KEEP)
        os.close(int(DOOR))


def has_children():
    """Are there processes that it has started?"""
    if IS_OLD:
        import ctypes
        return ctypes.CDLL(None).waitid(0, 0, ctypes.create_string_buffer(128), 4 | 1 | 1 << 24) == 0  # the flags below
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return True
    except OSError:
        return False


def obstacle():
    """What the robot, as it was loaded, has that forks of it would share or lack; "": nothing."""
    if len(os.listdir("/proc/self/task")) != 1:
        return "started a thread"
    if open_files() != FILES:
        return "opened a file"
    if any(any(signal.getitimer(which)) for which in (0, 1, 2)):
        return "set a timer"
    with open("/proc/self/maps", "rb") as maps:
        if any(line.split(b" ", 2)[1][1::2] == b"ws" for line in maps):
            return "mapped shared memory"
    return "started a process" if has_children() else ""


def word():
    """A word for the robot's first line to the arena: that it forks, or why it does not."""
    why = obstacle()
    return " alone=" + why.replace(" ", "_") if why else " forks=yes"


def receiver():
    """Returns a function that waits for the next descriptor. It returns None when the arena has ended."""
    if not IS_OLD:
        import _socket  # the module socket takes long to import
        arena = _socket.socket(fileno=HIGH)

        def receive():
            message, passed, _, _ = arena.recvmsg(1, _socket.CMSG_LEN(4))
            return int.from_bytes(passed[0][2], sys.byteorder) if message else None
        return receive
    import ctypes  # Python 2.7 has no recvmsg
    word = ctypes.c_size_t
    letter, control = ctypes.create_string_buffer(1), (ctypes.c_int * 16)()
    part = (word * 2)(ctypes.addressof(letter), 1)
    head = 2 + ctypes.sizeof(word) // 4  # numbers before the descriptor
    libc = ctypes.CDLL(None)

    def receive_old():
        message = (word * 7)(0, 0, ctypes.addressof(part), 1, ctypes.addressof(control), 4 * head + 4, 0)  # struct msghdr
        return control[head] if libc.recvmsg(HIGH, message, 0) > 0 else None
    return receive_old


def serve(play, asks, answers):
    """Forks a process for each match, until the arena ends. There play() reads the descriptor asks and writes to answers."""
    receive = receiver()
    sys.dont_write_bytecode = True  # a fork that wrote a file would be ended
    if not IS_OLD:
        gc.freeze()
    os.putenv(FORKS, "")
    for connection in iter(receive, None):
        if os.fork() == 0:
            try:
                os.close(HIGH)
                os.dup2(connection, asks, *KEEP)
                os.dup2(connection, answers, *KEEP)
                os.close(connection)
                play()
            finally:
                os._exit(0)
        os.close(connection)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except OSError:  # there are no children
            pass
