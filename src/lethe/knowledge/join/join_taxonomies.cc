// The builder of all readers makes the joined taxonomy: it orders parents first, finds cycles and
// puts a root above several tops. What it does not know is done to the parts that it made: texts
// that the first taxonomy knows lose their meanings in the second where these are asked in turn,
// and edges that go past a parent of the other taxonomy are left out.
#include "lethe/knowledge/join/join_taxonomies.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "lethe/core/error.h"
#include "lethe/knowledge/label_key.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe {
namespace {

// A root that says nothing of its own.
bool stands_for_everything(const Taxonomy& taxonomy) {
    return taxonomy.size() > 1 &&
           (taxonomy.has_virtual_root() || taxonomy.id(taxonomy.root()) == "*");
}

bool is_left_out(const Taxonomy& taxonomy, ConceptId c) {
    return c == taxonomy.root() && stands_for_everything(taxonomy);
}

// The concepts that each text means.
class KeyIndex {
  public:
    KeyIndex(const Texts& keys, const Lists<ConceptId>& senses) : keys_(&keys), senses_(&senses) {
        for (std::int64_t i = 0; i < keys.size(); ++i) numbers_.emplace(keys[i], i);
    }

    std::int64_t number(std::string_view key) const {  // -1: nobody is called so
        const auto found = numbers_.find(key);
        return found == numbers_.end() ? -1 : found->second;
    }
    std::span<const ConceptId> senses(std::string_view key) const {
        const std::int64_t i = number(key);
        return i < 0 ? std::span<const ConceptId>() : (*senses_)[i];
    }
    const Texts& keys() const { return *keys_; }
    const Lists<ConceptId>& all_senses() const { return *senses_; }

  private:
    const Texts* keys_;
    const Lists<ConceptId>* senses_;
    std::unordered_map<std::string_view, std::int64_t> numbers_;
};

KeyIndex keys_of(const Taxonomy& taxonomy) {
    return {taxonomy.parts_of_it().keys, taxonomy.parts_of_it().senses};
}

// Pairs by the preferred names of `from`, and which of these are preferred on both sides.
struct NamedPairs {
    std::set<std::pair<ConceptId, ConceptId>> preferred, other;
    std::set<std::string> ambiguous;
};

void add_named_pairs(const Taxonomy& from, const KeyIndex& own, const Taxonomy& to,
                     const KeyIndex& others, bool turned, NamedPairs& pairs) {
    for (ConceptId c = 0; c < from.size(); ++c) {
        if (is_left_out(from, c)) continue;
        const std::string key = look_up_key(from.name_of(c, 0));
        const auto there = others.senses(key);
        if (there.empty()) continue;
        if (there.size() > 1 || own.senses(key).size() > 1) {
            pairs.ambiguous.insert(key);
            continue;
        }
        if (is_left_out(to, there.front())) continue;
        const bool both = look_up_key(to.name_of(there.front(), 0)) == key;
        const auto pair = turned ? std::pair(there.front(), c) : std::pair(c, there.front());
        (both ? pairs.preferred : pairs.other).insert(pair);
    }
}

// The parents of the concepts of both: those of the first, then those of the second that are no
// anchors.
class JoinedParents {
  public:
    JoinedParents(const Taxonomy& first, const Taxonomy& second, std::span<const Anchor> anchors)
        : parents_(static_cast<std::size_t>(first.size() + second.size())) {
        std::vector<std::size_t> place(static_cast<std::size_t>(second.size()));
        for (std::size_t c = 0; c < place.size(); ++c) {
            place[c] = static_cast<std::size_t>(first.size()) + c;
        }
        for (const Anchor& anchor : anchors) {
            place[static_cast<std::size_t>(anchor.second)] = static_cast<std::size_t>(anchor.first);
        }
        for (ConceptId c = 0; c < first.size(); ++c) {
            for (const ConceptId parent : first.parents(c)) {
                parents_[static_cast<std::size_t>(c)].push_back(static_cast<std::size_t>(parent));
            }
        }
        for (ConceptId c = 0; c < second.size(); ++c) {
            for (const ConceptId parent : second.parents(c)) {
                parents_[place[static_cast<std::size_t>(c)]].push_back(
                    place[static_cast<std::size_t>(parent)]);
            }
        }
    }

    // Those that are neither below nor above all cycles: what is left when concepts without
    // parents that are left are taken away, and then those without children that are left.
    std::vector<bool> on_cycles() const {
        std::vector<std::vector<std::size_t>> children(parents_.size());
        for (std::size_t c = 0; c < parents_.size(); ++c) {
            for (const std::size_t parent : parents_[c]) children[parent].push_back(c);
        }
        std::vector<bool> left(parents_.size(), true);
        peel(parents_, children, left);
        peel(children, parents_, left);
        return left;
    }

