#include "lethe/knowledge/taxonomy_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "lethe/knowledge/label_key.h"

namespace lethe {
namespace {

// A text and a concept that it can mean.
struct Meant {
    std::string key;
    std::int32_t sense;
    ConceptId meaning;

    friend auto operator<=>(const Meant&, const Meant&) = default;
};

void index_texts(std::vector<Meant> meant, Texts& keys, Lists<ConceptId>& senses) {
    std::sort(meant.begin(), meant.end());
    for (std::size_t i = 0; i < meant.size();) {
        const std::size_t first = i;
        keys.add(meant[first].key);
        const auto begin = std::ssize(senses.items);
        for (; i < meant.size() && meant[i].key == meant[first].key; ++i) {
            const ConceptId c = meant[i].meaning;
            if (std::find(senses.items.begin() + begin, senses.items.end(), c) ==
                senses.items.end()) {
                senses.items.push_back(c);
            }
        }
        senses.close();
    }
}

void sort_distinct(std::vector<std::int32_t>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

TaxonomyBuilder::TaxonomyBuilder(std::string name, std::string version)
    : name_(std::move(name)), version_(std::move(version)) {}

std::int32_t TaxonomyBuilder::add_concept(std::string_view id) {
    const auto [place, is_new] =
        numbers_.try_emplace(std::string(id), static_cast<std::int32_t>(concepts_.size()));
    if (is_new) concepts_.push_back({std::string(id), {}, {}, {}, {}});
    return place->second;
}

std::int32_t TaxonomyBuilder::find_concept(std::string_view id) const {
    const auto place = numbers_.find(std::string(id));
    return place == numbers_.end() ? -1 : place->second;
}

void TaxonomyBuilder::add_name(std::int32_t concept_number, std::string_view name,
                               std::int32_t sense) {
    auto& names = concepts_[static_cast<std::size_t>(concept_number)].names;
    const bool known = std::any_of(names.begin(), names.end(), [&](const auto& known_name) {
        return known_name.first == name;
    });
    if (!known) names.emplace_back(name, sense);
}

void TaxonomyBuilder::set_gloss(std::int32_t concept_number, std::string_view gloss) {
    concepts_[static_cast<std::size_t>(concept_number)].gloss = gloss;
}

void TaxonomyBuilder::add_is_a(std::int32_t child, std::int32_t parent) {
    concepts_[static_cast<std::size_t>(child)].parents.push_back(parent);
}

void TaxonomyBuilder::add_part_of(std::int32_t part, std::int32_t whole) {
    concepts_[static_cast<std::size_t>(part)].wholes.push_back(whole);
}

std::vector<std::int32_t> TaxonomyBuilder::tops() const {
    std::vector<std::int32_t> found;
    for (std::size_t i = 0; i < concepts_.size(); ++i) {
        if (concepts_[i].parents.empty()) found.push_back(static_cast<std::int32_t>(i));
    }
    return found;
}

void TaxonomyBuilder::add_root_above(const std::vector<std::int32_t>& tops) {
    std::string id = "*";
    while (find_concept(id) >= 0) id += "*";
    const std::int32_t root = add_concept(id);
    for (const std::int32_t top : tops) add_is_a(top, root);
    virtual_root_ = true;
}

// Names the concepts of one cycle: from a concept that waits for its parents, always on to a parent
// that waits too, until one comes back.
void TaxonomyBuilder::tell_cycle(const std::vector<std::int32_t>& waiting,
                                 const std::string& file) const {
    std::vector<std::int32_t> way;
    std::vector<bool> seen(concepts_.size(), false);
    auto at = static_cast<std::int32_t>(
        std::find_if(waiting.begin(), waiting.end(), [](std::int32_t n) { return n > 0; }) -
        waiting.begin());
    while (!seen[static_cast<std::size_t>(at)]) {
        seen[static_cast<std::size_t>(at)] = true;
        way.push_back(at);
        const auto& parents = concepts_[static_cast<std::size_t>(at)].parents;
        at = *std::find_if(parents.begin(), parents.end(), [&](std::int32_t parent) {
            return waiting[static_cast<std::size_t>(parent)] > 0;
        });
    }
    std::vector<std::string> names;
    for (auto i = std::find(way.begin(), way.end(), at); i != way.end(); ++i) {
        names.push_back(fmt::format("\"{}\"", concepts_[static_cast<std::size_t>(*i)].id));
    }
    constexpr std::size_t kMost = 8;
    const bool cut = names.size() > kMost;
    const std::size_t length = names.size();
    if (cut) names.resize(kMost);
    throw Error(
        ErrorKind::input,
        fmt::format("the hierarchy has a cycle of {} concepts: {}{} is below {}; each must "
                    "be below its parents and never below itself",
                    length, fmt::join(names, " is below "), cut ? " ..." : "", names.front()),
        {file, 0, 0, {}});
}

// Kahn's order, lowest number first among those that are ready, so that it depends on the source
// alone.
std::vector<std::int32_t> TaxonomyBuilder::parents_first(const std::string& file) const {
    std::vector<std::int32_t> waiting(concepts_.size(), 0);
    std::vector<std::vector<std::int32_t>> children(concepts_.size());
    for (std::size_t i = 0; i < concepts_.size(); ++i) {
        waiting[i] = static_cast<std::int32_t>(concepts_[i].parents.size());
        for (const std::int32_t parent : concepts_[i].parents) {
            children[static_cast<std::size_t>(parent)].push_back(static_cast<std::int32_t>(i));
        }
    }
    std::vector<std::int32_t> order = tops();
    order.reserve(concepts_.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const std::int32_t child : children[static_cast<std::size_t>(order[i])]) {
            if (--waiting[static_cast<std::size_t>(child)] == 0) order.push_back(child);
        }
    }
    if (order.size() < concepts_.size()) tell_cycle(waiting, file);
    return order;
}

Taxonomy TaxonomyBuilder::build(const std::string& file) && {
    if (concepts_.empty()) {
        throw Error(ErrorKind::input, "the file has no concept", {file, 0, 0, {}});
    }
    for (Concept& entry : concepts_) {
        sort_distinct(entry.parents);
        sort_distinct(entry.wholes);
    }
    const std::vector<std::int32_t> roots = tops();
    if (roots.size() > 1) add_root_above(roots);

    const std::vector<std::int32_t> order = parents_first(file);
    std::vector<ConceptId> number(concepts_.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        number[static_cast<std::size_t>(order[i])] = static_cast<ConceptId>(i);
    }
    TaxonomyParts parts;
    parts.name = std::move(name_);
    parts.version = std::move(version_);
    parts.virtual_root = virtual_root_;
    std::vector<Meant> meant;
    std::vector<Meant> meant_by_stem;
    std::unordered_map<std::string, std::int32_t> name_numbers;
    const auto renumbered = [&](const std::vector<std::int32_t>& sources, Lists<ConceptId>& lists) {
        std::vector<ConceptId> targets;
        for (const std::int32_t source : sources) {
            targets.push_back(number[static_cast<std::size_t>(source)]);
        }
        std::sort(targets.begin(), targets.end());
        lists.items.insert(lists.items.end(), targets.begin(), targets.end());
        lists.close();
    };
    for (std::size_t i = 0; i < order.size(); ++i) {
        Concept& entry = concepts_[static_cast<std::size_t>(order[i])];
        const auto c = static_cast<ConceptId>(i);
        renumbered(entry.parents, parts.parents);
        renumbered(entry.wholes, parts.wholes);
        parts.ids.add(entry.id);
        parts.glosses.add(entry.gloss);
        meant.push_back({look_up_key(entry.id), std::numeric_limits<std::int32_t>::min(), c});
        if (entry.names.empty()) entry.names.emplace_back(entry.id, 0);
        for (const auto& [text, sense] : entry.names) {
            const auto [place, is_new] =
                name_numbers.try_emplace(text, static_cast<std::int32_t>(parts.name_texts.size()));
            if (is_new) parts.name_texts.add(text);
            parts.names.items.push_back(place->second);
            meant.push_back({look_up_key(text), sense, c});
            meant_by_stem.push_back({stem_key(text), sense, c});
        }
        parts.names.close();
        entry = {};
    }
    index_texts(std::move(meant), parts.keys, parts.senses);
    index_texts(std::move(meant_by_stem), parts.stem_keys, parts.stem_senses);
    return Taxonomy(std::move(parts));
}

}  // namespace lethe
