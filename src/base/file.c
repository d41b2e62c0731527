/* file.c - the output of a command, which may be long (file.h). */
#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"

int output_open(struct output *output, const char *path, struct err *err)
{
	struct stat st;
	*output = (struct output){.file = stdout};
	if (!path)
		return 0;
	bool is_special = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
	AUTO_STR struct str temporary = {0};
	str_addf(&temporary, "%s.new", path);
	FILE *file = fopen(is_special ? path : temporary.text, "we");
	if (!file)
		return err_errno(err, "cannot write '%s'", path);
	output->file = file;
	output->path = mem_strdup(path);
	output->temporary = is_special ? NULL : mem_strdup(temporary.text);
	return 0;
}

bool output_add(struct output *output, const char *bytes, size_t n)
{
	if (!output->error && fwrite(bytes, 1, n, output->file) != n)
		output->error = errno;
	return !output->error;
}

static void release(struct output *output)
{
	free(output->path);
	free(output->temporary);
	*output = (struct output){0};
}

int output_close(struct output *output, struct err *err)
{
	int failed = 0;
	if (output->path) {
		if (fclose(output->file) && !output->error)
			output->error = errno;
		if (!output->error && output->temporary && rename(output->temporary, output->path))
			output->error = errno;
		errno = output->error;
		if (output->error)
			failed = err_errno(err, "cannot write '%s'", output->path);
		if (output->error && output->temporary)
			unlink(output->temporary);
	}
	release(output);
	return failed;
}

void output_discard(struct output *output)
{
	if (output->path)
		fclose(output->file);
	if (output->temporary)
		unlink(output->temporary);
	release(output);
}
