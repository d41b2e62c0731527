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

static void respond(void *context, const struct http_request *request, struct http_reply *reply)
{
	const struct live *live = context;
	if (strcmp(request->path, "/") == 0)
		http_show(reply, &live->page, live->policy.text);
	else
		http_give(reply, serve_page_answer(&live->answers, request->path));
	reply->is_public = reply->is_kept = reply->status == 200;
}

struct live *live_open(const char *where, struct serve_plan *plan, struct str *address, struct err *err)
{
	struct live *live = NEW(struct live);
	AUTO_STR struct str host = {0};
	int port;
	live->answers = (struct serve_page){.database = plan->database, .ratings = server_ratings_new(plan->database)};
	AUTO_JSON json_t *data = json_pack("{s:s, s:s, s:[], s:[]}", "arena", ARENA_VERSION, "run", "",
					   "robots", "games");
	page_add(PAGE_SERVER, "Arena tourney", data, &live->page, &live->policy);
	if (!http_read_where(where, "--http", &host, &port, err)) {
		struct http_plan http = {.address = str_text(&host), .port = port, .reply = respond, .context = live};
		live->http = http_open(&http, err);
	}
	if (!live->http) {
		live_close(live);
		return NULL;
	}
	plan->http = live->http;
	plan->page = &live->answers;
	str_addf(address, strchr(host.text, ':') ? "http://[%s]:%d/" : "http://%s:%d/", host.text,
		 http_port(live->http));
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
