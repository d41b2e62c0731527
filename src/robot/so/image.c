/* image.c - the statics of a shared object, read from its file without loading it (image.h). */
#include "robot/so/image.h"

#include <elf.h>

bool image_take(const unsigned char *bytes, size_t size, uint64_t at, void *out, size_t n)
{
	if (at > size || n > size - at)
		return false;
	memcpy(out, bytes + at, n);
	return true;
}

static bool take_head(const unsigned char *bytes, size_t size, Elf64_Ehdr *head)
{
	return image_take(bytes, size, 0, head, sizeof *head) && memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
	       head->e_ident[EI_CLASS] == ELFCLASS64;
}

/* Reads program header number i. Returns false if it is not a loadable segment. */
static bool take_part(const unsigned char *bytes, size_t size, const Elf64_Ehdr *head, int i, Elf64_Phdr *part)
{
	return head->e_phentsize == sizeof *part && head->e_phoff <= size &&
	       image_take(bytes, size, head->e_phoff + (uint64_t)i * sizeof *part, part, sizeof *part);
}

/* Returns true if the robot has constructors or destructors. One entry in each of the two tables is that of the
 * compiler's start files. If only one table has an entry, the file was linked without them, and the entry belongs to
 * the robot. */
static bool has_constructors(const unsigned char *bytes, size_t size, const Elf64_Phdr *dynamic)
{
	uint64_t n_first = 0, n_last = 0;
	for (uint64_t at = 0; dynamic->p_filesz <= size && at + sizeof(Elf64_Dyn) <= dynamic->p_filesz;
	     at += sizeof(Elf64_Dyn)) {
		Elf64_Dyn entry;
		if (dynamic->p_offset > size || !image_take(bytes, size, dynamic->p_offset + at, &entry, sizeof entry))
			return true;
		if (entry.d_tag == DT_NULL)
			break;
		if (entry.d_tag == DT_INIT_ARRAYSZ)
			n_first = entry.d_un.d_val / sizeof(void *);
		else if (entry.d_tag == DT_FINI_ARRAYSZ)
			n_last = entry.d_un.d_val / sizeof(void *);
	}
	return n_first > 1 || n_first != n_last;
}

void image_unshare(unsigned char *bytes, size_t size)
{
	Elf64_Ehdr head;
	Elf64_Shdr table;
	uint64_t n_left = size / sizeof(Elf64_Sym); /* limits the work if many headers refer to the same table */
	if (!take_head(bytes, size, &head) || head.e_shentsize != sizeof table)
		return;
	for (int i = 0; i < head.e_shnum; i++) {
		if (head.e_shoff > size ||
		    !image_take(bytes, size, head.e_shoff + (uint64_t)i * sizeof table, &table, sizeof table))
			return;
		if (table.sh_type != SHT_DYNSYM || table.sh_offset > size)
			continue;
		Elf64_Sym symbol;
		for (uint64_t at = 0; at < table.sh_size && n_left && image_take(bytes, size, table.sh_offset + at,
			&symbol, sizeof symbol); at += sizeof symbol, n_left--) {
			if (ELF64_ST_BIND(symbol.st_info) != STB_GNU_UNIQUE)
				continue;
			symbol.st_info = ELF64_ST_INFO(STB_WEAK, ELF64_ST_TYPE(symbol.st_info));
			memcpy(bytes + table.sh_offset + at, &symbol, sizeof symbol);
		}
	}
}

/* Changes an empty entry at the end of the dynamic section to DT_SYMBOLIC. The last entry must stay empty. */
static void add_symbolic(unsigned char *bytes, size_t size, const Elf64_Phdr *dynamic)
{
	Elf64_Dyn entry, next;
	if (dynamic->p_offset > size)
		return;
	for (uint64_t at = 0; dynamic->p_filesz <= size && at + 2 * sizeof entry <= dynamic->p_filesz;
	     at += sizeof entry) {
		uint64_t here = dynamic->p_offset + at;
		if (!image_take(bytes, size, here, &entry, sizeof entry) ||
		    !image_take(bytes, size, here + sizeof entry, &next, sizeof next))
			return;
		if (entry.d_tag != DT_NULL)
			continue;
		if (next.d_tag == DT_NULL) {
			entry = (Elf64_Dyn){.d_tag = DT_SYMBOLIC};
			memcpy(bytes + here, &entry, sizeof entry);
		}
		return;
	}
}

void image_prefer_own(unsigned char *bytes, size_t size)
{
	Elf64_Ehdr head;
	Elf64_Phdr part;
	if (!take_head(bytes, size, &head))
		return;
	for (int i = 0; i < head.e_phnum && take_part(bytes, size, &head, i, &part); i++) {
		if (part.p_type == PT_DYNAMIC) {
			add_symbolic(bytes, size, &part);
			return; /* the section already has DT_SYMBOLIC */
		}
	}
}

const char *image_refusal(const unsigned char *bytes, size_t size)
{
#if defined __x86_64__
	enum { OWN_MACHINE = EM_X86_64 };
#else
	enum { OWN_MACHINE = EM_AARCH64 };
#endif
	Elf64_Ehdr head;
	Elf64_Phdr part;
	if (!take_head(bytes, size, &head))
		return size >= SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0
			? "it is a 32-bit or truncated shared object" : "it is not a shared object (an ELF file)";
	if (head.e_machine != OWN_MACHINE)
		return "it was built for another processor than this machine's";
	for (int i = 0; i < head.e_phnum; i++)
		if (!take_part(bytes, size, &head, i, &part) ||
		    (part.p_type == PT_LOAD && (part.p_offset > size || part.p_filesz > size - part.p_offset)))
			return "its file is truncated";
	return NULL;
}

int image_statics(const unsigned char *bytes, size_t size, struct image_statics *statics)
{
	Elf64_Ehdr head;
	if (!take_head(bytes, size, &head) || head.e_type != ET_DYN)
		return -1;
	uint64_t first = UINT64_MAX, end = 0, relro_end = 0;
	int n_writable = 0, n_dynamic = 0;
	statics->is_simple = true;
	for (int i = 0; i < head.e_phnum; i++) {
		Elf64_Phdr part;
		if (!take_part(bytes, size, &head, i, &part))
			return -1;
		if (part.p_memsz > UINT32_MAX || part.p_vaddr > UINT32_MAX)
			return -1; /* no real robot has so many statics */
		if (part.p_type == PT_LOAD && part.p_flags & PF_W) {
			n_writable++;
			first = part.p_vaddr;
			end = part.p_vaddr + part.p_memsz;
		} else if (part.p_type == PT_GNU_RELRO) {
			relro_end = (part.p_vaddr + part.p_memsz) & ~UINT64_C(4095);
		} else if (part.p_type == PT_TLS) {
			statics->is_simple = false;
		} else if (part.p_type == PT_DYNAMIC && (n_dynamic++ > 0 || has_constructors(bytes, size, &part))) {
			statics->is_simple = false;
		}
	}
	if (n_writable != 1) {
		statics->is_simple = statics->is_simple && n_writable == 0;
		statics->at = statics->size = 0;
		return 0;
	}
	/* Excludes memory that the loader makes read-only after relocation, because the robot cannot change it. */
	statics->at = relro_end > first && relro_end <= end ? relro_end : first;
	statics->size = end - statics->at;
	return 0;
}
