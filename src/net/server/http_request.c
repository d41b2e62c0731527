/* http_request.c - reads requests and their bodies, calls plan.admit and plan.reply of http.h, and sends the
 * replies. */
#include "net/server/http_inside.h"

#include <stdio.h>
#include <strings.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"

/* A request, while its body arrives. */
struct incoming {
	struct MHD_PostProcessor *parser; /* NULL: there is no body, or it is not used */
	struct http_field fields[HTTP_FIELDS];
	int n_fields;
	struct http_reply reply;
	bool is_refused;           /* the reply is ready, but the body is still read, because otherwise the client might
	                            * not read the reply */
	bool is_bad;               /* the body is not a form */
	size_t held;
};

void http_incoming_free(struct http *http, struct incoming *incoming)
{
	if (!incoming)
		return;
	if (incoming->parser)
		microhttpd.destroy_post_processor(incoming->parser);
	for (int i = 0; i < incoming->n_fields; i++) {
		FREE_ALL(incoming->fields[i].name, incoming->fields[i].file);
		str_release(&incoming->fields[i].value);
	}
	str_release(&incoming->reply.body);
	str_release(&incoming->reply.location);
	str_release(&incoming->reply.cookie);
	http->held -= incoming->held;
	free(incoming);
}

void http_say(struct http_reply *reply, int status, const char *text)
{
	reply->status = status;
	reply->type = "text/plain; charset=utf-8";
	reply->policy = "default-src 'none'";
	str_set(&reply->body, "%s", text);
}

void http_show(struct http_reply *reply, const struct str *page, const char *policy)
{
	reply->status = MHD_HTTP_OK;
	reply->type = "text/html; charset=utf-8";
	reply->policy = policy;
	str_add_n(&reply->body, str_text(page), page->length);
}

void http_give(struct http_reply *reply, json_t *json)
{
	char *text = json
		? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(15) | JSON_ENSURE_ASCII | JSON_ENCODE_ANY) : NULL;
	bug_if(json && !text);
	http_say(reply, json ? MHD_HTTP_OK : MHD_HTTP_NOT_FOUND, json ? text : "There is nothing here.\n");
	if (json)
		reply->type = "application/json";
	json_decref(json);
	free(text);
}

const struct http_field *http_find(const struct http_request *request, const char *name)
{
	return FIND_IN(field, request->fields, request->n_fields, strcmp(field->name, name) == 0);
}

static enum MHD_Result on_field(void *context, enum MHD_ValueKind kind, const char *name, const char *file,
				const char *type, const char *encoding, const char *bytes, uint64_t at, size_t n)
{
	struct incoming *incoming = context;
	struct http_field *last = incoming->n_fields ? &incoming->fields[incoming->n_fields - 1] : NULL;
	if (at == 0 && !(last && name && !last->value.length && strcmp(last->name, name) == 0)) {
		if (!name || incoming->n_fields == HTTP_FIELDS)
			return MHD_NO;
		last = &incoming->fields[incoming->n_fields++];
		*last = (struct http_field){.name = mem_strdup(name), .file = file ? mem_strdup(file) : NULL};
	}
	str_add_n(&last->value, bytes, n);
	return MHD_YES;
}

uint64_t http_network_of(const void *address)
{
	const struct sockaddr_in *v4 = address;
	const struct sockaddr_in6 *v6 = address;
	uint64_t network = 0;
	if (v4->sin_family == AF_INET)
		memcpy(&network, &v4->sin_addr, sizeof v4->sin_addr);
	else if (IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr))
		memcpy(&network, &v6->sin6_addr.s6_addr[12], sizeof v4->sin_addr);
	else
		memcpy(&network, &v6->sin6_addr, sizeof network);
	return network;
}

/* Gets the address of the client behind a proxy, which adds this address at the end of the header. */
static bool find_forwarded(const char *header, uint64_t *from)
{
	struct sockaddr_storage address;
	const char *comma = header ? strrchr(header, ',') : NULL;
	header = comma ? comma + 1 : header;
	if (!header || !http_read_address(header + strspn(header, " "), 0, &address))
		return false;
	*from = http_network_of(&address);
	return true;
}

