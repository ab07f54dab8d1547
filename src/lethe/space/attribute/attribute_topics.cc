// Lists of topics, the best first. A group publishes as many topics as the longest list of the
// column has, the best by points: that many for a first place, one less for each place below.
#include "lethe/space/attribute/attribute_kinds.h"
#include "lethe/space/attribute/topic_list.h"

namespace lethe {
namespace {

using Topics = std::vector<std::int32_t>;

class TopicsAttribute final : public SummarisedAttribute<Topics> {
  public:
    TopicsAttribute(const Column& original, const Column* masked, const AttributeOptions& options)
        : like_(original.gather({})), coded_(texts_), coded_topics_(topics_) {
        name_ = original.name();
        codes_ = coded_.codes(original);
        if (masked != nullptr) masked_codes_ = coded_.codes(*masked);
        for (const std::string& text : texts_) lists_.push_back(read(text));
        for (const Topics& list : lists_) longest_ = std::max(longest_, list.size());
        place_missing(options.missing);
    }

    std::vector<std::int32_t> path(std::int32_t code) const override { return categories(code); }

    std::vector<std::int32_t> categories(std::int32_t code) const override {
        if (code == missing()) return {static_cast<std::int32_t>(topics_.size())};
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

    Topics summary(std::span<const CountedCode> group) const override {
        std::vector<Points> met = points_of(group);
        const auto better = [&](const Points& a, const Points& b) {
            if (a.points != b.points) return a.points > b.points;
            return topic_text(a.topic) < topic_text(b.topic);
        };
        const auto kept = std::min(longest_, met.size());
        std::partial_sort(met.begin(), met.begin() + static_cast<std::ptrdiff_t>(kept), met.end(),
                          better);
        Topics best;
        for (std::size_t i = 0; i < kept; ++i) best.push_back(met[i].topic);
        return best;
    }

    double distance_to(const Topics& centre, std::int32_t value) const override {
        return distance_of(centre, list(value));
    }

    double between(const Topics& a, const Topics& b) const override { return distance_of(a, b); }

    std::int32_t code_of(const Topics& centre) override {
        std::string text;
        for (const std::int32_t topic : centre) {
            if (!text.empty()) text += ';';
            text += topic_text(topic);
        }
        const std::int32_t code = coded_.code(text);
        if (static_cast<std::size_t>(code) == lists_.size()) lists_.push_back(centre);
        return code;
    }

  private:
    struct Points {
        std::int32_t topic = 0;
        std::int64_t points = 0;
    };

    const std::string& topic_text(std::int32_t topic) const {
        return topics_[static_cast<std::size_t>(topic)];
    }

    // The sum of points of each topic of a group.
    std::vector<Points> points_of(std::span<const CountedCode> group) const {
        std::vector<Points> all;
        for (const CountedCode& entry : group) {
            const Topics& topics = list(entry.code);
            for (std::size_t place = 0; place < topics.size(); ++place) {
                all.push_back(
                    {topics[place], entry.count * static_cast<std::int64_t>(longest_ - place)});
            }
        }
        std::vector<Points> sums;
        if (topics_.size() > all.size()) {
            std::ranges::sort(all, {}, &Points::topic);
            for (const Points& one : all) {
                if (sums.empty() || sums.back().topic != one.topic) sums.push_back({one.topic, 0});
                sums.back().points += one.points;
            }
            return sums;
        }
        std::vector<std::int64_t> points(topics_.size(), 0);
        for (const Points& one : all) points[static_cast<std::size_t>(one.topic)] += one.points;
        for (std::size_t topic = 0; topic < points.size(); ++topic) {
            if (points[topic] > 0) {
                sums.push_back({static_cast<std::int32_t>(topic), points[topic]});
            }
        }
        return sums;
    }

    const Topics& list(std::int32_t code) const { return lists_[static_cast<std::size_t>(code)]; }

    double distance_of(const Topics& a, const Topics& b) const {
        if (a == b) return 0;
        double overlap = 0;
        std::int64_t common = 0;
        const auto among = [](const Topics& topics, std::size_t end, std::int32_t topic) {
            const auto last =
                topics.begin() + static_cast<std::ptrdiff_t>(std::min(end, topics.size()));
            return std::find(topics.begin(), last, topic) != last ? 1 : 0;
        };
        for (std::size_t t = 0; t < longest_; ++t) {
            if (t < a.size()) common += among(b, t + 1, a[t]);
            if (t < b.size()) common += among(a, t, b[t]);
            overlap += static_cast<double>(common) / static_cast<double>(t + 1);
        }
        return std::max(0.0, 1 - overlap / static_cast<double>(longest_));
    }

    Topics read(const std::string& text) {
        Topics topics;
        for (const std::string& name : topics_of_list(text, name_)) {
            const std::int32_t topic = coded_topics_.code(name);
            if (std::ranges::find(topics, topic) == topics.end()) topics.push_back(topic);
        }
        return topics;
    }

    ColumnPtr like_;
    CodedTexts coded_;
    std::vector<std::string> topics_;
    CodedTexts coded_topics_;
    std::vector<Topics> lists_;  // of each code; empty where it is missing
    std::size_t longest_ = 1;
};

}  // namespace

std::unique_ptr<Attribute> topics_attribute(const Column& original, const Column* masked,
                                            const AttributeOptions& options) {
    return std::make_unique<TopicsAttribute>(original, masked, options);
}

}  // namespace lethe
