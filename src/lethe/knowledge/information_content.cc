#include "lethe/knowledge/information_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/io/file.h"

namespace lethe {
namespace {

// "00001740n" and "1740n" are the same synset: its number, and its part of speech.
std::optional<std::string> synset_key(std::string_view text) {
    if (text.size() < 2) return std::nullopt;
    std::int64_t offset = 0;
    const char* end = text.data() + text.size() - 1;
    const auto [rest, failed] = std::from_chars(text.data(), end, offset);
    if (failed != std::errc() || rest != end || offset < 0) return std::nullopt;
    return fmt::format("{}{}", offset, text.back());
}

struct Line {
    std::string synset;
    double count = 0;
    bool root = false;
};

std::optional<Line> parse(std::string_view text) {
    std::vector<std::string_view> fields;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \t\r"), text.size());
        if (end > 0) fields.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (fields.size() < 2 || fields.size() > 3) return std::nullopt;
    const auto synset = synset_key(fields[0]);
    Line line;
    const char* end = fields[1].data() + fields[1].size();
    const auto [rest, failed] = std::from_chars(fields[1].data(), end, line.count);
    if (!synset || failed != std::errc() || rest != end || !std::isfinite(line.count) ||
        line.count < 0 || (fields.size() == 3 && fields[2] != "ROOT")) {
        return std::nullopt;
    }
    line.synset = *synset;
    line.root = fields.size() == 3;
    return line;
}

}  // namespace

InformationContent intrinsic_content(const Taxonomy& taxonomy) {
    InformationContent content;
    const double all = std::log(static_cast<double>(taxonomy.size()));
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        const auto below = static_cast<double>(taxonomy.descendants(c) + 1);
        content.of.push_back(all == 0 ? 0 : 1 - std::log(below) / all);
        content.greatest = std::max(content.greatest, content.of.back());
    }
    return content;
}

InformationContent corpus_content(const Taxonomy& wordnet, const std::string& path,
                                  Uncounted uncounted) {
    std::unordered_map<std::string, ConceptId> concepts;
    for (ConceptId c = 0; c < wordnet.size(); ++c) {
        if (const auto key = synset_key(wordnet.id(c))) concepts.emplace(*key, c);
    }
    const std::string bytes = read_file(path);
    std::vector<double> counts(static_cast<std::size_t>(wordnet.size()), 0);
    double total = 0;
    std::int64_t line_number = 0;
    std::int64_t known = 0;
    for (std::string_view rest = bytes; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view text = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++line_number;
        if (line_number == 1 && text.starts_with("wnver")) continue;
        if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const auto line = parse(text);
        if (!line) {
            throw Error(ErrorKind::input,
                        "a line of counts is the synset's number and part of speech, its count, "
                        "and ROOT where it is a root: 1740n 1915712 ROOT",
                        {path, line_number, 0, {}});
        }
        // Other parts of speech may be in the file and not in the taxonomy.
        const auto place = concepts.find(line->synset);
        if (place == concepts.end()) continue;
        counts[static_cast<std::size_t>(place->second)] = line->count;
        if (line->root) total += line->count;
        ++known;
    }
    const double most = *std::max_element(counts.begin(), counts.end());
    if (known == 0 || total < 1 || most > total) {
        throw Error(ErrorKind::input,
                    fmt::format("these are not counts of {}: {} of their synsets are known to it, "
                                "and its roots are counted {:.0f} times",
                                wordnet.name(), known, total),
                    {path, 0, 0, {}});
    }
    InformationContent content;
    for (const double count : counts) {
        content.of.push_back(count == 0 && uncounted == Uncounted::unknown
                                 ? kUnknownContent
                                 : std::log(total / std::max(count, 1.0)));
    }
    content.of.front() = 0;
    content.greatest = std::log(total);
    return content;
}

}  // namespace lethe
