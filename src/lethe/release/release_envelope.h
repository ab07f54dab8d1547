// What stands beside a release, whatever the data are, and how it begins.
//
//   RELEASE.lethe.json          the release record, which may be published:
//                               {"kind", "data", "lethe", "files": [{"file", "sha256"}], ...}
//   RELEASE.lethe.private.json  the private log, which may not:
//                               {"kind": "private-log", "data", "note", "lethe", "seed",
//                                "sources": [{"file", "sha256"}], "files", ...}
//
// "data" says what was released: a table, documents, vectors or a graph. "files" are those of the
// release with the digests of what was written; "sources" are those it was made from. Who writes
// adds what the kind of data needs; release/private_log.h reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/data_kind.h"

namespace lethe::release {

// Beside the release, a file or a folder, whose path may end in a slash.
std::string record_path(const std::string& release);
std::string private_log_path(const std::string& release);

struct FileDigest {
    std::string file;
    std::string sha256;  // empty where it is no file: a query, standard input
};

Json to_json(const std::vector<FileDigest>& digests);

// `kind` is what readers know the record by: "release" of a table, "text-release", ...
Json record_envelope(std::string_view kind, DataKind data, const std::vector<FileDigest>& files);

// Without a seed where nothing was left to chance.
Json log_envelope(DataKind data, std::string_view note, std::optional<std::uint64_t> seed,
                  const std::vector<FileDigest>& sources);

}  // namespace lethe::release
