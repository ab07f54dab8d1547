#include "lethe/knowledge/taxonomy.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <tuple>

#include "lethe/core/error.h"
#include "lethe/knowledge/label_key.h"

namespace lethe {
namespace {

constexpr auto kLongest = std::numeric_limits<std::uint16_t>::max();

[[noreturn]] void contradiction() {
    throw Error(ErrorKind::internal, "the parts of a taxonomy contradict each other");
}

void check_taxonomy(const TaxonomyParts& parts) {
    const std::int64_t size = parts.parents.size();
    bool sound = size > 0 && parts.parents[0].empty() && parts.ids.size() == size &&
                 parts.names.size() == size && parts.glosses.size() == size &&
                 parts.wholes.size() == size && parts.senses.size() == parts.keys.size() &&
                 parts.stem_senses.size() == parts.stem_keys.size();
    for (std::int64_t c = 1; sound && c < size; ++c) {
        const auto parents = parts.parents[c];
        sound = !parents.empty() && parents.front() >= 0 && parents.back() < c &&
                std::is_sorted(parents.begin(), parents.end());
    }
    const auto in_range = [](const std::vector<std::int32_t>& items, std::int64_t end) {
        return std::all_of(items.begin(), items.end(),
                           [end](std::int32_t item) { return item >= 0 && item < end; });
    };
    if (!sound || !in_range(parts.names.items, parts.name_texts.size()) ||
        !in_range(parts.wholes.items, size) || !in_range(parts.senses.items, size) ||
        !in_range(parts.stem_senses.items, size)) {
        contradiction();
    }
}

// List j of the result holds all i whose list holds j.
Lists<ConceptId> inverse(const Lists<ConceptId>& lists) {
    Lists<ConceptId> result;
    const std::int64_t size = lists.size();
    result.begin.assign(static_cast<std::size_t>(size) + 1, 0);
    for (const ConceptId item : lists.items) ++result.begin[static_cast<std::size_t>(item) + 1];
    for (std::size_t i = 1; i < result.begin.size(); ++i) result.begin[i] += result.begin[i - 1];
    result.items.resize(lists.items.size());
    std::vector<std::int64_t> next(result.begin.begin(), result.begin.end() - 1);
    for (std::int64_t i = 0; i < size; ++i) {
        for (const ConceptId item : lists[i]) {
            auto& place = next[static_cast<std::size_t>(item)];
            result.items[static_cast<std::size_t>(place++)] = static_cast<ConceptId>(i);
        }
    }
    return result;
}

// The senses of a key in a sorted list of keys.
std::span<const ConceptId> senses_of_key(const Texts& keys, const Lists<ConceptId>& senses,
                                         std::string_view key) {
    std::int64_t low = 0;
    std::int64_t high = keys.size();
    while (low < high) {
        const std::int64_t middle = (low + high) / 2;
        if (keys[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == keys.size() || keys[low] != key) return {};
    return senses[low];
}

// "cell#3" -> "cell" and 3.
std::optional<std::pair<std::string_view, std::size_t>> numbered_sense(std::string_view text) {
    const std::size_t mark = text.rfind('#');
    if (mark == std::string_view::npos) return std::nullopt;
    std::size_t number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, failed] = std::from_chars(text.data() + mark + 1, end, number);
    if (failed != std::errc() || rest != end || number == 0) return std::nullopt;
    return std::pair(text.substr(0, mark), number);
}

}  // namespace

Taxonomy::Taxonomy(TaxonomyParts parts, std::int64_t most_subsumers) : parts_(std::move(parts)) {
    check_taxonomy(parts_);
    const auto size = static_cast<std::size_t>(parts_.parents.size());
    children_ = inverse(parts_.parents);
    part_lists_ = inverse(parts_.wholes);
    longest_.assign(size, 0);
    descendants_.assign(size, 0);
    leaves_.assign(size, 0);
    subsumers_.begin.reserve(size + 1);
    std::vector<std::pair<ConceptId, std::uint16_t>> found;
    const auto too_deep = [&] {
        return Error(ErrorKind::input,
                     fmt::format("the hierarchy is too deep: its {} concepts have more than {} "
                                 "subsumers together, or one is {} levels below the root",
                                 size, most_subsumers, kLongest));
    };
    std::int64_t visited = 0;  // subsumers of parents, those that several share counted again
    for (std::size_t i = 0; i < size; ++i) {
        const auto c = static_cast<ConceptId>(i);
        found.clear();
        for (const ConceptId parent : parents(c)) {
            const auto above = subsumers(parent);
            const auto steps = climbs(parent);
            visited += std::ssize(above);
            if (visited > most_subsumers) throw too_deep();
            for (std::size_t j = 0; j < above.size(); ++j) {
                found.emplace_back(above[j], static_cast<std::uint16_t>(steps[j] + 1));
            }
            longest_[i] = std::max(
                longest_[i],
                static_cast<std::uint16_t>(longest_[static_cast<std::size_t>(parent)] + 1));
        }
        if (parents(c).size() > 1) {
            std::sort(found.begin(), found.end());
            found.erase(std::unique(found.begin(), found.end(),
                                    [](auto a, auto b) { return a.first == b.first; }),
                        found.end());
        }
        found.emplace_back(c, std::uint16_t{0});
        if (longest_[i] == kLongest ||
            std::ssize(subsumers_.items) + std::ssize(found) > most_subsumers) {
            throw too_deep();
        }
        const bool leaf = children(c).empty();
        for (const auto& [above, steps] : found) {
            subsumers_.items.push_back(above);
            climbs_.push_back(steps);
            descendants_[static_cast<std::size_t>(above)] += above != c ? 1 : 0;
            leaves_[static_cast<std::size_t>(above)] += leaf ? 1 : 0;
        }
        subsumers_.close();
        greatest_depth_ = std::max(greatest_depth_, depth(c));
        greatest_longest_depth_ = std::max(greatest_longest_depth_, longest_depth(c));
    }
}

bool Taxonomy::subsumes(ConceptId ancestor, ConceptId c) const {
    const auto all = subsumers(c);
    return std::binary_search(all.begin(), all.end(), ancestor);
}

int Taxonomy::climb(ConceptId c, ConceptId subsumer) const {
    const auto all = subsumers(c);
    const auto place = std::lower_bound(all.begin(), all.end(), subsumer);
    if (place == all.end() || *place != subsumer) {
        throw Error(ErrorKind::internal, "a climb to a concept that is not a subsumer");
    }
    return climbs(c)[static_cast<std::size_t>(place - all.begin())];
}

std::vector<ConceptId> Taxonomy::common_subsumers(std::span<const ConceptId> concepts) const {
    if (concepts.empty()) throw Error(ErrorKind::internal, "subsumers of no concept");
    const auto first = subsumers(concepts[0]);
    std::vector<ConceptId> common(first.begin(), first.end());
    for (const ConceptId c : concepts.subspan(1)) {
        const auto other = subsumers(c);
        const auto end = std::set_intersection(common.begin(), common.end(), other.begin(),
                                               other.end(), common.begin());
        common.erase(end, common.end());
    }
    return common;
}

ConceptId Taxonomy::lcs(std::span<const ConceptId> concepts) const {
    const std::vector<ConceptId> common = common_subsumers(concepts);
    const auto rank = [&](ConceptId c) { return std::tuple(depth(c), subsumers(c).size(), -c); };
    return *std::max_element(common.begin(), common.end(),
                             [&](ConceptId a, ConceptId b) { return rank(a) < rank(b); });
}

ConceptId Taxonomy::lcs(ConceptId a, ConceptId b) const {
    const ConceptId both[] = {a, b};
    return lcs(both);
}

std::vector<ConceptId> Taxonomy::minimum_hierarchy(std::span<const ConceptId> concepts) const {
    const ConceptId top = lcs(concepts);
    std::vector<ConceptId> members;
    for (const ConceptId c : concepts) {
        for (const ConceptId above : subsumers(c)) {
            if (subsumes(top, above)) members.push_back(above);
        }
    }
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    return members;
}

std::string Taxonomy::label(ConceptId c) const {
    for (std::int64_t i = 0; i < name_count(c); ++i) {
        const auto senses = find(name_of(c, i));
        if (!senses.empty() && senses.front() == c) return std::string(name_of(c, i));
    }
    if (name_count(c) > 0) {
        const std::string_view name = name_of(c, 0);
        const auto senses = senses_of_key(parts_.keys, parts_.senses, look_up_key(name));
        const auto place = std::find(senses.begin(), senses.end(), c);
        std::string numbered = fmt::format("{}#{}", name, place - senses.begin() + 1);
        const auto found = find(numbered);
        if (place != senses.end() && !found.empty() && found.front() == c) return numbered;
    }
    return std::string(id(c));
}

std::vector<ConceptId> Taxonomy::find(std::string_view text) const {
    const auto found = senses_of_key(parts_.keys, parts_.senses, look_up_key(text));
    if (!found.empty()) return {found.begin(), found.end()};
    if (const auto numbered = numbered_sense(text)) {
        const auto senses = senses_of_key(parts_.keys, parts_.senses, look_up_key(numbered->first));
        if (numbered->second <= senses.size()) return {senses[numbered->second - 1]};
    }
    return {};
}

std::vector<ConceptId> Taxonomy::find_stem(std::string_view text) const {
    const auto found = senses_of_key(parts_.stem_keys, parts_.stem_senses, stem_key(text));
    return {found.begin(), found.end()};
}

}  // namespace lethe
