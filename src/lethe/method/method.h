// What a protection, an attack and a loss measure are, for each kind of data: a description, a
// parameter schema and one function. Each lives in one file of its family and is listed in the
// family's methods.def.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/method/data_kind.h"
#include "lethe/method/parameter.h"

namespace lethe::vectors {
struct ProtectInput;
struct ProtectOutput;
struct AssessInput;
}  // namespace lethe::vectors
namespace lethe::graph {
struct ProtectInput;
struct ProtectOutput;
struct AssessInput;
}  // namespace lethe::graph
namespace lethe::documents {
struct TreatInput;
struct TreatOutput;
struct AssessInput;
}  // namespace lethe::documents

namespace lethe {

struct Measurement;

enum class Family { mask, attack, loss };

// What a value says, and so from where on it is called high.
enum class Scale {
    none,
    people,       // share of the people that are found
    values,       // share of the values that are given away
    unique,       // share of the people that stand out
    loss,         // in percent of what could be lost, or without an upper end
    probability,  // that a statistic differs
    spread,       // share of the variation that is gone
};

// How one of the details of a measurement is shown.
struct DetailLook {
    std::string key;
    std::string title;
    bool percent = false;
    std::string keys = {};  // of an object: what its names are ("column")
    bool hidden = false;    // said elsewhere
};

// A sentence that says what a measurement found. `people`: of the release, where it is known and
// the measurement does not say. Takes the measurement as it is kept: {"value", "details", ...}.
using Reading = std::string (*)(const Json& measurement, double value,
                                std::optional<std::int64_t> people);

// What a method promises; tests hold it to it.
enum class Property {
    random,                 // uses the seed; without this the seed changes nothing
    k_anonymous,            // every class of the masked columns has at least k rows
    k_matching,             // every row agrees with k rows, missing agreeing with anything
    keeps_marginals,        // each column keeps its multiset of values
    keeps_means,            // each column keeps its mean (up to rounding)
    row_wise,               // each row is masked without looking at the others
    row_order_independent,  // permuting the rows permutes the result
    changes_rows,           // rows are dropped
    makes_missing,          // values can become missing
    pairwise,               // time grows with the square of the rows
    transparent,            // knows how the data were masked: from parameters or the record
};

// How missing values are treated.
enum class Missing {
    refused,  // Error: the columns must be complete
    kept,     // stay missing and do not take part
    mean,     // stand in as the column's mean where a distance is needed; stay missing
    own_category,
};

std::string_view name(Family family);
std::string_view name(Property property);
std::string_view name(Missing missing);
std::string_view explain(Property property);

struct MethodInfo {
    std::string name;         // as in policies: "rank-swapping"
    std::string title;        // "Rank swapping"
    std::string summary;      // one line
    std::string description;  // paragraphs: what it does, when to use it, what to beware of
    std::vector<Kind> kinds;  // that it accepts
    Missing missing = Missing::kept;
    std::vector<Property> properties;
    std::vector<std::string> cites;  // keys of docs/references.bib
    Json example = Json::object();   // parameters of a sensible example
    Family family = Family::mask;
    DataKind data = DataKind::table;

    // Words and looks, for those who read results.
    std::string in_words = {};  // what it does, for one who signs: whole sentences
    Scale scale = Scale::none;
    Reading reading = nullptr;             // none: the scale says it
    std::vector<DetailLook> details = {};  // in the order in which they are shown
    std::string part_of = {};              // the measure whose part this one is: shown within it

    // Of a protection. Settings of growing strength, for those who try several: what explore lays
    // out, and what evolve begins with. Of a measure: `by_default` takes part in assessments that
    // name none.
    std::vector<Json> ladder = {};
    std::vector<Json> first_population = {};
    bool by_default = false;

    // Of an attack. Whether its value is the share of the people looked for that are found: such a
    // value can be the headline of an assessment.
    bool finds_people = false;
    // What its intruder knows beside the values of the columns, as the end of a sentence: "how the
    // values were swapped (the release record)"; empty: nothing else.
    std::string knows = {};
    // The settings in which an assessment runs it where it takes a column; none: only when it is
    // asked for, or called by what the record says (table/attack/likelihood/known_masking.h).
    std::vector<Json> assessed_with = {};
};

struct MaskInput {
    const Table& table;
    std::vector<std::string> columns;  // those to mask, all of an accepted kind
    Random random;                     // of this step
    const Context& context;
};

struct MaskOutput {
    std::vector<ColumnPtr> changed;                      // by name
    std::optional<std::vector<std::int64_t>> kept_rows;  // ascending; set by what drops rows
    Json facts = Json::object();          // may be published: goes into the release record
    Json private_facts = Json::object();  // goes into the private log
    std::vector<std::string> warnings;    // no values
};

// Who attacks. The alignment is known to us, not to the intruder: row j of `masked` comes from row
// `origin[j]` of `original` (from row j where `origin` is empty).
struct AssessInput {
    const Table& original;
    const Table& masked;
    std::vector<std::string> columns;  // that the intruder knows, or that are measured
    Random random;
    const Context& context;
    std::vector<std::int64_t> origin = {};
    std::vector<std::int64_t> known = {};  // rows of `original` that the intruder holds; empty: all
    std::vector<std::int64_t> training = {};  // rows whose links the intruder knows already
    Json record = nullptr;                    // the release record, if the intruder has it

