// Lists of topics, the best first, whose topics are concepts of a hierarchy. How alike two lists
// are is the mean over t = 1 .. m of
//
//   (sum over the first t of a of their likeness to the most alike of the first t of b
//    + the same the other way round) / 2t
//
// where likeness is one minus the distance of concepts and m is the length of the longest list of
// the column: the average overlap of lists (Webber, Moffat and Zobel 2010) in which a topic counts
// by its nearest counterpart in the other list instead of by being there (as Mihalcea, Corley and
// Strapparava 2006 compare texts). Where topics are alike only if they are equal it is the overlap
// of lists without a hierarchy (attribute_topics.cc). A published list is compared with an original
// one in the same way, by levels climbed.
//
// A group publishes as many topics as its lists have on average. Its topics get points for their
// places, as without a hierarchy. Where they are too many, the two that lose least by it (points
// times the share of their depth that they climb) become what is above both, with the points of
// both: football and tennis become sport. Nothing becomes the root, which says nothing: where no
// two topics have anything else in common, the one with the fewest points is left out.
#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <map>
#include <tuple>

#include "lethe/core/error.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/attribute/attribute_kinds.h"
#include "lethe/space/attribute/concept_distance.h"
#include "lethe/space/attribute/topic_list.h"

namespace lethe {
namespace {

// A concept, or beyond the concepts a text that stands for itself.
using TopicKey = std::int32_t;
using KeyList = std::vector<TopicKey>;

// The topics of a group with their points, ascending, and of each the later one with which it loses
// least: when two become one only those are asked again that had one of the two.
class JoinedTopics {
  public:
    struct Topic {
        std::int64_t points = 0;
        double lost = std::numeric_limits<double>::infinity();  // with the partner; none: infinite
        TopicKey partner = 0;
        ConceptId above = kNoConcept;  // what the two become
    };

    JoinedTopics(const Taxonomy& taxonomy, const std::map<TopicKey, std::int64_t>& points)
        : taxonomy_(taxonomy) {
        for (const auto& [topic, sum] : points) topics_[topic].points = sum;
        for (auto a = topics_.begin(); is_concept(a); ++a) find_partner(a);
    }

    std::int64_t size() const { return std::ssize(topics_); }
    const std::map<TopicKey, Topic>& all() const { return topics_; }

    // The two that lose least become what is above both; false where none have anything in common
    // but the root. Ties go to the smallest keys.
    bool join() {
        auto least = topics_.begin();
        for (auto a = topics_.begin(); is_concept(a); ++a) {
            if (a->second.lost < least->second.lost) least = a;
        }
        if (least == topics_.end() || least->second.above == kNoConcept) return false;
        const TopicKey first = least->first, second = least->second.partner;
        const ConceptId above = least->second.above;
        const std::int64_t sum = least->second.points + topics_.at(second).points;
        topics_.erase(first);
        topics_.erase(second);
        topics_[above].points += sum;
        for (auto a = topics_.begin(); is_concept(a); ++a) {
            const TopicKey partner = a->second.partner;
            const bool had = a->second.above != kNoConcept &&
                             (partner == first || partner == second || partner == above);
            if (a->first == above || had) {
                find_partner(a);
            } else if (a->first < above) {
                offer(a, topics_.find(above));
            }
        }
        return true;
    }

  private:
    using Place = std::map<TopicKey, Topic>::iterator;

    bool is_concept(Place a) const { return a != topics_.end() && a->first < taxonomy_.size(); }

    void find_partner(Place a) {
        a->second.lost = std::numeric_limits<double>::infinity();
        a->second.above = kNoConcept;
        for (auto b = std::next(a); is_concept(b); ++b) offer(a, b);
    }
    void offer(Place a, Place b) {
        const ConceptId above = taxonomy_.lcs(a->first, b->first);
        if (above == taxonomy_.root()) return;
        const double lost = lost_by_climbing(*a, above) + lost_by_climbing(*b, above);
        Topic& own = a->second;
        if (lost > own.lost || (lost == own.lost && b->first > own.partner)) return;
        own.lost = lost;
        own.partner = b->first;
        own.above = above;
    }
    double lost_by_climbing(const std::pair<const TopicKey, Topic>& topic, ConceptId to) const {
        return static_cast<double>(topic.second.points) *
               concept_climb(taxonomy_, nullptr, topic.first, to);
    }

