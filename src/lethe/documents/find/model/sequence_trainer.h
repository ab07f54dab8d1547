// Learns the registers of a sequence model from documents in which people marked the mentions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/find/model/sequence_model.h"
#include "lethe/documents/read/gold.h"

namespace lethe::documents {

struct TrainingOptions {
    CrfTraining crf{.epochs = 12, .rate = 0.03, .decay = 0.01, .seed = 1};
    int least_documents = 2;  // a feature must occur in so many
    int folds = 10;           // parts that are kept aside in turn, to choose the thresholds
    // What is masked where the model found this, when patterns and repetition have had their say.
    // Asked where people marked all that names something, also what does not identify; others may
    // have left out what patterns find, and the model is judged alone.
    std::function<Mentions(const Register& in, std::string_view text, Mentions by_model,
                           Setting setting)>
        complete;
    // The thresholds are the lowest at which documents kept aside reach these token precisions.
    double balanced_precision = 0.835;
    double recall_precision = 0.725;
};

struct TrainingSet {
    std::string name;  // of the register
    GoldDocuments documents;
};

// A register, and how it does on documents that it has not seen.
struct TrainedRegister {
    Register trained;             // on all documents
    std::vector<Register> folds;  // each without the documents of its fold
    std::vector<int> fold_of;     // of each document
};

// Error(input) where there are fewer documents (or groups of them) than folds, or no mention.
TrainedRegister train_register(const Context& context, const TrainingSet& set,
                               const std::vector<WordList>& lists, const TrainingOptions& options);

// How the folds do on the documents that each of them has not seen, for every file of the set.
struct FoldFigures {
    std::string source;
    std::int64_t documents = 0;
    GoldScore balanced;
    GoldScore recall;
};
std::vector<FoldFigures> figures_of(const Context& context, const TrainedRegister& trained,
                                    const TrainingSet& set, const std::vector<WordList>& lists,
                                    const TrainingOptions& options);

// What was learnt as a register: weights as bytes, in parts of the largest of their row. What says
// next to nothing is left out: that halves the file and changes no figure in its third digit.
Register packed_register(std::string name, const std::vector<ModelLabel>& labels,
                         const std::vector<std::uint32_t>& features, const Crf& crf);

// Makes each register know the words that speak for it.
void learn_cues(const std::vector<TrainingSet>& sets, std::vector<Register>& registers);

// Single words, one a line (what follows a tab, a comma or two spaces does not count; names of
// several words are left out), of the first `most` lines where that is given. Error(io).
WordList read_word_list(const std::string& path, const std::string& name, std::int64_t most = 0);

}  // namespace lethe::documents
