// renameat2 and syncfs are GNU extensions, which Swift's Glibc module leaves out.

#ifndef CDIRECTORY_H
#define CDIRECTORY_H

/// Gives a file of a directory another name, which nothing has yet (RENAME_NOREPLACE). Returns 0, or -1
/// and sets errno.
int CDirectoryRenameToNew(int directory, const char *name, const char *new_name);

/// Waits until everything in the file system of an open file is on the disk. Returns 0, or -1 and sets
/// errno.
int CDirectorySyncFileSystem(int descriptor);

#endif
