/* symbol.c - finds the function of a robot that contains an address, for crash reports (symbol.h). */
#include "robot/so/symbol.h"

#include <elf.h>
#include <stdio.h>

#include "robot/so/image.h"

static bool take(const struct robot *robot, uint64_t at, void *out, size_t n)
{
	return image_take(robot->image, robot->image_size, at, out, n);
}

/* Gets the name at offset `at` of the string table. Returns false if the name is not terminated or not printable. */
static bool take_name(const struct robot *robot, const Elf64_Shdr *strings, uint32_t at, char *name, size_t size)
{
	if (at >= strings->sh_size)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (!take(robot, strings->sh_offset + at + i, &name[i], 1))
			return false;
		if (name[i] == '\0')
			return i > 0;
		if (name[i] <= ' ' || name[i] > '~')
			return false;
	}
	return false;
}

/* Parses the next name, a number and that many characters, and moves *at behind it. Returns the number, or 0 if no name
 * follows. */
static size_t next_name(const char **at, const char **name)
{
	size_t n = 0;
	const char *p = *at;
	for (; *p >= '0' && *p <= '9' && n < 1000; p++)
		n = 10 * n + (size_t)(*p - '0');
	if (strnlen(p, n) < n)
		return 0;
	*name = p;
	*at = p + n;
	return n;
}

void symbol_plain(const char *name, char *out, size_t size)
{
	AUTO_STR struct str plain = {0};
	const char *at = name, *part, *last = NULL;
	size_t n, n_last = 0;
	bool is_cxx = strncmp(name, "_Z", 2) == 0;
	if (is_cxx)
		at += 2;
	if (is_cxx && *at == 'N')
		at += 1 + strspn(at + 1, "rVK");
	if (is_cxx && *at == 'L') /* a static function */
		at++;
	while (is_cxx && (n = next_name(&at, &part)) > 0) {
		if (n == 12 && memcmp(part, "_GLOBAL__N_1", n) == 0)
			continue; /* an anonymous namespace */
		str_add(&plain, plain.length ? "::" : "");
		str_add_n(&plain, last = part, n_last = n);
	}
	if (last && (*at == 'C' || *at == 'D')) {
		str_add(&plain, *at == 'C' ? "::" : "::~");
		str_add_n(&plain, last, n_last);
	}
	snprintf(out, size, "%s", last ? plain.text : name);
}

/* Searches one symbol table, and fills in `out` if a function covers the offset. *n_left is the number of symbols that
 * may still be read, in all tables together. */
static bool search(const struct robot *robot, const Elf64_Shdr *table, const Elf64_Shdr *strings, uint64_t offset,
		   uint64_t *n_left, struct str *out)
{
	for (uint64_t at = 0; *n_left && at + sizeof(Elf64_Sym) <= table->sh_size; at += sizeof(Elf64_Sym), --*n_left) {
		Elf64_Sym symbol;
		char name[128];
		if (!take(robot, table->sh_offset + at, &symbol, sizeof symbol))
			return false;
		bool is_there = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && offset >= symbol.st_value &&
				offset - symbol.st_value < symbol.st_size;
		if (is_there && take_name(robot, strings, symbol.st_name, name, sizeof name)) {
			char plain[sizeof name];
			symbol_plain(name, plain, sizeof plain);
			str_addf(out, "%s+0x%llx", plain, (unsigned long long)(offset - symbol.st_value));
			return true;
		}
	}
	return false;
}

int crash_symbol(const struct robot *robot, uint64_t offset, char *out, size_t size)
{
	AUTO_STR struct str found = {0};
	Elf64_Ehdr head;
	uint64_t n_left = robot->image_size / sizeof(Elf64_Sym);
	snprintf(out, size, "+0x%llx", (unsigned long long)offset);
	if (!take(robot, 0, &head, sizeof head) || head.e_shentsize != sizeof(Elf64_Shdr))
		return -1;
	for (int i = 0; i < head.e_shnum; i++) {
		Elf64_Shdr table, strings;
		if (!take(robot, head.e_shoff + (uint64_t)i * sizeof table, &table, sizeof table))
			return -1;
		bool is_table = table.sh_type == SHT_SYMTAB || table.sh_type == SHT_DYNSYM;
		if (is_table && table.sh_link < head.e_shnum &&
		    take(robot, head.e_shoff + (uint64_t)table.sh_link * sizeof strings, &strings, sizeof strings) &&
		    search(robot, &table, &strings, offset, &n_left, &found)) {
			snprintf(out, size, "%s", found.text);
			return 0;
		}
	}
	return -1;
}
