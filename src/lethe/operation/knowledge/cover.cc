// knowledge cover: the words among which a query hides.
#include "lethe/knowledge/cover.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"

namespace lethe::operation {
namespace {

struct CoverOptions {
    KnowledgeSource source;
    std::string query;
    std::int64_t k = 5;
    std::string among;
};

// One a line, each by its most usual sense.
std::vector<ConceptId> read_words(const Taxonomy& taxonomy, const std::string& path, Door& door) {
    const std::string text = read_file(path);
    std::vector<ConceptId> words;
    std::int64_t unknown = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        begin = end + 1;
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty()) continue;
        const std::vector<ConceptId> senses = taxonomy.find(line);
        if (senses.empty()) {
            ++unknown;
        } else {
            words.push_back(senses.front());
        }
    }
    if (unknown > 0) {
        door.say(
            fmt::format("left out: {} lines of {} that the taxonomy does not know", unknown, path));
    }
    return words;
}

Answer find_cover(const CoverOptions& options, Door& door) {
    const Knowledge knowledge = options.source.open(door);
    const Taxonomy& taxonomy = *knowledge.taxonomy;
    std::vector<ConceptId> words;
    if (options.among.empty()) {
        words = words_along_walk(taxonomy);
    } else {
        const std::vector<ConceptId> among = read_words(taxonomy, options.among, door);
        words = words_along_walk(taxonomy, &among);
    }
    for (const ConceptId sense : senses_of(taxonomy, options.query)) {
        const std::vector<ConceptId> cover = cover_of(words, sense, options.k);
        if (cover.empty()) continue;
        std::string text;
        for (const ConceptId c : cover) text += std::string(taxonomy.name_of(c, 0)) + "\n";
        return {.text = std::move(text)};
    }
    throw Error(ErrorKind::usage, "is not among the words that take part",
                {{}, 0, 0, door.option_name("query")});
}

}  // namespace

Operation knowledge_cover() {
    using O = CoverOptions;
    return make_operation(
        {.name = "cover",
         .words = {"knowledge", "cover"},
         .summary = "The words among which a query hides from who answers it: always the same k",
         .notes = "Send all of them, in the order in which they are printed, each time that you "
                  "ask for one. Who answers learns the set, and not which of its words you meant: "
                  "the set and its order do not depend on that, nor on chance, so that asking "
                  "again tells nothing new. The words are near in meaning, so that a profile made "
                  "of them is about the same interests. What it does not hide: your address, when "
                  "you ask, what you open among the answers; that a word of the set is one that "
                  "hardly anybody asks for, unless --among names words that people do; and several "
                  "queries about one matter, whose sets together tell more than each alone.",
         .examples = {"lethe knowledge cover migraine -k 4"}},
        Schema<O>()
            .field("query", &O::query,
                   "What you want to ask for: a word, or a sense such as cell#3")
            .at_place("QUERY")
            .required()
            .field("k", &O::k, "How many are asked for together, at least", at_least(2))
            .letter('k')
            .shown("N")
            .field("among", &O::among,
                   "Only these words take part, one a line: such as those of a "
                   "log of queries")
            .shown("FILE")
            .input()
            .include(&O::source, KnowledgeSource::schema()),
        find_cover);
}

}  // namespace lethe::operation
