// PRAM, the post-randomisation method (Kooiman, Willenborg, Gouweleeuw 1997; Gouweleeuw et al.
// 1998): each value of a category is replaced by a draw from its row of a transition matrix.
//
// The matrix is over the categories that occur. A category that nobody has stays away from the
// release, also where the column's dictionary or an earlier step knows it. With a matrix that is
// given the user decides: it may lead to categories that are new.
//
// A matrix that was made from the frequencies tells them: they are the stationary vector of an
// invariant one, and one equation a row of the others. Only matrices that follow from parameters
// alone are in the record; the owner's attacks and measures find the others in the private log, and
// who has neither makes an estimate from the parameters and the release.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/statistics/transition_draw.h"
#include "lethe/data/category_counts.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/method/transition_table.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

enum class PramType { constant, frequency, even, invariant, matrix };

struct PramParams {
    PramType type = PramType::constant;
    double p = 0.8;
    std::map<std::string, double> p_by_column;
    double theta = 0.5;
    std::optional<double> change;
    TransitionTables matrix;
    TransitionTables private_matrix;

    // Of a column, if there is one: what is private goes before.
    const TransitionTable* given(const std::string& column) const {
        for (const TransitionTables* tables : {&private_matrix, &matrix}) {
            if (const auto found = tables->find(column); found != tables->end()) {
                return &found->second;
            }
        }
        return nullptr;
    }
};

Schema<PramParams> pram_schema() {
    return Schema<PramParams>()
        .choice("type", &PramParams::type, "where the transition matrix comes from",
                {{"constant", PramType::constant},
                 {"frequency", PramType::frequency},
                 {"even", PramType::even},
                 {"invariant", PramType::invariant},
                 {"matrix", PramType::matrix}})
        .field("p", &PramParams::p,
               "probability that a value stays, for the types constant and even, and before an "
               "invariant matrix is made of a constant one",
               between(0, 1))
        .field("p_by_column", &PramParams::p_by_column,
               "another p for some columns: column name and probability", between(0, 1))
        .field("theta", &PramParams::theta,
               "probability that a value of the rarest category changes, for the type frequency",
               between(0, 1))
        .field("change", &PramParams::change,
               "wanted share of changed values: the matrix is mixed with the identity until it is "
               "reached in expectation",
               between(0, 1))
        .field("matrix", &PramParams::matrix,
               "matrices for the types matrix and invariant: column name and a CSV or JSON file, "
               "or categories and rows")
        .field("private_matrix", &PramParams::private_matrix,
               "the same for matrices that were made from the data, as lethe evolve makes them: "
               "they stand in the private log, not in the release record");
}

// The matrix grows with the square, and stands in the release record or the private log.
constexpr std::size_t kMostCategories = 1000;

std::string of_column(const Column& column) { return fmt::format("column \"{}\"", column.name()); }

// The matrix of one column. `code_of` leads from its categories to the released dictionary, and
// `place_of` from codes of the column to its categories, -1 where there is none.
struct Masking {
    std::vector<std::string> categories;
    TransitionMatrix matrix;
    Frequencies frequencies;
    std::vector<std::int32_t> place_of;
    std::vector<std::int32_t> code_of;
    DictionaryPtr dictionary;
};

// Categories that occur, in the order of the dictionary.
Masking over_what_occurs(const Column& column, const std::vector<std::int64_t>& counts) {
    Masking masking;
    masking.dictionary = column.dictionary_ptr();
    std::vector<std::int64_t> occurring;
    masking.place_of.assign(counts.size(), -1);
    for (std::size_t code = 0; code < counts.size(); ++code) {
        if (counts[code] == 0) continue;
        masking.place_of[code] = static_cast<std::int32_t>(masking.categories.size());
        masking.code_of.push_back(static_cast<std::int32_t>(code));
        masking.categories.push_back(column.dictionary()[code]);
        occurring.push_back(counts[code]);
    }
    masking.frequencies = frequencies(occurring);
    return masking;
}

