// Singling out: values that one released record has, held against the people.
//
// The intruder looks for combinations of values, in a few columns at a time, that exactly one
// released record has, and claims of each that exactly one person has them. Whose record it is does
// not matter, so rows are not paired. Sampled attacks draw columns and a record at random and keep
// what singles out: every claim is then equally likely. Here all of them are counted, which gives
// the expectation of the sampled rate without its error.
//
// The codes of the columns are made once. What is left for each combination of columns is to know
// of every cell whether none, one or more records are in it, in both tables: a byte a cell where
// the possible cells are not many more than the records, and a table of the cells that the release
// has otherwise.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <span>

#include "lethe/algo/statistics/share_interval.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/data/key_numbers.h"
#include "lethe/method/figures.h"
#include "lethe/table/attack/key_table.h"

namespace lethe::attack {
namespace {

struct SinglingOutParams {
    std::int64_t together = 3;
    std::int64_t most = 2000;
};

Schema<SinglingOutParams> singling_out_schema() {
    return Schema<SinglingOutParams>()
        .field("together", &SinglingOutParams::together,
               "how many columns a guess speaks of; all of them where there are fewer", at_least(1))
        .field("most", &SinglingOutParams::most,
               "more combinations of columns than that are sampled", between(1, 1e6));
}

// Of one combination of columns.
struct SingledOut {
    std::int64_t guesses = 0;  // cells of one released record
    std::int64_t right = 0;    // of one original record, too
};

// What is known of a cell: its records in each table, counted up to two.
class CellMark {
  public:
    void add_masked() { bits_ = static_cast<std::uint8_t>(bits_ + ((bits_ & 3) < 2 ? 1 : 0)); }
    void add_original() { bits_ = static_cast<std::uint8_t>(bits_ + (bits_ < 8 ? 4 : 0)); }
    bool is_guess() const { return (bits_ & 3) == 1; }
    bool is_right() const { return bits_ == 5; }

  private:
    std::uint8_t bits_ = 0;
};

using ChosenColumns = std::span<const KeyColumn* const>;
using CodesOfTable = std::vector<std::int32_t> PairedCodes::*;

// Counts one combination after the other, in memory that it keeps.
class SingledOutCounter {
  public:
    SingledOut count(ChosenColumns columns) {
        constexpr std::uint64_t kCellsPerRow = 8;
        constexpr std::uint64_t kFewCells = 4096;
        const std::uint64_t rows = columns[0]->codes.x.size() + columns[0]->codes.y.size();
        std::uint64_t cells = 1;
        const std::uint64_t most = std::min<std::uint64_t>(
            std::max(kFewCells, kCellsPerRow * rows), std::numeric_limits<std::uint32_t>::max());
        for (const KeyColumn* column : columns) {
            cells *= static_cast<std::uint64_t>(column->bound);
            if (cells > most) return count_by_key(columns);
        }
        return count_by_place(columns, static_cast<std::size_t>(cells));
    }

  private:
    SingledOut count_by_place(ChosenColumns columns, std::size_t cells) {
        marks_.assign(cells, {});
        for_each_place(columns, &PairedCodes::y, [&](CellMark& mark) { mark.add_masked(); });
        for_each_place(columns, &PairedCodes::x, [&](CellMark& mark) { mark.add_original(); });
        return counted();
    }

    template <class Add>
    void for_each_place(ChosenColumns columns, CodesOfTable table, Add&& add) {
        constexpr std::size_t kBlock = 4096;
        std::array<std::uint32_t, kBlock> places{};
        const std::size_t rows = (columns[0]->codes.*table).size();
        for (std::size_t begin = 0; begin < rows; begin += kBlock) {
            const std::size_t block = std::min(kBlock, rows - begin);
            std::fill_n(places.begin(), block, 0U);
            for (const KeyColumn* column : columns) {
                const std::int32_t* codes = (column->codes.*table).data() + begin;
                const auto bound = static_cast<std::uint32_t>(column->bound);
                for (std::size_t i = 0; i < block; ++i) {
                    places[i] = places[i] * bound + static_cast<std::uint32_t>(codes[i]);
                }
            }
            for (std::size_t i = 0; i < block; ++i) add(marks_[places[i]]);
        }
    }

    SingledOut count_by_key(ChosenColumns columns) {
        make_keys(columns);
        const std::size_t rows_x = columns[0]->codes.x.size();
        numbers_.reset(0);
        marks_.clear();
        for (std::size_t row = rows_x; row < keys_.size(); ++row) {
            const std::uint32_t number = numbers_.number(keys_[row]);
            if (number == marks_.size()) marks_.emplace_back();
            marks_[number].add_masked();
        }
        for (std::size_t row = 0; row < rows_x; ++row) {
            const std::uint32_t number = numbers_.find(keys_[row]);
            if (number != KeyNumbers<std::uint64_t>::kNone) marks_[number].add_original();
        }
        return counted();
    }

