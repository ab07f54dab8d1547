#include "lethe/graph/extract/extract_topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

#include "lethe/core/wrongs.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/graph/files/graph_text.h"
#include "lethe/knowledge/label_key.h"
#include "lethe/language/characters.h"
#include "lethe/language/stop_words.h"
#include "lethe/language/token.h"
#include "lethe/space/attribute/concept_distance.h"

namespace lethe::graph {
namespace {

constexpr std::size_t kLongestPhrase = 3;

// Words of a phrase stand apart by a space or a hyphen.
bool joins_words(std::string_view gap) { return gap == " " || gap == "-"; }

}  // namespace

TopicFinder::TopicFinder(TaxonomyPtr taxonomy, int level, TopicSenses senses)
    : taxonomy_(std::move(taxonomy)), level_(level), senses_(senses) {}

TopicFinder::TopicFinder(const Context& context, const std::string& lexicon) {
    ReadOptions reading;
    reading.header = true;
    const Table table = read_table(context, lexicon, reading);
    const ColumnPtr terms = table.column("term").as_written(Kind::nominal);
    const ColumnPtr topics = table.column("topic").as_written(Kind::nominal);
    const Column* weights = table.find("weight");
    Wrongs wrongs(lexicon);
    if (weights != nullptr && !weights->is_numeric()) {
        wrongs.fail(0, "the column weight must hold numbers");
    }
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        const std::string key = terms->valid(row) ? stem_key(terms->text(row)) : std::string();
        const double weight =
            weights == nullptr ? 1 : weights->numbers()[static_cast<std::size_t>(row)];
        if (key.empty()) wrongs.add(0, fmt::format("row {} has no term", row + 1));
        if (!topics->valid(row)) wrongs.add(0, fmt::format("row {} has no topic", row + 1));
        if (!(weight > 0)) {
            wrongs.add(0, fmt::format("row {} has a weight that is not above 0", row + 1));
        }
        if (topics->valid(row)) lexicon_[key].push_back({topic_named(topics->text(row)), weight});
    }
    wrongs.throw_if_any();
}

bool TopicFinder::is_lexicon(const std::string& file) {
    if (!file.ends_with(".csv") && !file.ends_with(".tsv")) return false;
    const std::string text = read_graph_text(file, "utf-8");
    const std::string head = language::lower_case(text.substr(0, text.find_first_of("\r\n")));
    return head.find("term") != std::string::npos && head.find("topic") != std::string::npos;
}

// Semicolons stand between the topics of a list.
std::int32_t TopicFinder::topic_named(std::string name) {
    std::ranges::replace(name, ';', ',');
    const auto [found, is_new] =
        numbers_.try_emplace(name, static_cast<std::int32_t>(names_.size()));
    if (is_new) names_.push_back(std::move(name));
    return found->second;
}

std::vector<TopicHit> TopicFinder::look_up(const std::string& words) {
    if (!taxonomy_) {
        const auto found = lexicon_.find(stem_key(words));
        return found == lexicon_.end() ? std::vector<TopicHit>() : found->second;
    }
    const std::vector<ConceptId> senses = senses_of(words);
    if (senses.empty()) return {};
    return {{topic_of(senses.front()), 1}};
}

// The most usual first; none where that is the root, which says nothing.
std::vector<ConceptId> TopicFinder::senses_of(const std::string& words) const {
    std::vector<ConceptId> senses = taxonomy_->find(words);
    if (senses.empty()) senses = taxonomy_->find_stem(words);
    if (!senses.empty() && senses.front() == taxonomy_->root()) senses.clear();
    return senses;
}

std::int32_t TopicFinder::topic_of(ConceptId sense) {
    while (level_ > 0 && taxonomy_->depth(sense) > level_) {
        // The parent on the shortest way up; of equals the first.
        const auto parents = taxonomy_->parents(sense);
        sense = *std::ranges::min_element(
            parents, {}, [&](ConceptId parent) { return taxonomy_->depth(parent); });
    }
    return topic_named(taxonomy_->label(sense));
}

double TopicFinder::likeness(ConceptId a, ConceptId b) {
    const auto [low, high] = std::minmax(a, b);
    const std::uint64_t key =
        static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high);
    const auto [known, is_new] = likenesses_.try_emplace(key, 0);
    if (is_new) known->second = 1 - concept_distance(*taxonomy_, nullptr, a, b);
    return known->second;
}