// The dictionary with what the matrix adds to it. An order is that of the matrix then, since it
// lists every category.
Dictionary extended(const Column& column, const std::vector<std::string>& categories) {
    if (column.kind() == Kind::ordinal) return categories;
    Dictionary dictionary = column.dictionary();
    for (const std::string& category : categories) {
        if (std::find(dictionary.begin(), dictionary.end(), category) == dictionary.end()) {
            dictionary.push_back(category);
        }
    }
    return dictionary;
}

// Categories of a given matrix, in its order.
Masking over_given(const Column& column, const std::vector<std::int64_t>& counts,
                   const TransitionTable& table) {
    std::map<std::string, std::int32_t> places;
    for (const std::string& category : table.categories) {
        places.emplace(category, static_cast<std::int32_t>(places.size()));
    }
    Masking masking;
    masking.categories = table.categories;
    masking.matrix = normalised_rows(table.matrix());
    masking.frequencies = Frequencies::Zero(std::ssize(table.categories));
    masking.place_of.assign(counts.size(), -1);
    std::vector<std::int32_t> codes(places.size(), -1);
    std::int64_t unknown = 0;
    for (std::size_t code = 0; code < counts.size(); ++code) {
        const auto found = places.find(column.dictionary()[code]);
        if (found == places.end()) {
            unknown += counts[code] > 0 ? 1 : 0;
            continue;
        }
        masking.place_of[code] = found->second;
        masking.frequencies[found->second] = static_cast<double>(counts[code]);
        codes[static_cast<std::size_t>(found->second)] = static_cast<std::int32_t>(code);
    }
    if (unknown > 0) {
        throw Error(ErrorKind::input,
                    fmt::format("{}: its transition matrix lists {} categories, but {} that occur "
                                "are not among them; every category that occurs needs a row",
                                of_column(column), places.size(), unknown));
    }
    if (std::find(codes.begin(), codes.end(), -1) == codes.end()) {
        masking.dictionary = column.dictionary_ptr();
        masking.code_of = std::move(codes);
        return masking;
    }
    Dictionary dictionary = extended(column, table.categories);
    for (const std::string& category : table.categories) {
        const auto found = std::find(dictionary.begin(), dictionary.end(), category);
        masking.code_of.push_back(static_cast<std::int32_t>(found - dictionary.begin()));
    }
    masking.dictionary = std::make_shared<const Dictionary>(std::move(dictionary));
    return masking;
}

TransitionMatrix made_matrix(const Frequencies& frequencies, PramType type, double p,
                             double theta) {
    if (type == PramType::frequency) return frequency_diagonal(frequencies, theta);
    if (type == PramType::even) return even_diagonal(frequencies.size(), p);
    return constant_diagonal(frequencies, p);
}

Masking plan_masking(const Context& context, const Column& column, const PramParams& params) {
    const std::vector<std::int64_t> counts = category_counts(context, column);
    const TransitionTable* given = params.given(column.name());
    Masking masking =
        given == nullptr ? over_what_occurs(column, counts) : over_given(column, counts, *given);
    if (masking.categories.size() > kMostCategories) {
        throw Error(ErrorKind::input,
                    fmt::format("{} has {} categories; pram takes at most {}: merge some first, "
                                "for example with global-recoding",
                                of_column(column), masking.categories.size(), kMostCategories));
    }
    if (given == nullptr) {
        masking.matrix =
            made_matrix(masking.frequencies, params.type,
                        for_column(column.name(), params.p_by_column, params.p), params.theta);
    }
    if (params.type == PramType::invariant) {
        masking.matrix = made_invariant(masking.matrix, masking.frequencies);
    }
    const bool can_change = changed_share(masking.matrix, masking.frequencies) > 0;
    if (params.change && (can_change || masking.categories.size() > 1)) {
        try {
            masking.matrix =
                with_changed_share(masking.matrix, masking.frequencies, *params.change);
        } catch (const Error& error) {
            throw Error(error.kind(), fmt::format("{}: {}; lower p, raise theta or lower change",
                                                  of_column(column), error.what()));
        }
    }
    return masking;
}

