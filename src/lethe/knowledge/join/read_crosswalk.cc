#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "lethe/core/wrongs.h"
#include "lethe/knowledge/join/crosswalk.h"
#include "lethe/knowledge/label_key.h"
#include "lethe/knowledge/readers/source_text.h"

namespace lethe {
namespace {

using MapForm = Crosswalk::Form;
using readers::in_quotes;
using readers::Records;
using readers::SourceText;

// Names of columns as look_up_key writes them.
constexpr std::array<std::string_view, 4> kFroms{"value", "from", "source", "code"};
constexpr std::array<std::string_view, 3> kTos{"concept", "to", "target"};

struct CrosswalkHead {
    MapForm form = MapForm::pairs;
    std::size_t from = 0;
    std::size_t to = 0;
    std::optional<std::size_t> equal;  // NLM's mark of one-to-one maps, GEM's flags
    std::size_t fields = 0;
};

template <std::size_t n>
std::optional<std::size_t> place_of(const std::vector<std::string>& names,
                                    const std::array<std::string_view, n>& wanted) {
    for (const std::string_view one : wanted) {
        const auto found = std::find(names.begin(), names.end(), one);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    }
    return std::nullopt;
}

std::optional<CrosswalkHead> head_in(const Records& record) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < record.size(); ++i) names.push_back(look_up_key(record[i]));
    const auto at = [&](std::string_view one) {
        return place_of(names, std::array<std::string_view, 1>{one});
    };
    if (const auto code = at("icd code"), target = at("snomed cid"); code && target) {
        return CrosswalkHead{MapForm::nlm, *code, *target, at("is 1 1map"), names.size()};
    }
    if (const auto ninth = at("icd9cm"), tenth = at("icd10cm"), flags = at("flags");
        ninth && tenth && flags) {
        return CrosswalkHead{MapForm::gem, std::min(*ninth, *tenth), std::max(*ninth, *tenth),
                             flags, names.size()};
    }
    if (const auto value = at("value"), meaning = at("concept"); value && meaning) {
        return CrosswalkHead{MapForm::concepts, *value, *meaning, {}, names.size()};
    }
    const auto from = place_of(names, kFroms);
    const auto to = place_of(names, kTos);
    if (from && to && names.size() == 2) {
        return CrosswalkHead{MapForm::pairs, *from, *to, {}, names.size()};
    }
    return std::nullopt;
}

bool are_flags(std::string_view text) {
    return text.size() == 5 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "0010  A000  00000"
std::optional<std::array<std::string_view, 3>> gem_words(std::string_view line) {
    std::array<std::string_view, 3> words;
    for (std::string_view& word : words) word = readers::next_word(line);
    const bool ended = readers::next_word(line).empty();
    if (!ended || !are_flags(words[2])) return std::nullopt;
    return words;
}

// Flags: approximate, no map, combination, scenario, choice list.
CrosswalkPair gem_pair(std::string_view from, std::string_view to, std::string_view flags,
                       std::int64_t line) {
    const bool none = flags[1] != '0';
    return {std::string(from), none ? std::string() : std::string(to),
            flags[0] == '0' && flags[2] == '0', line};
}

Crosswalk read_gem_lines(const SourceText& source) {
    Crosswalk read{MapForm::gem, {}};
    Wrongs wrongs(source.file);
    readers::Lines lines(source.text);
    while (lines.next()) {
        if (readers::trimmed(lines.line()).empty()) continue;
        if (const auto words = gem_words(lines.line())) {
            read.pairs.push_back(gem_pair((*words)[0], (*words)[1], (*words)[2], lines.number()));
        } else {
            wrongs.add(lines.number(),
                       fmt::format("{} is not two codes and five flags, such as 0010 A000 00000",
                                   in_quotes(lines.line())));
        }
    }
    wrongs.throw_if_any();
    return read;
}

// By the separator of the first line: names of diseases have commas.
Records records_of(SourceText source) {
    const char separator = readers::likely_separator(readers::first_lines(source.text, 1));
    return {std::move(source), separator == '\0' ? ',' : separator};
}

CrosswalkPair pair_in(const Records& record, const CrosswalkHead& head, Wrongs& wrongs) {
    const std::string_view from = record[head.from];
    const std::string_view to = record[head.to];
    if (from.empty()) wrongs.add(record.line(), "has no code that the map is from");
    if (head.form == MapForm::gem) {
        const std::string_view flags = record[*head.equal];
        if (are_flags(flags)) return gem_pair(from, to, flags, record.line());
        wrongs.add(record.line(),
                   fmt::format("{} must be five flags, such as 10000", in_quotes(flags)));
    }
    const bool equal = !head.equal || record[*head.equal] != "0";
    return {std::string(from), std::string(to), equal, record.line()};
}

}  // namespace

std::string_view name(Crosswalk::Form form) {
    constexpr std::array<std::string_view, 4> kForms{"concept map", "pairs", "NLM map", "GEM"};
    return kForms[static_cast<std::size_t>(form)];
}

std::optional<Crosswalk::Form> crosswalk_form(const std::string& path) {
    try {
        SourceText source = readers::read_source_head(path);
        source.text = readers::first_lines(source.text, 1);
        if (gem_words(readers::trimmed(source.text))) return MapForm::gem;
        Records records = records_of(std::move(source));
        const auto head = records.next() ? head_in(records) : std::nullopt;
        return head ? std::optional(head->form) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

Crosswalk read_crosswalk(const std::string& path) {
    SourceText source = readers::read_source_text(path);
    readers::Lines first(source.text);
    if (first.next() && gem_words(first.line())) return read_gem_lines(source);
    Wrongs wrongs(path);
    Records records = records_of(std::move(source));
    std::optional<CrosswalkHead> head;
    if (records.next()) head = head_in(records);
    if (!head) {
        wrongs.fail(1, fmt::format("the header of a map names the columns value and concept; or "
                                   "two, {} and {}; or those of the National Library of Medicine "
                                   "(ICD_CODE, SNOMED_CID) or of a GEM (icd9cm, icd10cm, flags). A "
                                   "GEM may also have no header: two codes and five flags a line",
                                   fmt::join(kFroms, " or "), fmt::join(kTos, " or ")));
    }
    Crosswalk read{head->form, {}};
    while (records.next()) {
        if (records.size() != head->fields) {
            wrongs.add(records.line(), fmt::format("has {} fields; the header has {}",
                                                   records.size(), head->fields));
            continue;
        }
        read.pairs.push_back(pair_in(records, *head, wrongs));
    }
    wrongs.throw_if_any();
    return read;
}

}  // namespace lethe
