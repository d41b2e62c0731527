/* symbol.c - see symbol.h. */
#include "robot/symbol.h"

#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct file {
	const unsigned char *bytes;
	size_t size;
};

static bool take(const struct file *file, uint64_t at, void *out, size_t n)
{
	if (at > file->size || n > file->size - at)
		return false;
	memcpy(out, file->bytes + at, n);
	return true;
}

/* The name at `at` in the string table, printable and ended, or false. */
static bool take_name(const struct file *file, const Elf64_Shdr *strings, uint32_t at, char *name, size_t size)
{
	if (at >= strings->sh_size)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (!take(file, strings->sh_offset + at + i, &name[i], 1))
			return false;
		if (name[i] == '\0')
			return i > 0;
		if (name[i] <= ' ' || name[i] > '~')
			return false;
	}
	return false;
}

/* Looks through one symbol table; fills out when a function covers the offset. */
static bool search(const struct file *file, const Elf64_Shdr *table, const Elf64_Shdr *strings, uint64_t offset,
		   char *out, size_t size)
{
	for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table->sh_size; at += sizeof(Elf64_Sym)) {
		Elf64_Sym symbol;
		char name[128];
		if (!take(file, table->sh_offset + at, &symbol, sizeof symbol))
			return false;
		bool is_there = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && offset >= symbol.st_value &&
				offset - symbol.st_value < symbol.st_size;
		if (is_there && take_name(file, strings, symbol.st_name, name, sizeof name)) {
			snprintf(out, size, "%s+0x%llx", name, (unsigned long long)(offset - symbol.st_value));
			return true;
		}
	}
	return false;
}

int crash_symbol(const struct robot *robot, uint64_t offset, char *out, size_t size)
{
	const struct file file = {robot->image, robot->image_size};
	Elf64_Ehdr head;
	snprintf(out, size, "+0x%llx", (unsigned long long)offset);
	if (!take(&file, 0, &head, sizeof head) || head.e_shentsize != sizeof(Elf64_Shdr))
		return -1;
	for (int i = 0; i < head.e_shnum; i++) {
		Elf64_Shdr table, strings;
		if (!take(&file, head.e_shoff + (uint64_t)i * sizeof table, &table, sizeof table))
			return -1;
		bool is_table = table.sh_type == SHT_SYMTAB || table.sh_type == SHT_DYNSYM;
		if (is_table && table.sh_link < head.e_shnum &&
		    take(&file, head.e_shoff + (uint64_t)table.sh_link * sizeof strings, &strings, sizeof strings) &&
		    search(&file, &table, &strings, offset, out, size))
			return 0;
	}
	return -1;
}
