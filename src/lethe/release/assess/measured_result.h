// What an attack or a measure found: the same for every kind of data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/method.h"
#include "lethe/method/release_figures.h"

namespace lethe::release {

// One method's result. What may be published, what describes the original and what is private are
// apart, as in Measurement; the details are the method's own.
struct MethodResult {
    std::string name;
    std::string title;
    Json parameters = Json::object();
    std::optional<double> value = {};  // none: it could not do its work, the warnings say why
    std::string unit = "percent";
    Json details = Json::object();
    Json about_original = Json::object();
    std::string knows = {};  // what the intruder has to know beside the data; empty: nothing
    std::optional<std::array<double, 2>> interval = {};  // where people were drawn
    std::vector<std::string> warnings = {};
    std::vector<std::string> columns = {};  // of a table, that it looked at
    bool finds_people = false;              // the value is a share of people found
    bool of_file = false;  // of the people of a file of the intruder's own, and of nobody else
};

// {"name", "title", "parameters", "value" (null: none), "unit", "details"}, and where there are
// some "knows", "interval", "warnings" and "columns"; of a file of the intruder's own also
// "finds_people" and "people_of": "file".
Json to_json(const MethodResult& result);

// Results that were stored, as they can be read: what is absent or of another type is as if nothing
// was said, and what has no name is left out.
std::vector<MethodResult> stored_results(const Json& results);

MethodResult measured_result(const Method& method, const Json& parameters, Measurement measured);
// Of one that could not do its work, and why.
MethodResult unmeasured_result(const Method& method, const Json& parameters,
                               const std::string& why);

// Link lists and exposed rows that a method found: {"name", "parameters", "details"}.
struct PrivateResult {
    std::string name;
    Json parameters = Json::object();
    Json details = Json::object();
};
Json to_json(const PrivateResult& result);

// The attack that finds most people: {"name", "title", "value"}, and "knows" where the intruder has
// to know something beside the data.
struct WorstAttack {
    std::string name;
    std::string title;
    double value = 0;
    std::string knows = {};
};
Json to_json(const WorstAttack& worst);
// The first of equal ones; nothing where none that finds people has a value.
std::optional<WorstAttack> worst_attack(std::span<const MethodResult> results);

FiguresByName figures_by_name(std::span<const MethodResult> results);  // the first of each name

// Attacks on one release of data that are no table, or measures of it.
struct MethodAssessment {
    // Of documents, vectors or nodes: how many there are, and in what file.
    struct Side {
        std::int64_t size = 0;
        std::string file;
    };
    DataKind data = DataKind::vectors;
    Family family = Family::attack;
    Side original;  // the name of its file is its owner's
    Side masked;
    std::optional<std::int64_t> without_original = {};  // released documents
    std::vector<MethodResult> results = {};
};
// {"kind": "assessment", "data", "original", "masked", "attacks" or "measures"}; of attacks also
// "worst" (null: none).
Json to_json(const MethodAssessment& assessment);

// The losses by which a release of such data is judged in one figure, the mean of theirs: those
// that count by default of a graph, whose values and whose shape are lost apart from each other; of
// other data the first of the catalogue.
std::vector<const Method*> judging_losses(DataKind data);
// That figure, from what each loss is; where none of them could be measured the first of the
// catalogue that could.
std::optional<double> judged_loss(const FiguresByName& lost, DataKind data);

// The attack on such data that finds most people, of those that found something.
std::optional<WorstAttack> worst_attack(const FiguresByName& found, DataKind data);

// Of the JSON form of an assessment of some releases: adds "worst" to each of its "releases", and
// "worst" and "loss" (judged_loss) to the whole where it is of one release alone.
void add_headlines(Json& told, std::span<const ReleaseFigures> releases, DataKind data);

}  // namespace lethe::release
