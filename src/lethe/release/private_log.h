// The private log of a release, read: the one way back from what was published to the originals.
// It is found beside its release, or named by its owner. Logs of earlier versions, which had a kind
// for each data, are read too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/release/release_envelope.h"

namespace lethe::release {

struct PrivateLog {
    std::string path;
    Json body;
};

// Error(io); Error(input) unless it is the log of a release of such data.
PrivateLog read_private_log(const std::string& path, DataKind data);
// The same of what was read already; `path` is what it is called.
PrivateLog private_log_of(Json body, const std::string& path, DataKind data);

// The log that was named, or else the one beside the release, if there is one. Finishes first what
// an interrupted writer left for this release.
std::optional<PrivateLog> find_private_log(const std::string& release, const std::string& named,
                                           DataKind data);

// Error(input), naming the log and the release that it is of, where it says that it belongs to
// another file than this release, or to another release than that of this record (at this path).
void check_log_of(const PrivateLog& log, const std::string& release);
void check_log_of_record(const PrivateLog& log, const Json& record, const std::string& path);

// The log that was named, checked; or else the one beside the release if that says it is of this
// release. What lies there and is of another is not taken.
std::optional<PrivateLog> table_log_of(const std::string& release, const std::string& named);

// Whether the log says that the release was made from this file, or does not say from which.
bool made_from(const PrivateLog& log, const std::string& source);

// What the logs of each kind of data say. Error(input), naming the log, where it does not fit.

// Table: the original rows behind the released ones; empty when none were dropped.
std::vector<std::int64_t> original_rows(const PrivateLog& log, std::int64_t rows_of_original);
// Documents: from the ids of released documents to those of the originals.
std::map<std::string, std::string> original_ids(const PrivateLog& log);
// Vectors: of each original row its row in the release, which has so many.
std::vector<std::int64_t> released_rows(const PrivateLog& log, std::int64_t rows);
// Graph: the original ids of the released nodes, in their order.
std::vector<std::string> original_nodes(const PrivateLog& log);

}  // namespace lethe::release
