#include "lethe/algo/population/suda.h"

#include <algorithm>
#include <cmath>

#include "lethe/algo/population/minimal_sets.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"

namespace lethe {
namespace {

// Values of a column by the code of each row.
struct ValueScores {
    std::vector<std::int32_t> code_of;
    std::vector<SudaValue> values;
};

ValueScores value_scores(const Context& context, const Table& table, const std::string& name) {
    Groups groups = group_rows(context, table, std::span(&name, 1));
    ValueScores result{std::move(groups.class_of), std::vector<SudaValue>(groups.sizes.size())};
    for (std::size_t row = result.code_of.size(); row-- > 0;) {
        result.values[at(result.code_of[row])].row = static_cast<std::int64_t>(row);
    }
    return result;
}

void count_classes(const Context& context, const Table& table, std::span<const std::string> columns,
                   SudaRisk& result) {
    const Groups groups = group_rows(context, table, columns);
    result.uniques = std::count(groups.sizes.begin(), groups.sizes.end(), 1);
    result.pairs = std::count(groups.sizes.begin(), groups.sizes.end(), 2);
    for (std::size_t row = 0; row < result.smallest.size(); ++row) {
        const bool alone = groups.sizes[at(groups.class_of[row])] == 1;
        const std::uint32_t size = result.smallest[row];
        if (alone && size > 0 && size < columns.size()) ++result.special;
    }
}

}  // namespace

double suda_score(SudaScore score, std::size_t keys, std::size_t size, std::size_t most) {
    const auto all = static_cast<double>(keys);
    double result = 1;
    if (score == SudaScore::elliot) {
        for (std::size_t i = size; i <= std::min(most, keys - 1); ++i) {
            result *= all - static_cast<double>(i);
        }
        return result;
    }
    // 1 / C(keys, size), a factor at a time.
    for (std::size_t i = 1; i <= size; ++i) {
        result *= static_cast<double>(i) / (all - static_cast<double>(size - i));
    }
    return result * (std::exp2(all - static_cast<double>(size)) - 1);
}

double intrusion_risk(std::int64_t uniques, std::int64_t pairs, double fraction) {
    if (uniques == 0) return 0;
    const double found = fraction * static_cast<double>(uniques);
    return found / (found + 2 * (1 - fraction) * static_cast<double>(pairs));
}

std::vector<double> dis_suda(std::span<const double> scores, double file_risk, std::int64_t uniques,
                             std::size_t keys) {
    const double exponent = 1 + (8 - static_cast<double>(keys)) / 20;
    ExactSum shares;
    for (const double score : scores) {
        if (score > 0) shares.add(std::pow(score, -exponent));
    }
    const auto alone = static_cast<double>(uniques);
    const double odds = file_risk > 0 ? alone / file_risk - alone : 0;
    const double all = shares.value();
    std::vector<double> result(scores.size(), 0);
    for (std::size_t row = 0; row < scores.size(); ++row) {
        if (!(scores[row] > 0) || !(file_risk > 0)) continue;
        result[row] = 1 / (1 + odds / (std::pow(scores[row], exponent) * all));
    }
    return result;
}

SudaRisk suda_risk(const Context& context, const Table& table, std::span<const std::string> columns,
                   const SudaOptions& options) {
    const std::size_t rows = at(table.rows());
    const std::size_t keys = columns.size();
    const std::size_t most = std::min(options.most, keys);
    SudaRisk result;
    result.score.assign(rows, 0);
    result.smallest.assign(rows, 0);
    result.sets_of_size.assign(most, 0);
    result.contributed.assign(keys, 0);
    if (options.record_contributions) result.by_record.assign(keys, std::vector<double>(rows, 0));
    std::vector<ValueScores> values;
    for (const std::string& name : columns) values.push_back(value_scores(context, table, name));
    for_each_minimal_set(
        context, table, columns, most, [&](std::span<const std::size_t> set, const RowBits& alone) {
            const double score = suda_score(options.score, keys, set.size(), options.most);
            std::int64_t count = 0;
            for_each_row(alone, [&](std::size_t row) {
                ++count;
                result.score[row] += score;
                if (result.smallest[row] == 0) {
                    result.smallest[row] = static_cast<std::uint32_t>(set.size());
                }
                for (const std::size_t j : set) {
                    values[j].values[at(values[j].code_of[row])].contributed += score;
                    if (options.record_contributions) result.by_record[j][row] += score;
                }
            });
            result.sets_of_size[set.size() - 1] += count;
            for (const std::size_t j : set) {
                result.contributed[j] += score * static_cast<double>(count);
            }
        });
    result.scores = exact_sum(result.score);
    for (std::size_t j = 0; j < keys; ++j) {
        for (std::size_t row = 0; row < rows; ++row) {
            values[j].values[at(values[j].code_of[row])].scores += result.score[row];
        }
        result.values.push_back(std::move(values[j].values));
    }
    count_classes(context, table, columns, result);
    result.file_risk = intrusion_risk(result.uniques, result.pairs, options.fraction);
    result.dis = dis_suda(result.score, result.file_risk, result.uniques, keys);
    return result;
}

}  // namespace lethe
