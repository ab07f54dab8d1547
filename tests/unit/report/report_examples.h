// Invented results of every kind, as close to real ones as it matters to a report.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/method/result_json.h"
#include "lethe/release/tables/distributions.h"

namespace lethe::report::test {

struct People {
    Table original, masked;
};

// Ages, incomes with a long tail, years of schooling and a region, and the same averaged a little.
inline People people(std::int64_t rows = 1080) {
    const Stream stream = Random(11).stream("people");
    const std::vector<std::string> names = {"North", "South", "East", "West", "Islands", "Abroad"};
    std::vector<double> age, income, school, masked_age, masked_income, masked_school;
    std::vector<std::string> region, masked_region;
    for (std::int64_t i = 0; i < rows; ++i) {
        Draws draws = stream.at(i);
        age.push_back(std::floor(18 + 70 * std::pow(draws.uniform(), 1.3)));
        income.push_back(std::round(100 * std::exp(5.6 + 0.55 * draws.normal())));
        school.push_back(std::round(std::min(20.0, std::max(4.0, 12 + 3 * draws.normal()))));
        const auto home = static_cast<std::size_t>(5.99 * std::pow(draws.uniform(), 1.8));
        region.push_back(names[home]);
        masked_age.push_back(5 * std::round(age.back() / 5));
        masked_income.push_back(income.back() * (0.86 + 0.28 * draws.uniform()));
        masked_school.push_back(std::round(school.back() / 2) * 2);
        masked_region.push_back(draws.uniform() < 0.9 ? region.back() : names[0]);
    }
    return {Table({Column::numeric("age", age), Column::numeric("income", income),
                   Column::numeric("schooling", school),
                   Column::from_texts("region", Kind::nominal, region)}),
            Table({Column::numeric("age", masked_age), Column::numeric("income", masked_income),
                   Column::numeric("schooling", masked_school),
                   Column::from_texts("region", Kind::nominal, masked_region)})};
}

inline Json release() {
    return Json::parse(R"json({
      "lethe": {"version": "0.1.0"}, "kind": "release",
      "release": {"file": "out/people-2024.csv", "rows": 1080,
        "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "columns": [
          {"name": "age", "kind": "numeric", "role": "quasi", "changed": true},
          {"name": "schooling", "kind": "numeric", "role": "quasi", "changed": true},
          {"name": "region", "kind": "nominal", "role": "quasi", "changed": true},
          {"name": "income", "kind": "numeric", "role": "quasi", "changed": true},
          {"name": "diagnosis", "kind": "nominal", "role": "confidential", "changed": false}]},
      "dropped": ["name", "insurance number"],
      "steps": [
        {"method": "rounding", "title": "Rounding", "columns": ["age"],
         "parameters": {"base": 5, "bases": {}}, "facts": {}, "warnings": [], "seconds": 0.002},
        {"method": "mdav", "title": "Microaggregation (MDAV)", "columns": ["income", "schooling"],
         "summary": "Gathers the records into groups of at least k similar ones and replaces each value by its group's mean.",
         "parameters": {"k": 5, "scaling": "zscore"},
         "facts": {"groups": 215, "smallest": 5, "largest": 9}, "warnings": [], "seconds": 0.21},
        {"method": "pram", "title": "Post-randomisation (PRAM)", "columns": ["region"],
         "parameters": {"keep": 0.9, "matrix": null}, "facts": {"expected_changed": 0.1},
         "warnings": ["a category with fewer than 10 records changes often"], "seconds": 0.004}]
    })json");
}

