#include "lethe/table/linkage/linkage_report.h"

#include <fmt/format.h>

#include <unordered_set>

namespace lethe::linkage {
namespace {

Json score_json(const LinkageScore& score) {
    return {{"links", score.links},
            {"right", score.right},
            {"precision", score.precision()},
            {"recall", score.recall()},
            {"f1", score.f1()}};
}

Json columns_json(const LinkageResult& result) {
    Json columns = Json::array();
    for (std::size_t f = 0; f < result.plan.pairs.size(); ++f) {
        const ColumnPair& pair = result.plan.pairs[f];
        Json levels = Json::array();
        const auto names = level_names(pair.comparator);
        for (std::size_t l = 1; l <= names.size(); ++l) {
            levels.push_back({{"level", names[l - 1]},
                              {"of_matches", result.model.m[f][l]},
                              {"of_others", result.model.u[f][l]},
                              {"bits", result.model.weight(f, static_cast<int>(l))}});
        }
        Json column{{"intruder", pair.left},        {"release", pair.right},
                    {"paired", pair.why_paired},    {"comparator", name(pair.comparator)},
                    {"because", pair.why_compared}, {"levels", std::move(levels)}};
        if (pair.tolerance) column["tolerance"] = *pair.tolerance;
        columns.push_back(std::move(column));
    }
    return columns;
}

Json passes_json(const LinkageResult& result) {
    Json passes = Json::array();
    for (const PassReport& pass : result.passes) {
        passes.push_back({{"keys", pass.keys},
                          {"blocks", pass.blocks},
                          {"blocks_too_large", pass.too_large},
                          {"pairs", static_cast<std::int64_t>(pass.pairs)}});
    }
    return passes;
}

// A text as a field of a CSV file.
std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + "\"";
}

std::string_view level_name(const LinkageResult& result, std::size_t field, int level) {
    if (level == 0) return "missing";
    return level_names(result.plan.pairs[field].comparator)[static_cast<std::size_t>(level) - 1];
}

}  // namespace

Json linkage_json(const LinkageResult& result, const Truth* truth) {
    std::int64_t sure = 0;
    double right = 0;
    double possibly_right = 0;
    std::unordered_set<std::int64_t> people;
    for (const Link& link : result.links) {
        sure += link.sure ? 1 : 0;
        (link.sure ? right : possibly_right) += link.probability;
        if (link.sure) people.insert(link.left);
    }
    Json json{
        {"links", sure},
        {"people_linked", people.size()},
        {"possible", std::ssize(result.links) - sure},
        {"expected_right", right},
        {"expected_precision", sure > 0 ? Json(right / static_cast<double>(sure)) : Json()},
        {"expected_right_of_possible", possibly_right},
        {"expected_matches", result.expected_matches},
        {"likeliest", {{"people", result.guesses}, {"expected_right", result.right_guesses}}},
        {"likeliest_of_records",
         {{"records", result.back_guesses}, {"expected_right", result.right_back_guesses}}},
        {"thresholds", {{"link", result.link_threshold}, {"possible", result.possible_threshold}}},
        {"pairs",
         {{"all", result.all_pairs},
          {"compared", result.compared},
          {"missed_matches", result.missed}}},
        {"columns", columns_json(result)},
        {"passes", passes_json(result)}};
    Json left_out = Json::array();
    for (const LeftOut& column : result.plan.left_out) {
        left_out.push_back({{"column", column.column},
                            {"file", column.of_left ? "intruder" : "release"},
                            {"because", column.reason}});
    }
    json["left_out"] = std::move(left_out);
    Json notes = Json::array();
    if (result.greedy_parts > 0) {
        notes.push_back(
            fmt::format("{} groups of records were too large for the best assignment; the "
                        "likeliest pairs were taken first",
                        result.greedy_parts));
    }
    notes.push_back(
        "This intruder learns from the two files alone; one who holds original records may find "
        "more: a low figure is no proof of safety.");
    json["notes"] = std::move(notes);
    if (truth == nullptr) return json;
    json["truth"] = {{"pairs", truth->pairs()},
                     {"of_links", score_json(score(result.links, *truth, false))},
                     {"with_possible", score_json(score(result.links, *truth, true))},
                     {"likeliest_right", right_guesses(result, *truth)}};
    return json;
}

std::string links_csv(const LinkageResult& result, const Truth* truth) {
    std::string out(kLinksHeader);
    if (truth != nullptr) out += ",right";
    for (const ColumnPair& pair : result.plan.pairs) {
        out += fmt::format(",{},{}", csv_field(pair.right + " agreement"),
                           csv_field(pair.right + " bits"));
    }
    out += '\n';
    for (const Link& link : result.links) {
        out += fmt::format("{},{},{},{:.6f},{:.2f}", link.left + 1, link.right + 1,
                           link.sure ? "link" : "possible", link.probability, link.bits);
        if (truth != nullptr) out += truth->together(link.left, link.right) ? ",yes" : ",no";
        for (std::size_t f = 0; f < link.evidence.size(); ++f) {
            out += fmt::format(",{},{:.2f}", level_name(result, f, link.evidence[f].level),
                               link.evidence[f].bits);
        }
        out += '\n';
    }
    return out;
}

Json links_json(const LinkageResult& result, const Truth* truth) {
    Json links = Json::array();
    for (const Link& link : result.links) {
        Json item{{"intruder_row", link.left + 1},
                  {"release_row", link.right + 1},
                  {"decision", link.sure ? "link" : "possible"},
                  {"probability", link.probability},
                  {"bits", link.bits}};
        if (truth != nullptr) item["right"] = truth->together(link.left, link.right);
        Json evidence = Json::array();
        for (std::size_t f = 0; f < link.evidence.size(); ++f) {
            evidence.push_back({{"column", result.plan.pairs[f].right},
                                {"agreement", level_name(result, f, link.evidence[f].level)},
                                {"bits", link.evidence[f].bits}});
        }
        item["evidence"] = std::move(evidence);
        links.push_back(std::move(item));
    }
    return {{"kind", "private-links"}, {"links", std::move(links)}};
}

}  // namespace lethe::linkage
