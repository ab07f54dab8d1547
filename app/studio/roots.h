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

    // Error(usage) for any text within `value`, the options of an operation, that names something
    // outside, there or yet to be made, as a whole or as one of several (A,B, A+B@FILE,
    // FOLDER:verb, NAME=FILE), and for queries, which could read anything.
    void check(const Json& value) const;
    // The same of a policy in the folder `base`, which names files to read alone: a text with
    // slashes that names nothing that is there, or could be made there, is left alone ("/PERSON/").
    void check_policy(const Json& value, const std::string& base) const;

  private:
    // What lies outside and is not there: refused; refused where it could be made; of no matter.
    enum class Absent { refused, left_alone, ignored };
    void check(const Json& value, const std::string& base, Absent absent) const;
    void check_path(const std::string& text, const std::string& base, Absent absent) const;

    std::filesystem::path folder_;
};

}  // namespace lethe::studio
