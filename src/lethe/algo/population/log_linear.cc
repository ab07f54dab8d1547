#include "lethe/algo/population/log_linear.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lethe {
namespace {

bool is_part(const Term& part, const Term& of) {
    return std::includes(of.begin(), of.end(), part.begin(), part.end());
}

bool smaller_term(const Term& a, const Term& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
}

// A margin of the table: the sums over all variables but those of a term.
class TableMargin {
  public:
    TableMargin(const CrossTable& table, const Term& term) : place_(table.cells()) {
        // The place of a cell in the margin, one variable after the other from the fastest.
        std::vector<std::size_t> stride(table.levels.size(), 0);
        std::size_t places = 1;
        for (std::size_t i = term.size(); i-- > 0;) {
            stride[term[i]] = places;
            places *= static_cast<std::size_t>(table.levels[term[i]]);
        }
        std::size_t filled = 1;
        for (std::size_t v = table.levels.size(); v-- > 0;) {
            const auto levels = static_cast<std::size_t>(table.levels[v]);
            for (std::size_t level = 1; level < levels; ++level) {
                const auto shift = static_cast<std::uint32_t>(level * stride[v]);
                for (std::size_t cell = 0; cell < filled; ++cell) {
                    place_[level * filled + cell] = place_[cell] + shift;
                }
            }
            filled *= levels;
        }
        target_.assign(places, 0);
        for (std::size_t cell = 0; cell < place_.size(); ++cell) {
            target_[place_[cell]] += table.counts[cell];
        }
        factor_.resize(places);
    }

    // Scales the cells to the margin; returns the largest relative difference that they had.
    double scale(std::vector<double>& expected) {
        std::fill(factor_.begin(), factor_.end(), 0.0);
        for (std::size_t cell = 0; cell < place_.size(); ++cell) {
            factor_[place_[cell]] += expected[cell];
        }
        double farthest = 0;
        for (std::size_t i = 0; i < factor_.size(); ++i) {
            // A margin of zero makes its cells zero, once.
            const double factor = factor_[i] > 0 ? target_[i] / factor_[i] : 0;
            if (target_[i] > 0)
                farthest = std::max(farthest, std::abs(factor_[i] / target_[i] - 1));
            factor_[i] = factor;
        }
        for (std::size_t cell = 0; cell < place_.size(); ++cell) {
            expected[cell] *= factor_[place_[cell]];
        }
        return farthest;
    }

  private:
    std::vector<std::uint32_t> place_;
    std::vector<double> target_, factor_;
};

}  // namespace

double cross_table_cells(std::span<const std::int32_t> levels) {
    double cells = 1;
    for (const std::int32_t one : levels) cells *= one;
    return cells;
}

CrossTable cross_table(std::span<const std::int32_t> levels,
                       std::span<const std::vector<std::int32_t>> codes) {
    CrossTable table{{levels.begin(), levels.end()}, {}};
    table.counts.assign(static_cast<std::size_t>(cross_table_cells(levels)), 0);
    const std::size_t rows = codes.empty() ? 0 : codes.front().size();
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t cell = 0;
        for (std::size_t v = 0; v < codes.size(); ++v) {
            cell = cell * static_cast<std::size_t>(levels[v]) +
                   static_cast<std::size_t>(codes[v][row]);
        }
        table.counts[cell] += 1;
    }
    return table;
}

LogLinearModel LogLinearModel::independence(std::size_t variables) {
    LogLinearModel model;
    for (std::size_t v = 0; v < variables; ++v) model.terms_.push_back({v});
    return model;
}

LogLinearModel LogLinearModel::with(const Term& term) const {
    LogLinearModel model = *this;
    if (has(term)) return model;
    std::erase_if(model.terms_, [&](const Term& own) { return is_part(own, term); });
    model.terms_.push_back(term);
    std::sort(model.terms_.begin(), model.terms_.end(), smaller_term);
    return model;
}

bool LogLinearModel::has(const Term& term) const {
    return std::any_of(terms_.begin(), terms_.end(),
                       [&](const Term& own) { return is_part(term, own); });
}

double LogLinearModel::parameters(std::span<const std::int32_t> levels) const {
    std::set<Term> all;  // the generators and all of their parts
    for (const Term& term : terms_) {
        for (std::size_t part = 0; part < (std::size_t{1} << term.size()); ++part) {
            Term one;
            for (std::size_t i = 0; i < term.size(); ++i) {
                if ((part >> i & 1U) != 0) one.push_back(term[i]);
            }
            all.insert(std::move(one));
        }
    }
    double parameters = 0;
    for (const Term& term : all) {
        double own = 1;
        for (const std::size_t v : term) own *= levels[v] - 1;
        parameters += own;
    }
    return parameters;
}

LogLinearFit fit_log_linear(const Context& context, const CrossTable& table,
                            const LogLinearModel& model) {
    constexpr double kNear = 1e-8;
    constexpr int kMostRounds = 1000;
    std::vector<TableMargin> margins;
    for (const Term& term : model.terms()) margins.emplace_back(table, term);
    LogLinearFit fit;
    fit.expected.assign(table.cells(), 1.0);
    do {
        context.check_stop();
        fit.farthest = 0;
        for (TableMargin& margin : margins) {
            fit.farthest = std::max(fit.farthest, margin.scale(fit.expected));
        }
        ++fit.rounds;
    } while (fit.farthest > kNear && fit.rounds < kMostRounds);
    for (std::size_t cell = 0; cell < table.cells(); ++cell) {
        const double count = table.counts[cell];
        if (count > 0) fit.deviance += 2 * count * std::log(count / fit.expected[cell]);
    }
    fit.freedom = static_cast<double>(table.cells()) - model.parameters(table.levels);
    return fit;
}

}  // namespace lethe
