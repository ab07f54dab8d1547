// Named guidance. The numbers of guidance documents are quoted in many places and were not all read
// in the originals; each note says so where that is the case.
#include <fmt/format.h>

#include <cmath>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/method/parameter.h"
#include "lethe/release/assess/verdict.h"

namespace lethe::release {
namespace {

constexpr const char* kQuoted = "The number is commonly quoted; check the original.";
constexpr const char* kForTables =
    "Made for published tables: here every combination of the columns that are known is taken for "
    "a cell.";

std::vector<Profile> make_profiles() {
    return {
        {.name = std::string(kDefaultProfile),
         .title = "classes of 5, nobody alone, the best attack finds at most 10 %, at most 10 "
                  "points are learnt about a confidential value",
         .source = "Lethe's own choice",
         .date = "2026",
         .note = "No authority asks for these numbers: they are a place to begin. Choose your own "
                 "for what you release, and to whom.",
         .thresholds = {.max_found = 10, .k = 5, .max_inference_gain = 10, .max_unique = 0}},
        {.name = "wp29",
         .title = "singling out, linkability and inference are all answered with no",
         .source = "Article 29 Working Party, Opinion 05/2014 on anonymisation techniques (WP216)",
         .date = "2014-04-10",
         .note = "The opinion has no number: a question is answered with no where nobody is alone, "
                 "the best attack finds at most 10 % and at most 10 points are learnt, which is "
                 "Lethe's reading. A release that answers all three with no needs no further "
                 "analysis; any other one does. Pseudonymous data are not anonymous.",
         .thresholds = {.three_questions = true}},
        {.name = "ema-0070",
         .title = "singling out, linkability and inference are excluded (or a risk below a "
                  "threshold is shown: see ema-0.09)",
         .source = "EMA/90915/2016, external guidance on Policy 0070, version 1.3",
         .date = "2017",
         .note = "Read in summaries. The numbers behind the three answers are Lethe's (see wp29).",
         .thresholds = {.three_questions = true}},
        {.name = "ema-0.09",
         .title = "the risk of every record is at most 0.09",
         .source = "EMA, guidance on Policy 0070; that it is quantitative: Branson et al., Trials, "
                   "2020",
         .date = "2017",
         .note = "The number is commonly quoted; check the original. It is usually described as "
                 "groups of 11, but one in 11 is 0.0909: at most 0.09 needs classes of 12.",
         .thresholds = {.max_record_risk = 0.09}},
        {.name = "health-canada",
         .title = "the risk of every record is at most 0.09",
         .source = "Health Canada, Public Release of Clinical Information",
         .date = "2019",
         .note = kQuoted + std::string(" See ema-0.09 for 11 and 12."),
         .thresholds = {.max_record_risk = 0.09}},
        {.name = "hipaa-safe-harbor",
         .title = "none of the 18 kinds of identifiers is released",
         .source = "45 CFR 164.514(b)(2)",
         .date = "2002",
         .note = "Columns are recognised by their names and roles, which can miss one or take one "
                 "for another. The rule also asks that nobody actually knows that the rest "
                 "identifies, which no program can say.",
         .thresholds = {.safe_harbor = true}},
        {.name = "hipaa-expert",
         .title = "an expert finds and documents that the risk is very small",
         .source = "45 CFR 164.514(b)(1)",
         .date = "2002",
         .note = "The rule has no number: the figures are for the expert, and nothing is met here.",
         .thresholds = {}},
        {.name = "cms-11",
         .title = "no cell of 1 to 10 people",
         .source = "CMS cell size suppression policy, resdac.org/node/1506",
         .date = "2024-01-26",
         .note = kForTables,
         .thresholds = {.k = 11}},
        {.name = "pcornet-11",
         .title = "cells of 11 people or more",
         .source = "PCORnet data committee, issue 8, aligned with CMS",
         .date = "",
         .note = kForTables,
         .thresholds = {.k = 11}},
        {.name = "ihsn",
         .title = "classes of 3; where a population is known an individual risk of at most 0.05",
         .source = "IHSN, Statistical Disclosure Control for Microdata, measuring disclosure risk",
         .date = "2019",
         .note = "The guide calls a k of 3 or 5 typical and takes 0.05 as an example of a "
                 "threshold of the individual risk.",
         .thresholds = {.max_individual_risk = 0.05, .k = 3}},
        {.name = "nsi-3",
         .title = "a frequency of at least 3",
         .source = "common practice of statistical offices in tables",
         .date = "",
         .note = fmt::format("{} {}", kQuoted, kForTables),
         .thresholds = {.k = 3}},
        {.name = "output-10",
         .title = "at least 10 people in a cell of research output",
         .source = "ESSnet and DwB guidelines for the checking of output based on microdata",
         .date = "2009",
         .note = fmt::format("{} {}", kQuoted, kForTables),
         .thresholds = {.k = 10}},
        {.name = "silc-20",
         .title = "not published below 20 observations",
         .source = "Eurostat, practice for EU-SILC",
         .date = "",
         .note = fmt::format("{} {}", kQuoted, kForTables),
         .thresholds = {.k = 20}},
        {.name = "unique-0",
         .title = "nobody is unique",
         .source = "El Emam et al., BMC Medical Informatics and Decision Making 10:18",
         .date = "2010",
         .note = "One of three thresholds of uniqueness met in the health literature: 0, 5 and "
                 "20 %. Here of the release, not of the population.",
         .thresholds = {.max_unique = 0}},
        {.name = "unique-5",
         .title = "at most 5 % are unique",
         .source = "El Emam et al., BMC Medical Informatics and Decision Making 10:18",
         .date = "2010",
         .note = "See unique-0.",
         .thresholds = {.max_unique = 5}},
        {.name = "unique-20",
         .title = "at most 20 % are unique",
         .source = "El Emam et al., BMC Medical Informatics and Decision Making 10:18",
         .date = "2010",
         .note = "See unique-0.",
         .thresholds = {.max_unique = 20}},
    };
}

Schema<Thresholds> own_schema() {
    const Range percent_range = between(0, 100);
    Range probability = between(0, 1);
    probability.least_excluded = true;
    return Schema<Thresholds>()
        .field("max_risk", &Thresholds::max_found, "what the best attack may find, in percent",
               percent_range)
        .field("max_record_risk", &Thresholds::max_record_risk, "the risk of each record",
               probability)
        .field("max_average_risk", &Thresholds::max_average_risk, "the mean risk", probability)
        .field("max_individual_risk", &Thresholds::max_individual_risk,
               "the individual risk, with weights or a population", probability)
        .field("k", &Thresholds::k, "the smallest class", at_least(1))
        .field("l", &Thresholds::l, "different confidential values of each class", at_least(1))
        .field("t", &Thresholds::t, "the largest distance of a class", between(0, 1))
        .field("max_inference_gain", &Thresholds::max_inference_gain,
               "what may be learnt about a confidential value, in points", percent_range)
        .field("max_unique", &Thresholds::max_unique, "unique records, in percent", percent_range)
        .field("chosen_by", &Thresholds::chosen_by, "who chose the thresholds");
}

template <class T>
void take(std::optional<T>& mine, const std::optional<T>& own) {
    if (own) mine = own;
}

}  // namespace

bool Thresholds::empty() const {
    return !max_found && !max_record_risk && !max_average_risk && !max_individual_risk && !k &&
           !l && !t && !max_inference_gain && !max_unique && !safe_harbor && !three_questions;
}

const std::vector<Profile>& guidance_profiles() {
    static const std::vector<Profile> profiles = make_profiles();
    return profiles;
}

const Profile& find_profile(std::string_view name) {
    std::vector<std::string> names;
    for (const Profile& profile : guidance_profiles()) {
        if (profile.name == name) return profile;
        names.push_back(profile.name);
    }
    throw Error(ErrorKind::usage, unknown_name("profile", name, names), {{}, 0, 0, "profile"});
}

Profile own_profile(const Thresholds& own) {
    return {.name = "own",
            .title = "thresholds of one's own",
            .source = "chosen for this release",
            .date = "",
            .note = "",
            .thresholds = own};
}

Profile with_own(const Profile& profile, const Thresholds& own) {
    if (own.empty()) return profile;
    Profile joined = profile;
    joined.name += " with own thresholds";
    joined.note = fmt::format("Some thresholds were chosen for this release. {}", profile.note);
    Thresholds& all = joined.thresholds;
    take(all.max_found, own.max_found);
    take(all.max_record_risk, own.max_record_risk);
    take(all.max_average_risk, own.max_average_risk);
    take(all.max_individual_risk, own.max_individual_risk);
    take(all.k, own.k);
    take(all.l, own.l);
    take(all.t, own.t);
    take(all.max_inference_gain, own.max_inference_gain);
    take(all.max_unique, own.max_unique);
    if (!own.chosen_by.empty()) all.chosen_by = own.chosen_by;
    all.safe_harbor |= own.safe_harbor;
    all.three_questions |= own.three_questions;
    return joined;
}

Thresholds thresholds_of(const Json& given, Problems& problems) {
    return own_schema().bind(given, {}, problems);
}

Thresholds thresholds_of(const Json& given) {
    Problems problems;
    Thresholds thresholds = thresholds_of(given, problems);
    throw_if_any(std::move(problems));
    return thresholds;
}

std::int64_t class_size_for(double risk) {
    const double whole = std::floor(1 / risk);
    const bool more = whole < 1 || 1 / whole - risk >= 0.01 * risk;
    return static_cast<std::int64_t>(whole) + (more ? 1 : 0);
}

Json to_json(const Profile& profile) {
    Json thresholds = Json::object();
    const Json all = own_schema().dump(profile.thresholds);
    for (const auto& [name, value] : all.items()) {
        if (!value.is_null() && value != "") thresholds[name] = value;
    }
    if (profile.thresholds.safe_harbor) thresholds["safe_harbor"] = true;
    if (profile.thresholds.three_questions) thresholds["three_questions"] = true;
    return {{"name", profile.name}, {"title", profile.title}, {"source", profile.source},
            {"date", profile.date}, {"note", profile.note},   {"thresholds", thresholds}};
}

}  // namespace lethe::release
