// What a protection, an attack and a loss measure are, for each kind of data: a description, a
// parameter schema and one function. Each lives in one file of its family and is listed in the
// family's methods.def.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
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
struct TreatmentTraits;
struct AssessInput;
}  // namespace lethe::documents

namespace lethe {

struct Measurement;
struct RecordedStep;
class Secret;

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

// What a masking did to values, for those who know that it did.
enum class Effect {
    other,          // of which nothing follows
    clusters,       // groups of values became one each
    memberships,    // fuzzy groups
    window_swap,    // ranks exchanged within a window
    bucket_swap,    // ranks exchanged within and between buckets
    distance_swap,  // ranks exchanged over random distances
    swap,           // some other exchange
    noise,          // noise was added
    resampling,     // ordered samples took their place
    transitions,    // categories went by a transition matrix
    recoding,       // coarser values
    coded_ends,     // ends cut off
    containment,    // the released value holds the original one
    blanks,         // missing where it was there
};

// What others ask the catalogue for: "the method that ...".
enum class Purpose {
    groups,                 // plain groups of similar people
    boxes,                  // groups cut out of the space, whose values can stay true
    median_groups,          // groups by one global order
    refined_groups,         // groups refined by exchange, with a mean size of their own
    strata,                 // groups among people who share values that stay exact
    linkage,                // the linkage that needs to know nothing: quick, and of any data
    linkage_by_meaning,     //
    probabilistic_linkage,  //
    best_linkage,           // by the owner, who knows the links
    interval_disclosure,    //
    exact_matching,         // risk of each record by the class it is in
    class_sizes,            // sizes of the classes of equal released rows
    diversity,              // of the confidential values of a class
    closeness,              // of a class's confidential values to those of everybody
    lattice,                // learns weights of sets of columns (several may)
    levels,                 // raises columns to levels at which privacy models hold
    loss_of_numbers,        // the loss of a score, of tables with such columns alone
    loss_of_categories,     //
    loss_of_mixed,          //
    loss_of_meaning,        //
    keeping,                // of documents: leaves mentions as they are
    numbering,              // of documents: what is done with mentions where nothing else is said
    labelling,              // of documents: writes nothing but the category
    term_anonymity,         // of documents: how many share the terms that remain
    pseudonyms,             // replaces identifiers, whose columns then stay
    equal_degrees,          // of graphs: makes numbers of neighbours alike
};

// A step of a policy in a sentence.
using StepWords = std::string (*)(const std::vector<std::string>& columns, const Json& parameters);

// Of a measure that has parts (`part_of`): how they stand together.
struct PartsLook {
    std::string title;       // of their table
    std::string head;        // of the figures
    bool by_column = false;  // what each column lost is shown by each of the parts
};

// Settings with which a search begins. Of all methods those with a lower `turn` come first, equal
// ones in the order of the catalogue: who adds a method leaves it at the end, for results depend
// on the order.
constexpr int kLastTurn = 1000;
struct FirstFiles {
    int turn = kLastTurn;
    std::vector<Json> settings = {};
};

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
    samples_rows,           // the rows that it keeps are a simple random sample of those it found
    keeps_degrees,  // of a graph: each node keeps its number of neighbours, in each direction
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

// What an example takes where the usual sample of its kind of data will not do
// (report/base/reference_example.h).
struct ExampleUse {
    std::vector<std::string> before = {};  // commands that make what it names
    std::string original = {};             // a file of examples/, or what `before` makes
    std::vector<std::string> columns = {};
    std::string options = {};  // what else is typed: "--queries examples/documents/queries.toml"
};

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
    ExampleUse example_use = {};     // on its page
    Family family = Family::mask;
    DataKind data = DataKind::table;

    // Words and looks, for those who read results.
    std::string in_words = {};  // what it does, for one who signs: whole sentences
    Scale scale = Scale::none;
    Reading reading = nullptr;             // none: the scale says it
    std::vector<DetailLook> details = {};  // in the order in which they are shown
    std::string part_of = {};              // the measure whose part this one is: shown within it
    std::string short_title = {};          // of a part, below the whole: "values (IL1)"
    PartsLook parts = {};                  // of the whole
    bool always_details = false;           // its details are shown beside those of many others too

    std::vector<Purpose> purposes = {};
    bool needs_meaning = false;  // of no use where no column has a taxonomy

    // Of a protection. Settings of growing strength, for those who try several: what explore lays
    // out (`turn` as of FirstFiles), and what evolve begins with. Of a measure: `by_default` takes
    // part in assessments that name none.
    std::vector<Json> ladder = {};
    int ladder_turn = kLastTurn;
    // Whether a setting of the ladder leaves something of the columns; none: always.
    bool (*worth_trying)(const Table&, std::span<const std::string> columns,
                         const Json& parameters) = nullptr;
    FirstFiles first_categories = {};
    FirstFiles first_numbers = {};
    bool by_default = false;

    // Of a protection: what is known of values by who knows that it was used, and whether with
    // these parameters it leaves them as they are and only decides which records are released
    // (none: never).
    Effect effect = Effect::other;
    bool (*only_drops_records)(const Json& parameters) = nullptr;
    StepWords step_words = nullptr;  // none: its title

    // Of an attack. Whether its value is the share of the people looked for that are found: such a
    // value can be the headline of an assessment.
    bool finds_people = false;
    // What its intruder knows beside the values of the columns, as the end of a sentence: "how the
    // values were swapped (the release record)"; empty: nothing else.
    std::string knows = {};
    // The settings in which an assessment runs it where it takes a column; none: only when it is
    // asked for, or called by what the record says (table/attack/likelihood/known_masking.h).
    std::vector<Json> assessed_with = {};
    // What it needs beside the data, by the name of the option that gives it ("queries", of a mask
    // "key_file"): an assessment runs it where that is given; empty: nothing.
    std::string needs = {};
    // Whether the steps that the release record has for a column call for it; none: never.
    bool (*called_by)(const std::vector<RecordedStep>& steps) = nullptr;
    // From its details: what thresholds ask for, by the names of release/assess/verdict_figures.h.
    Json (*figures)(const Json& details) = nullptr;
};

struct MaskInput {
    const Table& table;
    std::vector<std::string> columns;  // those to mask, all of an accepted kind
    Random random;                     // of this step
    const Context& context;
    const Secret* key = nullptr;  // of who asks (io/secret.h), for what needs one; null: none
    // Rows of the sample that the table is what is left of, where earlier steps dropped rows by
    // what they hold: a table stands for that share of the population. 0: the table's.
    double drawn = 0;
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
    std::shared_ptr<const documents::TreatmentTraits> treatment;  // of what treats
    std::function<Measurement(const documents::AssessInput&, const Json& params)> assess_documents;

    bool accepts(Kind kind) const;
    bool has(Property property) const;
    bool has(Purpose purpose) const;
    bool has_parameter(std::string_view name) const;
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
