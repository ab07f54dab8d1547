// The integrals are taken by the double exponential rule, with u = 1 / (1 + e^(-pi sinh t)): the
// integrand may have all of its weight at either end.
//
// A minimal sample unique is looked for among all combinations of keys up to the size asked for, by
// counting the texts of each. A log-linear model is fitted by going through the margins of its
// terms until none is off by more than 1e-8.
#include "lethe/release/tables/counts/risk_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "lethe/release/tables/counts/written_classes.h"

namespace lethe::release {
namespace {

constexpr double kMostAgreeing = 3e7;      // of different rows, where values are missing
constexpr double kMostFittedCells = 4e6;   // of a model
constexpr double kMostCombinations = 5e3;  // of keys
constexpr double kFitted = 1e-6;           // two fits of one model differ by less

// `integrand` gets u, its logarithm and 1 - u.
template <class Integrand>
double integral_to_one(Integrand integrand) {
    constexpr double kStep = 1.0 / 32;
    double sum = 0;
    for (int i = -128; i <= 128; ++i) {
        const double t = i * kStep;
        const double s = std::numbers::pi * std::sinh(t);
        const double u = 1 / (1 + std::exp(-s));
        const double rest = 1 / (1 + std::exp(s));
        const double log_u = s > 0 ? -std::log1p(std::exp(-s)) : s - std::log1p(std::exp(s));
        sum += std::numbers::pi * std::cosh(t) * u * rest * integrand(u, log_u, rest);
    }
    return sum * kStep;
}

// E(1 / (f + X)), X Poisson with this mean: the integral of u^(f - 1) e^(-mean (1 - u)).
double counted_match(double f, double mean) {
    return integral_to_one(
        [&](double, double log_u, double rest) { return std::exp((f - 1) * log_u - mean * rest); });
}

// Different rows of the keys, with how many rows show them and how many people these stand for.
struct ShownClass {
    LabelLine labels;
    double rows = 0;
    double people = 0;
    std::vector<std::int64_t> which;
};

struct RiskCounting {
    const Context& context;
    const Table& table;
    const RiskClaim& claim;
    std::vector<double> weight;       // of each row
    std::vector<std::string> family;  // household of each row; kWithout: none
    std::vector<ShownClass> classes;
    std::string reason = {};  // why nothing was counted
};

bool has_gap(const ShownClass& one) {
    return std::find(one.labels.begin(), one.labels.end(), kWithout) != one.labels.end();
}

bool agree(const ShownClass& a, const ShownClass& b) {
    for (std::size_t q = 0; q < a.labels.size(); ++q) {
        if (a.labels[q] == kWithout || b.labels[q] == kWithout) continue;
        if (a.labels[q] != b.labels[q]) return false;
    }
    return true;
}

std::vector<double> by_row(const RiskCounting& counting, const std::vector<double>& of_class) {
    std::vector<double> rows(static_cast<std::size_t>(counting.table.rows()), 0);
    for (std::size_t c = 0; c < counting.classes.size(); ++c) {
        for (const std::int64_t row : counting.classes[c].which) {
            rows[static_cast<std::size_t>(row)] = of_class[c];
        }
    }
    return rows;
}

// A missing value agrees with anything.
std::vector<double> individual_counted(RiskCounting& counting) {
    const auto& classes = counting.classes;
    const bool gaps = std::any_of(classes.begin(), classes.end(), has_gap);
    const auto count = static_cast<double>(classes.size());
    if (gaps && count * count > kMostAgreeing) {
        counting.reason = "too much to count";
        return {};
    }
    std::map<std::pair<double, double>, double> known;
    std::vector<double> risks;
    for (const ShownClass& one : classes) {
        counting.context.check_stop();
        double rows = one.rows;
        double people = one.people;
        if (gaps) {
            rows = people = 0;
            for (const ShownClass& other : classes) {
                if (!agree(one, other)) continue;
                rows += other.rows;
                people += other.people;
            }
        }
        auto [place, is_new] = known.try_emplace({rows, people}, 0);
        if (is_new) {
            place->second = counted_individual_risk(static_cast<std::int64_t>(rows), people);
        }
        risks.push_back(place->second);
    }
    return by_row(counting, risks);
}

std::vector<double> household_counted(RiskCounting& counting) {
    std::vector<double> risks = individual_counted(counting);
    std::map<std::string, double> nobody_found;
    for (std::size_t row = 0; row < risks.size(); ++row) {
        if (counting.family[row] == kWithout) continue;
        nobody_found.try_emplace(counting.family[row], 1).first->second *= 1 - risks[row];
    }
    for (std::size_t row = 0; row < risks.size(); ++row) {
        if (counting.family[row] == kWithout) continue;
        risks[row] = 1 - nobody_found.at(counting.family[row]);
    }
    return risks;
}

// The cells of a model, the last key fastest, and what is expected in each.
class FittedCells {
  public:
    FittedCells(const RiskCounting& counting, double cells)
        : counting_(counting), observed_(static_cast<std::size_t>(cells), 0) {
        const auto& classes = counting.classes;
        for (std::size_t q = 0; q < counting.claim.keys.size(); ++q) {
            auto& number = numbers_.emplace_back();
            for (const ShownClass& one : classes) {
                number.try_emplace(one.labels[q], number.size());
            }
        }
        for (const ShownClass& one : classes) observed_[cell_of(one)] += one.rows;
    }

