// Which concept each value of a column means.
//
// A value is looked up in the override table, then by its name, then by the stems of its words; a
// stem of several words must end with the same noun ("machine operator" is no machine operation).
// Where it is asked for, a value that is a phrase or a sentence is understood by what it is about
// (knowledge/phrases), with a confidence. What can mean several concepts is decided by the sense
// policy. The result is a table that the user can correct and use again:
//
//   value,concept,label,found,confidence,senses,meaning
//   Craft-repair,09983889n,craftsman,override,1,1,a professional whose work is ...
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/knowledge/measure.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::phrases {
class Lexicon;
}

namespace lethe {

enum class SensePolicy {
    attribute_context,  // the senses that are nearest to those of the other values (frozen)
    first,              // the most usual one
    fixed,              // several senses are a problem unless the override table decides
};

enum class Unmapped {
    fail,             // Error(input) that names the values
    suppress_record,  // the value is missing
    attach_to_root,   // it means the root
    exact_match,      // it is a concept of its own, as far as can be from all others
};

std::string_view name(SensePolicy policy);
std::string_view name(Unmapped policy);
std::optional<SensePolicy> sense_policy_named(std::string_view name);
std::optional<Unmapped> unmapped_named(std::string_view name);
std::vector<std::string_view> sense_policy_names();
std::vector<std::string_view> unmapped_names();

struct MappedValue {
    // From phrase to adjective they are guesses at what a text is about: phrases/phrase_senses.h.
    enum class How { override_table, name, plural, phrase, head, verb, adjective, stem, none };

    std::string value;
    ConceptId meaning = kNoConcept;
    How found = How::none;
    std::int64_t senses = 0;  // among which the policy chose
    double confidence = 0;    // that the concept is right; 0 where there is none

    bool is_guess() const { return found >= How::phrase && found <= How::adjective; }
};

std::string_view name(MappedValue::How how);  // "head", as the table has it

struct MapOptions {
    std::map<std::string, std::string> overrides;  // value -> a text that find() understands
    SensePolicy senses = SensePolicy::attribute_context;
    // In context, a less usual sense must be nearer by this share to be preferred to a more usual
    // one: "farmer" is a person who farms, though a cook of that name is as near to other trades.
    double margin = 0.1;
    bool stemming = true;
    // Values that are phrases and sentences are understood, and guesses count from this confidence
    // on. None: they have no concept.
    std::optional<double> phrases;
    std::shared_ptr<const phrases::Lexicon> lexicon;  // needed with phrases
    MeasureOptions measure;                           // of the attribute context
};

// One entry a value, in the order of the values. Values without a concept are entries too. Error
// (usage), with all of them at once, for overrides that the taxonomy does not know, and under
// `fixed` for values and overrides that can mean several concepts. An override is found by its
// value as it is written, or else in spite of case, spaces and hyphens; an empty one says that the
// value means nothing.
std::vector<MappedValue> map_values(const Context& context, const TaxonomyPtr& taxonomy,
                                    std::span<const std::string> values, const MapOptions& options);

// The file. Reading takes the columns `value` and `concept` (an id, a label or any text that
// find() understands) and ignores the others; an empty concept is a value that is not mapped. The
// result goes into MapOptions::overrides. Error(input) where one of the two columns is missing, or
// a value has two concepts.
inline constexpr std::string_view kMapHeader =
    "value,concept,label,found,confidence,senses,meaning\n";
void write_map(const std::string& path, const Taxonomy& taxonomy,
               std::span<const MappedValue> mapped);
std::map<std::string, std::string> read_map(const std::string& path);

}  // namespace lethe