std::vector<std::pair<std::string, TopicHit>> TopicFinder::in_context(
    const std::map<std::string, std::int64_t>& phrases) {
    constexpr std::size_t kMostOthers = 50;
    constexpr double kMargin = 0.1;
    struct Said {
        std::string_view words;
        std::int64_t times;
        std::vector<ConceptId> senses;
    };
    std::vector<Said> said;
    for (const auto& [words, times] : phrases) said.push_back({words, times, senses_of(words)});
    std::vector<const Said*> others;
    for (const Said& one : said) others.push_back(&one);
    std::ranges::stable_sort(others, std::greater(), &Said::times);
    const auto support = [&](const Said& own, ConceptId sense) {
        double sum = 0;
        std::size_t met = 0;
        for (const Said* other : others) {
            if (other == &own || other->senses.empty()) continue;
            if (++met > kMostOthers) break;
            double nearest = 0;
            for (const ConceptId meant : other->senses) {
                nearest = std::max(nearest, likeness(sense, meant));
            }
            sum += static_cast<double>(other->times) * nearest;
        }
        return sum;
    };
    std::vector<std::pair<std::string, TopicHit>> found;
    for (const Said& one : said) {
        if (one.senses.empty()) continue;
        ConceptId chosen = one.senses.front();
        double most = one.senses.size() > 1 ? support(one, chosen) : 0;
        for (std::size_t i = 1; i < one.senses.size(); ++i) {
            const double its = support(one, one.senses[i]);
            if (its <= most * (1 + kMargin)) continue;
            most = its;
            chosen = one.senses[i];
        }
        found.emplace_back(one.words, TopicHit{topic_of(chosen), 1});
    }
    return found;
}

const std::vector<TopicHit>& TopicFinder::hits_of(const std::string& words) {
    const auto found = known_.find(words);
    if (found != known_.end()) return found->second;
    return known_.emplace(words, look_up(words)).first->second;
}

std::vector<TopicFinder::Phrase> TopicFinder::phrases_in(std::string_view text) {
    std::vector<Phrase> phrases;
    const std::vector<language::Token> words = language::words_of(text);
    for (std::size_t i = 0; i < words.size();) {
        std::size_t longest = 1;
        while (longest < kLongestPhrase && i + longest < words.size() &&
               joins_words(text.substr(words[i + longest - 1].end,
                                       words[i + longest].begin - words[i + longest - 1].end))) {
            ++longest;
        }
        std::size_t taken = 0;
        for (std::size_t size = longest; size > 0 && taken == 0; --size) {
            std::string phrase = language::lower_case(
                text.substr(words[i].begin, words[i + size - 1].end - words[i].begin));
            if (size == 1 && language::is_stop_word(phrase)) break;
            const std::vector<TopicHit>& hits = hits_of(phrase);
            if (hits.empty()) continue;
            phrases.push_back({std::move(phrase), &hits});
            taken = size;
        }
        i += std::max<std::size_t>(taken, 1);
    }
    return phrases;
}

void rank_topics(std::vector<std::vector<UserTopic>>& topics_of_users, const TopicFinder& finder,
                 int most) {
    std::map<std::int32_t, std::int64_t> users_with;
    std::int64_t users = 0;
    for (const auto& topics : topics_of_users) {
        users += topics.empty() ? 0 : 1;
        for (const UserTopic& topic : topics) ++users_with[topic.topic];
    }
    for (auto& topics : topics_of_users) {
        for (UserTopic& topic : topics) {
            topic.score = topic.sum * std::log1p(static_cast<double>(users) /
                                                 static_cast<double>(users_with[topic.topic]));
        }
        std::ranges::sort(topics, [&](const UserTopic& a, const UserTopic& b) {
            if (a.score != b.score) return a.score > b.score;
            if (a.sum != b.sum) return a.sum > b.sum;
            return finder.name(a.topic) < finder.name(b.topic);
        });
        if (std::ssize(topics) > most) topics.resize(static_cast<std::size_t>(most));
    }
}

}  // namespace lethe::graph
