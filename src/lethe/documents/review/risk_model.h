// Which paragraphs people would not let out, learnt from documents in which they marked such
// paragraphs. It is a linear model of the words of a paragraph and of pairs of neighbouring words;
// paragraphs of a document are a chain (find/model/crf.h), because risky ones stand together.
//
// Words are hashed, and a feature counts only if it occurs in two documents or more: a model holds
// weights, and no text. Whether a word is in can be asked of it. Thread-safe once made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/find/model/sequence_model.h"
#include "lethe/language/span.h"

namespace lethe::documents {

// Of the words of a paragraph without stop words, stemmed, and of neighbours among them; ascending,
// each once.
std::vector<std::uint32_t> paragraph_features(std::string_view paragraph);

class RiskModel {
  public:
    static RiskModel read(const std::string& path);  // Error(io), Error(input)
    static RiskModel from_bytes(std::string_view bytes, const std::string& file);
    explicit RiskModel(Register learnt);  // of two labels: harmless, risky

    std::string bytes() const;
    void write(const std::string& path) const;

    // The probability of each paragraph, which are paragraphs_of(text).
    std::vector<float> probabilities(std::string_view text,
                                     const std::vector<language::Span>& paragraphs) const;
    // From it on a paragraph is risky: at training so many of the marked ones were found.
    float least() const { return learnt_.recall; }
    void set_least(float probability) { learnt_.balanced = learnt_.recall = probability; }
    std::int64_t features() const { return std::ssize(learnt_.features); }

  private:
    Register learnt_;
};

}  // namespace lethe::documents
