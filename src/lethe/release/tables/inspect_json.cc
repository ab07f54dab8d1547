// The first look at a table in JSON.
#include "lethe/release/tables/inspect.h"

namespace lethe::release {
namespace {

double percent_of_rows(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

Json inspected_json(const InspectedColumn& column, std::int64_t rows) {
    const RoleGuess& guess = column.guess;
    Json json{{"name", column.name},
              {"kind", name(column.kind)},
              {"proposed_kind", name(guess.kind)},
              {"role", guess.survey ? name(*guess.survey) : name(guess.role)},
              {"looks_like", name(guess.subject)},
              {"reason", guess.reason},
              {"distinct", guess.distinct},
              {"missing", column.missing},
              {"missing_share", percent_of_rows(column.missing, rows)},
              {"unique", guess.unique},
              {"unique_share", percent_of_rows(guess.unique, rows)}};
    if (!column.label.empty()) json["label"] = column.label;
    for (const MissingCode& code : guess.missing_codes) {
        json["missing_codes"].push_back({{"code", code.code},
                                         {"rows", code.rows},
                                         {"share", percent_of_rows(code.rows, rows)},
                                         {"certain", code.certain}});
    }
    if (!column.written.empty()) json["written"] = column.written;
    if (column.moments) {
        json["mean"] = column.moments->mean;
        json["sd"] = column.moments->sd;
    }
    return json;
}

Json inspected_json(const RowsBelow& below, std::int64_t rows) {
    return {{"k", below.k}, {"rows", below.rows}, {"share", percent_of_rows(below.rows, rows)}};
}

Json inspected_json(const RankedColumn& ranked, std::int64_t rows) {
    return {{"column", ranked.column},
            {"alone", ranked.alone},
            {"alone_share", percent_of_rows(ranked.alone, rows)},
            {"without", ranked.without},
            {"without_share", percent_of_rows(ranked.without, rows)},
            {"adds", ranked.adds},
            {"adds_share", percent_of_rows(ranked.adds, rows)}};
}

Json inspected_json(const UniqueTogether& together, std::int64_t rows) {
    return {{"columns", together.columns},
            {"unique", together.unique},
            {"unique_share", percent_of_rows(together.unique, rows)}};
}

Json inspected_json(const InspectedClasses& classes, std::int64_t rows) {
    Json histogram = Json::object();
    for (const auto& [size, number] : classes.histogram) histogram[std::to_string(size)] = number;
    return {{"columns", classes.columns},
            {"classes", classes.classes},
            {"smallest", classes.smallest},
            {"unique", classes.unique},
            {"unique_share", percent_of_rows(classes.unique, rows)},
            {"histogram", std::move(histogram)}};
}

template <class Items>
Json inspected_list(const Items& items, std::int64_t rows) {
    Json list = Json::array();
    for (const auto& item : items) list.push_back(inspected_json(item, rows));
    return list;
}

}  // namespace

Json to_json(const InspectedTable& inspected) {
    const std::int64_t rows = inspected.rows;
    Json json{
        {"kind", "inspection"},
        {"about", "original"},
        {"data", {{"file", inspected.file}, {"rows", rows}, {"columns", inspected.columns.size()}}},
        {"columns", inspected_list(inspected.columns, rows)},
        {"dropped", inspected.dropped}};
    if (const auto& classes = inspected.classes) {
        json["classes"] = inspected_json(*classes, rows);
        json["lost"] = inspected_list(classes->lost, rows);
        json["ranking"] = inspected_list(classes->ranking, rows);
        json["pairs"] = inspected_list(classes->pairs, rows);
        json["triples"] = inspected_list(classes->triples, rows);
    }
    json["warnings"] = inspected.warnings;
    json["policy"] = inspected.policy;
    json["next"] = inspected.next;
    return json;
}

}  // namespace lethe::release
