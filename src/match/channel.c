/* channel.c - see channel.h. */
#include "match/channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "base/mem.h"

enum frame_kind { FRAME_RESULT = 1, FRAME_ERROR };

struct frame {
	uint32_t length; /* of the body */
	uint32_t kind;
};

static size_t begin_frame(struct str *out, enum frame_kind kind)
{
	struct frame frame = {.kind = kind};
	size_t at = out->length;
	str_add_n(out, (const char *)&frame, sizeof frame);
	return at;
}

static void end_frame(struct str *out, size_t at)
{
	uint32_t length = (uint32_t)(out->length - at - sizeof(struct frame));
	memcpy(out->text + at, &length, sizeof length);
}

static size_t places_size(const struct match_result *result)
{
	size_t n = (size_t)result->n_seats;
	return result->plan.n_blocks * n * n;
}

void channel_pack_result(struct str *out, const struct match_result *result)
{
	size_t at = begin_frame(out, FRAME_RESULT);
	str_add_n(out, (const char *)result, sizeof *result);
	str_add_n(out, (const char *)result->places, places_size(result));
	if (result->plays)
		str_add_n(out, result->plays, result->plays_size);
	for (int i = 0; i < result->n_faults; i++) {
		const struct fault_record *record = &result->faults[i];
		str_add_n(out, (const char *)record, sizeof *record);
		str_add_n(out, (const char *)record->fault, sizeof *record->fault);
		str_add_n(out, record->hands, strlen(record->hands) + 1);
		str_add_n(out, record->history, strlen(record->history) + 1);
	}
	end_frame(out, at);
}

void channel_pack_error(struct str *out, const struct err *err)
{
	size_t at = begin_frame(out, FRAME_ERROR);
	str_add_n(out, (const char *)err, sizeof *err);
	end_frame(out, at);
}

static void take(const char **from, void *to, size_t n)
{
	memcpy(to, *from, n);
	*from += n;
}

int channel_unpack(const struct str *in, size_t *at, struct match_result *result, struct err *err)
{
	struct frame frame;
	if (in->length - *at < sizeof frame)
		return 0;
	memcpy(&frame, in->text + *at, sizeof frame);
	if (in->length - *at - sizeof frame < frame.length)
		return 0;
	const char *body = in->text + *at + sizeof frame;
	*at += sizeof frame + frame.length;
	if (frame.kind == FRAME_ERROR) {
		take(&body, err, sizeof *err);
		return -1;
	}
	take(&body, result, sizeof *result);
	result->places = NEW_ARRAY(uint8_t, places_size(result));
	take(&body, result->places, places_size(result));
	if (result->plays) { /* the worker's: it had some */
		result->plays = NEW_ARRAY(char, result->plays_size + 1);
		take(&body, result->plays, result->plays_size);
	}
	result->faults = NEW_ARRAY(struct fault_record, (size_t)result->n_faults);
	for (int i = 0; i < result->n_faults; i++) {
		struct fault_record *record = &result->faults[i];
		take(&body, record, sizeof *record);
		record->fault = NEW(struct fault);
		take(&body, record->fault, sizeof *record->fault);
		record->hands = mem_strdup(body);
		body += strlen(body) + 1;
		record->history = mem_strdup(body);
		body += strlen(body) + 1;
	}
	return 1;
}

bool channel_send(int fd, const void *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t sent = send(fd, (const char *)bytes + at, n - at, MSG_NOSIGNAL);
		if (sent < 0 && errno != EINTR)
			return false;
		at += sent > 0 ? (size_t)sent : 0;
	}
	return true;
}