ColumnPtr drawn_column(const Context& context, const Column& column, const Masking& masking,
                       const Stream& stream) {
    const TransitionDraw drawn(masking.matrix);
    const auto old = column.codes();
    std::vector<std::int32_t> codes(old.size(), 0);
    parallel_chunks(
        context, column.size(), [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            for (std::int64_t row = begin; row < end; ++row) {
                if (!column.valid(row)) continue;
                const auto i = static_cast<std::size_t>(row);
                const std::int32_t place = masking.place_of[static_cast<std::size_t>(old[i])];
                codes[i] = masking.code_of[static_cast<std::size_t>(drawn(place, stream.at(row)))];
            }
        });
    return Column::categories(column.name(), column.kind(), std::move(codes), masking.dictionary,
                              column.validity(), column.spelling_of_missing());
}

// How many categories occurred and are gone.
std::int64_t vanished(const Masking& masking, const std::vector<std::int64_t>& released) {
    std::int64_t count = 0;
    for (std::size_t place = 0; place < masking.categories.size(); ++place) {
        const bool occurred = masking.frequencies[static_cast<Eigen::Index>(place)] > 0;
        if (occurred && released[static_cast<std::size_t>(masking.code_of[place])] == 0) ++count;
    }
    return count;
}

void warn(const Column& column, const Masking& masking, const std::vector<std::int64_t>& released,
          MaskOutput& output) {
    const auto say = [&](const std::string& text) {
        output.warnings.push_back(of_column(column) + " " + text);
    };
    const auto values = static_cast<std::size_t>(column.size() - column.missing());
    if (values == 0) return say("has no values: it is unchanged");
    if (masking.categories.size() == 1) return say("has one category only: it is unchanged");
    if (2 * masking.categories.size() > values) {
        say(
            fmt::format("has {} categories for {} values: most of them are rare, and frequencies "
                        "cannot be corrected well",
                        masking.categories.size(), values));
    }
    if (vanished(masking, released) > 0) say("lost categories by chance");
}

// What the record may say of a column: entries that follow from the parameters alone, over
// categories that the release shows or that the user named.
struct PublicMatrix {
    std::optional<TransitionTable> table;
    std::optional<double> expected_change;
};

PublicMatrix public_matrix(const Column& column, const Masking& masking, const PramParams& params,
                           const std::vector<std::int64_t>& released) {
    PublicMatrix known;
    if (params.type == PramType::matrix && !params.private_matrix.contains(column.name()) &&
        !params.change) {
        known.table = transition_table(masking.categories, masking.matrix);
    }
    if (params.type != PramType::even || vanished(masking, released) > 0) return known;
    // The same for any order of the categories and, but for rounding, any frequencies.
    std::vector<std::string> categories = masking.categories;
    if (column.kind() != Kind::ordinal) std::sort(categories.begin(), categories.end());
    const Frequencies even = Frequencies::Ones(std::ssize(categories));
    TransitionMatrix matrix =
        even_diagonal(even.size(), for_column(column.name(), params.p_by_column, params.p));
    if (params.change && even.size() > 1) matrix = with_changed_share(matrix, even, *params.change);
    known.expected_change = changed_share(matrix, even);
    known.table = transition_table(std::move(categories), matrix);
    return known;
}

MaskOutput apply_pram(const MaskInput& input, const PramParams& params) {
    MaskOutput output;
    output.changed.resize(input.columns.size());
    std::vector<Masking> maskings(input.columns.size());
    std::vector<std::vector<std::int64_t>> released(input.columns.size());
    for_each_column(input, [&](std::size_t j, const Column& column, const Context& context) {
        maskings[j] = plan_masking(context, column, params);
        output.changed[j] =
            drawn_column(context, column, maskings[j], input.random.stream(column.name()));
        released[j] = category_counts(context, *output.changed[j]);
    });
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const std::string& name = input.columns[j];
        Masking& masking = maskings[j];
        warn(input.table.column(name), masking, released[j], output);
        const PublicMatrix known =
            public_matrix(input.table.column(name), masking, params, released[j]);
        Json& change = known.expected_change ? output.facts : output.private_facts;
        change["expected_change"][name] =
            known.expected_change.value_or(changed_share(masking.matrix, masking.frequencies));
        if (known.table) {
            output.facts["matrix"][name] = *known.table;
        } else {
            output.private_facts["matrix"][name] =
                transition_table(std::move(masking.categories), masking.matrix);
        }
    }
    return output;
}

