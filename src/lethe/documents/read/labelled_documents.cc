#include "lethe/documents/read/labelled_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "lethe/core/error.h"
#include "lethe/documents/read/read_documents.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kMostLabelProblems = 10;

// What each file is called in the ids of its documents.
std::vector<std::string> names_of(const std::vector<std::string>& paths) {
    std::set<std::string> all;
    std::set<std::string> names;
    for (const std::string& path : paths) {
        if (!all.insert(path).second) {
            throw Error(ErrorKind::usage, "is named twice", {path, 0, 0, {}});
        }
        names.insert(std::filesystem::path(path).filename().string());
    }
    const bool alike = names.size() < paths.size();
    std::vector<std::string> result;
    for (const std::string& path : paths) {
        result.push_back(alike ? path : std::filesystem::path(path).filename().string());
    }
    return result;
}

std::string_view trimmed_label(std::string_view text) {
    constexpr std::string_view kBlanks = " \r\f\v";
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

class LineTaker {
  public:
    LineTaker(LabelledDocuments& documents, const std::string& path, const std::string& name)
        : documents_(documents), path_(path), name_(name) {}

    void take(std::string_view text) {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            take_line(text.substr(begin, end - begin));
            begin = end + 1;
        }
        throw_if_any(ErrorKind::input, std::move(problems_));
    }

  private:
    void take_line(std::string_view line) {
        ++number_;
        if (line.find_first_not_of(" \t\r\f\v") == std::string_view::npos) return;
        const std::size_t tab = line.find('\t');
        const std::string_view label = trimmed_label(line.substr(0, tab));
        if (tab == std::string_view::npos || label.empty()) {
            if (problems_.size() < kMostLabelProblems) {
                problems_.push_back({"is not a class, a tab and a text", {path_, number_, 0, {}}});
            }
            return;
        }
        documents_.ids.push_back(fmt::format("{}:{}", name_, number_));
        documents_.labels.emplace_back(label);
        documents_.texts.emplace_back(line.substr(tab + 1));
    }

    LabelledDocuments& documents_;
    const std::string& path_;
    const std::string& name_;
    std::int64_t number_ = 0;
    Problems problems_;
};

}  // namespace

LabelledDocuments read_labelled_lines(const Context& context,
                                      const std::vector<std::string>& paths) {
    const std::vector<std::string> names = names_of(paths);
    LabelledDocuments documents;
    ReadOptions whole;
    whole.largest = ReadOptions::kLargestOfAll;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (std::filesystem::is_directory(paths[i])) {
            throw Error(ErrorKind::usage, "is a folder; documents in lines stand in files",
                        {paths[i], 0, 0, {}});
        }
        const Documents file = read_documents(context, paths[i], whole);
        LineTaker(documents, paths[i], names[i]).take(file.front().text);
    }
    return documents;
}

LabelledDocuments read_labelled_folder(const Context& context, const std::string& folder) {
    LabelledDocuments result;
    for (Document& document : read_documents(context, folder, {})) {
        std::string label = first_folder(document.file);
        if (label.empty()) continue;
        result.ids.push_back(std::move(document.id));
        result.labels.push_back(std::move(label));
        result.texts.push_back(std::move(document.text));
    }
    if (result.ids.empty()) {
        throw Error(ErrorKind::input, "has no folders with documents, which would be the classes",
                    {folder, 0, 0, {}});
    }
    return result;
}

std::string first_folder(std::string_view file) {
    const std::size_t end = file.find('/');
    return std::string(file.substr(0, end == std::string_view::npos ? 0 : end));
}

}  // namespace lethe::documents
