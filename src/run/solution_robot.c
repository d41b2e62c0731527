/* solution_robot.c - writes a robot that plays solved hands (coaching.h). */
#include "run/coaching.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/file.h"
#include "robot/find.h"

enum { MOST_BYTES = 64 << 20 }; /* size limit of a robot's file */

int solution_robot_check(const char *path, struct err *err)
{
	const char *slash = strrchr(path, '/');
	if (!str_ends(slash ? slash + 1 : path, ".so"))
		return err_set(err, EXIT_USAGE, "--save must name a file that ends in .so, not '%s'", path);
	AUTO_FREE char *nash = find_robot("nash", err);
	return nash ? file_check(path, err) : -1;
}

static int copy_file(const char *from, const char *to, struct err *err)
{
	AUTO_STR struct str bytes = {0};
	if (file_is_same(from, to))
		return 0;
	return str_read_file(&bytes, from, MOST_BYTES, err) || file_write(to, &bytes, err) ? -1 : 0;
}

/* Makes the robot and the folder beside it. `data` is set to the path of the file `name` in that folder. */
static int make_robot(const char *path, const char *name, struct str *data, struct err *err)
{
	AUTO_FREE char *nash = find_robot("nash", err);
	if (!nash || copy_file(nash, path, err))
		return -1;
	str_add_n(data, path, strlen(path) - 3);
	str_add(data, ".data");
	if (mkdir(data->text, 0777) && errno != EEXIST)
		return err_errno(err, "cannot create the folder '%s'", data->text);
	str_addf(data, "/%s", name);
	return 0;
}

int solution_robot_save(struct solution_draft *draft, const char *path, struct err *err)
{
	AUTO_STR struct str name = {0}, data = {0};
	solution_file_name(draft->faces, draft->wild, draft->form, &name);
	return make_robot(path, name.text, &data, err) ? -1 : solution_draft_save(draft, data.text, err);
}

int solution_robot_save_maexchen(struct maexchen_book *book, const char *path, struct err *err)
{
	AUTO_STR struct str data = {0};
	return make_robot(path, MAEXCHEN_BOOK_NAME, &data, err) ? -1 : maexchen_book_save(book, data.text, err);
}
