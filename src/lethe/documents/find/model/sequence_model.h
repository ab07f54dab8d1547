// The trainable finder: linear-chain conditional random fields over the tokens of a document, one
// for each register (court cases, letters, telegrams: kinds of text whose people marked different
// things). The register of a document is recognised by its words.
//
// Features are hashed (word_features.h), and a feature counts only if it occurs in two documents or
// more: a model file holds weights, and no word of the documents that it learnt from. Thread-safe
// once made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/find/mention.h"
#include "lethe/documents/find/model/crf.h"
#include "lethe/documents/find/model/word_features.h"
#include "lethe/language/token.h"

namespace lethe::documents {

// How sure the model must be before it speaks.
enum class Setting {
    balanced,
    recall,  // rather too much than too little
};

std::string_view name(Setting setting);
std::optional<Setting> setting_named(std::string_view name);

// A label of a token: outside of any mention, or inside of one.
struct ModelLabel {
    CategoryId category = kOther;
    bool outside = true;
    bool identifying = false;  // to be masked; others are learnt only to be told apart
    bool begins = false;       // first token of its mention
};

// What was learnt from one kind of documents.
struct Register {
    std::string name;
    std::vector<ModelLabel> labels;  // the first is outside
    CrfTransitions transitions;
    std::vector<std::uint32_t> features;  // hashes, ascending
    std::vector<std::int8_t> weights;     // feature * labels + label, in units of scale[feature]
    std::vector<float> scale;
    float balanced = 0.5F;  // least probability of being identifying
    float recall = 0.2F;
    // How much each word speaks for this register: prints, ascending, and their log odds.
    std::vector<std::uint32_t> cues;
    std::vector<float> cue_weights;

    float least(Setting setting) const { return setting == Setting::balanced ? balanced : recall; }
    bool knows(CategoryId category) const;        // has an identifying label of it
    bool tells_apart(CategoryId category) const;  // and one of what does not identify
};

class SequenceModel {
  public:
    static const SequenceModel& shipped();               // the one that is part of the program
    static SequenceModel read(const std::string& path);  // Error(io), Error(input)
    static SequenceModel from_bytes(std::string_view bytes, const std::string& file);
    SequenceModel(std::vector<WordList> lists, std::vector<Register> registers);
    ~SequenceModel();
    SequenceModel(SequenceModel&&) noexcept;

    std::string bytes() const;
    void write(const std::string& path) const;

    const std::vector<WordList>& lists() const;
    const std::vector<Register>& registers() const;
    // The register whose words the document clearly uses most; "general", where there is one, if
    // none leads.
    const Register& register_of(std::string_view text,
                                const std::vector<language::Token>& tokens) const;
    // Error(usage) names those that there are.
    const Register& register_named(std::string_view name) const;

    // For every token the probabilities of the register's labels.
    std::vector<float> probabilities(const Register& in, std::string_view text,
                                     const std::vector<language::Token>& tokens) const;
    // In order, without overlaps.
    Mentions find(const Register& in, std::string_view text,
                  const std::vector<language::Token>& tokens, Setting setting) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The mentions that probabilities amount to: runs of tokens that are identifying with at least the
// given probability, cut where a new mention begins.
Mentions mentions_from(const Register& in, std::string_view text,
                       const std::vector<language::Token>& tokens,
                       const std::vector<float>& probabilities, float least);

}  // namespace lethe::documents
