// The sentences of a summary against all choices there are: within the budget, and at least the
// promised share of the best. And no summary is riskier than its limit.
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/core/random.h"
#include "lethe/documents/treat/summarise.h"
#include "support.h"

namespace lethe::documents {
namespace {

double covered_weight(const std::vector<SentenceTerms>& sentences,
                      const std::vector<double>& weights, unsigned chosen) {
    std::vector<bool> covered(weights.size());
    for (std::size_t s = 0; s < sentences.size(); ++s) {
        if (((chosen >> s) & 1U) == 0) continue;
        for (const std::int32_t term : sentences[s].terms) {
            covered[static_cast<std::size_t>(term)] = true;
        }
    }
    double sum = 0;
    for (std::size_t t = 0; t < weights.size(); ++t) sum += covered[t] ? weights[t] : 0;
    return sum;
}

TEST(SummaryReference, at_least_its_share_of_the_best) {
    constexpr double kPromised = (1 - 0.36787944117144233) / 2;
    Random random(11);
    double share = 0;
    int measured = 0;
    for (int round = 0; round < 3000; ++round) {
        Draws draw = random.stream(std::to_string(round)).at(0);
        std::vector<double> weights(static_cast<std::size_t>(1 + draw.below(8)));
        for (double& weight : weights) weight = static_cast<double>(1 + draw.below(5));
        std::vector<SentenceTerms> sentences(static_cast<std::size_t>(1 + draw.below(8)));
        for (SentenceTerms& sentence : sentences) {
            sentence.words = 1 + static_cast<std::int64_t>(draw.below(6));
            for (std::size_t t = 0; t < weights.size(); ++t) {
                if (draw.below(3) == 0) sentence.terms.push_back(static_cast<std::int32_t>(t));
            }
        }
        const auto budget = static_cast<std::int64_t>(draw.below(15));
        const auto words_of_choice = [&](unsigned chosen) {
            std::int64_t words = 0;
            for (std::size_t s = 0; s < sentences.size(); ++s) {
                if (((chosen >> s) & 1U) != 0) words += sentences[s].words;
            }
            return words;
        };
        unsigned made = 0;
        for (const std::int32_t s : choose_sentences(sentences, weights, budget)) {
            made |= 1U << static_cast<unsigned>(s);
        }
        ASSERT_LE(words_of_choice(made), budget);
        double best = 0;
        for (unsigned chosen = 0; chosen < 1U << sentences.size(); ++chosen) {
            if (words_of_choice(chosen) > budget) continue;
            best = std::max(best, covered_weight(sentences, weights, chosen));
        }
        const double reached = covered_weight(sentences, weights, made);
        ASSERT_GE(reached, kPromised * best - 1e-12);
        if (best > 0) {
            share += reached / best;
            ++measured;
        }
    }
    EXPECT_GT(share / measured, 0.95);
}

TEST(SummaryReference, never_above_the_limit) {
    Random random(12);
    const std::vector<std::string> words{"ships", "wheat", "Anna", "Novak", "rain", "grow"};
    for (int round = 0; round < 500; ++round) {
        Draws draw = random.stream(std::to_string(round)).at(0);
        Documents documents(1);
        RiskyPlaces risks;
        std::string& text = documents[0].text;
        const auto sentences = 1 + draw.below(6);
        for (std::uint64_t s = 0; s < sentences; ++s) {
            const auto size = 1 + draw.below(7);
            text += s == 0 ? "" : (draw.below(3) == 0 ? "\n\n" : " ");
            text += "The";
            for (std::uint64_t w = 0; w < size; ++w) {
                const auto which = draw.below(words.size());
                text += ' ';
                if (which == 2 || which == 3) {
                    risks.words.push_back(
                        {std::ssize(text),
                         std::ssize(text) + std::ssize(words[static_cast<std::size_t>(which)])});
                }
                text += words[static_cast<std::size_t>(which)];
            }
            text += '.';
        }
        const double limit = static_cast<double>(draw.below(6)) / 10;
        const Summary summary =
            summarise(test::threads(1), documents, {risks}, {.words = 20, .limit = limit})[0];
        ASSERT_LE(summary.risk, limit + 1e-12);
        ASSERT_LE(summary.words_kept, 20);
        std::int64_t before = 0;
        for (const language::Span& span : summary.left_out) {
            ASSERT_LE(before, span.begin);
            ASSERT_LT(span.begin, span.end);
            before = span.end;
        }
        ASSERT_LE(before, std::ssize(text));
    }
}

}  // namespace
}  // namespace lethe::documents
