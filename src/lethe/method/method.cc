#include "lethe/method/method.h"

#include <algorithm>
#include <array>

namespace lethe {
namespace {

struct PropertyRow {
    std::string_view name;
    std::string_view text;
};

constexpr std::array<PropertyRow, 13> kProperties{{
    {"random", "uses randomness; the same seed gives the same result"},
    {"k-anonymous",
     "every combination of masked values is shared by at least k rows; missing is a value of its "
     "own (unless `missing` = any)"},
    {"k-matching", "each row agrees with at least k rows, a missing value agreeing with anything"},
    {"keeps-marginals", "each column keeps exactly its values, in other rows"},
    {"keeps-means", "each column keeps its mean"},
    {"row-wise", "each row is masked on its own"},
    {"row-order-independent", "the order of the rows does not matter"},
    {"changes-rows", "rows are dropped or repeated"},
    {"makes-missing", "values can become missing"},
    {"pairwise", "time grows with the square of the rows"},
    {"transparent", "knows how the data were masked, from its parameters or the release record"},
    {"samples-rows", "the rows that stay are a simple random sample of those that were there"},
    {"keeps-degrees", "each node keeps its number of neighbours, in each direction"},
}};

constexpr std::array<std::string_view, 3> kFamilies{"mask", "attack", "loss"};
constexpr std::array<std::string_view, 4> kMissing{"refused", "kept", "mean", "own-category"};

}  // namespace

std::string_view name(Family family) { return kFamilies[static_cast<std::size_t>(family)]; }
std::string_view name(Property property) {
    return kProperties[static_cast<std::size_t>(property)].name;
}
std::string_view explain(Property property) {
    return kProperties[static_cast<std::size_t>(property)].text;
}
std::string_view name(Missing missing) { return kMissing[static_cast<std::size_t>(missing)]; }

bool Method::accepts(Kind kind) const {
    return std::find(info.kinds.begin(), info.kinds.end(), kind) != info.kinds.end();
}

bool Method::has(Property property) const {
    return std::find(info.properties.begin(), info.properties.end(), property) !=
           info.properties.end();
}

bool Method::has(Purpose purpose) const {
    return std::find(info.purposes.begin(), info.purposes.end(), purpose) != info.purposes.end();
}

bool Method::has_parameter(std::string_view name) const {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const Parameter& parameter) { return parameter.name == name; });
}

Json to_json(const Method& method) {
    Json json;
    json["name"] = method.info.name;
    json["family"] = name(method.info.family);
    json["data"] = name(method.info.data);
    json["title"] = method.info.title;
    json["summary"] = method.info.summary;
    json["description"] = method.info.description;
    json["kinds"] = Json::array();
    for (const Kind kind : method.info.kinds) json["kinds"].push_back(name(kind));
    json["missing"] = name(method.info.missing);
    json["parameters"] = Json::array();
    for (const Parameter& parameter : method.parameters) {
        json["parameters"].push_back(to_json(parameter));
    }
    json["cites"] = method.info.cites;
    json["properties"] = Json::array();
    for (const Property property : method.info.properties) {
        json["properties"].push_back(name(property));
    }
    json["example"] = method.info.example;
    if (!method.info.needs.empty()) json["needs"] = method.info.needs;
    return json;
}

}  // namespace lethe
