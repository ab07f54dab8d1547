// A node judged: which classes fail, what is suppressed, whether that is allowed, and what it
// loses.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lethe/algo/lattice/class_judge.h"
#include "lethe/algo/lattice/combinations.h"
#include "lethe/algo/lattice/metrics.h"

namespace lethe::lattice {

// What becomes of records in classes that fail.
enum class Suppressed {
    removed,    // they form no class, and nothing is demanded of them
    one_class,  // they are raised to the top together, and that class must fulfil the models; where
                // it does not, the classes that lose least by it join. It has k rows for every k of
                // combinations, and counts for no combination of others
};

// What presence says of people of the population whose class has no row in the release: their part
// is 0, and nobody can be suppressed there.
enum class PresenceEmpty {
    strict,  // where a lower end above 0 is asked for such a class is a breach: also of those whose
             // rows would all be suppressed, so that none are
    arx,     // as ARX has it: suppressed rows are not held against a vector of levels, and where
             // another model has a minimum size, classes nobody of whom was to be released neither
};

struct Settings {
    std::vector<Model> models;
    std::size_t sensitive = 0;  // so many of the counted columns, from the first
    Metric metric;
    std::shared_ptr<const MeasuredLoss> measured;  // of a metric that is measured
    std::vector<double> weights;                   // of columns; those that are missing 1
    double limit = 0;  // share of the released rows that may be suppressed
    Suppressed reading = Suppressed::removed;
    PresenceEmpty presence_empty = PresenceEmpty::strict;
};

struct Judged {
    bool feasible = false;
    std::int64_t suppressed = 0;  // rows; where infeasible at least so many
    bool empty_class = false;     // infeasible because of a class that nobody can be suppressed in
};

// What is suppressed at a node and at every node below it, at least.
struct Below {
    std::int64_t rows = 0;
    std::vector<std::int32_t> of_class;  // rows of each class
};

// How feasibility is passed on between nodes.
enum class Regime {
    full,     // a feasible node makes all above it feasible
    partial,  // too many rows that must go, however classes are split, make all below infeasible
    none,
};

std::string_view name(Regime regime);

class Evaluation {
  public:
    // Error with all problems of the settings and the records together.
    Evaluation(const Records& records, const Settings& settings);

    const Classes& classes() const { return classes_; }
    const Measure& measure() const { return measure_; }
    const ClassJudge& judge() const { return judge_; }
    const Settings& settings() const { return settings_; }
    std::int64_t rows() const { return records_.rows(); }  // released
    std::int64_t limit() const { return limit_; }          // of them that may be suppressed
    // Whether nobody may be suppressed, whatever the settings allow, because a lower end of
    // presence holds for no class that loses its rows.
    bool keeps_everybody() const { return keeps_everybody_; }
    Regime regime() const { return regime_; }
    bool needs_values() const { return needs_values_; }
    Node top() const;

    // With `suppressed` marked by class. Ends early where it is known to be infeasible, unless
    // `completely`: then all rows that must go are counted, whatever the limit.
    Judged judged(const ClassList& list, std::vector<char>& suppressed,
                  bool completely = false) const;

    // Models that do not hold even in one class of everybody, each with what does: "l-entropy:4.9
    // of illness (4.3 is what all records together reach)".
    std::vector<std::string> unmet_by_all() const;

    // As judged(), and what must go below. Ends early where that exceeds the limit, and in the full
    // regime where the node is infeasible: what is below is then, too.
    Judged judged_with_below(const ClassList& list, std::vector<char>& suppressed,
                             Below& below) const;

  private:
    bool passes(const ClassList& list, std::size_t index,
                std::vector<std::span<const ValueCount>>& values) const;
    std::int64_t join_failing(const ClassList& list, std::vector<char>& suppressed,
                              std::int64_t gone) const;
    std::int64_t rows_to_go(const ClassList& list, std::size_t index,
                            const std::vector<std::span<const ValueCount>>& values) const;
    // Combinations of columns: marks what else must go, and returns the rows of it.
    std::int64_t settle(const ClassList& list, std::int64_t limit,
                        std::vector<char>& suppressed) const;
    void settle_below(const ClassList& list, const std::vector<char>& suppressed,
                      Below& below) const;
    std::int64_t enforce_on_table(const ClassList& list, std::vector<char>& suppressed,
                                  std::int64_t limit) const;
    void finish(const ClassList& list, std::vector<char>& suppressed, std::int64_t limit,
                Judged& result) const;
    bool some_without_value() const;
    Regime regime_of() const;

    const Records& records_;
    Settings settings_;
    Problems problems_;  // until the constructor ends
    bool keeps_everybody_;
    std::int64_t limit_;
    Classes classes_;
    ClassJudge judge_;
    Combinations combinations_;
    Measure measure_;
    std::vector<Model> table_models_;
    bool needs_values_;
    bool one_top_ = true;
    Regime regime_ = Regime::none;
};

// Whether each released row is suppressed at a node that was judged feasible.
std::vector<char> rows_suppressed_at(const Evaluation& evaluation, const Node& node);

}  // namespace lethe::lattice
