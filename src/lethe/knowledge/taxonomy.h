// A taxonomy: concepts and their is-a relation, a graph without cycles in which a concept may have
// several parents, with one root. Immutable, shared by pointer, safe to read from many threads.
//
// Concepts are numbered so that parents come before their children: the root is 0. T(c), the set of
// all subsumers of c with c itself, is kept for every concept as an ascending list, together with
// the fewest is-a edges up to each of them; the measures of similarity read these two lists and
// nothing else. Memory is therefore linear in the sum of all |T(c)|: some ten numbers a concept in
// WordNet.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lethe {

using ConceptId = std::int32_t;
inline constexpr ConceptId kNoConcept = -1;

// Lists of different lengths in one array: list i is items[begin[i]] .. items[begin[i + 1]].
template <class T>
struct Lists {
    std::vector<std::int64_t> begin = {0};
    std::vector<T> items;

    std::int64_t size() const { return static_cast<std::int64_t>(begin.size()) - 1; }
    std::span<const T> operator[](std::int64_t i) const {
        const auto from = static_cast<std::size_t>(begin[static_cast<std::size_t>(i)]);
        const auto to = static_cast<std::size_t>(begin[static_cast<std::size_t>(i) + 1]);
        return std::span(items).subspan(from, to - from);
    }
    void close() { begin.push_back(static_cast<std::int64_t>(items.size())); }
};

// Texts in one array of bytes.
struct Texts {
    Lists<char> lists;

    std::int64_t size() const { return lists.size(); }
    std::string_view operator[](std::int64_t i) const {
        const auto bytes = lists[i];
        return {bytes.data(), bytes.size()};
    }
    void add(std::string_view text) {
        lists.items.insert(lists.items.end(), text.begin(), text.end());
        lists.close();
    }
};

// What a taxonomy is made of: all else follows. This is also what the cache holds.
struct TaxonomyParts {
    std::string name;     // of the source, such as "WordNet"
    std::string version;  // as the source gives it; may be empty
    bool virtual_root = false;
    Lists<ConceptId> parents;   // ascending, all smaller than the concept
    Texts ids;                  // the source's own name of each concept, unique
    Lists<std::int32_t> names;  // of each concept, the preferred one first: numbers of name_texts
    Texts name_texts;
    Texts glosses;            // may be empty
    Lists<ConceptId> wholes;  // the concepts that a concept is a part of
    Texts keys;               // look_up_key of every name and id, ascending, distinct
    Lists<ConceptId> senses;  // of each key: the most usual first
    Texts stem_keys;          // stem_key of every name, ascending, distinct
    Lists<ConceptId> stem_senses;
};

class Taxonomy {
  public:
    // Derives the rest. Error(internal) for parts that contradict themselves, Error(input) where
    // the lists of subsumers would take more than `most_subsumers` numbers together.
    explicit Taxonomy(TaxonomyParts parts, std::int64_t most_subsumers = kMostSubsumers);
    static constexpr std::int64_t kMostSubsumers = 200'000'000;

    const TaxonomyParts& parts_of_it() const { return parts_; }
    const std::string& name() const { return parts_.name; }
    const std::string& version() const { return parts_.version; }
    std::int64_t size() const { return parts_.parents.size(); }
    ConceptId root() const { return 0; }
    // The source had several tops, and the root was put above them.
    bool has_virtual_root() const { return parts_.virtual_root; }

    std::span<const ConceptId> parents(ConceptId c) const { return parts_.parents[c]; }
    std::span<const ConceptId> children(ConceptId c) const { return children_[c]; }
    // T(c), ascending: the root first, c itself last.
    std::span<const ConceptId> subsumers(ConceptId c) const { return subsumers_[c]; }
    // The fewest is-a edges from c up to each of subsumers(c), in the same order.
    std::span<const std::uint16_t> climbs(ConceptId c) const {
        const auto from = subsumers_.begin[static_cast<std::size_t>(c)];
        const auto to = subsumers_.begin[static_cast<std::size_t>(c) + 1];
        return std::span(climbs_).subspan(static_cast<std::size_t>(from),
                                          static_cast<std::size_t>(to - from));
    }
    int depth(ConceptId c) const { return climbs(c).front(); }  // fewest edges to the root
    int longest_depth(ConceptId c) const { return longest_[static_cast<std::size_t>(c)]; }
    int greatest_depth() const { return greatest_depth_; }
    int greatest_longest_depth() const { return greatest_longest_depth_; }
    // How many concepts are below c, c left out.
    std::int64_t descendants(ConceptId c) const {
        return descendants_[static_cast<std::size_t>(c)];
    }
    // How many of them have no child; 1 for a concept without children.
    std::int64_t leaves(ConceptId c) const { return leaves_[static_cast<std::size_t>(c)]; }

    bool subsumes(ConceptId ancestor, ConceptId c) const;  // also where they are equal
    // The fewest edges from c up to a subsumer of it.
    int climb(ConceptId c, ConceptId subsumer) const;

    // The common subsumer of the greatest depth; of equals the one with most subsumers, then the
    // lowest number. Of at least one concept.
    ConceptId lcs(ConceptId a, ConceptId b) const;
    ConceptId lcs(std::span<const ConceptId> concepts) const;
    std::vector<ConceptId> common_subsumers(std::span<const ConceptId> concepts) const;
    // All concepts on any path from one of the concepts up to their lcs, ascending.
    std::vector<ConceptId> minimum_hierarchy(std::span<const ConceptId> concepts) const;

    std::string_view id(ConceptId c) const { return parts_.ids[c]; }
    std::int64_t name_count(ConceptId c) const { return std::ssize(parts_.names[c]); }
    std::string_view name_of(ConceptId c, std::int64_t i) const {
        return parts_.name_texts[parts_.names[c][static_cast<std::size_t>(i)]];
    }
    std::string_view gloss(ConceptId c) const { return parts_.glosses[c]; }
    std::span<const ConceptId> wholes(ConceptId c) const { return parts_.wholes[c]; }
    std::span<const ConceptId> parts(ConceptId c) const { return part_lists_[c]; }

    // The text by which this concept alone is known: the first of its names of which it is the most
    // usual sense, or else its preferred name with the number of the sense ("cell#3"), or its id.
    // find(label(c)) is c alone, or c first.
    std::string label(ConceptId c) const;

    // The concepts that a text can mean, the most usual first: by id, by name, or by name and
    // number of the sense ("cell#3"). Case, and space, hyphen and underscore, make no difference.
    std::vector<ConceptId> find(std::string_view text) const;
    // The same for texts that agree in the stems of their words.
    std::vector<ConceptId> find_stem(std::string_view text) const;

  private:
    TaxonomyParts parts_;
    Lists<ConceptId> children_;
    Lists<ConceptId> part_lists_;
    Lists<ConceptId> subsumers_;
    std::vector<std::uint16_t> climbs_;
    std::vector<std::uint16_t> longest_;
    std::vector<std::int32_t> descendants_;
    std::vector<std::int32_t> leaves_;
    int greatest_depth_ = 0;
    int greatest_longest_depth_ = 0;
};

using TaxonomyPtr = std::shared_ptr<const Taxonomy>;

}  // namespace lethe
