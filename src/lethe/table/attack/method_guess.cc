// Guessing from the release how it was masked.
//
// Maskings leave marks. Swapping keeps a column's values and breaks its relation to the others;
// microaggregation shows every number several times; rounding shows multiples of one number,
// recoding and generalisation fewer values or labels that hold several; suppression leaves gaps;
// PRAM shows the old categories in other numbers; noise shows numbers that nobody had. Each column
// is judged by these marks, the surest first, against the values of the people whom the intruder
// knows: against all values where he knows everybody, otherwise against what he can tell from some.
#include <algorithm>
#include <map>
#include <set>

#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"
#include "lethe/method/recorded_steps.h"
#include "lethe/table/attack/likelihood/rounded_means.h"

namespace lethe::attack {
namespace {

Schema<NoParams> method_guess_schema() { return Schema<NoParams>(); }

using Counts = std::map<std::string, std::int64_t>;

Counts counts_of_values(const Column& column) {
    Counts counts;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) ++counts[column.text(row)];
    }
    return counts;
}

struct Pair {
    const Column& known;
    const Column& released;
    Counts held, shown;

    std::int64_t values() const { return released.size() - released.missing(); }
    // Released cells whose value somebody has who is known, as a share.
    double familiar() const {
        std::int64_t cells = 0;
        for (const auto& [text, count] : shown) cells += held.contains(text) ? count : 0;
        return values() == 0 ? 1 : static_cast<double>(cells) / static_cast<double>(values());
    }
    double share_missing(const Column& column) const {
        return column.size() == 0
                   ? 0
                   : static_cast<double>(column.missing()) / static_cast<double>(column.size());
    }
};

bool is_label(const std::string& text) {
    return text.size() > 1 && (text.front() == '[' || text.front() == '{' || text.front() == '<' ||
                               text.starts_with(">="));
}

// What a kind of masking is called in a guess.
std::string word_of(Effect effect) {
    switch (effect) {
        case Effect::clusters:
        case Effect::memberships:
            return "microaggregation";
        case Effect::window_swap:
        case Effect::bucket_swap:
        case Effect::distance_swap:
        case Effect::swap:
            return "swapping";
        case Effect::noise:
            return "noise";
        case Effect::resampling:
            return "resampling";
        case Effect::transitions:
            return "pram";
        case Effect::recoding:
        case Effect::coded_ends:
        case Effect::containment:
            return "recoding";
        case Effect::blanks:
            return "suppression";
        case Effect::other:
            break;
    }
    return "other";
}

// What the values of one column alone tell; "kept" where they are the known ones.
std::string guess_numbers(const Pair& pair) {
    std::int64_t least = pair.values();
    for (const auto& [text, count] : pair.shown) least = std::min(least, count);
    const auto different = std::ssize(pair.shown);
    const auto known = std::ssize(pair.held);
    if (pair.familiar() > 0.999) {
        const bool fewer = different < known;
        const auto ends = [&](const Counts& counts, const std::string& text) {
            const auto found = counts.find(text);
            return found == counts.end() ? 0 : found->second;
        };
        std::int64_t pile = 0;  // more at the ends of the release than there were
        const auto numbers = pair.released.numbers();
        for (std::int64_t row = 0; row < pair.released.size(); ++row) {
            if (!pair.released.valid(row)) continue;
            const double value = numbers[static_cast<std::size_t>(row)];
            const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
            if (value != *low && value != *high) continue;
            const std::string text = pair.released.text(row);
            pile = std::max(pile, ends(pair.shown, text) - ends(pair.held, text));
            break;
        }
        if (!fewer || pair.shown == pair.held) return "kept";
        return pile > pair.values() / 100 ? word_of(Effect::recoding) : word_of(Effect::resampling);
    }
    const auto strange = std::count_if(pair.shown.begin(), pair.shown.end(), [&](const auto& one) {
        return !pair.held.contains(one.first);
    });
    if (strange <= 2 && pair.familiar() > 0.5)
        return "recoding";  // what is beyond a threshold is shown as one value
    const double grain = common_grain(pair.released);
    if (grain > 1.5 * common_grain(pair.known) && 2 * different < known) return "recoding";
    if (least >= 2 && 2 * different <= known) return "microaggregation";
    if (3 * different <= known) return "microaggregation";  // of centres that some drew alone
    return word_of(Effect::noise);
}

std::string guess_categories(const Pair& pair) {
    bool label = false, fresh = false;
    for (const auto& [text, count] : pair.shown) {
        const bool known = pair.held.contains(text);
        label = label || (!known && is_label(text));
        fresh = fresh || !known;
    }
    if (pair.known.is_numeric() || label || fresh) return "recoding";
    if (pair.shown == pair.held) return "kept";
    if (pair.shown.size() < pair.held.size()) return "recoding";
    return word_of(Effect::transitions);
}

