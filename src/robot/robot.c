/* robot.c - opens a robot from "NAME:key=value,..." and reads its file into memory (robot.h). */
#include "robot/robot.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "robot/find.h"
#include "robot/program/box.h"
#include "robot/program/command.h"
#include "robot/so/image.h"
#include "robot/so/instances.h"
#include "robot/spec.h"

/* Splits "key=value,key=value" (in place) into the robot's options. */
static int parse_options(struct robot *robot, char *text, struct err *err)
{
	char *rest = text;
	if (strlen(text) + 1 > ROBOT_OPTION_BYTES) /* the same size when each '=' and ',' has become a NUL */
		return err_set(err, EXIT_USAGE, "'%.40s...': the options of a robot are longer than %d bytes",
			       robot->spec, ROBOT_OPTION_BYTES - 1);
	for (char *item; (item = spec_next(&rest)) != NULL;) {
		char *equals = strchr(item, '=');
		if (!equals || equals == item)
			return err_set(err, EXIT_USAGE, "'%s': an option of a robot is written key=value, not '%s'",
				       robot->spec, item);
		if (robot->n_options == ROBOT_MAX_OPTIONS)
			return err_set(err, EXIT_USAGE, "'%s': more than %d options", robot->spec, ROBOT_MAX_OPTIONS);
		*equals = '\0';
		robot->key[robot->n_options] = mem_strdup(item);
		robot->value[robot->n_options] = mem_strdup(equals + 1);
		spec_unquote(robot->value[robot->n_options++], ',');
	}
	return 0;
}

static int read_image(struct robot *robot, struct err *err)
{
	enum { LARGEST = 1 << 28 };
	struct stat st;
	if (stat(robot->path, &st))
		return err_errno(err, "cannot open the robot '%s'", robot->path);
	if (!S_ISREG(st.st_mode))
		return err_set(err, EXIT_USAGE, "the robot '%s' is not a file", robot->path);
	struct str bytes = {0};
	if (str_read_file(&bytes, robot->path, LARGEST, err)) {
		str_release(&bytes);
		return -1;
	}
	robot->image = (unsigned char *)bytes.text;
	robot->image_size = bytes.length;
	hash_bytes(bytes.text, bytes.length, robot->sha256);
	image_unshare(robot->image, robot->image_size);
	image_prefer_own(robot->image, robot->image_size);
	uint64_t at, n_bytes;
	robot->can_share = instances_can_share(robot->image, robot->image_size, &at, &n_bytes);
	return 0;
}

/* Returns "folder/NAME.data" for "folder/NAME.so" or "folder/NAME.py" if that is a folder, else "". Links are refused,
 * because a link could lead anywhere, for instance to the seeds of other runs. Returns NULL with err on failure. */
static char *data_folder_of(const char *path, struct err *err)
{
	AUTO_STR struct str folder = {0};
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
	str_add_n(&folder, path, dot && dot != name ? (size_t)(dot - path) : strlen(path));
	str_add(&folder, ".data");
	struct stat st;
	if (lstat(folder.text, &st) == 0 && S_ISLNK(st.st_mode)) {
		err_set(err, EXIT_USAGE, "'%s' is a link; a robot's data must be a folder, not a link to one",
			folder.text);
		return NULL;
	}
	if (stat(folder.text, &st) || !S_ISDIR(st.st_mode))
		return mem_strdup("");
	char *real = mem_realpath(folder.text);
	return real ? real : mem_strdup("");
}

/* Returns the real path of a file, which need not exist, or NULL when it is unknown. The caller owns it. */
static char *real_path(const char *path)
{
	char *real = mem_realpath(path);
	if (real)
		return real;
	AUTO_FREE char *folder = mem_strdup(path);
	char *slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	AUTO_FREE char *above = mem_realpath(!slash ? "." : slash == folder ? "/" : folder);
	if (!above)
		return NULL;
	AUTO_STR struct str whole = str_of("%s/%s", above, slash ? slash + 1 : path);
	return mem_strdup(whole.text);
}

/* Returns the first hidden path that is in this folder, or contains it, or NULL if there is none. */
static const char *hidden_in(const char *folder, const char *const *hidden)
{
	for (int i = 0; hidden && hidden[i]; i++) {
		AUTO_FREE char *other = real_path(hidden[i]);
		if (other && (file_is_within(other, folder) || file_is_within(folder, other)))
			return hidden[i];
	}
	return NULL;
}

int robot_check_data(const struct robot *robot, const char *const *hidden, struct err *err)
{
	if (!robot->data_folder[0])
		return 0;
	AUTO_FREE char *now = mem_realpath(robot->data_folder);
	if (!now || strcmp(now, robot->data_folder) != 0)
		return err_set(err, EXIT_USAGE, "the robot '%s': its data, '%s', was changed since it was found",
			       robot->label, robot->data_folder);
	const char *seen = hidden_in(now, hidden);
	return !seen ? 0 : err_set(err, EXIT_USAGE,
		"the robot '%s' could read '%s', where the seed of this run is stored: its data folder "
		"is '%s'", robot->label, seen, now);
}

int robot_check_readable(const char *readable, const char *const *hidden, struct err *err)
{
	AUTO_FREE char *folders = mem_strdup(readable);
	char *rest = folders;
	for (char *folder; (folder = strsep(&rest, ":")) != NULL && *folder;) {
		struct stat st;
		const char *seen = hidden_in(folder, hidden);
		if (stat(folder, &st) || !S_ISDIR(st.st_mode))
			return err_set(err, EXIT_USAGE, "--readable: '%s' is not a folder", folder);
		if (box_is_wide(folder))
			return err_set(err, EXIT_USAGE,
				"--readable: '%s' contains more than robots need: it is directly below /, "
				"or it contains a home folder; name a folder in it", folder);
		if (seen)
			return err_set(err, EXIT_USAGE,
				"--readable: robots could read '%s' in '%s', where the seed of this run is stored",
				seen, folder);
	}
	return 0;
}

