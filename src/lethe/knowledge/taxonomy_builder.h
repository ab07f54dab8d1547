// Makes a taxonomy from what a file says, in any order, and finds everything that is wrong with it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

class TaxonomyBuilder {
  public:
    TaxonomyBuilder(std::string name, std::string version);

    // The number of the concept with this id; a new one unless it is known.
    std::int32_t add_concept(std::string_view id);
    std::int32_t find_concept(std::string_view id) const;  // -1: none
    std::int64_t size() const { return std::ssize(concepts_); }

    // The first name of a concept is the preferred one; a concept without names is called by its
    // id. Among the concepts of a name those of the lowest `sense` come first, then by their
    // number.
    void add_name(std::int32_t concept_number, std::string_view name, std::int32_t sense = 0);
    // A text by which the concept is found and which is not one of its names: a code, a reference
    // to another vocabulary. Names with the same text come first.
    void add_alias(std::int32_t concept_number, std::string_view text);
    void set_gloss(std::int32_t concept_number, std::string_view gloss);
    void add_is_a(std::int32_t child, std::int32_t parent);
    void add_part_of(std::int32_t part, std::int32_t whole);

    // Error(input), with `file` as its place, for no concept at all and for a cycle, which is
    // named. Several tops get a virtual root, whose id is "*" (or "**" and so on, where that is
    // taken).
    Taxonomy build(const std::string& file, const Context& context = {}) &&;

  private:
    struct Concept {
        std::string id;
        std::string gloss;
        std::vector<std::pair<std::string, std::int32_t>> names;  // with the sense
        std::vector<std::string> aliases;
        std::vector<std::int32_t> parents;
        std::vector<std::int32_t> wholes;
    };

    std::vector<std::int32_t> tops() const;
    void add_root_above(const std::vector<std::int32_t>& tops);
    std::vector<std::int32_t> parents_first(const std::string& file) const;
    TaxonomyParts parts_in(const std::vector<std::int32_t>& order, const Context& context);
    [[noreturn]] void tell_cycle(const std::vector<std::int32_t>& waiting,
                                 const std::string& file) const;

    std::string name_;
    std::string version_;
    bool virtual_root_ = false;
    std::vector<Concept> concepts_;
    std::unordered_map<std::string, std::int32_t> numbers_;
};

}  // namespace lethe