    // The rows of both tables, the original first, as one key each: mixed radix, and where 64 bits
    // would not reach the keys so far are numbered.
    void make_keys(ChosenColumns columns) {
        const std::size_t rows_x = columns[0]->codes.x.size();
        keys_.assign(rows_x + columns[0]->codes.y.size(), 0);
        std::uint64_t below = 1;  // every key is
        for (const KeyColumn* column : columns) {
            const auto bound = static_cast<std::uint64_t>(column->bound);
            if (below > std::numeric_limits<std::uint64_t>::max() / bound) {
                numbers_.reset(0);
                for (std::uint64_t& key : keys_) key = numbers_.number(key);
                below = numbers_.size();
            }
            below *= bound;
            const auto add = [&](const std::vector<std::int32_t>& codes, std::uint64_t* keys) {
                for (std::size_t row = 0; row < codes.size(); ++row) {
                    keys[row] = keys[row] * bound + static_cast<std::uint64_t>(codes[row]);
                }
            };
            add(column->codes.x, keys_.data());
            add(column->codes.y, keys_.data() + rows_x);
        }
    }

    SingledOut counted() const {
        SingledOut found;
        for (const CellMark& mark : marks_) {
            found.guesses += mark.is_guess() ? 1 : 0;
            found.right += mark.is_right() ? 1 : 0;
        }
        return found;
    }

    std::vector<CellMark> marks_;
    std::vector<std::uint64_t> keys_;
    KeyNumbers<std::uint64_t> numbers_;
};

// Positions of columns, ascending.
using ColumnSet = std::vector<std::int64_t>;

// How many sets of `together` of the columns there are: exact below 2^53, infinite above 1e308.
double count_of_column_sets(std::int64_t columns, std::int64_t together) {
    double sets = 1;
    for (std::int64_t i = 0; i < together; ++i) {
        sets = sets * static_cast<double>(columns - i) / static_cast<double>(i + 1);
    }
    return sets;
}

std::vector<ColumnSet> all_column_sets(std::int64_t columns, std::int64_t together) {
    std::vector<ColumnSet> sets;
    ColumnSet next;
    for (std::int64_t i = 0; i < together; ++i) next.push_back(i);
    while (true) {
        sets.push_back(next);
        // The last that can move up does, and those after it follow.
        std::int64_t at = together - 1;
        while (at >= 0 && next[static_cast<std::size_t>(at)] == columns - together + at) --at;
        if (at < 0) return sets;
        std::int64_t column = next[static_cast<std::size_t>(at)];
        for (; at < together; ++at) next[static_cast<std::size_t>(at)] = ++column;
    }
}

// Different ones, every choice of them equally likely. There must be more than `count`.
std::vector<ColumnSet> some_column_sets(const Random& random, std::int64_t columns,
                                        std::int64_t together, std::int64_t count) {
    const Stream stream = random.stream("combinations");
    std::set<ColumnSet> drawn;
    for (std::int64_t i = 0; std::ssize(drawn) < count; ++i) {
        // Floyd: of the first columns up to `last` one more is taken, and `last` where it was.
        Draws draws = stream.at(i);
        std::set<std::int64_t> chosen;
        for (std::int64_t last = columns - together; last < columns; ++last) {
            const auto column =
                static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(last) + 1));
            if (!chosen.insert(column).second) chosen.insert(last);
        }
        drawn.emplace(chosen.begin(), chosen.end());
    }
    return {drawn.begin(), drawn.end()};
}

std::vector<SingledOut> single_out(const AssessInput& input,
                                   const std::vector<ColumnSet>& combinations) {
    std::vector<KeyColumn> columns;
    for (const std::string& name : input.columns) columns.push_back(key_column(input, name));
    std::vector<SingledOut> found(combinations.size());
    Progress progress(input.context, "singling out", std::ssize(combinations));
    constexpr std::int64_t kChunk = 4;
    parallel_chunks(input.context, std::ssize(combinations), kChunk,
                    [&](std::int64_t begin, std::int64_t end, auto) {
                        SingledOutCounter counter;
                        std::vector<const KeyColumn*> chosen;
                        for (auto i = static_cast<std::size_t>(begin);
                             i < static_cast<std::size_t>(end); ++i) {
                            chosen.clear();
                            for (const std::int64_t column : combinations[i]) {
                                chosen.push_back(&columns[static_cast<std::size_t>(column)]);
                            }
                            found[i] = counter.count(chosen);
                            progress.add();
                        }
                    });
    return found;
}

// The guesses of one combination stand or fall together, and combinations with many guesses weigh
// more: a sample of them says as much as so many equal ones.
double equal_combinations(const std::vector<SingledOut>& found) {
    double sum = 0;
    double squares = 0;
    for (const SingledOut& one : found) {
        const auto guesses = static_cast<double>(one.guesses);
        sum += guesses;
        squares += guesses * guesses;
    }
    return squares > 0 ? sum * sum / squares : 0;
}