  private:
    static void peel(const std::vector<std::vector<std::size_t>>& needs,
                     const std::vector<std::vector<std::size_t>>& needed_by,
                     std::vector<bool>& left) {
        std::vector<std::size_t> waiting(needs.size(), 0);
        std::vector<std::size_t> ready;
        for (std::size_t c = 0; c < needs.size(); ++c) {
            waiting[c] = static_cast<std::size_t>(std::count_if(
                needs[c].begin(), needs[c].end(), [&](std::size_t n) { return left[n]; }));
            if (left[c] && waiting[c] == 0) ready.push_back(c);
        }
        while (!ready.empty()) {
            const std::size_t c = ready.back();
            ready.pop_back();
            left[c] = false;
            for (const std::size_t next : needed_by[c]) {
                if (left[next] && --waiting[next] == 0) ready.push_back(next);
            }
        }
    }

    std::vector<std::vector<std::size_t>> parents_;
};

// Adds the concepts of one taxonomy to the builder.
class Adding {
  public:
    Adding(TaxonomyBuilder& builder, const Taxonomy& taxonomy)
        : builder_(builder), taxonomy_(taxonomy), index_(keys_of(taxonomy)) {
        numbers_.assign(static_cast<std::size_t>(taxonomy.size()), -1);
    }

    std::int32_t number(ConceptId c) const { return numbers_[static_cast<std::size_t>(c)]; }
    void set_number(ConceptId c, std::int32_t number) {
        numbers_[static_cast<std::size_t>(c)] = number;
    }
    const KeyIndex& index() const { return index_; }

    // Concepts that have no number yet. `taken`: what is known already by other ids and names.
    void add_concepts(const KeyIndex* taken) {
        for (ConceptId c = 0; c < taxonomy_.size(); ++c) {
            if (number(c) >= 0 || is_left_out(taxonomy_, c)) continue;
            std::string id(taxonomy_.id(c));
            while (builder_.find_concept(id) >= 0 ||
                   (taken != nullptr && taken->number(look_up_key(id)) >= 0)) {
                id = fmt::format("{}:{}", taxonomy_.name(), id);
            }
            set_number(c, builder_.add_concept(id));
        }
    }

    // What is said of the concepts. `before`: of each text, how many concepts are before its own.
    template <class Before>
    void add_rest(Before&& before, std::vector<bool>& has_gloss) {
        std::set<std::pair<std::int64_t, ConceptId>> named;
        for (ConceptId c = 0; c < taxonomy_.size(); ++c) {
            if (number(c) < 0) continue;
            add_names(c, before, named);
            has_gloss.resize(static_cast<std::size_t>(builder_.size()), false);
            const auto n = static_cast<std::size_t>(number(c));
            if (!has_gloss[n] && !taxonomy_.gloss(c).empty()) {
                builder_.set_gloss(number(c), taxonomy_.gloss(c));
                has_gloss[n] = true;
            }
            for (const ConceptId parent : taxonomy_.parents(c)) {
                if (number(parent) >= 0 && number(parent) != number(c)) {
                    builder_.add_is_a(number(c), number(parent));
                }
            }
            for (const ConceptId whole : taxonomy_.wholes(c)) {
                if (number(whole) >= 0 && number(whole) != number(c))
                    builder_.add_part_of(number(c), number(whole));
            }
        }
        // Codes and references: all else by which a concept is found.
        const Texts& keys = index_.keys();
        for (std::int64_t i = 0; i < keys.size(); ++i) {
            for (const ConceptId c : index_.all_senses()[i]) {
                if (number(c) < 0 || named.contains({i, c})) continue;
                builder_.add_alias(number(c), keys[i]);
            }
        }
    }

  private:
    template <class Before>
    void add_names(ConceptId c, Before& before,
                   std::set<std::pair<std::int64_t, ConceptId>>& named) {
        for (std::int64_t i = 0; i < taxonomy_.name_count(c); ++i) {
            const std::string_view name = taxonomy_.name_of(c, i);
            const std::string key = look_up_key(name);
            const auto senses = index_.senses(key);
            const auto place = std::find(senses.begin(), senses.end(), c) - senses.begin();
            builder_.add_name(number(c), name, static_cast<std::int32_t>(before(key) + place));
            named.emplace(index_.number(key), c);
        }
    }

    TaxonomyBuilder& builder_;
    const Taxonomy& taxonomy_;
    KeyIndex index_;
    std::vector<std::int32_t> numbers_;
};

// A text that the first taxonomy knows means its concepts alone.
void ask_in_turn(const KeyIndex& first, const std::vector<bool>& of_first, const Texts& keys,
                 Lists<ConceptId>& senses) {
    Lists<ConceptId> left;
    for (std::int64_t i = 0; i < keys.size(); ++i) {
        const bool known = !first.senses(keys[i]).empty();
        for (const ConceptId c : senses[i]) {
            if (!known || of_first[static_cast<std::size_t>(c)]) left.items.push_back(c);
        }
        left.close();
    }
    senses = std::move(left);
}

// Leaves out parents of joined concepts that are above another parent.
void keep_nearest_parents(const Taxonomy& taxonomy, const std::vector<bool>& joined,
                          Lists<ConceptId>& parents) {
    Lists<ConceptId> left;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        const auto all = taxonomy.parents(c);
        for (const ConceptId parent : all) {
            const bool passed = joined[static_cast<std::size_t>(c)] &&
                                std::any_of(all.begin(), all.end(), [&](ConceptId other) {
                                    return other != parent && taxonomy.subsumes(parent, other);
                                });
            if (!passed) left.items.push_back(parent);
        }
        left.close();
    }
    parents = std::move(left);
}

