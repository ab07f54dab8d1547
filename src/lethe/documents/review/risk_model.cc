#include "lethe/documents/review/risk_model.h"

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/documents/find/model/model_file.h"
#include "lethe/io/file.h"
#include "lethe/language/index_terms.h"

namespace lethe::documents {
namespace {

constexpr int kRiskLabels = 2;

// A feature of two words; one of a single word is its print.
std::uint32_t pair_print(std::uint32_t first, std::uint32_t second) {
    std::uint64_t hash = (std::uint64_t{first} << 32) | second;
    hash ^= hash >> 31;
    hash *= 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9U;
    return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace

std::vector<std::uint32_t> paragraph_features(std::string_view paragraph) {
    language::TermMaker maker({});
    std::vector<std::uint32_t> features;
    std::uint32_t before = 0;
    for (const language::Token& token : language::words_of(paragraph)) {
        const std::string_view term = maker.term(token.of(paragraph));
        if (term.empty()) continue;
        const std::uint32_t print = word_print(term);
        features.push_back(print);
        if (before != 0) features.push_back(pair_print(before, print));
        before = print;
    }
    std::sort(features.begin(), features.end());
    features.erase(std::unique(features.begin(), features.end()), features.end());
    return features;
}

RiskModel::RiskModel(Register learnt) : learnt_(std::move(learnt)) {
    if (learnt_.labels.size() != kRiskLabels) {
        throw Error(ErrorKind::input, "the model does not tell two kinds of paragraphs apart");
    }
}

RiskModel RiskModel::from_bytes(std::string_view bytes, const std::string& file) {
    ModelParts parts = unpack_model(bytes, file, kRiskModel);
    if (parts.registers.size() != 1 || parts.registers[0].labels.size() != kRiskLabels) {
        throw Error(ErrorKind::input,
                    "the model contradicts itself: it does not tell two kinds of paragraphs apart",
                    {file, 0, 0, {}});
    }
    return RiskModel(std::move(parts.registers[0]));
}

RiskModel RiskModel::read(const std::string& path) { return from_bytes(read_file(path), path); }

std::string RiskModel::bytes() const { return pack_model({}, {learnt_}, kRiskModel); }

void RiskModel::write(const std::string& path) const { write_file(path, bytes()); }

std::vector<float> RiskModel::probabilities(std::string_view text,
                                            const std::vector<language::Span>& paragraphs) const {
    if (paragraphs.empty()) return {};
    std::vector<float> scores(paragraphs.size() * kRiskLabels, 0);
    for (std::size_t p = 0; p < paragraphs.size(); ++p) {
        for (const std::uint32_t feature : paragraph_features(paragraphs[p].of(text))) {
            const auto at =
                std::lower_bound(learnt_.features.begin(), learnt_.features.end(), feature);
            if (at == learnt_.features.end() || *at != feature) continue;
            const auto row = static_cast<std::size_t>(at - learnt_.features.begin());
            for (std::size_t l = 0; l < kRiskLabels; ++l) {
                scores[p * kRiskLabels + l] +=
                    learnt_.scale[row] * static_cast<float>(learnt_.weights[row * kRiskLabels + l]);
            }
        }
    }
    crf_marginals(learnt_.transitions, scores);
    std::vector<float> risky(paragraphs.size());
    for (std::size_t p = 0; p < risky.size(); ++p) risky[p] = scores[p * kRiskLabels + 1];
    return risky;
}

}  // namespace lethe::documents
