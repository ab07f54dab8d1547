// Numbers: compared by their share of the range of the original column or in its standard
// deviations, published as the mean.
#include <cmath>
#include <unordered_map>

#include "lethe/core/exact_sum.h"
#include "lethe/data/column_stats.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/space/attribute/attribute_kinds.h"

namespace lethe {
namespace {

constexpr std::size_t kIntervals = 10;

class NumericAttribute final : public SummarisedAttribute<double> {
  public:
    NumericAttribute(const Column& original, const Column* masked, const AttributeOptions& options)
        : bounded_(options.numbers == NumberScale::share_of_range) {
        name_ = original.name();
        std::vector<double> held = valid_numbers(original);
        std::ranges::sort(held);
        if (!held.empty()) {
            const double range = held.back() - held.front();
            scale_ = bounded_ ? range : column_stats(Context(), original).deviation();
            middle_ = held.front() + range / 2;
        }
        for (std::size_t i = 1; i < kIntervals && !held.empty(); ++i) {
            cuts_.push_back(held[held.size() * i / kIntervals]);
        }
        if (masked != nullptr) {
            const std::vector<double> more = valid_numbers(*masked);
            held.insert(held.end(), more.begin(), more.end());
            std::ranges::sort(held);
        }
        held.erase(std::unique(held.begin(), held.end()), held.end());
        numbers_ = std::move(held);
        sorted_ = numbers_.size();
        labels_ = NumberLabels(original.notation());
        notation_ = original.notation();
        for (const double number : numbers_) texts_.push_back(labels_.number(number));
        codes_ = read(original);
        if (masked != nullptr) masked_codes_ = read(*masked);
        place_missing(options.missing);
        if (options.missing == MissingDistance::middle && stand_in_) stand_in_ = middle_;
    }

    bool ordered() const override { return true; }
    std::optional<double> place(std::int32_t code) const override {
        if (code == missing_) return std::nullopt;
        return number(code);
    }

    std::vector<std::int32_t> categories(std::int32_t code) const override {
        if (code == missing_) return {static_cast<std::int32_t>(kIntervals)};
        const auto above = std::upper_bound(cuts_.begin(), cuts_.end(), number(code));
        return {static_cast<std::int32_t>(above - cuts_.begin())};
    }

    ColumnPtr column(std::span<const std::int32_t> codes) const override {
        std::vector<double> numbers(codes.size(), 0);
        Validity validity(std::ssize(codes));
        for (std::size_t row = 0; row < codes.size(); ++row) {
            if (codes[row] == missing_) {
                validity.set_missing(static_cast<std::int64_t>(row));
            } else {
                numbers[row] = number(codes[row]);
            }
        }
        const ColumnPtr made = Column::numeric(name_, std::move(numbers), std::move(validity));
        return notation_ ? made->with_notation(notation_) : made;
    }

  protected:
    std::int32_t missing() const override { return missing_; }

    double distance_of_values(std::int32_t a, std::int32_t b) const override {
        return distance_of(number(a), number(b));
    }

    double summary(std::span<const CountedCode> group) const override {
        ExactSum sum;
        std::int64_t all = 0;
        for (const CountedCode& entry : group) {
            for (std::int64_t i = 0; i < entry.count; ++i) sum.add(number(entry.code));
            all += entry.count;
        }
        return sum.value() / static_cast<double>(all) + 0.0;
    }

    double distance_to(const double& centre, std::int32_t value) const override {
        return distance_of(centre, number(value));
    }

    double between(const double& a, const double& b) const override { return distance_of(a, b); }

    std::int32_t code_of(const double& centre) override {
        const std::int32_t known = find(centre);
        if (known != CodedTexts::kNoCode) return known;
        const auto [entry, added] = added_.try_emplace(centre, next_code());
        if (added) add(centre);
        return entry->second;
    }

  private:
    double number(std::int32_t code) const { return numbers_[static_cast<std::size_t>(code)]; }
    std::int32_t next_code() const { return static_cast<std::int32_t>(numbers_.size()); }

    double distance_of(double a, double b) const {
        if (a == b) return 0;
        if (!(scale_ > 0)) return bounded_ ? 1 : 0;
        const double far = std::abs(a - b) / scale_;
        return bounded_ ? std::min(1.0, far) : far;
    }

    static std::vector<double> valid_numbers(const Column& column) {
        std::vector<double> held;
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (!column.valid(row)) continue;
            held.push_back(column.numbers()[static_cast<std::size_t>(row)] + 0.0);
        }
        return held;
    }

    void add(double number) {
        numbers_.push_back(number);
        texts_.push_back(labels_.number(number));
    }

    // The code of a number of the columns.
    std::int32_t find(double number) const {
        const auto end = numbers_.begin() + static_cast<std::ptrdiff_t>(sorted_);
        const auto place = std::lower_bound(numbers_.begin(), end, number);
        if (place == end || *place != number) return CodedTexts::kNoCode;
        return static_cast<std::int32_t>(place - numbers_.begin());
    }

    std::vector<std::int32_t> read(const Column& column) {
        std::vector<std::int32_t> codes(static_cast<std::size_t>(column.size()));
        for (std::int64_t row = 0; row < column.size(); ++row) {
            const auto i = static_cast<std::size_t>(row);
            if (column.valid(row)) {
                codes[i] = find(column.numbers()[i] + 0.0);
                continue;
            }
            if (missing_ == CodedTexts::kNoCode) {
                missing_ = next_code();
                numbers_.push_back(0);
                texts_.emplace_back();
            }
            codes[i] = missing_;
        }
        return codes;
    }

    NotationPtr notation_;  // of the original
    NumberLabels labels_;
    std::vector<double> numbers_;  // of each code; those of the columns first, ascending
    std::size_t sorted_ = 0;       // how many of them those are
    std::unordered_map<double, std::int32_t> added_;
    std::vector<double> cuts_;
    bool bounded_;
    double scale_ = 0;   // the difference that is a distance of 1
    double middle_ = 0;  // of the range
    std::int32_t missing_ = CodedTexts::kNoCode;
};

}  // namespace

std::unique_ptr<Attribute> numeric_attribute(const Column& original, const Column* masked,
                                             const AttributeOptions& options) {
    return std::make_unique<NumericAttribute>(original, masked, options);
}

}  // namespace lethe