// Whether two columns go together in the release as they do for those who are known.
bool together(const AssessInput& input, const Table& known, const std::string& a,
              const std::string& b) {
    const std::vector<std::string> both{a, b};
    std::map<std::pair<std::string, std::string>, std::int64_t> pairs;
    const auto count = [&](const Table& table, std::int64_t by) {
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            const Column& first = table.column(a);
            const Column& second = table.column(b);
            if (!first.valid(row) || !second.valid(row)) continue;
            pairs[{first.text(row), second.text(row)}] += by;
        }
    };
    count(input.masked, 1);
    count(known, -1);
    std::int64_t absent = 0;  // pairs of people who are known that the release lacks
    for (const auto& [pair, left] : pairs) absent += std::max<std::int64_t>(0, -left);
    return absent * 1000 <= known.rows();
}

std::string family_of(const std::vector<RecordedStep>& steps) {
    if (steps.empty()) return "unchanged";
    return steps.size() > 1 ? "other" : word_of(steps.back().effect());
}

Measurement assess_method_guess(const AssessInput& input, const NoParams&) {
    check_tables(input);
    Measurement result;
    const std::vector<std::int64_t> rows = attacked_rows(input);
    if (rows.empty() || input.masked.rows() == 0) {
        result.warnings.push_back("there is nothing to compare: the value is 0");
        return result;
    }
    const Table known = input.original.select(input.columns).gather(rows);
    std::map<std::string, std::string> guess;
    std::vector<std::string> kept;
    for (const std::string& name : input.columns) {
        const Pair pair{known.column(name), input.masked.column(name),
                        counts_of_values(known.column(name)),
                        counts_of_values(input.masked.column(name))};
        if (pair.share_missing(pair.released) > pair.share_missing(pair.known) + 1e-9 &&
            pair.familiar() > 0.999) {
            guess[name] = word_of(Effect::blanks);
            continue;
        }
        guess[name] = pair.known.is_numeric() && pair.released.is_numeric()
                          ? guess_numbers(pair)
                          : guess_categories(pair);
        if (guess[name] == "kept") kept.push_back(name);
    }
    // Columns that hold the known values: unchanged where they go with another such column as they
    // did, swapped where they go with none.
    for (const std::string& name : kept) {
        const bool alone = kept.size() == 1;
        const bool any = std::any_of(kept.begin(), kept.end(), [&](const std::string& other) {
            return other != name && together(input, known, name, other);
        });
        guess[name] = any ? "unchanged" : alone ? "unchanged or swapping" : "swapping";
    }
    std::int64_t sure = 0, right = 0;
    const std::vector<RecordedStep> steps = recorded_steps(input.record);
    for (const auto& [name, what] : guess) {
        result.details["guess"][name] = what;
        sure += what == "unchanged or swapping" ? 0 : 1;
        right += what == family_of(steps_on(steps, name)) ? 1 : 0;
    }
    const auto columns = std::ssize(input.columns);
    result.value = percent(sure, columns);
    if (!input.record.is_null()) result.details["right"] = percent(right, columns);
    result.details["records_dropped"] = input.masked.rows() < input.original.rows();
    result.details["columns"] = input.columns;
    return result;
}

}  // namespace

Method method_guess() {
    return make_attack(
        MethodInfo{
            .name = "method-guess",
            .title = "Guessing the masking from the release",
            .summary = "Judges from the released values how each column was masked.",
            .description =
                "What an intruder can tell without the release record. Each column is judged by "
                "the marks that maskings leave: the known values in other combinations (swapping), "
                "numbers that all occur several times (microaggregation), multiples, labels or "
                "fewer values (recoding), gaps (suppression), known categories in other numbers "
                "(pram), numbers that nobody had (noise). `guess` says it column by column, "
                "`right`, where the record is given, how often it agrees with it. The value is the "
                "percentage of columns on which there is a guess at all. Use it to see whether "
                "keeping the method secret would protect anything: mostly it does not, which is "
                "why attacks that know the masking are run on every release. It finds no people. "
                "Beware: a masking that changes next to nothing looks like none, and one column "
                "alone does not show whether it was swapped.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"torra2015transparency"},
            .in_words = "Nobody is found by this one. It judges from the marks that a masking "
                        "leaves how each "
                        "column was masked."},
        method_guess_schema(), assess_method_guess);
}

}  // namespace lethe::attack
