#include "lethe/table/attack/secret_column.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lethe/core/index.h"
#include "lethe/data/column_stats.h"
#include "lethe/method/category_columns.h"

namespace lethe::attack {
namespace {

// The values of each class, one after the other.
template <class Value>
struct ValuesOfClass {
    std::vector<Value> values;
    std::vector<std::size_t> begin = {0};  // by class, and the end

    std::span<const Value> operator[](std::int32_t own) const {
        return std::span(values).subspan(begin[at(own)], begin[at(own) + 1] - begin[at(own)]);
    }
};

// Rows sorted by class and value; those without a value are left out.
template <class Value>
ValuesOfClass<Value> values_of_class(std::vector<std::pair<std::int32_t, Value>> cells,
                                     std::int64_t classes) {
    std::sort(cells.begin(), cells.end());
    ValuesOfClass<Value> result;
    std::size_t next = 0;
    for (std::int32_t own = 0; own < classes; ++own) {
        for (; next < cells.size() && cells[next].first == own; ++next) {
            result.values.push_back(cells[next].second);
        }
        result.begin.push_back(result.values.size());
    }
    return result;
}

class SecretCategories : public SecretColumn {
  public:
    SecretCategories(const AssessInput& input, const std::string& name, const Groups& groups)
        : groups_(groups) {
        CategoryColumn column = category_column(input, name);
        missing_ = column.missing();
        truth_ = std::move(column.original);
        std::vector<std::pair<std::int32_t, std::int32_t>> cells;
        for (std::size_t row = 0; row < column.masked.size(); ++row) {
            read_.push_back(column.read_as[at(column.masked[row])]);
            if (read_.back() == CategoryColumn::kNothing) continue;
            cells.emplace_back(groups.class_of[row], read_.back());
        }
        values_ = values_of_class(std::move(cells), groups.classes());
        overall_.assign(at(column.codes), 0);
        for (const std::int32_t code : truth_) {
            if (code != missing_) ++overall_[at(code)];
        }
        most_ = *std::max_element(overall_.begin(), overall_.end());
        tied_ = std::count(overall_.begin(), overall_.end(), most_);
    }

    bool known(std::int64_t row) const override { return truth_[at(row)] != missing_; }

    Guess guess(std::int64_t row, std::span<const std::int32_t> classes,
                std::int64_t without) const override {
        std::vector<std::int32_t> all;
        for (const std::int32_t own : classes) {
            const auto values = values_[own];
            all.insert(all.end(), values.begin(), values.end());
        }
        if (classes.size() > 1) std::sort(all.begin(), all.end());
        leave_out(all, classes, without);
        Guess guess{.any = !all.empty()};
        std::ptrdiff_t most = 0;
        double tied = 0;
        bool has_truth = false;
        for (auto from = all.begin(); from != all.end();) {
            const auto to = std::upper_bound(from, all.end(), *from);
            if (to - from > most) {
                most = to - from;
                tied = 0;
                has_truth = false;
            }
            if (to - from == most) {
                ++tied;
                has_truth |= *from == truth_[at(row)];
            }
            guess.unanimous = from == all.begin() && to == all.end();
            from = to;
        }
        guess.right = has_truth ? 1 / tied : 0;
        return guess;
    }

    double right_without_release(std::int64_t row) const override {
        return overall_[at(truth_[at(row)])] == most_ ? 1 / static_cast<double>(tied_) : 0;
    }

  private:
    void leave_out(std::vector<std::int32_t>& values, std::span<const std::int32_t> classes,
                   std::int64_t row) const {
        if (row < 0 || read_[at(row)] == CategoryColumn::kNothing) return;
        const std::int32_t own = groups_.class_of[at(row)];
        if (std::find(classes.begin(), classes.end(), own) == classes.end()) return;
        values.erase(std::lower_bound(values.begin(), values.end(), read_[at(row)]));
    }

