#include "lethe/knowledge/readers/word_forms.h"

#include <array>
#include <filesystem>
#include <span>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/knowledge/readers/wordnet_file.h"

namespace lethe {
namespace {

using Ending = std::pair<std::string_view, std::string_view>;

constexpr std::array kVerbEndings = std::to_array<Ending>({{"s", ""},
                                                           {"ies", "y"},
                                                           {"es", "e"},
                                                           {"es", ""},
                                                           {"ed", "e"},
                                                           {"ed", ""},
                                                           {"ing", "e"},
                                                           {"ing", ""}});
constexpr std::array kNounEndings = std::to_array<Ending>({{"s", ""},
                                                           {"ses", "s"},
                                                           {"xes", "x"},
                                                           {"zes", "z"},
                                                           {"ches", "ch"},
                                                           {"shes", "sh"},
                                                           {"men", "man"},
                                                           {"ies", "y"}});
constexpr std::array kAdjectiveEndings =
    std::to_array<Ending>({{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}});

std::span<const Ending> endings_of(PartOfSpeech part) {
    if (part == PartOfSpeech::verb) return kVerbEndings;
    if (part == PartOfSpeech::adjective) return kAdjectiveEndings;
    if (part == PartOfSpeech::noun) return kNounEndings;
    return {};
}

// Calls `take` with the first two words of each line, and its number from 1.
template <class Take>
void each_line(std::string_view text, Take take) {
    std::int64_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.empty() || line.front() == ' ') continue;  // the licence
        const std::size_t first = std::min(line.find(' '), line.size());
        std::string_view rest = line.substr(std::min(first + 1, line.size()));
        rest = rest.substr(0, rest.find_first_of(" \r"));
        take(line.substr(0, first), rest, number);
    }
}

}  // namespace

WordForms::WordForms(PartOfSpeech part, std::string_view index, std::string_view exceptions,
                     const std::string& file)
    : part_(part) {
    each_line(index, [&](std::string_view word, std::string_view letter, std::int64_t line) {
        if (letter.size() != 1) {
            throw Error(ErrorKind::input,
                        "is not a word of an index of WordNet (word, letter, ...)",
                        {file, line, 0, {}});
        }
        words_.emplace(word);
    });
    each_line(exceptions, [&](std::string_view word, std::string_view base, std::int64_t) {
        exceptions_.emplace(word, base);
    });
}

std::string WordForms::form(std::string_view word) const {
    constexpr std::size_t kShortest = 2;  // of what is left of a word before its ending
    const auto known = exceptions_.find(word);
    if (known != exceptions_.end() && words_.contains(known->second)) return known->second;
    if (words_.contains(word)) return std::string(word);
    for (const auto& [ending, base] : endings_of(part_)) {
        if (!word.ends_with(ending) || word.size() < ending.size() + kShortest) continue;
        std::string form(word.substr(0, word.size() - ending.size()));
        form += base;
        if (words_.contains(form)) return form;
    }
    return {};
}

WordForms read_word_forms(PartOfSpeech part, const std::string& source) {
    namespace fs = std::filesystem;
    std::error_code none;
    std::string folder = is_named_source(source) ? std::string("/usr/share/wordnet") : source;
    if (!fs::is_directory(folder, none)) folder = fs::path(folder).parent_path().string();
    const std::string index = folder + "/index." + std::string(readers::wordnet_ending(part));
    const std::string exceptions =
        folder + '/' + std::string(readers::wordnet_ending(part)) + ".exc";
    return {part, read_file(index), fs::exists(exceptions, none) ? read_file(exceptions) : "",
            index};
}

}  // namespace lethe
