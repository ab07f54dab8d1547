// Makes the vectors of a collection of documents:
//
//   words in lower case -> without stop words -> (only words of WordNet) -> (stems)
//   -> terms that enough documents have, and not too many -> weights -> unit length
//   -> (the heaviest terms of the collection) -> (the heaviest of each document) -> unit length
//
//   tf-idf(t, d) = tf(t, d) * log(N / n_t)
//
// N counts all documents, n_t those that have the term; a term that every document has weighs
// nothing and is left out. What a row is made of is chosen by its weights at unit length, and what
// is left is made unit length again, so that published rows have it.
//
// Words are as token.h cuts them: "don't" is two. A noun of WordNet is written in the form that
// WordNet knows (knowledge/noun_form.h), so that "dog" and "dogs" are one term, which the semantic
// method finds again by its name. A word that is no noun is looked for among the other parts of
// speech that are given, in their order. Stems are those of the forms that WordNet knows.
//
// Information gain (TermScore::information) chooses terms by what their presence tells of the
// class:
//
//   H(class) - sum over present, absent of P * H(class | present or absent)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/knowledge/readers/word_forms.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/vectors/make/document_vectors.h"

namespace lethe::vectors {

enum class TermWeight { binary, tf, tf_idf };
// By what the terms of the collection are chosen: their largest weight, the sum, or the mean over
// the documents that have them; or the information gain about the labels, which must be there.
enum class TermScore { maximum, sum, mean, information };

// In bits, of the presence of each column about the class of a row.
std::vector<double> information_gains(const SparseRows& rows,
                                      const std::vector<std::string>& labels);

struct VectorOptions {
    bool stop_words = true;            // drop them
    bool stems = false;                // of the words, or of the forms that WordNet knows
    TaxonomyPtr wordnet;               // only nouns that it knows, as it knows them; null: all
    std::vector<WordForms> others;     // with `wordnet`: other parts of speech, in this order
    bool nouns = true;                 // with `others`: whether nouns are words as well
    bool numbers = false;              // keep words with digits
    std::int64_t shortest = 2;         // letters of a word
    std::int64_t least_documents = 2;  // that have a term
    double most_documents = 1;         // share of the documents that have a term, at most
    TermWeight weight = TermWeight::tf_idf;
    bool normalise = true;
    std::int64_t most_terms = 0;  // of the collection; 0: all
    TermScore score = TermScore::maximum;
    std::int64_t terms_per_document = 0;  // its heaviest, ties by the alphabet; 0: all
};

struct Vectorised {
    DocumentVectors vectors;         // terms in the order of their bytes, each in some row
    std::vector<std::string> empty;  // ids of documents left without a term: they are dropped
    std::int64_t read = 0;           // documents
    std::int64_t words = 0;          // different ones that the documents have, in lower case
};

// `labels` of each document, or empty. Error(usage) for options out of range, Error(input) where no
// document keeps a term.
Vectorised vectorise(const Context& context, const std::vector<std::string>& ids,
                     const std::vector<std::string_view>& texts,
                     const std::vector<std::string>& labels, const VectorOptions& options);

}  // namespace lethe::vectors