    const Taxonomy& taxonomy_;
    std::map<TopicKey, Topic> topics_;
};

class MeantTopicsAttribute final : public SummarisedAttribute<KeyList> {
  public:
    MeantTopicsAttribute(const Column& original, const Column* masked,
                         const AttributeOptions& options)
        : like_(original.gather({})),
          meaning_(original.meaning()),
          refuses_(options.without_concept == WithoutConcept::refused),
          coded_(texts_),
          coded_strangers_(strangers_) {
        if (options.measure) measure_ = meaning_->measure(*options.measure);
        name_ = original.name();
        codes_ = coded_.codes(original);
        if (masked != nullptr) masked_codes_ = coded_.codes(*masked);
        for (const std::string& text : texts_) lists_.push_back(read(text));
        for (const KeyList& list : lists_) longest_ = std::max(longest_, list.size());
        if (unknown_ > 0) {
            throw Error(ErrorKind::input,
                        fmt::format("the hierarchy of the attribute '{}' lacks {} of its topics",
                                    name_, unknown_));
        }
        know_likenesses();
        place_missing(options.missing);
    }

    std::vector<std::int32_t> path(std::int32_t code) const override {
        if (code == missing()) return {kMissingTopic};
        std::vector<std::int32_t> way;
        for (const TopicKey topic : list(code)) {
            if (way.empty() && is_concept(topic)) {
                way = way_from_root(taxonomy(), topic);
            } else {
                way.push_back(topic);
            }
        }
        return way;
    }

    std::vector<std::int32_t> categories(std::int32_t code) const override {
        if (code == missing()) return {kMissingTopic};
        return list(code);
    }

    ColumnPtr column(std::span<const std::int32_t> codes) const override {
        return text_column(*like_, codes, texts_, missing());
    }

  protected:
    std::int32_t missing() const override { return coded_.missing(); }

    double distance_of_values(std::int32_t a, std::int32_t b) const override {
        return distance_of(list(a), list(b));
    }

    double climbed_by_values(std::int32_t original, std::int32_t published) const override {
        return list_distance(list(original), list(published), [&](TopicKey from, TopicKey to) {
            return 1 - concept_climb(taxonomy(), measure_.get(), concept_of(from), concept_of(to));
        });
    }

    KeyList summary(std::span<const CountedCode> group) const override {
        std::map<TopicKey, std::int64_t> points;
        std::int64_t lists = 0, topics = 0;
        for (const CountedCode& entry : group) {
            const KeyList& own = list(entry.code);
            lists += entry.count;
            topics += entry.count * std::ssize(own);
            for (std::size_t place = 0; place < own.size(); ++place) {
                points[own[place]] += entry.count * static_cast<std::int64_t>(longest_ - place);
            }
        }
        const std::int64_t kept = std::max<std::int64_t>(1, (2 * topics + lists) / (2 * lists));
        JoinedTopics topics_left(taxonomy(), points);
        while (topics_left.size() > kept && topics_left.join()) {
        }
        std::vector<std::tuple<std::int64_t, std::string, TopicKey>> best;
        for (const auto& [topic, one] : topics_left.all()) {
            best.emplace_back(-one.points, text_of(topic), topic);
        }
        std::ranges::sort(best);
        // Those with the fewest points, of equals the last by their text, have nothing in common.
        if (std::ssize(best) > kept) best.resize(static_cast<std::size_t>(kept));
        KeyList centre;
        for (const auto& entry : best) centre.push_back(std::get<TopicKey>(entry));
        return centre;
    }

    double distance_to(const KeyList& centre, std::int32_t value) const override {
        return distance_of(centre, list(value));
    }
    double between(const KeyList& a, const KeyList& b) const override { return distance_of(a, b); }

    std::int32_t code_of(const KeyList& centre) override {
        std::string text;
        for (const TopicKey topic : centre) {
            if (!text.empty()) text += ';';
            text += text_of(topic);
        }
        const std::int32_t code = coded_.code(text);
        if (static_cast<std::size_t>(code) == lists_.size()) lists_.push_back(centre);
        return code;
    }

  private:
    static constexpr std::int32_t kMissingTopic = std::numeric_limits<std::int32_t>::max();
    static constexpr std::size_t kFewTopics = 1024;  // whose likenesses are kept