inline Json assessment(bool with_distributions = true) {
    Json result = Json::parse(R"json({
      "lethe": {"version": "0.1.0"}, "kind": "assessment",
      "original": {"private": {"file": "data/people.csv"}, "rows": 1080},
      "masked": {"file": "out/people-2024.csv", "rows": 1080},
      "columns": ["age", "schooling", "region", "income"],
      "attacks": [
        {"name": "distance-linkage", "title": "Distance-based linkage", "parameters":
          {"distance": "euclidean", "scaling": "zscore"}, "value": 38.1481, "unit": "percent",
         "details": {"strict": 35.1852, "lax": 41.2963, "expected": 38.1481, "records": 1080,
                     "distance": "euclidean"}, "warnings": []},
        {"name": "probabilistic-linkage", "title": "Probabilistic linkage", "parameters":
          {"rounds": 1000}, "value": 17.4074, "unit": "percent",
         "details": {"correct": 188, "records": 1080,
           "m": {"age": 0.412, "schooling": 0.523, "region": 0.901, "income": 0.031},
           "u": {"age": 0.061, "schooling": 0.118, "region": 0.287, "income": 0.002},
           "rounds": 41}, "warnings": []},
        {"name": "supervised-linkage", "title": "Supervised linkage", "parameters":
          {"family": "weighted-mean", "seconds": 60}, "value": 36.25, "unit": "percent",
         "details": {"records": 400, "links": 145, "bound": 145, "optimal": true, "seconds": 0.31,
           "weights": {"age": 0.21, "schooling": 0.08, "region": 0.02, "income": 0.69}},
         "warnings": ["ran on a sample of 400 of 1,080 records"]},
        {"name": "interval-disclosure", "title": "Interval disclosure", "parameters":
          {"p": [1, 2, 5, 10], "window": "rank"}, "value": 64.213, "unit": "percent",
         "details": {"by_p": {"1": 41.2, "2": 55.31, "5": 74.0, "10": 86.34},
           "columns": {"age": 88.2, "schooling": 71.9, "income": 32.53}, "cells": 3240}},
        {"name": "uniqueness", "title": "Uniqueness and k-anonymity", "parameters":
          {"missing": "own", "k": [3, 5]}, "value": 1.1111, "unit": "percent",
         "details": {"masked": {"records": 1080, "unique": 12, "unique_percent": 1.1111, "k": 1,
             "below": {"3": 34, "5": 77}, "class_sizes":
             {"1": 12, "2": 22, "3": 27, "4": 16, "5": 410, "6": 204, "8": 96, "12": 132, "17": 68,
              "93": 93}},
           "about_original": {"original": {"records": 1080, "unique": 871, "unique_percent": 80.648, "k": 1,
             "below": {"3": 1013, "5": 1080}, "class_sizes": {"1": 871, "2": 142, "3": 51, "4": 16}}},
           "unique_in_both": 12}}],
      "measures": [
        {"name": "il", "title": "Information loss (IL)", "parameters": {}, "value": 8.92,
         "unit": "percent", "details": {"il1": 7.8, "il2": 0.12, "il3": 14.6, "il4": 12.1,
         "il5": 9.98}, "warnings": []},
        {"name": "il1", "title": "Loss of values (IL1)", "parameters": {}, "value": 7.8, "unit": "percent", "details": {}},
        {"name": "il2", "title": "Loss of means (IL2)", "parameters": {}, "value": 0.12, "unit": "percent", "details": {}},
        {"name": "il3", "title": "Loss of covariances (IL3)", "parameters": {}, "value": 14.6, "unit": "percent", "details": {}},
        {"name": "il4", "title": "Loss of variances (IL4)", "parameters": {}, "value": 12.1, "unit": "percent", "details": {}},
        {"name": "il5", "title": "Loss of correlations (IL5)", "parameters": {}, "value": 9.98, "unit": "percent", "details": {}},
        {"name": "pil", "title": "Probabilistic information loss (PIL)", "parameters": {},
         "value": 27.4, "unit": "percent", "details": {"quantiles": 31.2, "means": 4.4,
         "variances": 42.0, "covariances": 33.1, "correlations": 26.3}},
        {"name": "sse", "title": "Squared error (SSE/SST)", "parameters": {"scaling": "zscore"},
         "value": 6.31, "unit": "percent", "details": {"sse": 204.31, "ssa": 3032.69, "about_original": {"sst": 3237.0}}},
        {"name": "statistics", "title": "Statistics side by side", "parameters": {}, "value": 7.1,
         "unit": "percent", "details": {"about_original": {
           "means": {"age": {"original": 51.234, "masked": 51.23}, "income": {"original": 31480.25, "masked": 31477.9}},
           "variances": {"age": {"original": 402.25, "masked": 404.6}, "income": {"original": 398112231.5, "masked": 371009123.25}},
           "correlations": [{"columns": ["age", "income"], "original": 0.031, "masked": 0.034},
                            {"columns": ["age", "schooling"], "original": -0.212, "masked": null}]}}}],
      "risk": 46.0, "loss": 8.92, "score": 27.46, "alpha": 0.5
    })json");
    if (with_distributions) {
        const auto [original, masked] = people();
        result["about_original"]["distributions"] =
            json_list(release::distributions({}, original, masked, original.names()));
    }
    return result;
}

