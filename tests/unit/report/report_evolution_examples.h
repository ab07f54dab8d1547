// Invented results of evolutions.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/core/random.h"

namespace lethe::report::test {

// A population that begins along a curve of methods and ends as a small cloud below its best.
inline Json evolution(int size = 30, int generations = 40) {
    Json result = Json::parse(R"json({
      "lethe": {"version": "0.1.0"}, "kind": "evolution", "what": "file",
      "data": {"private": {"file": "people.csv"}, "rows": 500}, "columns": ["region", "education"],
      "aim": {"kind": "mean"},
      "start": {"files": 30, "mean": 44, "label": "mdav k=7", "score": 36.5, "risk": 48, "loss": 25,
        "dbil": 20, "ctbil": 10, "ebil": 45, "interval_disclosure": 80, "distance_linkage": 12,
        "probabilistic_linkage": 20,
        "failed": [{"label": "pram p=0.1", "private": {"error": "the column has a single category"}},
                   {"label": "pram p=0.2", "private": {"error": "the column has a single category"}},
                   {"label": "mdav k=900", "private": {"error": "k is larger than the file"}}]},
      "best": {"score": 35.125, "risk": 45, "loss": 25.25, "dbil": 20.75, "ctbil": 9, "ebil": 46,
        "interval_disclosure": 78, "distance_linkage": 9, "probabilistic_linkage": 15},
      "mean": 35.4, "evaluations": 12345, "seconds": 7.5, "stopped_by": "stagnation",
      "private": {"output": "evolution", "release": "evolution/best.csv"}
    })json");
    const Stream stream = Random(7).stream("populations");
    const std::vector<std::string> methods = {"mdav", "rank-swapping", "global-median"};
    for (int i = 0; i < size; ++i) {
        Draws draws = stream.at(i);
        const double loss = 30.0 * i / std::max(1, size - 1);
        const double risk = 96 - 1.75 * loss + 4 * draws.uniform();
        const std::string& method = methods[static_cast<std::size_t>(i) % methods.size()];
        result["population_first"].push_back({{"label", method + " k=" + std::to_string(i + 2)},
                                              {"risk", risk},
                                              {"loss", loss},
                                              {"score", (risk + loss) / 2}});
        const double near = 45 + draws.uniform(), less = 25.25 + 0.4 * draws.uniform();
        result["population_last"].push_back(
            {{"risk", near}, {"loss", less}, {"score", (near + less) / 2}});
    }
    for (int i = 0; i <= generations; ++i) {
        const double left = 1 - static_cast<double>(i) / std::max(1, generations);
        result["history"].push_back({{"generation", i},
                                     {"best", 35.125 + 1.375 * left},
                                     {"mean", 35.4 + 9 * left * left},
                                     {"worst", 35.8 + 14 * left * left}});
    }
    return result;
}

inline Json evolved_matrices() {
    Json result = evolution(12, 20);
    result["what"] = "pram-matrices";
    result["generations"] = 20;
    for (Json& one : result["population_first"]) one.erase("label");
    result["start"] = {
        {"label", "frequency theta=0.4"},
        {"score", 38.25},
        {"risk", 46.5},
        {"loss", 30},
        {"changed", 22.5},
        {"fresh", {{"score", 38.5}, {"risk", 47}, {"loss", 30}}},
        {"about_original",
         {{"matrices",
           {{"region",
             {{"categories", {"north", "south", "east"}},
              {"rows", {{0.777, 0.2, 0.023}, {0.5, 0.4, 0.1}, {0.1, 0.1, 0.8}}}}}}}}}};
    result["best"] = {{"score", 35.125},
                      {"risk", 45},
                      {"loss", 25.25},
                      {"changed", 18.75},
                      {"fresh", {{"score", 35.5}, {"risk", 45.5}, {"loss", 25.5}}},
                      {"about_original",
                       {{"matrices",
                         {{"region",
                           {{"categories", {"north", "south", "east"}},
                            {"rows", {{0.875, 0.125, 0}, {0.25, 0.748, 0.002}, {0, 0, 1}}}}}}}}}};
    return result;
}

inline Json evolved_formula() {
    Json result = evolution(12, 20);
    result["what"] = "pram-formula";
    result["start"] = {{"formula", "N - a - b"},
                       {"simplified", "N - a - b"},
                       {"depth", 2},
                       {"score", 38.25},
                       {"risk", 46.5},
                       {"loss", 30}};
    result["best"] = {{"formula", "sqrt(b) * (a / a)"},
                      {"simplified", "sqrt(b)"},
                      {"depth", 2},
                      {"score", 35.125},
                      {"risk", 45},
                      {"loss", 25.25}};
    const Json matrix = {
        {"region", {{"categories", {"n", "s"}}, {"rows", {{0.625, 0.375}, {0, 1}}}}}};
    for (const char* side : {"start", "best"}) {
        for (const char* name : {"folder/first.csv", "folder/second.csv"}) {
            result[side]["about_original"]["tables"].push_back({{"name", name},
                                                                {"score", 36.75},
                                                                {"risk", 41.5},
                                                                {"loss", 32},
                                                                {"matrices", matrix}});
        }
    }
    return result;
}

}  // namespace lethe::report::test
