// Measures of how alike two concepts of a taxonomy are. Every measure has the two forms: the
// similarity (or, for path, log-sc and jiang-conrath, the distance) as it was published, and the
// distance that spaces and algorithms use: at least 0, and 0 between a concept and itself.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/knowledge/information_content.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/knowledge/wu_palmer.h"

namespace lethe {

enum class MeasureKind {
    path,
    leacock_chodorow,
    wu_palmer,
    log_sc,
    tversky,
    rodriguez_egenhofer,
    petrakis,
    resnik,
    lin,
    jiang_conrath,
    li,
    context_vectors,
    equality,
    confusion,
};

std::string_view name(MeasureKind kind);  // "log-sc", as users write it
std::optional<MeasureKind> measure_named(std::string_view name);
std::vector<std::string_view> measure_names();
// Whether the published form grows as concepts differ more.
bool is_distance(MeasureKind kind);

struct MeasureOptions {
    MeasureKind kind = MeasureKind::log_sc;
    // Wu-Palmer: what the depth of the root counts, 0 (edges) or 1 (nodes).
    int root_depth = 1;
    // Log-sc: whether the root counts among the subsumers.
    bool count_root = true;
    // Wu-Palmer: the depth of the least common subsumer is the longest way up, as NLTK has it,
    // instead of the shortest.
    bool longest_depth = false;
    // Wu-Palmer: which of several common subsumers is the least.
    LeastSubsumer least = LeastSubsumer::most_subsumers;
    // Leacock-Chodorow: the depth D of the taxonomy; none: its greatest depth in nodes.
    std::optional<double> taxonomy_depth;
    // Rodriguez-Egenhofer: weights of synonyms, parts and neighbours; their sum is 1.
    double synonyms = 1.0 / 3;
    double features = 1.0 / 3;
    double neighbours = 1.0 / 3;
    // Li: exp(-alpha length) tanh(beta depth).
    double alpha = 0.2;
    double beta = 0.6;
    // Resnik, Lin, Jiang-Conrath; null: intrinsic (Seco).
    std::shared_ptr<const InformationContent> content;
};

// Safe to use from several threads.
class Measure {
  public:
    virtual ~Measure() = default;
    virtual double published(ConceptId a, ConceptId b) const = 0;
    virtual double distance(ConceptId a, ConceptId b) const = 0;
    // distance(a, others[i]) into out[i].
    virtual void distances(ConceptId a, std::span<const ConceptId> others, double* out) const;
};

// Error(usage) for options out of range.
std::unique_ptr<Measure> make_measure(TaxonomyPtr taxonomy, const MeasureOptions& options);

// distance(rows[i], columns[j]) into out[i * columns.size() + j].
void distance_matrix(const Context& context, const Measure& measure,
                     std::span<const ConceptId> rows, std::span<const ConceptId> columns,
                     double* out);

}  // namespace lethe
