// Full-domain levels are as high as the rarest records need them. By rounds (as ARX has it) a
// search with cheap suppression first releases what needs little: gs below one half makes a
// suppressed row cost less than a generalised one. The rows that it suppressed are searched by
// themselves. Where a search releases nobody, suppression gets dearer by a step, until it costs as
// much as it can. Rows that would have to be raised to the top in every column stay suppressed.
//
// Rows of different rounds may look alike in the end, then their classes are one: so only models
// are taken that hold in a union of classes in each of which they hold. Distributions are those of
// the whole table in every round.
#include "lethe/algo/lattice/rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lethe::lattice {
namespace {

// Some of the rows. The distributions of counted columns stay those of all of them.
Records records_left(const Records& records, const std::vector<std::int32_t>& rows) {
    const auto taken = [&](const std::vector<std::int32_t>& from) {
        std::vector<std::int32_t> to;
        to.reserve(rows.size());
        for (const std::int32_t row : rows) to.push_back(from[static_cast<std::size_t>(row)]);
        return to;
    };
    Records left;
    left.columns = records.columns;
    left.file_rows = records.file_rows;
    for (const auto& lines : records.lines) left.lines.push_back(taken(lines));
    for (const Counted& counted : records.counted) {
        Counted own = counted;
        own.codes = taken(counted.codes);
        left.counted.push_back(std::move(own));
    }
    return left;
}

// For any number of rows: the size of a class that was estimated for the whole table is kept.
Settings settings_of_rounds(const Settings& settings, std::int64_t rows) {
    Settings own = settings;
    own.limit = 1;
    for (Model& model : own.models) {
        if (model.kind != ModelKind::k_map_estimated) continue;
        Model k;
        k.value = static_cast<double>(k_of_sample(model, rows));
        model = k;
    }
    return own;
}

class Rounds {
  public:
    Rounds(const Context& context, const Records& records, const Settings& settings,
           const AnytimeLimits& anytime)
        : context_(context),
          records_(records),
          settings_(settings_of_rounds(settings, records.rows())),
          anytime_(anytime) {
        result_.round_of_row.assign(static_cast<std::size_t>(records.rows()), kNeverReleased);
        for (std::int64_t row = 0; row < records.rows(); ++row) {
            left_.push_back(static_cast<std::int32_t>(row));
        }
        for (const Model& model : settings_.models) {
            least_ = std::max(least_, minimum_class_size(model, records.rows()));
        }
    }

    RecodedInRounds run(const RoundLimits& limits) {
        search();
        while (!left_.empty() && std::ssize(left_) >= least_ && result_.searches < limits.rounds) {
            ++result_.searches;
            if (search() > 0) continue;
            settings_.metric.gs += limits.step;
            if (settings_.metric.gs > 1) break;
        }
        result_.suppressed = std::ssize(left_);
        return std::move(result_);
    }

  private:
    // Over the rows that are left. Rows released.
    std::int64_t search() {
        const Records records = records_left(records_, left_);
        const Evaluation evaluation(records, settings_);
        const SearchResult found = search_levels(context_, evaluation, anytime_);
        result_.evaluated += found.evaluated;
        if (!found.exact) {
            result_.exact = false;
            result_.end = found.end;
        }
        if (!found.best || found.best->node == evaluation.top()) return 0;
        const std::vector<char> gone = rows_suppressed_at(evaluation, found.best->node);
        const auto round = static_cast<std::int32_t>(result_.rounds.size());
        std::vector<std::int32_t> still;
        for (std::size_t i = 0; i < left_.size(); ++i) {
            if (gone[i] != 0) {
                still.push_back(left_[i]);
            } else {
                result_.round_of_row[static_cast<std::size_t>(left_[i])] = round;
            }
        }
        const std::int64_t released = std::ssize(left_) - std::ssize(still);
        if (released > 0) {
            result_.rounds.push_back({found.best->node, settings_.metric.gs, released});
        }
        left_ = std::move(still);
        return released;
    }

    const Context& context_;
    const Records& records_;
    Settings settings_;
    AnytimeLimits anytime_;
    std::vector<std::int32_t> left_;  // rows, ascending
    std::int64_t least_ = 0;          // that a class can have
    RecodedInRounds result_;
};

}  // namespace

void check_rounds(const Settings& settings, Problems& problems) {
    for (const Model& model : settings.models) {
        if (survives_joining(model.kind)) continue;
        problems.push_back(
            {fmt::format("model {} need not hold any more where classes of different rounds look "
                         "alike and are one: recoding by rounds takes k, estimated k-map, "
                         "l-distinct, l-entropy, l-recursive, alpha, t, beta and risk-average",
                         to_text(model))});
    }
    if (settings.metric.kind != MetricKind::loss) {
        problems.push_back(
            {fmt::format("recoding by rounds makes the metric loss least, not {}: its gs tells "
                         "what suppression costs, and grows with the rounds",
                         to_text(settings.metric))});
    }
    if (settings.reading == Suppressed::one_class) {
        problems.push_back(
            {"recoding by rounds removes the records that are left at the end: they cannot be a "
             "class"});
    }
}

RecodedInRounds recode_in_rounds(const Context& context, const Records& records,
                                 const Settings& settings, const RoundLimits& limits,
                                 const AnytimeLimits& anytime) {
    Problems problems;
    check_rounds(settings, problems);
    throw_if_any(std::move(problems));
    return Rounds(context, records, settings, anytime).run(limits);
}

}  // namespace lethe::lattice