    std::int64_t origin_of(std::int64_t masked_row) const {
        return origin.empty() ? masked_row : origin[static_cast<std::size_t>(masked_row)];
    }
};

struct Measurement {
    double value = 0;
    std::string unit = "percent";
    // Where the value was found on a sample of people (each looked for in the whole release): where
    // the value of all of them lies with 95 % confidence, in the same unit.
    std::optional<std::array<double, 2>> interval = {};
    std::string knows =
        {};  // what this intruder knew; empty: what the description of the method says
    // Apart by who may read them (method/publication.h). About the release, and how it came out:
    // published. About the original (its values, moments, counts, and what was learnt from knowing
    // it): for its owner. Link lists and exposed rows: in a private file of their own.
    Json details = Json::object();
    Json about_original = Json::object();
    Json private_details = Json::object();
    std::vector<std::string> warnings;
};

// A method with its parameter type hidden. `bind` and `check` add problems; the functions take what
// `bind` returned.
struct Method {
    MethodInfo info;
    std::vector<Parameter> parameters;
    std::function<Json(const Json& given, const Place&, Problems&)> bind;
    std::function<void(const Table&, std::span<const std::string> columns, const Json& params,
                       const Place&, Problems&)>
        check;
    std::function<MaskOutput(const MaskInput&, const Json& params)> mask;
    std::function<Measurement(const AssessInput&, const Json& params)> assess;

    // For other kinds of data than tables; which are there follows from info.data and info.family.
    std::function<vectors::ProtectOutput(const vectors::ProtectInput&, const Json& params)>
        protect_vectors;
    std::function<Measurement(const vectors::AssessInput&, const Json& params)> assess_vectors;
    std::function<graph::ProtectOutput(const graph::ProtectInput&, const Json& params)>
        protect_graph;
    std::function<Measurement(const graph::AssessInput&, const Json& params)> assess_graph;
    std::function<documents::TreatOutput(const documents::TreatInput&, const Json& params)> treat;
    std::function<Measurement(const documents::AssessInput&, const Json& params)> assess_documents;

    bool accepts(Kind kind) const;
    bool has(Property property) const;
};

namespace detail {

template <class P>
P rebind(const Schema<P>& schema, const Json& params) {
    Problems problems;
    P bound = schema.bind(params, {}, problems);
    throw_if_any(std::move(problems));
    return bound;
}

template <class P>
Method bare_method(MethodInfo info, const Schema<P>& schema) {
    Method method;
    method.info = std::move(info);
    method.parameters = schema.parameters();
    method.bind = [schema](const Json& given, const Place& place, Problems& problems) {
        return schema.dump(schema.bind(given, place, problems));
    };
    method.check = [](const Table&, std::span<const std::string>, const Json&, const Place&,
                      Problems&) {};
    return method;
}

}  // namespace detail

template <class P>
using MaskFunction = MaskOutput (*)(const MaskInput&, const P&);
template <class P>
using AssessFunction = Measurement (*)(const AssessInput&, const P&);
// Checks parameters against a table, before anything runs; quick, for `mask` asks it again.
template <class P>
using CheckFunction = void (*)(const Table&, std::span<const std::string> columns, const P&,
                               const Place&, Problems&);

template <class P>
Method make_mask(MethodInfo info, const Schema<P>& schema, MaskFunction<P> apply,
                 CheckFunction<P> check = nullptr) {
    Method method = detail::bare_method(std::move(info), schema);
    method.info.family = Family::mask;
    method.mask = [schema, apply, check](const MaskInput& input, const Json& params) {
        const P bound = detail::rebind(schema, params);
        Problems problems;
        if (check != nullptr) check(input.table, input.columns, bound, {}, problems);
        throw_if_any(ErrorKind::usage, std::move(problems));
        return apply(input, bound);
    };
    if (check != nullptr) {
        method.check = [schema, check](const Table& table, std::span<const std::string> columns,
                                       const Json& params, const Place& place, Problems& problems) {
            check(table, columns, detail::rebind(schema, params), place, problems);
        };
    }
    return method;
}

template <class P>
Method make_assessment(Family family, MethodInfo info, const Schema<P>& schema,
                       AssessFunction<P> apply) {
    Method method = detail::bare_method(std::move(info), schema);
    method.info.family = family;
    method.assess = [schema, apply](const AssessInput& input, const Json& params) {
        return apply(input, detail::rebind(schema, params));
    };
    return method;
}

template <class P>
Method make_attack(MethodInfo info, const Schema<P>& schema, AssessFunction<P> apply) {
    return make_assessment(Family::attack, std::move(info), schema, apply);
}

template <class P>
Method make_loss(MethodInfo info, const Schema<P>& schema, AssessFunction<P> apply) {
    return make_assessment(Family::loss, std::move(info), schema, apply);
}

struct NoParams {};

Json to_json(const Method& method);

}  // namespace lethe
