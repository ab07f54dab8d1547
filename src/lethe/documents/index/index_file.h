// The file of a search index: mapped, not read. It may come from anywhere: what a look-up relies on
// is checked when it is opened (in the order of terms and documents, not of postings), and a
// posting list whenever it is read.
//
//   magic word, version, options, number of segments, the check sum of what follows up to the
//   sections; for each section of each segment its place, size and check sum; the sections, each at
//   a multiple of 8 bytes. Numbers are as the machine has them (little-endian).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/documents/index/index_segment.h"
#include "lethe/documents/index/index_tombstones.h"
#include "lethe/documents/index/search_index.h"

namespace lethe::documents {

// A segment and what depends on the whole collection.
struct IndexPart {
    Segment segment;
    Tombstones dead;
    std::span<const double> norms;          // of the documents
    std::span<const std::uint32_t> counts;  // living documents of the terms
};

struct IndexFile {
    language::IndexOptions options;
    std::vector<IndexPart> parts;
};

bool is_index_file(const std::string& path);         // by its first bytes
IndexFile open_index_file(const std::string& path);  // Error(io), Error(input)

// Whole or not at all, readable by its owner alone: an index tells what its documents say.
void write_index_file(const std::string& path, const IndexFile& index);

// Any bytes with check sums that fit, as far as there are places for them: for the tests of damaged
// files, which would not get past the sums.
std::string with_right_sums(std::string bytes);

}  // namespace lethe::documents
