#include "lethe/knowledge/taxonomy_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <tuple>

#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/knowledge/label_key.h"

namespace lethe {
namespace {

// A text and a concept that it can mean. Comparing the first eight bytes as one number settles most
// comparisons.
struct Meant {
    std::uint64_t head;
    std::string_view key;
    std::int32_t sense;
    ConceptId meaning;

    Meant(std::string_view text, std::int32_t sense_number, ConceptId c)
        : head(0), key(text), sense(sense_number), meaning(c) {
        for (std::size_t i = 0; i < 8; ++i) {
            head = head << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
        }
    }
    friend bool operator<(const Meant& a, const Meant& b) {
        if (a.head != b.head) return a.head < b.head;
        return std::tie(a.key, a.sense, a.meaning) < std::tie(b.key, b.sense, b.meaning);
    }
};

void index_texts(const Context& context, std::vector<Meant> meant, std::int64_t concepts,
                 Texts& keys, Lists<ConceptId>& senses) {
    parallel_sort(context, meant.begin(), meant.end(), std::less<>());
    std::vector<std::int64_t> last_key(static_cast<std::size_t>(concepts), -1);
    for (std::size_t i = 0; i < meant.size();) {
        const std::size_t first = i;
        for (; i < meant.size() && meant[i].key == meant[first].key; ++i) {
            auto& last = last_key[static_cast<std::size_t>(meant[i].meaning)];
            if (last == keys.size()) continue;
            last = keys.size();
            senses.items.push_back(meant[i].meaning);
        }
        keys.add(meant[first].key);
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
    if (is_new) concepts_.push_back({std::string(id), {}, {}, {}, {}, {}});
    return place->second;
}

std::int32_t TaxonomyBuilder::find_concept(std::string_view id) const {
    const auto place = numbers_.find(std::string(id));
    return place == numbers_.end() ? -1 : place->second;
}

void TaxonomyBuilder::add_name(std::int32_t concept_number, std::string_view name,
                               std::int32_t sense) {
    concepts_[static_cast<std::size_t>(concept_number)].names.emplace_back(name, sense);
}

void TaxonomyBuilder::add_alias(std::int32_t concept_number, std::string_view text) {
    concepts_[static_cast<std::size_t>(concept_number)].aliases.emplace_back(text);
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
        const Concept& one = concepts_[static_cast<std::size_t>(*i)];
        const bool told = one.names.empty() || one.names.front().first == one.id;
        names.push_back(told ? fmt::format("\"{}\"", one.id)
                             : fmt::format("\"{}\" ({})", one.id, one.names.front().first));
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

// Everything in the new order. Keys are made of the distinct names only, on all threads.
TaxonomyParts TaxonomyBuilder::parts_in(const std::vector<std::int32_t>& order,
                                        const Context& context) {
    std::vector<ConceptId> number(concepts_.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        number[static_cast<std::size_t>(order[i])] = static_cast<ConceptId>(i);
    }
    TaxonomyParts parts;
    parts.name = std::move(name_);
    parts.version = std::move(version_);
    parts.virtual_root = virtual_root_;
    const auto renumbered = [&](const std::vector<std::int32_t>& sources, Lists<ConceptId>& lists) {
        const auto begin = std::ssize(lists.items);
        for (const std::int32_t source : sources) {
            lists.items.push_back(number[static_cast<std::size_t>(source)]);
        }
        std::sort(lists.items.begin() + begin, lists.items.end());
        lists.close();
    };
    std::unordered_map<std::string_view, std::int32_t> name_numbers;
    std::vector<ConceptId> last_owner;  // of each name
    std::vector<std::int32_t> senses;   // beside parts.names.items
    for (std::size_t i = 0; i < order.size(); ++i) {
        Concept& entry = concepts_[static_cast<std::size_t>(order[i])];
        renumbered(entry.parents, parts.parents);
        renumbered(entry.wholes, parts.wholes);
        parts.ids.add(entry.id);
        parts.glosses.add(entry.gloss);
        if (entry.names.empty()) entry.names.emplace_back(entry.id, 0);
        for (const auto& [text, sense] : entry.names) {
            const auto [place, is_new] =
                name_numbers.try_emplace(text, static_cast<std::int32_t>(name_numbers.size()));
            if (is_new) {
                parts.name_texts.add(text);
                last_owner.push_back(kNoConcept);
            }
            auto& owner = last_owner[static_cast<std::size_t>(place->second)];
            if (owner == static_cast<ConceptId>(i)) continue;
            owner = static_cast<ConceptId>(i);
            parts.names.items.push_back(place->second);
            senses.push_back(sense);
        }
        parts.names.close();
    }
    const std::int64_t size = parts.ids.size();
    const std::int64_t name_size = parts.name_texts.size();
    std::vector<std::string> id_keys(static_cast<std::size_t>(size));
    std::vector<std::string> keys(static_cast<std::size_t>(name_size));
    std::vector<std::string> stems(static_cast<std::size_t>(name_size));
    constexpr std::int64_t kChunk = 4096;
    parallel_chunks(context, size, kChunk, [&](std::int64_t begin, std::int64_t end, auto) {
        for (std::int64_t i = begin; i < end; ++i) {
            id_keys[static_cast<std::size_t>(i)] = look_up_key(parts.ids[i]);
        }
    });
    parallel_chunks(context, name_size, kChunk, [&](std::int64_t begin, std::int64_t end, auto) {
        for (std::int64_t i = begin; i < end; ++i) {
            const auto n = static_cast<std::size_t>(i);
            keys[n] = look_up_key(parts.name_texts[i]);
            stems[n] = stem_of_key(keys[n]);
        }
    });
    std::deque<std::string> alias_keys;  // stay where they are
    std::vector<Meant> meant;
    std::vector<Meant> meant_by_stem;
    meant.reserve(id_keys.size() + senses.size());
    meant_by_stem.reserve(senses.size());
    for (std::int64_t i = 0; i < size; ++i) {
        const auto c = static_cast<ConceptId>(i);
        meant.emplace_back(id_keys[static_cast<std::size_t>(i)],
                           std::numeric_limits<std::int32_t>::min(), c);
        const auto first = static_cast<std::size_t>(parts.names.begin[static_cast<std::size_t>(i)]);
        const auto names = parts.names[i];
        for (std::size_t j = 0; j < names.size(); ++j) {
            const auto n = static_cast<std::size_t>(names[j]);
            meant.emplace_back(keys[n], senses[first + j], c);
            meant_by_stem.emplace_back(stems[n], senses[first + j], c);
        }
        const auto source = static_cast<std::size_t>(order[static_cast<std::size_t>(i)]);
        for (const std::string& alias : concepts_[source].aliases) {
            alias_keys.push_back(look_up_key(alias));
            meant.emplace_back(alias_keys.back(), std::numeric_limits<std::int32_t>::max(), c);
        }
    }
    index_texts(context, std::move(meant), size, parts.keys, parts.senses);
    index_texts(context, std::move(meant_by_stem), size, parts.stem_keys, parts.stem_senses);
    return parts;
}

Taxonomy TaxonomyBuilder::build(const std::string& file, const Context& context) && {
    if (concepts_.empty()) {
        throw Error(ErrorKind::input, "the file has no concept", {file, 0, 0, {}});
    }
    for (Concept& entry : concepts_) {
        sort_distinct(entry.parents);
        sort_distinct(entry.wholes);
    }
    const std::vector<std::int32_t> roots = tops();
    if (roots.size() > 1) add_root_above(roots);
    TaxonomyParts parts = parts_in(parents_first(file), context);
    try {
        return Taxonomy(std::move(parts));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input) throw;
        throw Error(ErrorKind::input, error.what(), {file, 0, 0, {}});
    }
}

}  // namespace lethe
