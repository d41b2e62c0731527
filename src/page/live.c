/* live.c - the page of `arena serve --http` (report.h). */
#include "page/report.h"

#include "base/json.h"
#include "net/server/http.h"
#include "net/server/page.h"
#include "page/frame.h"

struct live {
	struct http *http;
	struct serve_page answers;
	struct str page, policy;
};

static json_t *answer(void *context, const char *path)
{
	return serve_page_answer(context, path);
}

static void attach(void *self, const struct server *server)
{
	((struct live *)self)->answers.server = server;
}

static long wait_ms(void *self, long most)
{
	return http_wait_ms(((struct live *)self)->http, most);
}

static void run(void *self)
{
	http_run(((struct live *)self)->http);
}

struct live *live_open(const char *where, struct database *database, struct serve_runner *runner, struct str *address, struct err *err)
{
	struct live *live = NEW(struct live);
	AUTO_STR struct str host = {0};
	int port;
	live->answers = (struct serve_page){.database = database, .ratings = server_ratings_new(database)};
	AUTO_JSON json_t *data = json_pack("{s:s, s:s, s:[], s:[]}", "arena", ARENA_VERSION, "run", "", "robots", "games");
	page_add(PAGE_SERVER, "Arena tourney", data, &live->page, &live->policy);
	if (!http_read_where(where, "--http", &host, &port, err)) {
		struct http_plan plan = {
			.address = str_text(&host), .port = port, .page = live->page.text, .policy = live->policy.text,
			.answer = answer, .context = &live->answers,
		};
		live->http = http_open(&plan, err);
	}
	if (!live->http) {
		live_close(live);
		return NULL;
	}
	*runner = (struct serve_runner){.fd = http_fd(live->http), .wait_ms = wait_ms, .run = run, .attach = attach, .self = live};
	str_addf(address, strchr(host.text, ':') ? "http://[%s]:%d/" : "http://%s:%d/", host.text, http_port(live->http));
	return live;
}

void live_close(struct live *live)
{
	if (!live)
		return;
	http_close(live->http);
	server_ratings_free(live->answers.ratings);
	str_release(&live->page);
	str_release(&live->policy);
	free(live);
}
