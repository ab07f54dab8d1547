// Which files the studio may touch: those below one folder, the working folder of the server. Links
// are followed before it is decided.
#pragma once

#include <filesystem>
#include <string>

#include "lethe/core/json.h"

namespace lethe::studio {

class Roots {
  public:
    // Error(io) where there is no such folder.
    explicit Roots(const std::string& folder);

    const std::filesystem::path& folder() const { return folder_; }

    // A path as people and operations have it, relative to the folder ("." is the folder itself),
    // from one that is relative or absolute. Error(usage) for one that is, or leads by a link,
    // outside. What is not there yet is judged by what it will stand in.
    std::string inside(const std::string& given) const;
    bool is_inside(const std::string& given) const;

    // Error(usage) for any text within `value` that names something outside, and for queries, which
    // could read anything. Texts that name nothing are left alone.
    void check(const Json& value, const std::string& base = ".") const;

  private:
    std::filesystem::path folder_;
};

}  // namespace lethe::studio