    std::size_t cell_of(const ShownClass& one) const {
        std::size_t cell = 0;
        for (std::size_t q = 0; q < numbers_.size(); ++q) {
            cell = cell * numbers_[q].size() + numbers_[q].at(one.labels[q]);
        }
        return cell;
    }

    std::vector<double> fitted() const {
        std::vector<std::vector<std::size_t>> margins;  // [term][cell]: its margin
        for (const auto& names : counting_.claim.model) {
            auto& margin = margins.emplace_back();
            for (std::size_t cell = 0; cell < observed_.size(); ++cell) {
                margin.push_back(margin_of(cell, names));
            }
        }
        std::vector<double> expected(observed_.size(), 1);
        for (int round = 0; round < 2000; ++round) {
            counting_.context.check_stop();
            double farthest = 0;
            for (const auto& margin : margins) {
                std::vector<double> there(observed_.size(), 0), wanted(observed_.size(), 0);
                for (std::size_t cell = 0; cell < margin.size(); ++cell) {
                    there[margin[cell]] += expected[cell];
                    wanted[margin[cell]] += observed_[cell];
                }
                for (std::size_t m = 0; m < there.size(); ++m) {
                    if (wanted[m] > 0) {
                        farthest = std::max(farthest, std::abs(there[m] / wanted[m] - 1));
                    }
                }
                for (std::size_t cell = 0; cell < margin.size(); ++cell) {
                    const double sum = there[margin[cell]];
                    if (sum > 0) expected[cell] *= wanted[margin[cell]] / sum;
                }
            }
            if (farthest < 1e-10) break;
        }
        return expected;
    }

  private:
    std::size_t margin_of(std::size_t cell, const std::vector<std::string>& names) const {
        std::size_t margin = 0;
        std::size_t stride = 1;
        for (std::size_t q = numbers_.size(); q-- > 0;) {
            const std::size_t code = cell % numbers_[q].size();
            cell /= numbers_[q].size();
            const std::string& key = counting_.claim.keys[q];
            if (std::find(names.begin(), names.end(), key) == names.end()) continue;
            margin += code * stride;
            stride *= numbers_[q].size();
        }
        return margin;
    }

