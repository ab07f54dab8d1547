// What a process gives up before it looks at bytes that it does not trust. Linux only; only for
// data/formats.
#pragma once

#include <string>

#include "lethe/data/formats/apart/request.h"

namespace lethe::formats {

// From now on, and without a way back, this process
// - has no more than its limits of memory and time, writes no core file and no file at all;
// - gets no new privileges, and has no descriptors but 0, 1 and 2;
// - may call what a reader needs (read, seek, map memory, tell the time, end) and open files for
//   reading; every other call of the system fails with EPERM: no network, no other process or
//   thread, nothing written, renamed or removed;
// - may read `path` and the system's own files (character sets) and nothing else, where the kernel
//   knows Landlock (5.13).
// It is ended by SIGXCPU or SIGALRM when its time is up, and killed when its parent ends. False
// where one of these cannot be had, Landlock apart.
bool confine(const std::string& path, const ReaderLimits& limits);

}  // namespace lethe::formats