    const Groups& groups_;
    std::int32_t missing_ = 0;
    std::vector<std::int32_t> truth_;  // by original row
    std::vector<std::int32_t> read_;   // by masked row
    ValuesOfClass<std::int32_t> values_;
    std::vector<std::int64_t> overall_;
    std::int64_t most_ = 0;
    std::int64_t tied_ = 1;
};

constexpr double kSecretRounding = 1e-12;

// The windows of twice the tolerance that hold most of the sorted values: the middle of what each
// of them holds.
std::vector<double> best_windows(std::span<const double> values, double tolerance) {
    const double width = 2 * tolerance * (1 + kSecretRounding);
    std::vector<double> middles;
    std::size_t most = 0;
    std::size_t end = 0;
    std::size_t last_end = 0;
    for (std::size_t begin = 0; begin < values.size(); ++begin) {
        while (end < values.size() && values[end] - values[begin] <= width) ++end;
        if (end == last_end) continue;  // a part of the last window
        last_end = end;
        if (end - begin < most) continue;
        if (end - begin > most) middles.clear();
        most = end - begin;
        middles.push_back(values[begin] + (values[end - 1] - values[begin]) / 2);
    }
    return middles;
}

// The share of the guesses that are right.
double right_of(std::span<const double> guesses, double truth, double tolerance) {
    double right = 0;
    for (const double guess : guesses) {
        const double slack =
            kSecretRounding * (tolerance + std::max(std::fabs(guess), std::fabs(truth)));
        right += std::fabs(guess - truth) <= tolerance + slack ? 1 : 0;
    }
    return guesses.empty() ? 0 : right / static_cast<double>(guesses.size());
}

class SecretNumbers : public SecretColumn {
  public:
    SecretNumbers(const AssessInput& input, const std::string& name, const Groups& groups,
                  double tolerance)
        : groups_(groups),
          original_(input.original.column_ptr(name)),
          masked_(input.masked.column_ptr(name)),
          tolerance_(tolerance / 100 * column_stats(input.context, *original_).deviation()),
          overall_(best_windows(sorted_numbers(input.context, *original_), tolerance_)) {
        std::vector<std::pair<std::int32_t, double>> cells;
        for (std::int64_t row = 0; row < masked_->size(); ++row) {
            if (!masked_->valid(row)) continue;
            cells.emplace_back(groups.class_of[at(row)], masked_->numbers()[at(row)]);
        }
        values_ = values_of_class(std::move(cells), groups.classes());
    }

    bool known(std::int64_t row) const override { return original_->valid(row); }

    Guess guess(std::int64_t row, std::span<const std::int32_t> classes,
                std::int64_t without) const override {
        std::vector<double> all;
        for (const std::int32_t own : classes) {
            const auto values = values_[own];
            all.insert(all.end(), values.begin(), values.end());
        }
        if (classes.size() > 1) std::sort(all.begin(), all.end());
        if (without >= 0 && masked_->valid(without) &&
            std::find(classes.begin(), classes.end(), groups_.class_of[at(without)]) !=
                classes.end()) {
            all.erase(std::lower_bound(all.begin(), all.end(), masked_->numbers()[at(without)]));
        }
        return {right_of(best_windows(all, tolerance_), truth(row), tolerance_),
                !all.empty() && all.back() - all.front() <= 2 * tolerance_ * (1 + kSecretRounding),
                !all.empty()};
    }

    double right_without_release(std::int64_t row) const override {
        return right_of(overall_, truth(row), tolerance_);
    }

  private:
    double truth(std::int64_t row) const { return original_->numbers()[at(row)]; }

    const Groups& groups_;
    ColumnPtr original_;
    ColumnPtr masked_;
    double tolerance_;
    std::vector<double> overall_;  // the best guesses from all people
    ValuesOfClass<double> values_;
};

}  // namespace

std::unique_ptr<SecretColumn> secret_column(const AssessInput& input, const std::string& name,
                                            const Groups& groups, double tolerance) {
    if (input.original.column(name).is_numeric() && input.masked.column(name).is_numeric()) {
        return std::make_unique<SecretNumbers>(input, name, groups, tolerance);
    }
    return std::make_unique<SecretCategories>(input, name, groups);
}

}  // namespace lethe::attack