Measurement assess_singling_out(const AssessInput& input, const SinglingOutParams& params) {
    const std::int64_t columns = std::ssize(input.columns);
    if (columns == 0) throw Error(ErrorKind::input, "there is no column to compare");
    Measurement result;
    const std::int64_t together = std::min(params.together, columns);
    if (together < params.together) {
        result.warnings.push_back(
            fmt::format("there are {} columns: guesses speak of all of them", columns));
    }
    const double all = count_of_column_sets(columns, together);
    const bool sampled = all > static_cast<double>(params.most);
    const std::vector<SingledOut> found =
        single_out(input, sampled ? some_column_sets(input.random, columns, together, params.most)
                                  : all_column_sets(columns, together));
    SingledOut sum;
    for (const SingledOut& one : found) {
        sum.guesses += one.guesses;
        sum.right += one.right;
    }
    result.value = percent(sum.right, sum.guesses);
    result.details["together"] = together;
    result.details["guesses"] = sum.guesses;
    result.details["right"] = sum.right;
    result.details["combinations"] = std::ssize(found);
    constexpr double kExact = 9007199254740992;  // 2^53
    result.details["all_combinations"] =
        all < kExact ? Json(static_cast<std::int64_t>(all)) : finite_or_null(all);
    if (sampled) {
        result.warnings.push_back(fmt::format(
            "there are more combinations of columns than {}: so many were drawn", params.most));
        const auto [low, high] = lethe::share_interval(
            result.value / 100, equal_combinations(found), std::min(all, kExact));
        if (sum.guesses > 0) result.interval = {100 * low, 100 * high};
    }
    if (sum.guesses == 0) {
        result.warnings.push_back(
            "no combination of values is of one released record alone: there is no guess, and the "
            "value is 0");
    }
    return result;
}

std::string read_singling_out(const Json& attack, double value, std::optional<std::int64_t>) {
    const Json& details = figures::field(attack, "details");
    const auto guesses = figures::count(details, "guesses");
    const auto together = figures::count(details, "together");
    if (guesses && *guesses == 0) return "No combination of values is of one released record.";
    const std::string columns =
        together ? fmt::format(" in {} column{}", *together, *together == 1 ? "" : "s") : "";
    return fmt::format("Of {} that one released record has{}, {} are those of exactly one person.",
                       guesses
                           ? fmt::format("{} combinations of values", figures::count_text(*guesses))
                           : std::string("the combinations of values"),
                       columns, figures::percent_text(value));
}

}  // namespace

Method singling_out() {
    return make_attack(
        MethodInfo{
            .name = "singling-out",
            .title = "Singling out",
            .summary = "Values of one released record that exactly one person has, too.",
            .description =
                "The intruder takes combinations of values, in `together` of the columns at a "
                "time, that exactly one released record has, and guesses of each that exactly one "
                "person has them. The value is the percentage of these guesses that are right: of "
                "the combinations of values that one released record has, those that one original "
                "record has, over all combinations of columns together. It is the expectation of "
                "the rate of success that anonymeter draws for its multivariate attack on columns "
                "of categories. Numbers take part by equality; anonymeter asks for \"at least\" "
                "and \"at most\" instead, so that its rate for numbers is another one. It also "
                "leaves out repeated records before it counts, and this attack does not. With "
                "`together` = 1 single values are guessed.\n\n"
                "Whose record it is does not matter: rows are not paired. So the figure is a share "
                "of guesses and not of the people; it says how far what is rare in the release can "
                "be relied on, not how many people are found. `guesses` says how many there are: a "
                "high percentage of a few guesses is another thing than one of many. Values that "
                "were made coarser are none of the original's, and no guess from them is right: "
                "use `uniqueness` and the linkages for such a release. Missing is a value of its "
                "own.\n\n"
                "Above `most` combinations of columns are sampled; the interval (95 %) says what "
                "that leaves open, and takes the guesses of one combination of columns to be right "
                "or wrong together, so that it is rather too wide. An assessment runs it only when "
                "it is asked for.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::random, Property::row_order_independent},
            .cites = {"giomi2023unified"},
            .example = {{"together", 3}},
            .in_words = "It looks for combinations of a few values that one released record alone "
                        "has, and asks how often exactly one person has them. That is a share of "
                        "guesses, not of the people.",
            .reading = read_singling_out,
            .details = {{"together", "columns of a guess"},
                        {"guesses", "combinations of values that one released record has"},
                        {"right", "of these, of exactly one person"},
                        {"combinations", "combinations of columns that were counted"},
                        {"all_combinations", "of so many"}}},
        singling_out_schema(), assess_singling_out);
}

}  // namespace lethe::attack