    const Taxonomy& taxonomy() const { return meaning_->taxonomy(); }
    const KeyList& list(std::int32_t code) const { return lists_[static_cast<std::size_t>(code)]; }
    bool is_concept(TopicKey topic) const { return topic < taxonomy().size(); }
    ConceptId concept_of(TopicKey topic) const { return is_concept(topic) ? topic : kNoConcept; }
    std::string text_of(TopicKey topic) const {
        if (is_concept(topic)) return meaning_->label_of(topic);
        return strangers_[static_cast<std::size_t>(topic - taxonomy().size())];
    }

    double distance_of(const KeyList& a, const KeyList& b) const {
        return list_distance(a, b, [&](TopicKey x, TopicKey y) { return likeness(x, y); });
    }

    template <class Likeness>
    double list_distance(const KeyList& a, const KeyList& b, const Likeness& alike) const {
        if (a == b) return 0;
        std::vector<double> best_of_a(a.size(), 0), best_of_b(b.size(), 0);
        const auto meet = [&](std::size_t i, std::size_t j) {
            const double likeness = a[i] == b[j] ? 1 : alike(a[i], b[j]);
            best_of_a[i] = std::max(best_of_a[i], likeness);
            best_of_b[j] = std::max(best_of_b[j], likeness);
        };
        double overlap = 0;
        for (std::size_t t = 0; t < longest_; ++t) {
            if (t < a.size()) {
                for (std::size_t j = 0; j < std::min(t, b.size()); ++j) meet(t, j);
            }
            if (t < b.size()) {
                for (std::size_t i = 0; i < std::min(t + 1, a.size()); ++i) meet(i, t);
            }
            double sum = 0;
            for (std::size_t i = 0; i < std::min(t + 1, a.size()); ++i) sum += best_of_a[i];
            for (std::size_t j = 0; j < std::min(t + 1, b.size()); ++j) sum += best_of_b[j];
            overlap += sum / static_cast<double>(2 * (t + 1));
        }
        return std::max(0.0, 1 - overlap / static_cast<double>(longest_));
    }

    double likeness(TopicKey a, TopicKey b) const {
        if (!places_.empty()) {
            const auto of_a = places_.find(a), of_b = places_.find(b);
            if (of_a != places_.end() && of_b != places_.end()) {
                return likenesses_[of_a->second * places_.size() + of_b->second];
            }
        }
        return 1 - concept_distance(taxonomy(), measure_.get(), concept_of(a), concept_of(b));
    }

    void know_likenesses() {
        std::vector<TopicKey> topics;
        for (const KeyList& list : lists_) topics.insert(topics.end(), list.begin(), list.end());
        std::ranges::sort(topics);
        topics.erase(std::ranges::unique(topics).begin(), topics.end());
        if (topics.size() > kFewTopics) return;
        std::vector<double> table;
        for (const TopicKey a : topics) {
            for (const TopicKey b : topics) table.push_back(likeness(a, b));
        }
        likenesses_ = std::move(table);
        for (std::size_t i = 0; i < topics.size(); ++i) places_.emplace(topics[i], i);
    }

    KeyList read(const std::string& text) {
        KeyList topics;
        for (const std::string& topic : topics_of_list(text, name_)) {
            ConceptId meant = meaning_->value_of(topic);
            if (meant == kNoConcept) {
                if (meaning_->is_missing(topic)) continue;
                if (refuses_ && meaning_->unmapped() == Unmapped::fail) ++unknown_;
                meant = static_cast<ConceptId>(taxonomy().size()) + coded_strangers_.code(topic);
            }
            if (std::ranges::find(topics, meant) == topics.end()) topics.push_back(meant);
        }
        return topics;
    }

    ColumnPtr like_;
    MeaningPtr meaning_;
    std::unique_ptr<Measure> measure_;  // null: by depths
    bool refuses_;                      // topics without a concept
    std::int64_t unknown_ = 0;          // of them
    CodedTexts coded_;
    std::vector<std::string> strangers_;  // topics that stand for themselves
    CodedTexts coded_strangers_;
    std::vector<KeyList> lists_;  // of each code; empty where it is missing
    std::size_t longest_ = 1;
    std::unordered_map<TopicKey, std::size_t> places_;  // in the table below; empty: too many
    std::vector<double> likenesses_;
};

}  // namespace

std::unique_ptr<Attribute> meant_topics_attribute(const Column& original, const Column* masked,
                                                  const AttributeOptions& options) {
    return std::make_unique<MeantTopicsAttribute>(original, masked, options);
}

}  // namespace lethe
