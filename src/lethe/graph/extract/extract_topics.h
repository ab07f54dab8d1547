// What users write about: words and phrases of up to three words that are topics of a taxonomy, or
// terms of a lexicon that point to topics.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::graph {

struct TopicHit {
    std::int32_t topic = 0;
    double weight = 1;
};

// What a word of several senses means.
enum class TopicSenses {
    first,    // the most usual sense
    context,  // the one that the user's other words support, see TopicFinder::in_context
};

class TopicFinder {
  public:
    // Case, hyphens and endings make no difference. Topics more than `level` below the root count
    // for the one at that level above them; 0: as they are.
    TopicFinder(TaxonomyPtr taxonomy, int level, TopicSenses senses = TopicSenses::first);
    // A table with the columns term, topic and perhaps weight. Error(input) with rows.
    TopicFinder(const Context& context, const std::string& lexicon);

    // Whether a file is a lexicon by the names of its columns.
    static bool is_lexicon(const std::string& file);

    // Calls found(words, topic and weight) for the longest phrase at each place; stop words alone
    // are no topic. Not for several threads at once: it remembers phrases.
    template <class Found>
    void find(std::string_view text, Found&& found) {
        for (const Phrase& phrase : phrases_in(text)) {
            for (const TopicHit& hit : *phrase.hits) found(phrase.words, hit);
        }
    }
    bool by_context() const { return senses_ == TopicSenses::context && taxonomy_ != nullptr; }
    // The topic of each phrase of one user, who uses them so often. A phrase of several senses has
    // the sense that is nearest to the other phrases: of each of these the sense counts that is
    // nearest to it, as often as it is used, up to the 50 most frequent. A less usual sense must be
    // nearer by a tenth than a more usual one, as where the values of a column are mapped.
    std::vector<std::pair<std::string, TopicHit>> in_context(
        const std::map<std::string, std::int64_t>& phrases);

    const std::string& name(std::int32_t topic) const {
        return names_[static_cast<std::size_t>(topic)];
    }

  private:
    struct Phrase {
        std::string words;
        const std::vector<TopicHit>* hits;
    };
    std::vector<Phrase> phrases_in(std::string_view text);
    const std::vector<TopicHit>& hits_of(const std::string& words);
    std::vector<TopicHit> look_up(const std::string& words);
    std::vector<ConceptId> senses_of(const std::string& words) const;
    std::int32_t topic_of(ConceptId sense);
    double likeness(ConceptId a, ConceptId b);
    std::int32_t topic_named(std::string name);

    TaxonomyPtr taxonomy_;
    int level_ = 0;
    TopicSenses senses_ = TopicSenses::first;
    std::unordered_map<std::uint64_t, double> likenesses_;            // of pairs asked for
    std::unordered_map<std::string, std::vector<TopicHit>> lexicon_;  // by stem key
    std::unordered_map<std::string, std::vector<TopicHit>> known_;    // phrases asked for
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::int32_t> numbers_;
};

// The topics of one user.
struct UserTopic {
    std::int32_t topic = 0;
    double sum = 0;                             // of the weights of the words
    double score = 0;                           // sum * ln(1 + users / users with the topic)
    std::map<std::string, std::int64_t> words;  // how often each led to it
};

// Fills in the scores, sorts by score, then sum, then name, and keeps the best `most`. A user
// without topics does not count.
void rank_topics(std::vector<std::vector<UserTopic>>& topics_of_users, const TopicFinder& finder,
                 int most);

}  // namespace lethe::graph
