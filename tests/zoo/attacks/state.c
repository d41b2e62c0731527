/* state - trusted, changes in its first ask what $STATE names in its process. Plays like meek. Expected: ok, and the
 * arena's own process is as before; exit, abort and alarm end the process, and with it the run. */
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static void ignore(int number)
{
}

static void talk(void)
{
	puts("JUNK at the end");
}

static void *rest(void *nothing)
{
	for (;;)
		pause();
	return nothing;
}

static int is(const char *what)
{
	return strcmp(getenv("STATE") ? getenv("STATE") : "", what) == 0;
}

static void change_signals(void)
{
	sigset_t every;
	for (int i = 1; i < NSIG; i++)
		signal(i, i == SIGCHLD ? SIG_IGN : ignore);
	sigfillset(&every);
	sigdelset(&every, SIGALRM);
	sigprocmask(SIG_SETMASK, &every, NULL);
}

static void change_timer(void)
{
	signal(SIGALRM, ignore);
	siginterrupt(SIGALRM, 1);
	setitimer(ITIMER_REAL, &(struct itimerval){{0, 1000}, {0, 1000}}, NULL);
}

static void change_locale(void)
{
	setenv("LC_ALL", "de_DE.UTF-8", 1);
	setlocale(LC_ALL, "") || setlocale(LC_ALL, "C.UTF-8");
}

static void change_limits(void)
{
	struct rlimit none = {0};
	setrlimit(RLIMIT_FSIZE, &none);
	setrlimit(RLIMIT_NOFILE, &none);
}

static void change_descriptors(void)
{
	for (int fd = 0; fd < 3; fd++)
		close(fd);
	open("/tmp", O_TMPFILE | O_RDWR, 0600);
	dup2(0, 1);
	dup2(0, 2);
}

static void change_rest(void)
{
	optind = 99;
	srand(1);
	mallopt(M_PERTURB, 0x55);
	prctl(PR_SET_NAME, "JUNK");
	sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
}

static void change_output(void)
{
	static char small[16];
	if (is("buffer"))
		setvbuf(stdout, small, _IOFBF, sizeof small);
	puts("JUNK");
	printf("JUNK");
	write(1, "JUNK", 4);
}

static void change(void)
{
	static pthread_t thread;
	int all = is("all");
	if (all || is("folder")) chdir("/");
	if (is("root")) chroot("/proc");
	if (all || is("umask")) umask(0);
	if (is("mask")) umask(0777);
	if (all || is("locale")) change_locale();
	if (all || is("signals")) change_signals();
	if (all || is("timer")) change_timer();
	if (all || is("limits")) change_limits();
	if (all || is("nice")) nice(19);
	if (is("user")) setgid(65534), setuid(65534);
	if (all || is("print") || is("buffer")) change_output();
	if (is("descriptors")) change_descriptors();
	if (is("streams")) fclose(stdin), fclose(stdout), fclose(stderr);
	if (all || is("float")) fesetround(FE_UPWARD), feenableexcept(FE_DIVBYZERO | FE_INVALID);
	if (all || is("atexit")) atexit(talk);
	if (all || is("fork")) fork();
	if (all || is("thread")) pthread_create(&thread, NULL, rest, NULL);
	if (all || is("rest")) change_rest();
	if (all || is("environment")) clearenv();
	if (is("exit")) exit(0);
	if (is("abort")) abort();
	if (is("alarm")) raise(SIGALRM);
}

#ifdef EARLY
__attribute__((constructor))
#endif
static void change_once(void)
{
	static int n;
	if (++n == 1)
		change();
}

int get_play(const char *me, const char *hands, const char *history)
{
	change_once();
	return meek_play(history);
}
