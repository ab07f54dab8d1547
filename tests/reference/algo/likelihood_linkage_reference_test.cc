// Linkage by likelihood against the definition: every pair is weighed in every part.
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/algo/linkage/likelihood_linkage.h"
#include "support.h"

namespace lethe {
namespace {

std::size_t likelihood_linkage_at(std::int64_t index) { return static_cast<std::size_t>(index); }

// Any weights; possible ranges are told exactly, or as one range around them.
class TestPart final : public LikelihoodPart {
  public:
    TestPart(const Random& random, std::int64_t queries, std::int64_t targets) {
        Draws draws = random.stream("part").at(0);
        codes = static_cast<std::int32_t>(1 + draws.below(6));
        known_ = static_cast<std::int32_t>(1 + draws.below(5));
        const std::uint64_t kind = draws.below(3);  // 0: excludes nobody; 1, 2: more and more
        for (std::int32_t cell = 0; cell < codes * known_; ++cell) {
            const bool out = kind > 0 && draws.below(4) < kind;
            weights_.push_back(out ? kImpossible
                                   : log_weight(-static_cast<double>(draws.below(4))));
            excludes_ = excludes_ || out;
        }
        tight_ = draws.below(2) == 0;
        for (std::int64_t i = 0; i < queries; ++i) {
            query_codes.push_back(draws.below(8) == 0 ? kUnknown
                                                      : static_cast<std::int32_t>(draws.below(
                                                            static_cast<std::uint64_t>(known_))));
        }
        for (std::int64_t i = 0; i < targets; ++i) {
            target_codes.push_back(
                static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(codes))));
        }
    }

    LogWeight weight(std::int32_t query, std::int32_t target) const {
        return weights_[likelihood_linkage_at(query * codes + target)];
    }
    void add(std::int32_t query, std::span<const std::int32_t> targets,
             std::span<LogWeight> totals) const override {
        for (std::size_t i = 0; i < targets.size(); ++i) totals[i] += weight(query, targets[i]);
    }
    LogWeight most(std::int32_t) const override { return 0; }
    bool excludes() const override { return excludes_; }
    void possible(std::int32_t query, std::vector<CodeRange>& ranges) const override {
        if (!tight_) return LikelihoodPart::possible(query, ranges);
        for (std::int32_t code = 0; code < codes; ++code) {
            if (weight(query, code) != kImpossible) ranges.push_back({code, code});
        }
    }
    std::int32_t likely(std::int32_t query) const override { return query % codes; }

  private:
    std::int32_t known_ = 0;
    bool excludes_ = false;
    bool tight_ = false;
    std::vector<LogWeight> weights_;
};

TEST(LikelihoodLinkageReference, IsTheDefinition) {
    for (std::uint64_t sample = 0; sample < 4000; ++sample) {
        SCOPED_TRACE(testing::Message() << "sample " << sample);
        const Random random(sample);
        Draws draws = random.stream("sizes").at(0);
        const auto queries = static_cast<std::int64_t>(1 + draws.below(8));
        const auto targets =
            static_cast<std::int64_t>(1 + draws.below(sample % 50 == 0 ? 3000 : 20));
        const std::uint64_t width = 1 + draws.below(4);
        LikelihoodParts parts;
        std::vector<const TestPart*> tested;
        for (std::uint64_t p = 0; p < width; ++p) {
            auto part = std::make_unique<TestPart>(random.part(p), queries, targets);
            tested.push_back(part.get());
            parts.push_back(std::move(part));
        }
        std::vector<std::int64_t> matches;
        for (std::int64_t i = 0; i < queries; ++i) {
            matches.push_back(
                static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(targets) + 1)) -
                1);
        }
        const std::vector<Candidates> found =
            link_by_likelihood(test::threads(2), parts, queries, targets, matches);
        for (std::int64_t i = 0; i < queries; ++i) {
            Candidates slow;
            for (std::int64_t row = 0; row < targets; ++row) {
                LogWeight total = 0;
                for (const TestPart* part : tested) {
                    const std::int32_t query = part->query_codes[likelihood_linkage_at(i)];
                    if (query == LikelihoodPart::kUnknown || total == kImpossible) continue;
                    const LogWeight own =
                        part->weight(query, part->target_codes[likelihood_linkage_at(row)]);
                    total = own == kImpossible ? kImpossible : total + own;
                }
                if (total == kImpossible) continue;
                const double nats = -static_cast<double>(total) / static_cast<double>(kLogUnit);
                ++slow.count;
                slow.nearest.offer(nats, row);
                if (row != matches[likelihood_linkage_at(i)]) continue;
                slow.holds_match = true;
                slow.nearest.has_match = true;  // as long as nothing is likelier, see below
            }
            if (slow.holds_match) {
                LogWeight own = 0;
                for (const TestPart* part : tested) {
                    const std::int32_t query = part->query_codes[likelihood_linkage_at(i)];
                    if (query == LikelihoodPart::kUnknown) continue;
                    own += part->weight(query, part->target_codes[likelihood_linkage_at(
                                                   matches[likelihood_linkage_at(i)])]);
                }
                slow.nearest.has_match =
                    -static_cast<double>(own) / static_cast<double>(kLogUnit) ==
                    slow.nearest.distance;
            }
            const Candidates& fast = found[likelihood_linkage_at(i)];
            ASSERT_EQ(fast.count, slow.count);
            ASSERT_EQ(fast.holds_match, slow.holds_match);
            ASSERT_EQ(fast.nearest.ties, slow.nearest.ties);
            ASSERT_EQ(fast.nearest.row, slow.nearest.row);
            ASSERT_EQ(fast.nearest.has_match, slow.nearest.has_match);
            if (slow.count > 0) {
                ASSERT_EQ(fast.nearest.distance, slow.nearest.distance);
            }
        }
    }
}

}  // namespace
}  // namespace lethe