/* Opens the file `path` or, if that is NULL, the file of the spec. */
static int open_file(struct robot *robot, const struct spec *spec, const char *path, struct err *err)
{
	bool is_person = strcmp(spec->robot, "human") == 0;
	AUTO_FREE char *options = mem_strdup(spec->options);
	if (*options && parse_options(robot, options, err))
		return -1;
	if (!spec->robot[0])
		return err_set(err, EXIT_USAGE, "a robot needs a name: '%s'", robot->spec);
	if (is_person && robot->n_options)
		return err_set(err, EXIT_USAGE, "'%s': the only option of a human is name=, as in human:name=Ann",
			       robot->spec);
	if (is_person) {
		robot->kind = ROBOT_HUMAN;
		robot->path = mem_strdup("");
		robot->data_folder = mem_strdup("");
		return 0;
	}
	robot->path = path ? mem_strdup(path) : find_robot(spec->robot, err);
	if (!robot->path)
		return -1;
	robot->data_folder = data_folder_of(robot->path, err);
	if (!robot->data_folder)
		return -1;
	if (str_ends(robot->path, ".so") ? read_image(robot, err) : program_from_file(robot, err))
		return -1;
	return robot->data_folder[0] ? data_hash_add(robot->data_folder, robot->sha256, err) : 0;
}

/* Sets the label to the name or, if there is none, to the name of the file without folder and ".so" (of a command
 * without a file: its text), followed by the options. */
static void set_label(struct robot *robot, const struct spec *spec)
{
	const char *word = robot->word ? robot->word : spec->robot;
	bool is_file = robot->word || !spec_is_command(word); /* false for a command that names no file */
	size_t n = strlen(word) - (str_ends(word, ".so") ? 3 : 0);
	while (n > 1 && word[n - 1] == '/')
		n--;
	AUTO_FREE char *plain = mem_strdup(word);
	plain[n] = '\0';
	const char *slash = is_file ? strrchr(plain, '/') : NULL;
	free(robot->word);
	robot->word = mem_strdup(plain);
	robot->is_named = spec->name != NULL;
	AUTO_STR struct str label = str_of("%s", spec->name ? spec->name : slash ? slash + 1 : plain);
	if (!spec->name && *spec->options)
		str_addf(&label, ":%s", spec->options);
	robot->label = mem_strdup(label.text);
}

static int open_spec(struct robot *robot, const struct spec *spec, const char *path, struct err *err)
{
	AUTO_STR struct str stored = {0};
	spec_stored(spec, &stored);
	robot->spec = mem_strdup(str_text(&stored));
	int failed = spec_is_command(spec->robot) ? program_from_line(robot, spec->robot + 4, err)
						  : open_file(robot, spec, path, err);
	set_label(robot, spec);
	return failed;
}

int robot_open(struct robot *robot, const char *spec, struct err *err)
{
	AUTO_SPEC struct spec words = {0};
	*robot = (struct robot){0};
	return spec_read(&words, spec, err) || open_spec(robot, &words, NULL, err) ? -1 : 0;
}

int robot_open_stored(struct robot *robot, const char *spec, const char *path, struct err *err)
{
	AUTO_SPEC struct spec words = {0};
	*robot = (struct robot){0};
	spec_read_stored(&words, spec);
	if (path) {
		free(words.robot);
		words.robot = mem_strdup(path);
	}
	return open_spec(robot, &words, path, err);
}

void robot_release(struct robot *robot)
{
	for (int i = 0; i < robot->n_options; i++)
		FREE_ALL(robot->key[i], robot->value[i]);
	FREE_ALL(robot->spec, robot->label, robot->word, robot->path, robot->data_folder, robot->image);
	program_command_free(robot->program);
	*robot = (struct robot){0};
}

/* Returns true if a word in the text, separated by spaces, equals the first n bytes of `word`, or with is_prefix begins
 * with them. */
static bool has_word(const char *text, const char *word, size_t n, bool is_prefix)
{
	for (const char *at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
		size_t length = strcspn(at, " ");
		if ((length == n || (is_prefix && length > n)) && memcmp(at, word, n) == 0)
			return true;
		at += length;
	}
	return false;
}

bool robot_has_debugger(const struct robot *robot)
{
	return robot->kind == ROBOT_SO || (robot->kind == ROBOT_PROGRAM && robot->program->argv.n > 2 &&
	       (str_ends(robot->program->argv.word[1], "/get_play.py") ||
		str_ends(robot->program->argv.word[1], "/arena_robot.js")));
}

bool robot_plays(const struct robot *robot, const char *rules)
{
	const char *list = robot->manifest.variants;
	size_t n_name = strcspn(rules, " ");
	bool has_names = false;
	for (const char *at = list + strspn(list, " "), *end; *at; at = end + strspn(end, " ")) {
		size_t n = strcspn(at, " ");
		const char *equals = memchr(at, '=', n);
		bool is_any = equals && n == (size_t)(equals - at) + 2 && equals[1] == '*';
		end = at + n;
		has_names |= !equals;
		if (equals && rules[n_name] && !has_word(rules + n_name, at, n - is_any, is_any))
			return false;
	}
	return !has_names || has_word(list, rules, n_name, false);
}