static const char *header_of(struct MHD_Connection *connection, const char *name)
{
	return microhttpd.lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static struct http_request request_of(struct http *http, struct MHD_Connection *connection, const char *path,
				      const char *method)
{
	struct http_request request = {
		.method = method, .path = path, .host = header_of(connection, MHD_HTTP_HEADER_HOST),
		.cookie = header_of(connection, MHD_HTTP_HEADER_COOKIE),
		.origin = header_of(connection, "Origin"), .fetch_site = header_of(connection, "Sec-Fetch-Site"),
	};
	const char *length = header_of(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
	const char *proto = header_of(connection, "X-Forwarded-Proto");
	long long bytes = 0;
	if (length && !str_to_int(length, 0, INT64_MAX, &bytes))
		bytes = INT64_MAX;
	request.length = (size_t)bytes;
	if (!http->plan.is_behind_proxy || !find_forwarded(header_of(connection, "X-Forwarded-For"), &request.from)) {
		const union MHD_ConnectionInfo *info =
			microhttpd.get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
		request.from = info ? http_network_of(info->client_addr) : 0;
	}
	request.is_https = http->plan.is_behind_proxy && proto && strcasecmp(proto, "https") == 0;
	return request;
}

void http_answer_release(struct answer *answer)
{
	free(answer->path);
	if (answer->response)
		microhttpd.destroy_response(answer->response);
}

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
	if (value && *value)
		microhttpd.add_response_header(response, name, value);
}

/* Makes the answer and takes over the body of the reply. */
static struct answer make_answer(const struct http *http, const char *path, struct http_reply *reply)
{
	char sha256[65];
	AUTO_STR struct str seconds = str_of("%d", reply->retry_s);
	struct answer answer = {.path = mem_strdup(path), .made_ns = clock_wall_ns(), .status = reply->status};
	hash_bytes(str_text(&reply->body), reply->is_public ? reply->body.length : 0, sha256);
	if (reply->is_public)
		snprintf(answer.etag, sizeof answer.etag, "\"%.32s\"", sha256);
	answer.response = microhttpd.create_response_from_buffer(reply->body.length, reply->body.text,
								 reply->body.text ? MHD_RESPMEM_MUST_FREE
										  : MHD_RESPMEM_PERSISTENT);
	bug_if(!answer.response);
	reply->body = (struct str){0};
	const char *const headers[][2] = {
		{MHD_HTTP_HEADER_CONTENT_TYPE, reply->type ? reply->type : "text/plain; charset=utf-8"},
		{"Content-Security-Policy", reply->policy ? reply->policy : "default-src 'none'"},
		{"X-Content-Type-Options", "nosniff"},
		{"X-Frame-Options", "DENY"}, {"Referrer-Policy", "no-referrer"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{MHD_HTTP_HEADER_CACHE_CONTROL, reply->is_public ? "no-cache" : "no-store"},
		{MHD_HTTP_HEADER_ETAG, answer.etag},
		{MHD_HTTP_HEADER_LOCATION, reply->location.text}, {MHD_HTTP_HEADER_SET_COOKIE, reply->cookie.text},
		{MHD_HTTP_HEADER_ALLOW, reply->status != MHD_HTTP_METHOD_NOT_ALLOWED ? NULL
			: http->plan.has_post ? "GET, HEAD, POST" : "GET, HEAD"},
		{MHD_HTTP_HEADER_RETRY_AFTER, reply->retry_s ? seconds.text : NULL},
	};
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
		add_header(answer.response, headers[i][0], headers[i][1]);
	return answer;
}

static bool has_it(struct MHD_Connection *connection, const char *etag)
{
	const char *known = header_of(connection, MHD_HTTP_HEADER_IF_NONE_MATCH); /* a list of ETags, or "*" */
	return *etag && known && (strstr(known, etag) || strcmp(known, "*") == 0);
}

static enum MHD_Result send_answer(struct MHD_Connection *connection, const struct answer *answer)
{
	if (!has_it(connection, answer->etag))
		return microhttpd.queue_response(connection, (unsigned)answer->status, answer->response);
	struct MHD_Response *response = microhttpd.create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
	bug_if(!response);
	add_header(response, MHD_HTTP_HEADER_ETAG, answer->etag);
	add_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
	enum MHD_Result result = microhttpd.queue_response(connection, MHD_HTTP_NOT_MODIFIED, response);
	microhttpd.destroy_response(response);
	return result;
}

static enum MHD_Result send_reply(struct http *http, struct MHD_Connection *connection, const char *path,
				  struct http_reply *reply)
{
	struct answer answer = make_answer(http, path, reply), *oldest = &http->kept[http->next_kept];
	enum MHD_Result result = send_answer(connection, &answer);
	http_answer_release(reply->is_kept ? oldest : &answer);
	if (reply->is_kept) {
		*oldest = answer;
		http->next_kept = (http->next_kept + 1) % KEPT;
	}
	return result;
}

/* Returns the kept answer for a path, or NULL if there is none or it is older than a second. */
static const struct answer *find_kept(const struct http *http, const char *path)
{
	return FIND_IN(answer, http->kept, KEPT,
		       answer->path && strcmp(answer->path, path) == 0 && clock_wall_ns() - answer->made_ns < KEPT_NS);
}

/* Returns true if the host is a name of this server. A page of another site can make its own host name resolve to this
 * machine, and then read the answers (DNS rebinding). So only names that no other host can have are accepted: numbers,
 * localhost, and this machine's own name. */
static bool is_own_name(const char *host)
{
	char own[256] = "", name[256];
	struct sockaddr_storage address;
	size_t n = host[0] == '[' ? strcspn(host + 1, "]") : strcspn(host, ":");
	if (n == 0 || n >= sizeof name)
		return false;
	memcpy(name, host + (host[0] == '['), n);
	name[n] = '\0';
	gethostname(own, sizeof own - 1);
	size_t n_own = strlen(own);
	bool is_own = n_own && strncasecmp(name, own, n_own) == 0 &&
		(!name[n_own] || strcasecmp(name + n_own, ".local") == 0);
	return is_own || strcasecmp(name, "localhost") == 0 || http_read_address(name, 0, &address);
}

/* Decides, before the body is read, whether the request is accepted. */
static bool admit(struct http *http, struct MHD_Connection *connection, const struct http_request *request,
		  struct incoming *incoming)
{
	bool is_post = strcmp(request->method, MHD_HTTP_METHOD_POST) == 0;
	if (!(is_post && http->plan.has_post) && strcmp(request->method, MHD_HTTP_METHOD_GET) != 0 &&
	    strcmp(request->method, MHD_HTTP_METHOD_HEAD) != 0) {
		http_say(&incoming->reply, MHD_HTTP_METHOD_NOT_ALLOWED,
			 http->plan.has_post ? "Only GET, HEAD and POST.\n" : "Only GET and HEAD.\n");
		return false;
	}
	if (header_of(connection, MHD_HTTP_HEADER_TRANSFER_ENCODING)) {
		http_say(&incoming->reply, MHD_HTTP_LENGTH_REQUIRED, "The request needs a Content-Length.\n");
		return false;
	}
	if (!http->plan.admit && request->host && !is_own_name(request->host)) {
		http_say(&incoming->reply, MHD_HTTP_MISDIRECTED_REQUEST,
			 "This page is served only at the address and name of this machine, and at localhost.\n");
		return false;
	}
	bool is_admitted = !http->plan.admit || http->plan.admit(http->plan.context, request, &incoming->reply);
	http_own(http, connection, incoming->reply.owner);
	if (!is_admitted)
		return false;
	if (!is_post || !http->plan.most_held)
		return true;
	if (request->length > http->plan.most_held || http->held > http->plan.most_held - request->length) {
		http_say(&incoming->reply, MHD_HTTP_SERVICE_UNAVAILABLE,
			 "Other uploads are in progress. Try again in a moment.\n");
		incoming->reply.retry_s = 10;
		return false;
	}
	incoming->parser = microhttpd.create_post_processor(connection, PARSER_BYTES, on_field, incoming);
	if (!incoming->parser && request->length) {
		http_say(&incoming->reply, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "The body must be a form.\n");
		return false;
	}
	struct watched *watched = http_find_watched(http, connection);
	if (watched)
		watched->extra_ns = (int64_t)(request->length / BYTES_PER_S) * 1000000000;
	http->held += incoming->held = request->length;
	return true;
}

/* Answers the request once its body is complete, or at once if the body is not read. */
static enum MHD_Result on_whole(struct http *http, struct MHD_Connection *connection, struct http_request *request,
				struct incoming *incoming)
{
	bool is_post = strcmp(request->method, MHD_HTTP_METHOD_POST) == 0;
	const struct answer *kept = incoming->is_refused || is_post ? NULL : find_kept(http, request->path);
	if (incoming->parser && microhttpd.destroy_post_processor(incoming->parser) == MHD_NO)
		incoming->is_bad = true;
	incoming->parser = NULL;
	request->fields = incoming->fields;
	request->n_fields = incoming->n_fields;
	if (kept)
		return send_answer(connection, kept);
	if (!incoming->is_refused && incoming->is_bad)
		http_say(&incoming->reply, MHD_HTTP_BAD_REQUEST, "The form is damaged.\n");
	else if (!incoming->is_refused)
		http->plan.reply(http->plan.context, request, &incoming->reply);
	return send_reply(http, connection, request->path, &incoming->reply);
}

/* Called when the headers have arrived, with each piece of the body, and at its end. */
enum MHD_Result http_on_request(void *context, struct MHD_Connection *connection, const char *path, const char *method,
				const char *version, const char *bytes, size_t *n, void **state)
{
	enum { READ_MOST = 256 << 20 };
	struct http *http = context;
	struct incoming *incoming = *state;
	struct http_request request = request_of(http, connection, path, method);
	if (!incoming) {
		*state = incoming = NEW(struct incoming);
		incoming->is_refused = !admit(http, connection, &request, incoming);
		bool is_read = http->plan.most_held && !(incoming->is_refused && request.length > READ_MOST);
		return is_read ? MHD_YES : on_whole(http, connection, &request, incoming);
	}
	if (*n) {
		if (incoming->parser && !incoming->is_bad)
			incoming->is_bad = microhttpd.post_process(incoming->parser, bytes, *n) == MHD_NO;
		*n = 0;
		return MHD_YES;
	}
	return on_whole(http, connection, &request, incoming);
}