std::string versions_of(const Taxonomy& first, const Taxonomy& second) {
    if (first.version().empty() || second.version().empty()) {
        return first.version() + second.version();
    }
    return fmt::format("{}, {}", first.version(), second.version());
}

}  // namespace

LabelAnchors anchors_by_label(const Taxonomy& first, const Taxonomy& second) {
    const KeyIndex own = keys_of(first);
    const KeyIndex others = keys_of(second);
    NamedPairs pairs;
    add_named_pairs(first, own, second, others, false, pairs);
    add_named_pairs(second, others, first, own, true, pairs);
    LabelAnchors anchors;
    anchors.ambiguous = std::ssize(pairs.ambiguous);
    std::set<ConceptId> taken, taken_there;
    for (const auto& [a, b] : pairs.preferred) {
        anchors.found.push_back({a, b});
        taken.insert(a);
        taken_there.insert(b);
    }
    std::map<ConceptId, int> wanted, wanted_there;
    std::erase_if(pairs.other, [&](const auto& pair) {
        return taken.contains(pair.first) || taken_there.contains(pair.second);
    });
    for (const auto& [a, b] : pairs.other) {
        ++wanted[a];
        ++wanted_there[b];
    }
    for (const auto& [a, b] : pairs.other) {
        if (wanted[a] == 1 && wanted_there[b] == 1) {
            anchors.found.push_back({a, b});
        } else {
            ++anchors.contested;
        }
    }
    std::sort(anchors.found.begin(), anchors.found.end(), [](const Anchor& a, const Anchor& b) {
        return std::pair(a.first, a.second) < std::pair(b.first, b.second);
    });
    const std::vector<bool> on_cycle = JoinedParents(first, second, anchors.found).on_cycles();
    std::erase_if(anchors.found, [&](const Anchor& anchor) {
        const bool cyclic = on_cycle[static_cast<std::size_t>(anchor.first)];
        if (cyclic) anchors.cyclic.push_back(anchor);
        return cyclic;
    });
    return anchors;
}

Taxonomy join_taxonomies(const Context& context, const Taxonomy& first, const Taxonomy& second,
                         const std::vector<Anchor>& anchors, LookUp look_up,
                         const std::string& place) {
    const bool apart = anchors.empty();
    TaxonomyBuilder builder(
        fmt::format("{}{}{}", first.name(), apart ? ", " : " + ", second.name()),
        versions_of(first, second));
    Adding ours(builder, first);
    Adding theirs(builder, second);
    ours.add_concepts(nullptr);
    std::unordered_set<std::string_view> joined_ids;
    for (const Anchor& anchor : anchors) {
        if (is_left_out(first, anchor.first) || is_left_out(second, anchor.second)) continue;
        if (theirs.number(anchor.second) >= 0 ||
            !joined_ids.insert(first.id(anchor.first)).second) {
            throw Error(ErrorKind::internal, "a concept is the anchor of two others");
        }
        theirs.set_number(anchor.second, ours.number(anchor.first));
    }
    theirs.add_concepts(&ours.index());
    std::vector<bool> has_gloss;
    ours.add_rest([](const std::string&) { return 0; }, has_gloss);
    theirs.add_rest([&](const std::string& key) { return std::ssize(ours.index().senses(key)); },
                    has_gloss);
    const Taxonomy made = std::move(builder).build(place, context);
    TaxonomyParts parts = made.parts_of_it();
    std::unordered_set<std::string_view> own_ids;
    for (ConceptId c = 0; c < first.size(); ++c) own_ids.insert(first.id(c));
    std::vector<bool> of_first, joined;
    for (ConceptId c = 0; c < made.size(); ++c) {
        const bool above = c == made.root() && made.has_virtual_root();
        of_first.push_back(above || own_ids.contains(made.id(c)));
        joined.push_back(joined_ids.contains(made.id(c)));
    }
    if (look_up == LookUp::in_turn) {
        ask_in_turn(ours.index(), of_first, parts.keys, parts.senses);
        const KeyIndex stems(first.parts_of_it().stem_keys, first.parts_of_it().stem_senses);
        ask_in_turn(stems, of_first, parts.stem_keys, parts.stem_senses);
    }
    keep_nearest_parents(made, joined, parts.parents);
    return Taxonomy(std::move(parts));
}

}  // namespace lethe
