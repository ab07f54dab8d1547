#include "lethe/table/attack/linkage/linkage_crowd.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/method/category_columns.h"
#include "lethe/table/attack/linkage/linkage_space.h"

namespace lethe::attack {
namespace {

constexpr std::int64_t kMostEntries = std::int64_t{1} << 22;  // of a table of differences

// For each code of the masked table the codes of the original that it stands for: itself, or, of a
// label that the original lacks, those that it replaced.
std::vector<std::vector<char>> meanings(const CategoryColumn& column) {
    std::vector<std::vector<char>> result(at(column.codes), std::vector<char>(at(column.codes), 0));
    const auto aligned = column.aligned();
    for (std::size_t row = 0; row < column.masked.size(); ++row) {
        if (column.masked[row] < column.domain || column.masked[row] == column.missing()) continue;
        result[at(column.masked[row])][at(aligned[row])] = 1;
    }
    for (std::int32_t code = 0; code < column.domain; ++code) result[at(code)][at(code)] = 1;
    result[at(column.missing())][at(column.missing())] = 1;
    return result;
}

// Such that two records taken at random differ by 2 in the square, as standardised numbers do.
double unit_of_nominal(const CategoryColumn& column) {
    std::vector<double> counts(at(column.codes), 0.0);
    for (const std::int32_t code : column.original) counts[at(code)] += 1.0;
    const auto rows = static_cast<double>(column.original.size());
    double equal = 0.0;
    for (const double count : counts) equal += count / rows * (count / rows);
    return equal < 1.0 ? std::sqrt(2.0 / (1.0 - equal)) : 1.0;
}

struct CrowdSteps {
    double unit = 1.0;
    std::int32_t middle = 0;  // where a missing value stands: the lower median
};

CrowdSteps steps_of_ordinal(const CategoryColumn& column) {
    std::vector<std::int64_t> counts(at(column.codes), 0);
    for (const std::int32_t code : column.original) ++counts[at(code)];
    double sum = 0.0, squares = 0.0, rows = 0.0;
    for (std::int32_t code = 0; code < column.domain; ++code) {
        const auto count = static_cast<double>(counts[at(code)]);
        rows += count;
        sum += count * code;
        squares += count * code * code;
    }
    CrowdSteps steps;
    if (rows < 2) return steps;
    const double variance = (squares - sum * sum / rows) / (rows - 1);
    if (variance > 0) steps.unit = 1.0 / std::sqrt(variance);
    double below = 0.0;
    for (std::int32_t code = 0; code < column.domain; ++code) {
        below += static_cast<double>(counts[at(code)]);
        if (2 * below >= rows) {
            steps.middle = code;
            break;
        }
    }
    return steps;
}

// Steps from the code to the nearest of those that the other stands for.
double step_distance(const std::vector<char>& meaning, std::int32_t code, const CrowdSteps& steps,
                     std::int32_t missing) {
    const auto place = [&](std::int32_t c) { return c == missing ? steps.middle : c; };
    std::int32_t low = missing;
    std::int32_t high = -1;
    for (std::int32_t c = 0; c <= missing; ++c) {
        if (meaning[at(c)] == 0) continue;
        low = std::min(low, place(c));
        high = std::max(high, place(c));
    }
    if (high < 0) low = high = steps.middle;  // stands for nothing
    const std::int32_t own = place(code);
    const std::int32_t apart = own < low ? low - own : own > high ? own - high : 0;
    return apart * steps.unit;
}

// Row by row of the original's codes.
std::vector<double> table_of(const CategoryColumn& column) {
    const auto means = meanings(column);
    const CrowdSteps steps = column.ordinal ? steps_of_ordinal(column) : CrowdSteps{};
    const double unit = column.ordinal ? 0.0 : unit_of_nominal(column);
    const std::int32_t missing = column.missing();
    std::vector<double> table;
    for (std::int32_t a = 0; a < column.codes; ++a) {
        for (std::int32_t b = 0; b < column.codes; ++b) {
            if (column.ordinal) {
                table.push_back(step_distance(means[at(b)], a, steps, missing));
            } else if (means[at(b)][at(a)] != 0) {
                table.push_back(0.0);
            } else {
                const bool half = (a == missing) != (b == missing);
                table.push_back(half ? unit * std::sqrt(0.5) : unit);
            }
        }
    }
    return table;
}

std::vector<double> transposed_table(const std::vector<double>& table, std::size_t width) {
    std::vector<double> result(table.size());
    for (std::size_t a = 0; a < width; ++a) {
        for (std::size_t b = 0; b < width; ++b) result[b * width + a] = table[a * width + b];
    }
    return result;
}

std::vector<std::int64_t> all_rows(std::int64_t count) {
    std::vector<std::int64_t> rows(at(count));
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

}  // namespace

void LinkageCrowd::add_numbers(const AssessInput& input, const std::vector<std::size_t>& places,
                               std::vector<double>& original, std::vector<double>& released) const {
    AssessInput numbers = input;
    numbers.columns.clear();
    for (const std::size_t place : places) numbers.columns.push_back(input.columns[place]);
    const LinkageSpace space =
        linkage_space(numbers, Distance::standardised, all_rows(input.original.rows()));
    const auto put = [&](const NumericSpace& from, std::vector<double>& to) {
        for (std::int64_t row = 0; row < from.rows(); ++row) {
            const double* point = from.points().at(row);
            for (std::size_t l = 0; l < places.size(); ++l) {
                to[at(row) * width_ + places[l]] = point[l] + 0.0;  // no negative zero
            }
        }
    };
    put(space.held, original);
    put(space.released, released);
}

void LinkageCrowd::add_codes(const AssessInput& input, std::size_t place,
                             std::vector<double>& original, std::vector<double>& released) {
    const CategoryColumn column = category_column(input, input.columns[place]);
    const bool listed = std::int64_t{column.codes} * column.codes <= kMostEntries;
    (*tables_)[place] = listed ? table_of(column) : std::vector<double>{unit_of_nominal(column)};
    codes_[place] = {(*tables_)[place].data(), listed ? column.codes : 0};
    for (std::size_t row = 0; row < column.original.size(); ++row) {
        original[row * width_ + place] = column.original[row];
    }
    for (std::size_t row = 0; row < column.masked.size(); ++row) {
        const std::int32_t code = column.masked[row];
        const std::int32_t read = listed ? code : column.read_as[at(code)];
        released[row * width_ + place] = read == CategoryColumn::kNothing ? code : read;
    }
}

LinkageCrowd::LinkageCrowd(const AssessInput& input, CrowdDirection direction)
    : width_(input.columns.size()),
      tables_(std::make_shared<std::vector<std::vector<double>>>(width_)) {
    std::vector<double> original(at(input.original.rows()) * width_);
    std::vector<double> released(at(input.masked.rows()) * width_);
    std::vector<std::size_t> numbers;
    for (std::size_t place = 0; place < width_; ++place) {
        if (input.original.column(input.columns[place]).is_numeric()) numbers.push_back(place);
    }
    if (!numbers.empty()) add_numbers(input, numbers, original, released);
    if (numbers.size() < width_) {
        codes_.resize(width_);
        for (std::size_t place = 0; place < width_; ++place) {
            if (input.original.column(input.columns[place]).is_numeric()) continue;
            add_codes(input, place, original, released);
        }
    }
    own_ = masked_row_of(input);
    if (direction == CrowdDirection::to_release) {
        sought_ = std::move(original);
        find_classes(std::move(released));
        return;
    }
    for (std::size_t place = 0; place < codes_.size(); ++place) {
        if (codes_[place].width == 0) continue;
        (*tables_)[place] = transposed_table((*tables_)[place], at(codes_[place].width));
        codes_[place].values = (*tables_)[place].data();
    }
    own_.assign(at(input.masked.rows()), 0);
    for (std::int64_t row = 0; row < input.masked.rows(); ++row)
        own_[at(row)] = input.origin_of(row);
    sought_ = std::move(released);
    find_classes(std::move(original));
}

void LinkageCrowd::find_classes(std::vector<double> values) {
    const std::size_t rows = width_ == 0 ? 0 : values.size() / width_;
    const std::size_t slots = std::bit_ceil(2 * rows + 2);
    std::vector<std::int32_t> table(slots, -1);
    class_of_.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        const double* point = values.data() + row * width_;
        std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
        for (std::size_t l = 0; l < width_; ++l) {
            hash = (hash ^ std::bit_cast<std::uint64_t>(point[l])) * 0xff51afd7ed558ccdULL;
            hash ^= hash >> 33;
        }
        std::size_t slot = hash & (slots - 1);
        while (table[slot] >= 0 &&
               !std::equal(point, point + width_, classes_.data() + at(table[slot]) * width_)) {
            slot = (slot + 1) & (slots - 1);
        }
        if (table[slot] < 0) {
            table[slot] = static_cast<std::int32_t>(copies_.size());
            copies_.push_back(0);
            classes_.insert(classes_.end(), point, point + width_);
        }
        class_of_[row] = table[slot];
        ++copies_[at(table[slot])];
    }
}

LinkSample LinkageCrowd::sample(std::span<const std::int64_t> rows, bool equals_compete,
                                std::span<const std::int64_t> closed) const {
    LinkSample sample;
    sample.attributes = static_cast<int>(width_);
    sample.equals_compete = equals_compete;
    sample.rows.assign(rows.begin(), rows.end());
    sample.tables = tables_;
    sample.codes = codes_;
    std::vector<std::int64_t> left = copies_;
    for (const std::int64_t record : closed) --left[at(class_of_[at(record)])];
    const std::vector<std::int64_t> open = left;
    std::vector<std::int64_t> first(copies_.size(), -1);  // person of each class
    const auto point = [&](std::int32_t c) { return classes_.data() + at(c) * width_; };
    for (const std::int64_t row : rows) {
        if (row < 0 || row >= std::ssize(own_) || own_[at(row)] < 0) {
            throw Error(ErrorKind::input, "a record is not in both files");
        }
        const double* sought = sought_.data() + at(row) * width_;
        sample.original.insert(sample.original.end(), sought, sought + width_);
        const std::int32_t own = class_of_[at(own_[at(row)])];
        sample.masked.insert(sample.masked.end(), point(own), point(own) + width_);
        --left[at(own)];
        sample.equals.push_back(open[at(own)]);
        if (first[at(own)] < 0) first[at(own)] = std::ssize(sample.copies);
        sample.copies.push_back(1.0);
    }
    for (std::int32_t c = 0; c < std::ssize(copies_); ++c) {
        if (left[at(c)] == 0) continue;
        if (!equals_compete && first[at(c)] >= 0) {  // counted with the first of the people
            sample.copies[at(first[at(c)])] += static_cast<double>(left[at(c)]);
            continue;
        }
        sample.masked.insert(sample.masked.end(), point(c), point(c) + width_);
        sample.copies.push_back(static_cast<double>(left[at(c)]));
    }
    return sample;
}

std::vector<std::int64_t> released_people(const AssessInput& input) {
    const auto masked_of = masked_row_of(input);
    std::vector<std::int64_t> rows = attacked_rows(input);
    rows.insert(rows.end(), input.training.begin(), input.training.end());
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::erase_if(rows, [&](std::int64_t row) { return masked_of[at(row)] < 0; });
    return rows;
}

std::vector<std::int64_t> drawn_people(const Random& random, std::string_view purpose,
                                       const std::vector<std::int64_t>& rows, std::int64_t most) {
    if (std::ssize(rows) <= most) return rows;
    std::vector<std::int64_t> drawn;
    for (const std::int64_t place : random_subset(random.stream(purpose), std::ssize(rows), most)) {
        drawn.push_back(rows[at(place)]);
    }
    return drawn;
}

std::int64_t affordable_people(const LinkageCrowd& crowd, std::int64_t most, double pairs) {
    if (pairs <= 0) return most;
    constexpr double kFewest = 50;
    const double people =
        1e6 * pairs / static_cast<double>(std::max<std::int64_t>(1, crowd.different()));
    return std::min(most, static_cast<std::int64_t>(std::clamp(people, kFewest, 1e9)));
}

std::array<double, 2> share_interval(double found, std::int64_t people) {
    if (people == 0) return {0.0, 100.0};
    constexpr double kZ = 1.959963984540054;
    const auto n = static_cast<double>(people);
    const double p = found / n;
    const double centre = (p + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
    const double half = kZ / (1 + kZ * kZ / n) * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
    return {100 * std::max(0.0, centre - half), 100 * std::min(1.0, centre + half)};
}

}  // namespace lethe::attack
