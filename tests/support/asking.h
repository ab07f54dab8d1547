// Operations asked for by a program, on files of a folder of its own: what they answer, and what
// lies there afterwards that may be published.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/method/data_kind.h"
#include "lethe/method/method.h"
#include "lethe/operation/operation.h"
#include "secrets.h"
#include "support.h"

namespace lethe::test {

class Asking {
  public:
    explicit Asking(std::uint64_t seed = 1) : seed_(seed) {}

    // A file of the folder; "open/..." is where releases go.
    std::string path(const std::string& name) const { return folder_.file(name); }
    std::string open_path(const std::string& name) const { return path("open/" + name); }
    std::string put(const std::string& name, std::string_view bytes) const;

    // `data`: of an operation that there is for several kinds.
    Json run(const std::string& operation, std::optional<DataKind> data, const Json& options) const;
    // The same where the data may not meet what is asked for: then null.
    Json run_if_met(const std::string& operation, std::optional<DataKind> data,
                    const Json& options) const;

    // All that lies below "open" but private logs: names (from there) and bytes.
    std::vector<std::pair<std::string, std::string>> open_files() const;
    // What of the secrets stands in these files, in records, and on the page of each record.
    std::vector<std::string> found_in_open_files(const Secrets& secrets) const;
    void clear_open() const;

  private:
    TemporaryFolder folder_;
    std::uint64_t seed_;
};

// What is left of a result when it is published, and the page made of it, searched.
std::vector<std::string> found_in_published(const Secrets& secrets, const Json& result);

// No change, then one choice of a parameter, or one switch, changed at a time.
std::vector<Json> changes_of(const Method& method);

}  // namespace lethe::test
