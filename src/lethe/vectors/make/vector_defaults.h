// What is taken where nobody says otherwise, by every method of vectors.
#pragma once

#include <cstdint>

namespace lethe::vectors {

constexpr std::int64_t kDocumentsTogether = 5;  // that share a published vector, at least: k
constexpr std::int64_t kMostCompared = 20000;   // documents whose distances are all measured
constexpr double kTrainingShare = 0.7;          // of the documents: what classifiers learn from
// Labels that are different in nearly every document are no classes, and tables of terms by classes
// would grow beyond bounds.
constexpr std::int64_t kMostClasses = 1000;

}  // namespace lethe::vectors
