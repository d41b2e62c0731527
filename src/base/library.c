/* library.c - shared libraries that only some commands use (library.h). */
#include "base/library.h"

#include <dlfcn.h>

int library_load(const char *file, const char *what, const char *package, const char *const *names, void **functions,
		 int n, struct err *err)
{
	void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!handle)
		return err_set(err, EXIT_WORLD, "cannot load %s: %s (install the package %s)", what, dlerror(),
			       package);
	AUTO_FREE void **found = NEW_ARRAY(void *, (size_t)n);
	for (int i = 0; i < n; i++)
		if (!(found[i] = dlsym(handle, names[i])))
			return err_set(err, EXIT_WORLD,
				       "%s has no function %s: install another version of the package %s", file,
				       names[i], package);
	memcpy(functions, found, (size_t)n * sizeof *found);
	return 0;
}
