// What the search makes least: losses of a vector of levels.
//
//   loss:gs=0.5,agg=geomean              share of the hierarchy that labels stand for
//   entropy:monotonic | nonmonotonic | normalised ,gs=0.5,agg=sum
//   dm  dm-star                          discernibility: squared sizes of classes
//   aecs:gs=0.5                          average class size
//   precision:monotonic | nonmonotonic ,gs=0.5,agg=mean
//   height:agg=sum                       levels
//   ambiguity   entropy-based:gs=0.5
//   kl:tuples | rows                     divergence of the tuples; rows: as ARX, each row anew
//   classification:response=A+B,gs=0.5
//   payout:prosecutor | journalist ,gs=0.5   with a profit model
//   measure:NAME,KEY=VALUE,agg=mean      a loss of tables, measured on what would be released
//
// gs weighs suppression against generalisation: 0.5 both alike, below it suppression costs less,
// above it generalisation does. agg joins columns: sum, maximum, mean, geomean, rank. A measure is
// taken of all columns together; with agg, or with weights, of each alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/algo/lattice/classes.h"
#include "lethe/algo/lattice/models.h"

namespace lethe::lattice {

enum class MetricKind {
    loss,
    entropy_monotonic,
    entropy_nonmonotonic,
    entropy_normalised,
    dm,
    dm_star,
    aecs,
    precision_monotonic,
    precision_nonmonotonic,
    height,
    ambiguity,
    entropy_based,
    kl_tuples,
    kl_rows,
    classification,
    payout_prosecutor,
    payout_journalist,
    measured,
};

enum class Aggregate { sum, maximum, mean, geomean, rank };

struct Metric {
    MetricKind kind = MetricKind::loss;
    double gs = 0.5;
    Aggregate aggregate = Aggregate::geomean;
    std::vector<std::string> responses;  // classification
    // Of what is measured: the name of the loss, its parameters as they were written, and whether
    // columns are measured one by one and joined.
    std::string measure = {};
    std::map<std::string, std::string> measure_parameters = {};
    bool by_column = false;

    bool operator==(const Metric&) const = default;
};

Metric parse_metric(std::string_view text, Problems& problems);
std::string to_text(const Metric& metric);

struct Loss {
    double value = 0;             // of rank the largest
    std::vector<double> columns;  // of each column, with its weight; empty where it has no such
    std::vector<double> rank;     // rank alone: columns, descending

    // Whether it is less by more than rounding can make it, or not.
    bool clearly_less_than(const Loss& other) const;
    bool operator<(const Loss& other) const;
    bool operator==(const Loss& other) const;
};

// A loss that does not follow from counts of classes: it is measured on what would be released. Of
// the released rows those are suppressed that `gone` marks (empty: nobody). Figures are finite or
// +infinity and the same however often they are asked for; several threads may ask at once.
class MeasuredLoss {
  public:
    virtual ~MeasuredLoss() = default;
    virtual double at(const std::vector<int>& node, std::span<const char> gone) const = 0;
    // Of one column alone, at a level.
    virtual double of_column(std::size_t column, int level, std::span<const char> gone) const = 0;
    // Whether no suppression makes the loss of a column less. Then its losses without any are
    // bounds.
    virtual bool charges_suppressed() const = 0;
};

// A metric for some records. Sums of whole numbers are exact, others rounded once, so that a loss
// does not depend on how the classes were made.
class Measure {
  public:
    // Weights are divided by the largest. `most_suppressed` rows may be suppressed at any node.
    // `measured` goes with a metric that is measured.
    Measure(const Records& records, const Classes& classes, const Metric& metric,
            std::vector<double> weights, std::int64_t most_suppressed,
            const std::vector<Model>& models, std::shared_ptr<const MeasuredLoss> measured,
            Problems& problems);

    // Never above the loss of the node, nor above the bound of a node above it. By levels alone,
    // where by_levels(); else from the classes.
    bool by_levels() const;
    Loss bound(const Node& node) const;
    Loss bound(const ClassList& list) const;

    // What rows that must go add to the columns' losses, at this node and all below it; empty for
    // metrics of which nothing is known. Added to the bound by levels of any of these nodes it is a
    // bound again.
    std::vector<double> added_by(const ClassList& list,
                                 std::span<const std::int32_t> rows_of_class) const;
    bool adds() const { return metric_.kind == MetricKind::loss; }
    Loss bound(const Node& node, std::span<const double> added) const;

    Loss of(const ClassList& list, std::span<const char> suppressed) const;

    // Whether a loss takes far longer than the classes do, and nothing bounds it.
    bool slow() const { return metric_.kind == MetricKind::measured && !by_levels(); }
    // Of a slow loss: which of two nodes is worth going on with. The mean share of the hierarchies
    // that is lost.
    double guide(const ClassList& list, std::span<const char> suppressed) const;

    // Order of suppression among classes of one size (table models); 0 where it has none.
    double own_loss(const ClassList& list, std::size_t index) const;
    // 0 where nothing was generalised, 1 where nothing is left (entropy-based, profit).
    double information_lost(const ClassList& list, std::size_t index) const;
    // What raising the class to the top would lose: f times the shares that are left.
    double left(const ClassList& list, std::size_t index) const;

    static bool needs_squares(MetricKind kind);
    static bool needs_values(const Records& records, const Metric& metric);

  private:
    double share(const ClassList& list, std::size_t index, std::size_t column) const;
    Loss joined(std::vector<double> columns) const;
    double component(std::size_t column, int level) const;
    void tabulate();
    std::vector<double> column_losses(const ClassList& list, std::span<const char> suppressed,
                                      std::int64_t gone) const;
    double loss_column(const ClassList& list, std::span<const char> suppressed, std::int64_t gone,
                       std::size_t column) const;
    double entropy_column(const ClassList& list, std::span<const char> suppressed,
                          std::int64_t gone, std::size_t column) const;
    double by_classes(const ClassList& list, std::span<const char> suppressed,
                      std::int64_t gone) const;
    double divergence(const ClassList& list, std::span<const char> suppressed,
                      std::int64_t gone) const;
    double classified(const ClassList& list, std::span<const char> suppressed) const;
    double wrongly_predicted(const ClassList& list, std::size_t index, std::size_t counted) const;
    std::vector<char> rows_gone(const ClassList& list, std::span<const char> suppressed) const;
    double classified_by_label(const ClassList& list, std::span<const char> suppressed,
                               std::size_t column) const;
    double payout_lost(const ClassList& list, std::size_t index) const;

    const Records& records_;
    const Classes& classes_;
    const Packing& packing_;
    Metric metric_;
    std::vector<double> weights_;
    std::int64_t limit_;
    std::shared_ptr<const MeasuredLoss> measured_;
    Profit profit_;
    double g_ = 1;
    double s_ = 1;
    double rows_ = 0;
    double log_domains_ = 0;  // log10 of the product of domain sizes
    // [column][level]: released rows times lines of their labels; entropy; the bound
    std::vector<std::vector<std::int64_t>> stood_for_;
    std::vector<std::vector<double>> entropy_;
    std::vector<std::vector<double>> bound_;
    std::vector<std::vector<double>> measured_columns_;        // where nobody is suppressed
    std::vector<double> highest_entropy_;                      // normalised
    std::vector<std::vector<std::vector<double>>> log_share_;  // [column][level][label], log10
    std::vector<std::vector<std::int64_t>> used_labels_;       // [column][level] that the data have
    double own_divergence_ = 0;
    std::vector<std::size_t> response_columns_, response_counted_;
};

}  // namespace lethe::lattice
