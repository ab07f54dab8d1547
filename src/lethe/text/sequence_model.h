// The trainable finder: a linear-chain conditional random field over the tokens of a document. See
// sequence_model.cc. Its features are hashed: a model file holds weights, no word of the documents
// that it learnt from. Thread-safe once made.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lethe/core/context.h"
#include "lethe/text/mention.h"
#include "lethe/text/token.h"

namespace lethe::text {

// How sure the model must be before it speaks.
enum class Setting {
    balanced,
    recall,  // rather too much than too little
};

class SequenceModel {
  public:
    static const SequenceModel& shipped();               // the one that is part of the program
    static SequenceModel read(const std::string& path);  // Error(io), Error(input)
    ~SequenceModel();
    SequenceModel(SequenceModel&&) noexcept;

    // In order, without overlaps. `known` (in order) are mentions of other finders, which the model
    // takes as features.
    Mentions find(std::string_view text, const std::vector<Token>& tokens, const Mentions& known,
                  Setting setting) const;

  private:
    friend class SequenceTrainer;
    SequenceModel();
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe::text
