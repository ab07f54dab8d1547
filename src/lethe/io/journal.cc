#include "lethe/io/journal.h"

#include "lethe/core/error.h"
#include "lethe/io/file.h"

namespace lethe {

std::optional<JournalContent> read_journal(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    if (!file || !std::getline(file, line)) return std::nullopt;
    JournalContent content;
    content.header = Json::parse(line, nullptr, false);
    if (!content.header.is_object()) return std::nullopt;
    while (std::getline(file, line)) {
        Json entry = Json::parse(line, nullptr, false);
        if (entry.is_object()) content.entries.push_back(std::move(entry));
    }
    return content;
}

Journal::Journal(const std::string& path, const JournalContent& content) : path_(path) {
    std::string text = content.header.dump() + "\n";
    for (const Json& entry : content.entries) text += entry.dump() + "\n";
    write_file(path, text, true);
    file_.open(path, std::ios::app);
}

void Journal::add(const Json& entry) {
    const std::string line = entry.dump() + "\n";
    const std::scoped_lock lock(mutex_);
    file_ << line << std::flush;
    if (!file_) throw Error(ErrorKind::io, "cannot write", {path_, 0, 0, {}});
}

}  // namespace lethe
