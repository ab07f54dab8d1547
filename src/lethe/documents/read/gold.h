// Documents in which people marked the mentions, to learn from and to measure against.
//
// Forms that are read (plain or gzip):
//   court cases     JSON lines with `text` and `entities` (start_offset, end_offset in code points,
//                   entity_type, entity_id, identifier_type DIRECT, QUASI or NO_MASK)
//   sentences       a JSON array of `full_text` and `spans` (start_position, end_position,
//                   entity_type)
//   our own spans   JSON lines with `text` and `entities` (start, end in code points, category,
//                   optionally entity and identifier)
//   columns         CoNLL: a word and its BIO tag a line, a blank line after each sentence
//   a folder        spans.csv (doc_id, start_char, end_char, tei_tag, ref) beside txt/<doc_id>.txt,
//                   of which persName counts
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/documents/find/category.h"
#include "lethe/documents/find/mention.h"

namespace lethe::documents {

enum class Identifying : std::uint8_t { no, quasi, direct };

struct GoldMention {
    language::Span span;
    CategoryId category = kOther;
    Identifying identifying = Identifying::quasi;
    std::string type;    // as the annotators call it
    std::string entity;  // mentions of one entity agree in it; may be empty
};

struct GoldDocument {
    std::string id;
    std::string text;
    std::string group;   // documents made alike (from one template), kept together when splitting
    std::string source;  // name of the file, to tell figures apart
    std::vector<GoldMention> mentions;  // in order
};

using GoldDocuments = std::vector<GoldDocument>;

// Error(io), Error(input) with file and line.
GoldDocuments read_gold(const std::string& path);

// A number for each document, the same for those that are made alike: of one group of a source, or
// of the same text. Whoever keeps some aside to see how well a model does keeps them together, or
// the model has seen what it is asked.
std::vector<std::int64_t> alike_documents(const GoldDocuments& documents);

// The categories that annotators' types stand for: "PERSON", "GPE", "DATETIME", "corporation".
// kOther for those that are not known.
CategoryId category_of_type(std::string_view type);

// What a finder found, beside what people marked. Tokens are words (\w+).
struct GoldCount {
    std::int64_t gold = 0;   // tokens to mask
    std::int64_t found = 0;  // tokens masked
    std::int64_t both = 0;
    std::int64_t direct = 0, direct_found = 0;  // entities; found: every mention wholly masked
    std::int64_t quasi = 0, quasi_found = 0;

    double recall() const { return gold > 0 ? double(both) / double(gold) : 0; }
    double precision() const { return found > 0 ? double(both) / double(found) : 0; }
    double f(double beta) const;
    double direct_recall() const { return direct > 0 ? double(direct_found) / double(direct) : 0; }
    double quasi_recall() const { return quasi > 0 ? double(quasi_found) / double(quasi) : 0; }
};

struct TypeCount {
    std::string type;
    std::int64_t tokens = 0, masked = 0;        // of those to mask
    std::int64_t entities = 0, whole = 0;       // entities with every mention masked
    std::int64_t harmless = 0, overmasked = 0;  // tokens not to mask, and those masked anyway
};

class GoldScore {
  public:
    // `masked`: what would be replaced, in order, without overlaps.
    void add(const GoldDocument& document, const std::vector<language::Span>& masked);

    const GoldCount& count() const { return count_; }
    const std::vector<TypeCount>& types() const { return types_; }
    Json to_json() const;

  private:
    TypeCount& type(const std::string& name);

    GoldCount count_;
    std::vector<TypeCount> types_;
};

}  // namespace lethe::documents
