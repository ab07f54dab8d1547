// Whether a class fulfils the class models. Sums run over values in their order, so that a class is
// judged alike however its counts came about.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/lattice/like_values.h"
#include "lethe/algo/lattice/models.h"
#include "lethe/algo/lattice/records.h"

namespace lethe::lattice {

struct ClassCounts {
    std::int64_t released = 0;                            // f
    std::int64_t population = 0;                          // F; as f where there is no table
    std::span<const std::span<const ValueCount>> values;  // of each counted column, ascending
    double information = 0;  // clamp(1 + log of the shares / log of the domains); profit models
};

class ClassJudge {
  public:
    // A model without a name of a sensitive column holds for each of them. `sensitive` of the
    // counted columns come first. Problems: names that are not there, more diversity than there
    // are values, a column that is always of one value, a table of the population that is missing.
    ClassJudge(const Records& records, std::size_t sensitive, const std::vector<Model>& models,
               Problems& problems);

    bool needs_values() const { return !by_value_.empty(); }
    bool needs_information() const { return needs_information_; }
    std::int64_t minimum_size() const { return minimum_; }

    bool passes_by_size(std::int64_t released, std::int64_t population) const;
    bool passes(const ClassCounts& counts) const;  // all of them
    // So many of its rows, at least, are suppressed at every node at or below that of the class,
    // where it is split into parts that are judged each; 0 for a class that passes.
    std::int64_t rows_to_go(const ClassCounts& counts) const;
    // Whether rows_to_go follows from sizes alone: then it never grows upwards.
    bool by_size_alone() const { return by_value_.empty() && by_size_.empty(); }
    // How a model behaves with these records: that of its kind, and where values are compared by
    // their meaning what their distances say (like_values.h).
    bool generalisation_monotone(const Model& model) const;
    bool suppression_monotone(const Model& model) const;
    bool survives_joining(const Model& model) const;
    // Models that do not hold even in a class of everybody, each with what does: then no way to
    // divide the records fulfils those that survive joining.
    std::vector<std::string> unmet_by_all(const ClassCounts& everybody) const;
    // A class of the population without released people: nobody can be suppressed there.
    bool tolerates_empty() const { return !forbids_empty_; }
    void ignore_empty_with_minimum();  // as ARX does where a model has a minimum size

  private:
    struct Bound {
        Model model;
        std::size_t column = 0;
        std::vector<double> p;  // reference shares
        std::int64_t reference = 0;
        std::optional<LikeValues> like = {};         // l by meaning
        std::optional<GroundDistances> ground = {};  // t by meaning

        // Whether it behaves like the same model of plain values.
        bool regular() const { return like ? like->transitive() : !ground || ground->metric(); }
    };

    bool all_regular(const Model& model) const;
    double reached(const Bound& bound, std::span<const ValueCount> values) const;
    bool holds(const Bound& bound, std::span<const ValueCount> values, std::int64_t f) const;
    void tell_contradiction(const Bound& bound, std::int64_t present, Problems& problems) const;

    void bind(const Records& records, const Model& model, std::size_t column, Problems& problems);
    bool fulfils(const Bound& bound, const ClassCounts& counts) const;
    double rows_to_go(const Bound& bound, std::span<const ValueCount> values, double f) const;

    const Records& records_;
    std::vector<Model> by_size_;  // presence, k-map by table, profit
    std::vector<Bound> by_value_;
    std::int64_t minimum_ = 0;
    std::int64_t least_population_ = 0;
    bool needs_information_ = false;
    bool forbids_empty_ = false;
};

// Quantities of a class, for judging and for tests. `counts` ascend; f is their sum.
double grassberger(std::int64_t x);  // G(x)
double equal_distance(std::span<const ValueCount> counts, std::int64_t f,
                      std::span<const std::int64_t> reference, std::int64_t n);
double ordered_distance(std::span<const ValueCount> counts, std::int64_t f,
                        std::span<const std::int64_t> reference, std::int64_t n);
double hierarchical_distance(std::span<const ValueCount> counts, std::int64_t f,
                             std::span<const std::int64_t> reference, std::int64_t n,
                             const Levels& tree);

}  // namespace lethe::lattice
