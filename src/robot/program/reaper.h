/* reaper.h - replaces bubblewrap's process namespace for a trusted program: when the
 * program ends, or the arena does, nothing that it has started stays. */
#pragma once

/* Forks. Returns in the child, which becomes the program. The parent never returns: it waits for the program,
 * kills what has been left of it, and ends with the program's status (128 and the number for a signal, as
 * bubblewrap does). When the arena dies, or sends it SIGTERM, it kills them all. */
void program_keep(void);
