#include "lethe/table/linkage/linkage_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/table/linkage/column_content.h"
#include "lethe/table/linkage/column_names.h"

namespace lethe::linkage {
namespace {

constexpr std::array<std::pair<Comparator, std::string_view>, 7> kNames{{
    {Comparator::exact, "exact"},
    {Comparator::text, "jaro-winkler"},
    {Comparator::edit, "edit"},
    {Comparator::number, "number"},
    {Comparator::date, "date"},
    {Comparator::label, "label"},
    {Comparator::taxonomy, "taxonomy"},
}};

constexpr std::int64_t kFewCategories = 20;

struct Choice {
    Comparator comparator;
    std::string why;
};

// Codes are whole numbers of one length that count nothing: few of the numbers of that length are
// codes, and two files of the same people have them in common, where amounts differ a little. Years
// are numbers, and so is what is fractional in one of the files, as after masking.
bool are_codes(const Column& left, const Column& right, const ColumnContent& a,
               const ColumnContent& b, const std::string& meaning) {
    if (!a.whole || !b.whole || meaning == "income") return false;
    if (a.leading_zeros || b.leading_zeros) return true;
    if (a.years && b.years) return false;
    if (meaning == "postcode" || meaning == "telephone" || meaning == "social security number") {
        return true;
    }
    const bool one_length = a.usual_digits >= 4 && a.usual_digits == b.usual_digits &&
                            a.usual_share >= 0.9 && b.usual_share >= 0.9;
    const double sparse = static_cast<double>(a.distinct) / (a.greatest - a.least + 1);
    return one_length && sparse < 0.1 && a.distinct * 20 > a.present &&
           shared_values(left, right) > 0.3;
}

Choice choose_comparison(const Column& left, const Column& right, const ColumnContent& a,
                         const ColumnContent& b, const std::string& meaning) {
    constexpr double kMost = 0.9;
    if (left.meaning() || right.meaning()) {
        return {Comparator::taxonomy, "a taxonomy was given"};
    }
    if (a.labels > 0.1 || b.labels > 0.1) {
        return {Comparator::label, "values of the release stand for several"};
    }
    if (a.dates >= kMost && b.dates >= kMost) return {Comparator::date, "dates"};
    if (a.numbers >= kMost && b.numbers >= kMost) {
        if (are_codes(left, right, a, b, meaning))
            return {Comparator::edit, "whole numbers of one length"};
        return {Comparator::number, "numbers"};
    }
    if (a.codes >= kMost && b.codes >= kMost) return {Comparator::edit, "codes of digits"};
    if (a.addresses >= 0.5 && b.addresses >= 0.5) return {Comparator::edit, "e-mail addresses"};
    if (std::max(a.distinct, b.distinct) <= kFewCategories) {
        return {Comparator::exact, "few categories"};
    }
    return {Comparator::text, "texts"};
}

class Planner {
  public:
    Planner(const Table& left, const Table& right, const PlanRequest& request)
        : left_(left), right_(right), request_(request) {}

    LinkagePlan run() {
        for (const std::string& name : request_.ignored) {
            if (left_.find(name) == nullptr && right_.find(name) == nullptr) {
                unknown(name, both_names(), {});
            }
            ignored_.insert(name);
        }
        if (!request_.truth.empty()) ignored_.insert(request_.truth);
        add_given();
        add_by_name();
        throw_if_any(std::move(problems_));
        if (plan_.pairs.empty()) {
            throw Error(ErrorKind::input,
                        "the two files have no column in common to compare; the option map "
                        "INTRUDER_COLUMN=RELEASE_COLUMN says which belong together");
        }
        return std::move(plan_);
    }

  private:
    void unknown(const std::string& name, const std::vector<std::string>& known, const Place& place,
                 std::string_view where = "of the two files") {
        problems_.push_back(
            {unknown_name(fmt::format("column {}", where), name, known), place, ErrorKind::usage});
    }

    std::vector<std::string> both_names() const {
        std::vector<std::string> names = left_.names();
        for (const std::string& name : right_.names()) names.push_back(name);
        return names;
    }

    void add_given() {
        for (const PairSetting& given : request_.pairs) {
            const Column* left = left_.find(given.left);
            const Column* right = right_.find(given.right);
            if (left == nullptr) {
                unknown(given.left, left_.names(), given.place, "of the intruder's file");
            }
            if (right == nullptr) {
                unknown(given.right, right_.names(), given.place, "of the release");
            }
            if (left == nullptr || right == nullptr) continue;
            const bool first_left = left_used_.insert(given.left).second;
            const bool first_right = right_used_.insert(given.right).second;
            if (!first_left || !first_right) {
                problems_.push_back({fmt::format("column \"{}\" stands in two pairs",
                                                 first_left ? given.right : given.left),
                                     given.place, ErrorKind::usage});
                continue;
            }
            add(*left, *right, "given", &given);
        }
    }

