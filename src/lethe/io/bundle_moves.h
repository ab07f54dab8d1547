// The moves of a bundle (io/bundle.h), one by one: into place, and back.
//
// A new file takes its place in one step where the file system can exchange two names: the older
// one is then where the new one was. Where it cannot (network and user-space file systems), the
// older one is first kept in the folder in the making under a second name, or moved there, and
// goes with that folder. So at every moment each version is somewhere, and from what is where
// alone it can be told how far a move has come: either direction can be taken up again by whoever
// comes next.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "lethe/io/bundle.h"

namespace lethe {

struct BundleMove {
    std::filesystem::path from, to;  // `from` is alone in a folder in the making
    std::uint64_t inode = 0;         // of what is moved
};

// Nothing where there is no such file. Does not follow links.
std::optional<std::uint64_t> inode_of(const std::filesystem::path& path);

// Whether `to` is, or now becomes, what is moved. What was found there before is kept. Zero, or the
// code of the error.
int move_into_place(const BundleMove& move, const BundleSeam& seam);

// What stood at `to` is there again, or nothing if nothing did; what was moved is in the making
// again or gone. As if there had been no move, however far it came. Zero, or the code of the error.
int put_back(const BundleMove& move, const BundleSeam& seam);

}  // namespace lethe