void check_pram(const Table&, std::span<const std::string> columns, const PramParams& params,
                const Place& place, Problems& problems) {
    check_column_names("p_by_column", params.p_by_column, columns, place, problems);
    for (const auto& [key, tables] : {std::pair("matrix", &params.matrix),
                                      std::pair("private_matrix", &params.private_matrix)}) {
        check_column_names(key, *tables, columns, place, problems);
        for (const auto& [name, table] : *tables) {
            const Problems found =
                lethe::check(table, fmt::format("column \"{}\"", name), within(place, key));
            problems.insert(problems.end(), found.begin(), found.end());
        }
    }
    if (params.type == PramType::matrix) {
        for (const std::string& name : columns) {
            if (params.given(name) != nullptr) continue;
            problems.push_back({fmt::format("column \"{}\" has no matrix; with type = matrix every "
                                            "column of the step needs one",
                                            name),
                                within(place, "matrix")});
        }
    } else if (params.type != PramType::invariant &&
               !(params.matrix.empty() && params.private_matrix.empty())) {
        problems.push_back({"matrices are given, but the type is neither matrix nor invariant",
                            within(place, "type")});
    }
}

}  // namespace

Method pram() {
    return make_mask(
        MethodInfo{
            .name = "pram",
            .title = "Post-randomisation (PRAM)",
            .summary = "Changes categories at random, with probabilities from a matrix.",
            .description =
                "Each value is replaced by a draw from its category's row of a transition matrix; "
                "columns are masked independently. `constant`: a value stays with probability "
                "`p`, and the rest favours rare categories. `frequency`: a value of the rarest "
                "category changes with probability `theta`, others less in proportion to their "
                "frequency; expected frequencies are the original ones. `even`: stays with "
                "probability `p`, else any other category, whatever the data. `invariant`: the "
                "constant matrix (or one that is given) followed by its way back, so that "
                "expected frequencies are the original ones. `matrix`: matrices of your own, by "
                "column. `change` mixes the matrix with the identity until so large a share of "
                "values changes in expectation. Use it for categories, when an intruder must not "
                "be sure of any value. A matrix of type `even`, or one that is given (and not "
                "mixed by "
                "`change`), stands in the release record, so that analysts can correct frequencies "
                "and tables for it (see pram-correction). All others tell the original "
                "frequencies of the categories, and all that are made name every category that "
                "occurred, also one that chance left out of the release: they stand in the private "
                "log, from which the owner's attacks and measures take them, and the record has "
                "only type and parameters. Matrices that were made from the data go into "
                "`private_matrix`. An analyst must know the matrix to correct for it: give `even`. "
                "Relations between columns weaken, and impossible combinations may arise. "
                "Missing values stay missing.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::random},
            .cites = {"kooiman1997pram", "gouweleeuw1998pram", "mares2013categorical"},
            .example = {{"type", "invariant"}, {"p", 0.8}},
            .ladder =
                one_after_another({varied("p", {0.5, 0.7, 0.8, 0.9}),
                                   varied("p", {0.5, 0.8}, {{"type", "invariant"}}),
                                   varied("theta", {0.2, 0.5, 0.9}, {{"type", "frequency"}})}),
            .ladder_turn = 9,
            .first_categories = {4, one_after_another(
                                        {varied("p", {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9},
                                                {{"type", "constant"}}),
                                         varied("p", {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9},
                                                {{"type", "invariant"}}),
                                         varied("theta",
                                                {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9},
                                                {{"type", "frequency"}})})},
            .effect = Effect::transitions},
        pram_schema(), apply_pram, check_pram);
}

}  // namespace lethe::mask