    void add_by_name() {
        std::vector<std::string> left, right;
        for (const std::string& name : left_.names()) {
            if (!left_used_.contains(name) && !ignored_.contains(name)) left.push_back(name);
        }
        for (const std::string& name : right_.names()) {
            if (!right_used_.contains(name) && !ignored_.contains(name)) right.push_back(name);
        }
        std::set<std::string> paired_left, paired_right;
        for (const NamePair& pair : pair_names(left, right)) {
            paired_left.insert(left[pair.left]);
            paired_right.insert(right[pair.right]);
            add(left_.column(left[pair.left]), right_.column(right[pair.right]), pair.reason,
                nullptr);
        }
        for (const std::string& name : left) {
            if (!paired_left.contains(name)) leave_out(name, true, "no column of the release");
        }
        for (const std::string& name : right) {
            if (!paired_right.contains(name) && !request_.self) {
                leave_out(name, false, "no column of the intruder's file");
            }
        }
    }

    void leave_out(const std::string& name, bool of_left, std::string reason) {
        plan_.left_out.push_back({name, of_left, std::move(reason)});
    }

    void add(const Column& left, const Column& right, std::string why, const PairSetting* given) {
        const ColumnContent a = content_of(left);
        const ColumnContent b = content_of(right);
        if (given == nullptr && (a.present == 0 || b.present == 0)) {
            return leave_out(left.name(), true, "no values");
        }
        if (given == nullptr && a.distinct <= 1 && b.distinct <= 1) {
            return leave_out(left.name(), true, "the same value in every row");
        }
        if (given == nullptr && request_.self && a.unique && a.whole) {
            return leave_out(left.name(), true, "numbers the rows");
        }
        ColumnPair pair{left.name(), right.name()};
        Choice choice = choose_comparison(left, right, a, b, meaning_of_name(left.name()));
        if (given != nullptr) {
            pair.tolerance = given->tolerance;
            pair.codes = given->codes;
            if (given->comparator) {
                choice = {*given->comparator, "given"};
            } else if (given->tolerance && choice.comparator == Comparator::edit &&
                       a.numbers >= 0.9 && b.numbers >= 0.9) {
                choice = {Comparator::number, "a tolerance was given"};
            }
        }
        pair.comparator = choice.comparator;
        pair.why_paired = std::move(why);
        pair.why_compared = std::move(choice.why);
        pair.left_order = a.order;
        pair.right_order = b.order;
        if (pair.comparator == Comparator::date && (!a.order_told || !b.order_told)) {
            pair.why_compared += "; where day and month could be either, the day is first";
        }
        if (pair.tolerance && pair.comparator != Comparator::number &&
            pair.comparator != Comparator::date) {
            problems_.push_back(
                {fmt::format("column \"{}\": a tolerance is for comparators number and date, not "
                             "{}",
                             left.name(), name(pair.comparator)),
                 given->place, ErrorKind::usage});
        }
        if (pair.comparator == Comparator::taxonomy && !left.meaning() && !right.meaning()) {
            problems_.push_back({fmt::format("column \"{}\" has no taxonomy; the option knowledge "
                                             "gives it one",
                                             right.name()),
                                 given->place, ErrorKind::usage});
        }
        plan_.pairs.push_back(std::move(pair));
    }

    const Table& left_;
    const Table& right_;
    const PlanRequest& request_;
    LinkagePlan plan_;
    Problems problems_;
    std::set<std::string> ignored_, left_used_, right_used_;
};

}  // namespace

std::string_view name(Comparator comparator) {
    for (const auto& [value, text] : kNames) {
        if (value == comparator) return text;
    }
    return "";
}

std::optional<Comparator> comparator_named(std::string_view name) {
    for (const auto& [value, text] : kNames) {
        if (text == name) return value;
    }
    return std::nullopt;
}

std::vector<std::string_view> comparator_names() {
    std::vector<std::string_view> names;
    for (const auto& [value, text] : kNames) names.push_back(text);
    return names;
}

std::vector<std::string_view> level_names(Comparator comparator) {
    switch (comparator) {
        case Comparator::exact:
            return {"differ", "equal"};
        case Comparator::text:
            return {"differ", "somewhat alike", "alike", "nearly equal", "equal"};
        case Comparator::edit:
            return {"differ", "few edits", "one edit or so", "equal"};
        case Comparator::number:
            return {"far apart", "apart", "near", "nearer", "nearly equal", "equal"};
        case Comparator::date:
            return {"differ", "one part or a year", "two parts or a month", "nearly equal",
                    "equal"};
        case Comparator::label:
            return {"outside", "just outside", "inside"};
        case Comparator::taxonomy:
            return {"differ", "near", "one below the other", "equal"};
    }
    return {};
}

LinkagePlan make_plan(const Table& left, const Table& right, const PlanRequest& request) {
    return Planner(left, right, request).run();
}

}  // namespace lethe::linkage
