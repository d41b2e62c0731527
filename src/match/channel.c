/* channel.c - frames: a length, a kind, a body. */
#include "match/channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

enum frame_kind { FRAME_NONE = 0, FRAME_CHUNK, FRAME_ERROR };

struct frame {
	uint64_t length; /* of the body */
	uint64_t kind;
};

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

static bool send_frame(int fd, enum frame_kind kind, const void *body, size_t n)
{
	struct frame frame = {.length = n, .kind = kind};
	return channel_send(fd, &frame, sizeof frame) && channel_send(fd, body, n);
}

bool channel_send_chunk(int fd, const struct chunk *chunk)
{
	AUTO_STR struct str body = {0};
	chunk_pack(chunk, &body);
	return send_frame(fd, FRAME_CHUNK, body.text, body.length);
}

bool channel_send_error(int fd, const struct err *err)
{
	return send_frame(fd, FRAME_ERROR, err, sizeof *err);
}

int channel_take(struct str *in, struct chunk *chunk, struct err *err)
{
	struct frame frame;
	if (in->length < sizeof frame)
		return 0;
	memcpy(&frame, in->text, sizeof frame);
	if (in->length - sizeof frame < frame.length)
		return 0;
	bug_if(in->length - sizeof frame > frame.length); /* one frame at a time */
	const char *body = in->text + sizeof frame;
	if (frame.kind == FRAME_ERROR)
		memcpy(err, body, sizeof *err);
	else
		chunk_unpack(body, frame.length, chunk);
	str_clear(in);
	return frame.kind == FRAME_ERROR ? -1 : 1;
}
