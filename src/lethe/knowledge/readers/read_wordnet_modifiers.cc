// The adjectives and adverbs of WordNet, which are no kinds of each other. What it has instead
// leads into its nouns, step by step:
//
//   an adverb             to the adjective that it is derived from       quickly -> quick
//   a satellite           to the head of its cluster ("similar to")      torrid -> hot
//   a head                to the nouns that it is a value of             hot -> temperature
//                         or else to the noun that it pertains to        lunar -> moon
//                         or else to a noun that is derived from it      musical -> music
//
// Of nouns by derivation an attribute or a state comes first, or else the first of the list. With
// their hypernyms these nouns are the upper part of the taxonomy, so that every measure works: hot
// and cold are two temperatures. What leads nowhere is a top. Nouns are found by their names too,
// behind all adjectives and adverbs: a release may say "temperature" for hot and cold.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/readers/wordnet_file.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::readers {
namespace {

constexpr int kAttributes = 7;  // of the numbers of WordNet's files
constexpr int kStates = 26;

// Where a synset leads: parts of speech and offsets.
struct KeptSynset {
    std::string id;
    std::vector<std::string> names;
    std::string gloss;
    int file = 0;
    std::vector<std::pair<char, std::int64_t>> above;
    std::int32_t number = -1;  // in the builder; -1: not asked for yet
};

std::vector<std::pair<char, std::int64_t>> targets(const WordnetSynset& synset,
                                                   std::string_view symbol, char part) {
    std::vector<std::pair<char, std::int64_t>> found;
    for (const WordnetPointer& pointer : synset.pointers) {
        if (pointer.symbol == symbol && pointer.part == part) {
            found.emplace_back(part, pointer.target);
        }
    }
    return found;
}

class ModifierReader {
  public:
    ModifierReader(const WordnetTexts& texts, PartOfSpeech part, const WordnetTexts& nouns,
                   const WordnetTexts* adjectives)
        : builder_(part == PartOfSpeech::adverb ? "WordNet adverbs" : "WordNet adjectives",
                   wordnet_version(texts.data)),
          wrongs_(texts.data.file) {
        keep(nouns, PartOfSpeech::noun);
        if (adjectives != nullptr) keep(*adjectives, PartOfSpeech::adjective);
        keep(texts, part);
        const char letter = wordnet_letter(part);
        for (const std::int64_t offset : order_of_[letter]) add(letter, offset);
        while (!open_.empty()) {
            const auto [from, way] = open_.back();
            open_.pop_back();
            builder_.add_is_a(from, add(way.first, way.second));
        }
        wrongs_.throw_if_any();
    }

    TaxonomyBuilder take() { return std::move(builder_); }

  private:
    void keep(const WordnetTexts& texts, PartOfSpeech part) {
        const char letter = wordnet_letter(part);
        auto& kept = synsets_[letter];
        orders_.emplace(letter, SenseOrder(texts.index, part));
        each_synset(texts.data, part, [&](const WordnetSynset& synset, std::int64_t) {
            KeptSynset& one = kept[synset.offset];
            one.id = std::string(synset.number) + letter;
            for (const std::string_view word : synset.words) {
                if (std::ranges::find(one.names, word) == one.names.end()) {
                    one.names.emplace_back(word);
                }
            }
            one.gloss = synset.gloss;
            one.file = synset.file;
            one.above = ways_up(synset, part);
            if (part != PartOfSpeech::noun) order_of_[letter].push_back(synset.offset);
        });
    }

    std::vector<std::pair<char, std::int64_t>> ways_up(const WordnetSynset& synset,
                                                       PartOfSpeech part) const {
        if (part == PartOfSpeech::noun) {
            auto above = targets(synset, "@", 'n');
            const auto classes = targets(synset, "@i", 'n');
            above.insert(above.end(), classes.begin(), classes.end());
            return above;
        }
        if (part == PartOfSpeech::adverb) return targets(synset, "\\", 'a');
        if (synset.satellite) return targets(synset, "&", 'a');
        for (const std::string_view symbol : {"=", "\\"}) {
            if (auto found = targets(synset, symbol, 'n'); !found.empty()) return found;
        }
        const auto derived = targets(synset, "+", 'n');
        if (derived.empty()) return {};
        for (const auto& way : derived) {
            const int file = file_of(way.second);
            if (file == kAttributes || file == kStates) return {way};
        }
        return {derived.front()};
    }

    int file_of(std::int64_t noun) const {
        const auto& nouns = synsets_.at('n');
        const auto place = nouns.find(noun);
        return place == nouns.end() ? 0 : place->second.file;
    }

    // The number in the builder; what is new is given its names, and its ways up wait.
    std::int32_t add(char part, std::int64_t offset) {
        const auto place = synsets_[part].find(offset);
        if (place == synsets_[part].end()) {
            wrongs_.add(0, fmt::format("points to the synset {:08}{}, which is not there; are the "
                                       "files whole?",
                                       offset, part));
            wrongs_.throw_if_any();
        }
        KeptSynset& one = place->second;
        if (one.number >= 0) return one.number;
        constexpr std::int32_t kBehindOthers = 1'000'000;
        one.number = builder_.add_concept(one.id);
        const std::int32_t behind = part == wordnet_letter(PartOfSpeech::noun) ? 2 * kBehindOthers
                                    : order_of_.size() > 1 && part == 'a'      ? kBehindOthers
                                                                               : 0;
        for (const std::string& name : one.names) {
            builder_.add_name(one.number, with_spaces(name),
                              behind + orders_.at(part).sense(name, offset));
        }
        builder_.set_gloss(one.number, one.gloss);
        for (const auto& way : one.above) open_.emplace_back(one.number, way);
        return one.number;
    }

    TaxonomyBuilder builder_;
    Wrongs wrongs_;
    std::unordered_map<char, std::unordered_map<std::int64_t, KeptSynset>> synsets_;
    std::unordered_map<char, SenseOrder> orders_;
    std::unordered_map<char, std::vector<std::int64_t>> order_of_;  // of files, nouns left out
    std::vector<std::pair<std::int32_t, std::pair<char, std::int64_t>>> open_;
};

}  // namespace

ReadTaxonomy read_wordnet_adjectives(const Context& context, const WordnetTexts& adjectives,
                                     const WordnetTexts& nouns) {
    ModifierReader reader(adjectives, PartOfSpeech::adjective, nouns, nullptr);
    return {reader.take().build(adjectives.data.file, context), {}};
}

ReadTaxonomy read_wordnet_adverbs(const Context& context, const WordnetTexts& adverbs,
                                  const WordnetTexts& adjectives, const WordnetTexts& nouns) {
    ModifierReader reader(adverbs, PartOfSpeech::adverb, nouns, &adjectives);
    return {reader.take().build(adverbs.data.file, context), {}};
}

}  // namespace lethe::readers
