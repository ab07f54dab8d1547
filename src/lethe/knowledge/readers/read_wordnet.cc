// The nouns and the verbs of WordNet: each a graph of hypernyms. Nouns have one top and also parts,
// members and substances; verbs have hundreds of tops, below a root that is put above them. Version
// 3.0 says of two verbs that each is a kind of the other: of such a circle the link that closes it
// is left out, and a note says so.
#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/readers/wordnet_file.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::readers {
namespace {

enum class Pointer { none, is_a, part_of, has_part };

Pointer pointer_named(std::string_view symbol) {
    if (symbol == "@" || symbol == "@i") return Pointer::is_a;
    if (symbol == "#p" || symbol == "#m" || symbol == "#s") return Pointer::part_of;
    if (symbol == "%p" || symbol == "%m" || symbol == "%s") return Pointer::has_part;
    return Pointer::none;
}

struct WordnetLink {
    Pointer kind;
    std::int32_t from;
    std::int64_t target;  // offset
    std::int64_t line;
};

class HypernymReader {
  public:
    HypernymReader(const SourceText& data, const SenseOrder& order, PartOfSpeech part)
        : builder_(part == PartOfSpeech::noun ? "WordNet" : "WordNet verbs", wordnet_version(data)),
          order_(order),
          part_(part),
          wrongs_(data.file) {
        each_synset(data, part,
                    [&](const WordnetSynset& synset, std::int64_t line) { add(synset, line); });
        wrongs_.throw_if_any();
        for (const WordnetLink& link : links_) connect(link);
        wrongs_.throw_if_any();
    }

    TaxonomyBuilder take() { return std::move(builder_); }
    std::int64_t left_out() const { return left_out_; }

  private:
    void add(const WordnetSynset& synset, std::int64_t line) {
        const std::int32_t number =
            builder_.add_concept(std::string(synset.number) + wordnet_letter(part_));
        if (!numbers_.try_emplace(synset.offset, number).second) {
            wrongs_.add(line, fmt::format("the synset {} is there twice", synset.offset));
        }
        for (const std::string_view word : synset.words) {
            builder_.add_name(number, with_spaces(word), order_.sense(word, synset.offset));
        }
        for (const WordnetPointer& pointer : synset.pointers) {
            const Pointer kind = pointer_named(pointer.symbol);
            if (kind != Pointer::none && pointer.part == wordnet_letter(part_)) {
                links_.push_back({kind, number, pointer.target, line});
            }
        }
        builder_.set_gloss(number, synset.gloss);
        above_.emplace_back();
    }

    void connect(const WordnetLink& link) {
        const auto target = numbers_.find(link.target);
        if (target == numbers_.end()) {
            return wrongs_.add(link.line, fmt::format("points to the synset {:08}, which the file "
                                                      "does not have; is the file whole?",
                                                      link.target));
        }
        if (link.kind == Pointer::part_of) builder_.add_part_of(link.from, target->second);
        if (link.kind == Pointer::has_part) builder_.add_part_of(target->second, link.from);
        if (link.kind != Pointer::is_a) return;
        if (part_ == PartOfSpeech::verb) {
            if (is_below(target->second, link.from)) {
                ++left_out_;
                return;
            }
            above_[static_cast<std::size_t>(link.from)].push_back(target->second);
        }
        builder_.add_is_a(link.from, target->second);
    }

    // By the links so far. Verbs have few levels; of several ways up to a synset one is gone.
    bool is_below(std::int32_t synset, std::int32_t other) const {
        std::vector<std::int32_t> open{synset};
        std::unordered_set<std::int32_t> met{synset};
        while (!open.empty()) {
            const std::int32_t next = open.back();
            open.pop_back();
            if (next == other) return true;
            for (const std::int32_t above : above_[static_cast<std::size_t>(next)]) {
                if (met.insert(above).second) open.push_back(above);
            }
        }
        return false;
    }

    TaxonomyBuilder builder_;
    const SenseOrder& order_;
    PartOfSpeech part_;
    Wrongs wrongs_;
    std::unordered_map<std::int64_t, std::int32_t> numbers_;
    std::vector<WordnetLink> links_;
    std::vector<std::vector<std::int32_t>> above_;  // of verbs
    std::int64_t left_out_ = 0;
};

ReadTaxonomy read_hypernyms(const Context& context, const WordnetTexts& texts, PartOfSpeech part) {
    const SenseOrder order(texts.index, part);
    HypernymReader reader(texts.data, order, part);
    std::vector<std::string> notes;
    if (reader.left_out() > 0) {
        notes.push_back(fmt::format("{} of its links would close a circle, and {} left out",
                                    reader.left_out(), reader.left_out() == 1 ? "is" : "are"));
    }
    return {reader.take().build(texts.data.file, context), std::move(notes)};
}

}  // namespace

ReadTaxonomy read_wordnet(const Context& context, const WordnetTexts& nouns) {
    return read_hypernyms(context, nouns, PartOfSpeech::noun);
}

ReadTaxonomy read_wordnet_verbs(const Context& context, const WordnetTexts& verbs) {
    return read_hypernyms(context, verbs, PartOfSpeech::verb);
}

}  // namespace lethe::readers
