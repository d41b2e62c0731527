/* data_hash.h - a robot's data as part of its identity.
 *
 * The hash of a robot with a folder NAME.data is the SHA-256 of a text: the hash of its file in hexadecimal and a newline,
 * then, for each file in the folder and its subfolders in the order of the paths' bytes, the line of `sha256sum -z`: the
 * hash of the file, two spaces, its path in the folder and a NUL. Of a symbolic link, which sandboxed robots cannot follow
 * out of the folder, the hash is that of the path that it contains, and " @" takes the place of the spaces. */
#pragma once

#include "base/base.h"

/* Replaces sha256, the hash of the robot's file, by that of the robot with its data. Files are read in pieces. Non-zero
 * when one cannot be read: err names it, and sha256 is unchanged. */
int data_hash_add(const char *folder, char sha256[65], struct err *err);
