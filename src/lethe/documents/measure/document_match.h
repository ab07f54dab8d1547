// Which sanitised document was made of which original one. They have the same id, or ids that
// differ in the ending of the file alone (letter.html became letter.txt).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/read/document.h"

namespace lethe::documents {

// Without the ending of a kind of file that read_documents knows.
std::string_view without_ending(std::string_view id);

// Documents by id, or by an id without its ending where only one document has it.
class DocumentNames {
  public:
    explicit DocumentNames(const std::vector<std::string>& ids);
    std::optional<std::int64_t> find(std::string_view id) const;

  private:
    std::map<std::string, std::int64_t, std::less<>> whole_;
    std::map<std::string, std::int64_t, std::less<>> short_;  // -1: several
};

struct DocumentMatch {
    std::vector<std::int64_t> sanitised;   // of each original document; -1: none
    std::vector<std::string> missing;      // ids of originals without a sanitised document
    std::vector<std::string> unexplained;  // ids of sanitised documents without an original
};

// `renamed` leads from the ids of sanitised documents to those of originals, where they changed.
DocumentMatch match_documents(const std::vector<std::string>& original,
                              const std::vector<std::string>& sanitised,
                              const std::map<std::string, std::string>& renamed = {});

}  // namespace lethe::documents
