// A journal: a file of JSON lines that keeps each piece of a long run as soon as it is done, so
// that an interrupted run can go on. The first line, the header, says what the run was.
#pragma once

#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"

namespace lethe {

struct JournalContent {
    Json header;
    std::vector<Json> entries;  // a last line that was cut off is left out
};

// None where there is no such file, or where it does not begin with a header.
std::optional<JournalContent> read_journal(const std::string& path);

class Journal {
  public:
    // Writes header and entries anew, as a whole; add() then appends. The file is private to its
    // owner. Error(io).
    Journal(const std::string& path, const JournalContent& content);

    void add(const Json& entry);  // on disk when it returns; from any thread; Error(io)

  private:
    std::string path_;
    std::ofstream file_;
    std::mutex mutex_;
};

}  // namespace lethe