inline Json exploration() {
    Json result = {{"lethe", {{"version", "0.1.0"}}},
                   {"kind", "exploration"},
                   {"data", {{"private", {{"file", "data/people.csv"}}}, {"rows", 1080}}},
                   {"columns", {"age", "schooling", "region", "income"}},
                   {"points", Json::array()}};
    struct Family {
        std::string name, parameter;
        std::vector<double> values;
        double start, speed, cost, power;
    };
    const std::vector<Family> families = {
        {"mdav", "k", {2, 3, 4, 5, 6, 8, 10, 15, 20, 30}, 70, 0.24, 2.3, 0.78},
        {"individual-ranking", "k", {3, 5, 10, 20}, 96, 0.02, 0.25, 0.8},
        {"rank-swapping", "p", {1, 2, 3, 5, 7, 10, 12, 15, 20}, 88, 0.16, 2.1, 0.95},
        {"noise", "a", {0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5}, 92, 6.5, 72, 0.8},
        {"rounding", "base", {5, 10, 50, 100}, 93, 0.012, 0.5, 0.72},
        {"resampling", "t", {1, 2, 3}, 35, 0.2, 31, 0.35},
    };
    const Stream stream = Random(5).stream("points");
    for (const Family& family : families) {
        for (const double value : family.values) {
            Draws draws = stream.at(static_cast<std::int64_t>(result["points"].size()));
            const double risk =
                family.start * std::exp(-family.speed * value) + 3 * draws.uniform();
            const double loss = family.cost * std::pow(value, family.power) + 2 * draws.uniform();
            Json shown = value;
            if (value == std::floor(value)) shown = static_cast<int>(value);
            result["points"].push_back(
                {{"id", result["points"].size() + 1},
                 {"label", family.name + " " + family.parameter + "=" + shown.dump()},
                 {"method", family.name},
                 {"parameters", {{family.parameter, shown}}},
                 {"risk", risk},
                 {"loss", loss},
                 {"score", (risk + loss) / 2},
                 {"parts", {{"distance-linkage", risk * 0.8}, {"il", loss}}},
                 {"seconds", 0.01 + draws.uniform()}});
        }
    }
    const Json* best = nullptr;
    for (Json& point : result["points"]) {
        bool beaten = false;
        for (const Json& other : result["points"]) {
            beaten = beaten || (other["risk"] < point["risk"] && other["loss"] < point["loss"]);
        }
        point["pareto"] = !beaten;
        if (best == nullptr || point["score"] < (*best)["score"]) best = &point;
    }
    result["recommended"] = (*best)["id"];
    result["reason"] =
        "Lowest score of the protections on the front, and every class keeps at least k people.";
    return result;
}

inline Json inspection() {
    return Json::parse(R"json({
      "lethe": {"version": "0.1.0"}, "kind": "inspection", "about": "original",
      "data": {"file": "data/people.csv", "rows": 1080},
      "columns": [
        {"name": "name", "kind": "text", "role": "identifier", "distinct": 1079, "missing": 0, "unique_share": 99.8, "reason": "text that differs in almost every row"},
        {"name": "age", "kind": "numeric", "role": "quasi", "distinct": 70, "missing": 0, "unique_share": 0.3, "reason": "numbers that an outsider could know", "mean": 51.234, "sd": 20.056},
        {"name": "region", "kind": "nominal", "role": "quasi", "distinct": 6, "missing": 4, "missing_share": 0.37, "missing_codes": [{"code": "?", "rows": 54, "share": 5, "certain": true}], "unique_share": 0, "reason": "few categories"},
        {"name": "income", "kind": "numeric", "role": "quasi", "distinct": 988, "missing": 0, "unique_share": 85, "reason": "numbers that an outsider could know", "mean": 31480.25, "sd": 19952.7},
        {"name": "diagnosis", "kind": "nominal", "role": "confidential", "distinct": 31, "missing": 12, "unique_share": 0.4, "reason": "its name speaks of health"}],
      "classes": {"columns": ["age", "region", "income"], "unique": 871, "smallest": 1,
        "unique_share": 80.6, "histogram": {"1": 871, "2": 142, "3": 51, "4": 16}},
      "ranking": [
        {"column": "income", "alone": 918, "alone_share": 85, "without": 120, "without_share": 11.1, "adds": 751, "adds_share": 69.5},
        {"column": "age", "alone": 3, "alone_share": 0.3, "without": 860, "without_share": 79.6, "adds": 11, "adds_share": 1}],
      "pairs": [{"columns": ["age", "income"], "unique": 868, "unique_share": 80.4}],
      "triples": [],
      "warnings": ["income: a warning to be shown"],
      "next": ["lethe advise data/people.csv --policy policy.toml"]
    })json");
}

}  // namespace lethe::report::test
