// Sources that consist of several taxonomies:
//
//   A,B        values are looked up in A, and in B where A does not know them; no concept of A is
//              one of B, and they meet in a common root
//   A+B        joined at concepts of the same name
//   A+B@FILE   joined at the pairs of a file: concept of A, concept of B
//
// A + binds closer than a comma. A name with one of these signs that exists is a path like any
// other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lethe {

struct SourcePart {
    enum class How { first, in_turn, by_label, by_pairs };

    How how = How::first;  // how it is joined with what stands before it
    std::string path;      // or "wordnet", "wordnet:verb", ...
    std::string pairs;     // the file, of by_pairs
};

// In the order in which they stand; one for a source that is a single taxonomy. Error(usage) for a
// part without a name.
std::vector<SourcePart> source_parts(const std::string& source);

// All files and folders that a source names, names such as "wordnet" left out.
std::vector<std::string> source_paths(const std::string& source);

// The source with each path of it changed.
std::string with_paths(const std::string& source,
                       const std::function<std::string(const std::string&)>& change);

}  // namespace lethe