    const RiskCounting& counting_;
    std::vector<std::map<std::string, std::size_t>> numbers_;
    std::vector<double> observed_;
};

// Each class: the share of each of its values, times all rows.
std::vector<double> independent_counts(const RiskCounting& counting) {
    const auto rows = static_cast<double>(counting.table.rows());
    std::vector<double> expected(counting.classes.size(), rows);
    for (std::size_t q = 0; q < counting.claim.keys.size(); ++q) {
        std::map<std::string, double> like;
        for (const ShownClass& one : counting.classes) like[one.labels[q]] += one.rows;
        for (std::size_t c = 0; c < expected.size(); ++c) {
            expected[c] *= like[counting.classes[c].labels[q]] / rows;
        }
    }
    return expected;
}

// A missing value is one of its own.
std::vector<double> matches_counted(RiskCounting& counting) {
    const bool independent = std::all_of(counting.claim.model.begin(), counting.claim.model.end(),
                                         [](const auto& term) { return term.size() < 2; });
    std::vector<double> expected;
    if (independent) {
        expected = independent_counts(counting);
    } else {
        double cells = 1;
        for (std::size_t q = 0; q < counting.claim.keys.size(); ++q) {
            std::set<std::string> values;
            for (const ShownClass& one : counting.classes) values.insert(one.labels[q]);
            cells *= static_cast<double>(values.size());
        }
        if (cells > kMostFittedCells) {
            counting.reason = "too much to count";
            return {};
        }
        const FittedCells model(counting, cells);
        const std::vector<double> fitted = model.fitted();
        for (const ShownClass& one : counting.classes) {
            expected.push_back(fitted[model.cell_of(one)]);
        }
    }
    std::vector<double> chances;
    for (std::size_t c = 0; c < expected.size(); ++c) {
        const ShownClass& one = counting.classes[c];
        double fraction = 0;
        for (const std::int64_t row : one.which) {
            const double weight = counting.weight[static_cast<std::size_t>(row)];
            fraction += std::min(1.0, 1 / weight) / one.rows;
        }
        fraction = std::min(fraction, 1.0);
        chances.push_back(counted_match(one.rows, expected[c] * (1 - fraction) / fraction));
    }
    return by_row(counting, chances);
}

// Combinations of up to `most` of so many keys, smaller ones first.
std::vector<std::vector<std::size_t>> combinations_of_keys(std::size_t keys, std::size_t most) {
    std::vector<std::vector<std::size_t>> all = {{}};
    std::vector<std::vector<std::size_t>> found;
    for (std::size_t from = 0; from < all.size(); ++from) {
        const std::vector<std::size_t> part = all[from];
        if (part.size() == most) continue;
        for (std::size_t q = part.empty() ? 0 : part.back() + 1; q < keys; ++q) {
            all.push_back(part);
            all.back().push_back(q);
            found.push_back(all.back());
        }
    }
    return found;
}

std::vector<double> scores_counted(RiskCounting& counting) {
    const std::size_t keys = counting.claim.keys.size();
    const std::size_t most = std::min(static_cast<std::size_t>(counting.claim.most), keys);
    double count = 0, ways = 1;
    for (std::size_t i = 1; i <= most; ++i) {
        ways *= static_cast<double>(keys - i + 1) / static_cast<double>(i);
        count += ways;
    }
    if (count > kMostCombinations) {
        counting.reason = "too much to count";
        return {};
    }
    const auto& classes = counting.classes;
    std::vector<std::vector<std::vector<std::size_t>>> minimal(classes.size());  // of each class
    std::vector<double> score(classes.size(), 0);
    for (const auto& combination : combinations_of_keys(keys, most)) {
        counting.context.check_stop();
        // The class that shows the values alone, with one row; or how many show them.
        std::map<LabelLine, std::pair<double, std::size_t>> shown;
        for (std::size_t c = 0; c < classes.size(); ++c) {
            LabelLine values;
            for (const std::size_t q : combination) values.push_back(classes[c].labels[q]);
            if (std::find(values.begin(), values.end(), kWithout) != values.end()) continue;
            auto& [rows, first] = shown[values];
            rows += classes[c].rows;
            first = c;
        }
        double worth = 1;
        for (std::size_t i = combination.size(); i <= std::min(most, keys - 1); ++i) {
            worth *= static_cast<double>(keys - i);
        }
        for (const auto& [values, rows_and_class] : shown) {
            if (rows_and_class.first != 1) continue;
            auto& sets = minimal[rows_and_class.second];
            const bool contains =
                std::any_of(sets.begin(), sets.end(), [&](const std::vector<std::size_t>& smaller) {
                    return std::includes(combination.begin(), combination.end(), smaller.begin(),
                                         smaller.end());
                });
            if (contains) continue;
            sets.push_back(combination);
            score[rows_and_class.second] += worth;
        }
    }
    return by_row(counting, score);
}

std::vector<double> dis_counted(RiskCounting& counting) {
    const std::vector<double> scores = scores_counted(counting);
    double fraction = counting.claim.fraction;
    if (!counting.claim.weights.empty()) {
        const double people = std::accumulate(counting.weight.begin(), counting.weight.end(), 0.0);
        fraction = std::min(1.0, static_cast<double>(counting.table.rows()) / people);
    }
    double alone = 0, pairs = 0;
    for (const ShownClass& one : counting.classes) {
        alone += one.rows == 1 ? 1 : 0;
        pairs += one.rows == 2 ? 1 : 0;
    }
    const double found = fraction * alone;
    const double file = alone == 0 ? 0 : found / (found + 2 * (1 - fraction) * pairs);
    const double exponent = 1 + (8 - static_cast<double>(counting.claim.keys.size())) / 20;
    double sum = 0;
    for (const double score : scores) sum += score > 0 ? std::pow(score, -exponent) : 0;
    std::vector<double> risks;
    for (const double score : scores) {
        risks.push_back(score > 0 && file > 0
                            ? 1 / (1 + (alone / file - alone) / (std::pow(score, exponent) * sum))
                            : 0);
    }
    return risks;
}

std::vector<double> risks_counted(RiskCounting& counting) {
    const std::string& measure = counting.claim.measure;
    if (measure == "individual") return individual_counted(counting);
    if (measure == "household") return household_counted(counting);
    if (measure == "log-linear") return matches_counted(counting);
    if (measure == "suda-score") return scores_counted(counting);
    if (measure == "dis-suda") return dis_counted(counting);
    counting.reason = "such a risk is not known here";
    return {};
}

std::string risk_words(const RiskClaim& claim) {
    const std::string_view risk = claim.measure == "household"    ? "household risk"
                                  : claim.measure == "log-linear" ? "chance of a right match"
                                  : claim.measure == "suda-score" ? "SUDA score"
                                  : claim.measure == "dis-suda"   ? "DIS-SUDA"
                                                                  : "individual risk";
    return claim.rate ? fmt::format("mean {} at most {}", risk, *claim.rate)
                      : fmt::format("{} at most {}", risk, claim.above.value_or(1));
}

const Column* column_beside(const Table& table, const Table& beside, const std::string& name) {
    const Column* own = table.find(name);
    return own != nullptr ? own : beside.find(name);
}

// Weights and households, or the reason why there are none.
void read_survey(const Table& beside, RiskCounting& counting) {
    const RiskClaim& claim = counting.claim;
    const auto rows = static_cast<std::size_t>(counting.table.rows());
    counting.weight.assign(rows, claim.people_by_record);
    counting.family.assign(rows, kWithout);
    const auto column_of = [&](const std::string& name) -> const Column* {
        if (name.empty()) return nullptr;
        const Column* column = column_beside(counting.table, beside, name);
        if (column == nullptr || column->size() != counting.table.rows()) {
            counting.reason = fmt::format("{} is not known of the released records", name);
            return nullptr;
        }
        return column;
    };
    if (const Column* weights = column_of(claim.weights)) {
        if (!weights->is_numeric()) {
            counting.reason = fmt::format("{} is no column of numbers", claim.weights);
            return;
        }
        counting.weight.assign(weights->numbers().begin(), weights->numbers().end());
    }
    if (const Column* household = column_of(claim.household)) {
        for (std::size_t row = 0; row < rows; ++row) {
            const auto at = static_cast<std::int64_t>(row);
            if (household->valid(at)) counting.family[row] = household->text(at);
        }
    }
}

}  // namespace

double counted_individual_risk(std::int64_t f, double population) {
    const auto count = static_cast<double>(f);
    if (population <= count) return 1 / count;
    const double p = count / population;
    return integral_to_one([&](double u, double log_u, double) {
        return std::exp((count - 1) * log_u) * p / (p + (1 - p) * u);
    });
}

std::optional<RiskClaim> risk_claim(const Json& step) {
    const Json said = step.value("facts", Json::object()).value("risk", Json());
    if (!said.is_object()) return std::nullopt;
    RiskClaim claim;
    claim.measure = said.value("measure", "");
    claim.keys = said.value("keys", std::vector<std::string>());
    if (claim.measure.empty() || claim.keys.empty()) return std::nullopt;
    if (said.contains("above")) claim.above = said["above"].get<double>();
    if (said.contains("rate")) claim.rate = said["rate"].get<double>();
    claim.weights = said.value("weights", "");
    claim.people_by_record = said.value("people_by_record", 1.0);
    claim.household = said.value("household", "");
    claim.model = said.value("model", std::vector<std::vector<std::string>>());
    claim.most = said.value("most", std::int64_t{3});
    claim.fraction = said.value("fraction", 0.01);
    return claim;
}

Json count_risk(const Context& context, const Table& table, const Table& beside,
                const RiskClaim& claim) {
    RiskCounting counting{context, table, claim, {}, {}, {}};
    for (const std::string& key : claim.keys) {
        if (table.find(key) == nullptr) {
            counting.reason = fmt::format("{} is not in the released file", key);
        }
    }
    read_survey(beside, counting);
    std::vector<double> risks;
    if (counting.reason.empty()) {
        for (auto& rows : equal_rows(context, table, claim.keys)) {
            ShownClass& one = counting.classes.emplace_back();
            one.labels = labels_shown(table, claim.keys, rows.front());
            one.rows = static_cast<double>(rows.size());
            for (const std::int64_t row : rows) {
                one.people += counting.weight[static_cast<std::size_t>(row)];
            }
            one.which = std::move(rows);
        }
        risks = risks_counted(counting);
    }
    Json item{{"model", risk_words(claim)},
              {"sensitive", ""},
              {"asked", claim.rate ? *claim.rate : claim.above.value_or(1)}};
    if (!counting.reason.empty()) {
        item["counted"] = nullptr;
        item["holds"] = nullptr;
        item["reason"] = counting.reason;
        return item;
    }
    double figure = 0;
    for (const double risk : risks) figure = claim.rate ? figure + risk : std::max(figure, risk);
    if (claim.rate && !risks.empty()) figure /= static_cast<double>(risks.size());
    const double slack = claim.measure == "log-linear" ? kFitted : 1e-9;
    const bool lent = (!claim.weights.empty() && table.find(claim.weights) == nullptr) ||
                      (!claim.household.empty() && table.find(claim.household) == nullptr);
    item["counted"] = lent ? Json(nullptr) : Json(figure);
    item["holds"] = figure <= item["asked"].get<double>() * (1 + slack);
    if (lent) item["reason"] = "by columns of the original that are not released";
    return item;
}

}  // namespace lethe::release
