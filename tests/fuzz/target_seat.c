/* target_seat.c - what the page of a person at a tourney server sends: the text is the path after the person's token,
 * of a POST if it has a '/', otherwise of a GET. A '#' becomes the number of the ask. Only legal plays are taken, and
 * every request is answered. */
#include "targets.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "game/liars/liars.h"
#include "terminal/browser/seat.h"

#define HAND "{\"bid\":[1,3],\"dice\":[1,0,1,0,0,0],\"player_count\":2,\"dice_counts\":[2,2],\"bot_index\":1," \
	"\"bid_history\":[[1,3,0]],\"round_history\":[],\"game_uuid\":\"g\"}"

struct page {
	const struct join_person *person;
	int port, n_asks;
	char token[40];
	struct rules rules, widest;
};

static void ask(struct page *page)
{
	struct state *state = NEW(struct state);
	struct err err = {0};
	bug_if(state_read(state, HAND, strlen(HAND), &page->widest, &err));
	page->person->ask(page->person->self, state, page->n_asks++ == 0);
}

/* Opens the page with a game. Its address, on stdout, has the port and the token. */
static void open_page(struct page *page)
{
	char text[4096] = "";
	struct err err = {0};
	bug_if(rules_init(&page->rules, "tourney", &err));
	state_rules(&page->rules, &page->widest);
	fflush(stdout);
	int before = dup(STDOUT_FILENO), file = memfd_create("stdout", MFD_CLOEXEC);
	bug_if(before < 0 || dup2(file, STDOUT_FILENO) < 0);
	struct seat *seat = seat_open("Ada", "127.0.0.1:0", &page->rules, 0, &err);
	bug_if(!seat);
	page->person = seat_person(seat);
	ask(page);
	bug_if(dup2(before, STDOUT_FILENO) < 0 || pread(file, text, sizeof text - 1, 0) < 0);
	bug_if(sscanf(text, "Ada plays at http://127.0.0.1:%d/#%39s", &page->port, page->token) != 2);
	close(before);
	close(file);
}

/* Returns the status of the answer. */
static int request(const struct page *page, const char *verb, const char *path)
{
	AUTO_STR struct str text = str_of("%s /api/%s/%s HTTP/1.0\r\n\r\n", verb, page->token, path);
	char answer[64] = "";
	int fd = http_dial(page->port), status = 0;
	bug_if(send(fd, text.text, text.length, MSG_NOSIGNAL) != (ssize_t)text.length);
	for (int i = 0; i < 10000 && recv(fd, answer, sizeof answer - 1, 0) < 0; i++)
		page->person->serve(page->person->self, 0);
	close(fd);
	bug_if(sscanf(answer, "HTTP/1.%*d %d ", &status) != 1);
	return status;
}

void parse_seat(const char *text, size_t size)
{
	static struct page page;
	AUTO_STR struct str path = {0};
	int play;
	(void)size;
	if (!page.person)
		open_page(&page);
	for (; (unsigned char)*text > ' '; text++)
		if (*text == '#')
			str_addf(&path, "%d", page.n_asks);
		else
			str_add_n(&path, text, 1);
	int status = request(&page, strchr(str_text(&path), '/') ? "POST" : "GET", str_text(&path));
	bug_if(status != 200 && status != 404);
	if (page.person->take_play(page.person->self, &play)) {
		bug_if(play != PLAY_CALL && play <= 13);
		ask(&page);
	}
}
