// The transparency attack on rank swapping: files masked with p = 2 .. 20, attacked with and
// without the knowledge of p, and the methods that resist it, attacked by one who knows them.
//
// Which columns the intruders of the source knew is not said. Intruders who know the first one,
// two, ..., seven columns, whose results are averaged, give the published Census figures up to
// p = 12; so these are taken. The link goes from the known record to the release.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>

#include "experiments/experiments.h"
#include "experiments/support.h"
#include "experiments/tables/drawn_linkage.h"
#include "experiments/tables/swap_windows.h"
#include "lethe/core/parallel.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/method/catalogue.h"

namespace lethe::reproduction {
namespace {

constexpr std::size_t kIntruders = 7;         // who know the first 1, 2, ... columns
constexpr std::int64_t kWindowSamples = 3;    // of other readings of the last ranks, on Census
constexpr std::int64_t kDrawnRecords = 2000;  // of larger files, as studies of the time had to

struct TransparencyPublished {
    double p;
    double rsld, dld, pld;  // percent
};

constexpr std::array<TransparencyPublished, 10> kCensus{{{2, 77.73, 73.52, 71.28},
                                                         {4, 66.65, 58.40, 42.92},
                                                         {6, 54.65, 43.76, 22.49},
                                                         {8, 41.28, 32.13, 11.74},
                                                         {10, 29.21, 23.64, 6.03},
                                                         {12, 19.87, 18.96, 3.46},
                                                         {14, 16.14, 15.63, 2.06},
                                                         {16, 13.81, 13.59, 1.29},
                                                         {18, 12.21, 11.50, 0.83},
                                                         {20, 10.88, 10.87, 0.59}}};
constexpr std::array<TransparencyPublished, 10> kEia{{{2, 43.27, 21.71, 16.85},
                                                      {4, 12.54, 10.61, 4.79},
                                                      {6, 7.69, 7.40, 2.03},
                                                      {8, 6.12, 5.98, 1.12},
                                                      {10, 5.60, 5.19, 0.69},
                                                      {12, 5.39, 4.87, 0.51},
                                                      {14, 5.28, 4.55, 0.32},
                                                      {16, 5.19, 4.54, 0.23},
                                                      {18, 5.20, 4.54, 0.22},
                                                      {20, 5.15, 4.36, 0.18}}};

Measurement measure(std::string_view name, Family family, const Table& original,
                    const Table& masked, std::size_t columns, const Json& parameters,
                    const Context& context, const Json& record = nullptr) {
    auto names = original.names();
    names.resize(columns);
    const AssessInput input{original, masked, names, Random(0), context, {}, {}, {}, record};
    return find_method(name, family).assess(input, parameters);
}

// What the release record would say: one step on all columns.
Json record_of(std::string_view method, const Json& parameters, const Table& table) {
    Problems problems;
    const Json bound = find_method(method, Family::mask).bind(parameters, {}, problems);
    throw_if_any(std::move(problems));
    return {
        {"steps",
         Json::array({{{"method", method}, {"columns", table.names()}, {"parameters", bound}}})}};
}

// What the intruders find, on average, in percent.
struct Found {
    double rsld = 0;
    double dld = 0;
    double certain = 0;        // one candidate remains
    double certain_right = 0;  // and it is the right one
    double empty = 0;          // no candidate remains
    double pld = 0;
    double known = 0;  // by likelihood, the method and its parameters known
};

// `record` null: nobody attacks by likelihood.
Found attack(const Table& original, const Table& masked, double p, bool probabilistic,
             const Json& record, const Context& context) {
    Found found;
    for (std::size_t columns = 1; columns <= kIntruders; ++columns) {
        const Json details = measure("rank-swapping-intersection", Family::attack, original, masked,
                                     columns, {{"p", p}}, context)
                                 .details;
        const auto add = [&](double& sum, const char* key) {
            sum += details[key].get<double>() / kIntruders;
        };
        add(found.rsld, "expected");
        add(found.dld, "distance_linkage");
        add(found.certain, "certain");
        add(found.certain_right, "certain_right");
        add(found.empty, "empty");
        if (!record.is_null()) {
            found.known += measure("known-masking-linkage", Family::attack, original, masked,
                                   columns, Json::object(), context, record)
                               .value /
                           kIntruders;
        }
    }
    if (probabilistic) {
        found.pld = found_by_agreement(original, masked, kIntruders, "assignment", context);
    }
    return found;
}

double mean_share(const std::vector<Found>& samples, double Found::*part) {
    double sum = 0;
    for (const Found& sample : samples) sum += sample.*part;
    return sum / static_cast<double>(samples.size());
}

Spread spread_of(const std::vector<Found>& samples, double Found::*part) {
    std::vector<double> values;
    for (const Found& sample : samples) values.push_back(sample.*part);
    return spread(values);
}

struct File {
    std::string_view name;
    Table table;
    const std::array<TransparencyPublished, 10>* published;
};

// Nothing where the file is not there.
std::optional<Table> eia(const ReproduceOptions& options, const Context& context) {
    const std::string path = (std::filesystem::path(options.data) / "casc" / "EIA.csv").string();
    if (!std::filesystem::exists(path)) return std::nullopt;
    const std::vector<std::string> columns{"RESREVENUE", "RESSALES", "COMREVENUE", "COMSALES",
                                           "INDREVENUE", "INDSALES", "OTHREVENUE"};
    return read_table(context, path).select(columns);
}

Json swapping_rows(const File& file, const std::vector<std::vector<Found>>& found, Json& checks) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < found.size(); ++i) {
        const TransparencyPublished& published = (*file.published)[i];
        const Spread rsld = spread_of(found[i], &Found::rsld);
        rows.push_back({{"p", static_cast<std::int64_t>(published.p)},
                        {"rsld_published", published.rsld},
                        {"rsld", rsld.mean},
                        {"sd", json_of(rsld.deviation())},
                        {"dld_published", published.dld},
                        {"dld", mean_share(found[i], &Found::dld)},
                        {"pld_published", published.pld},
                        {"pld", found[i][0].pld},
                        {"known", file.name == "Census" ? mean_share(found[i], &Found::known)
                                                        : found[i][0].known},
                        {"certain", mean_share(found[i], &Found::certain)}});
        const auto what = [&](const char* text) {
            return fmt::format("{}, p = {:g}: {}", file.name, published.p, text);
        };
        bool ordered = true, sound = true;
        for (const Found& sample : found[i]) {
            ordered = ordered && sample.rsld >= sample.certain - 1e-9;
            sound = sound && sample.empty == 0 && sample.certain == sample.certain_right;
        }
        add_check(checks, what("RSLD >= certain matches"), ordered);
        add_check(checks, what("every candidate set holds the record"), sound);
        if (file.name == "Census") {
            add_check(checks, what("who weighs the swaps finds at least what RSLD finds"),
                      mean_share(found[i], &Found::known) >= rsld.mean - 1);
        }
        const bool reference = file.name == "Census" && file.table.names()[0] == "AFNLWGT";
        if (reference && published.p <= 12) {
            add_check(checks, what("RSLD within 2 points of the published figure"),
                      std::fabs(rsld.mean - published.rsld) <= 2);
        }
    }
    return rows;
}

// How often the published order of the attacks holds: who knows p finds most, then distance, then
// probabilistic linkage.
void add_order_claims(const File& file, const Json& rows, Json& claims) {
    for (const auto& [above, below, words] :
         {std::tuple{"rsld", "dld", "RSLD finds at least as many as DLD"},
          std::tuple{"dld", "pld", "DLD finds at least as many as PLD"}}) {
        std::int64_t holds = 0;
        for (const Json& row : rows) {
            holds += row[above].get<double>() >= row[below].get<double>() ? 1 : 0;
        }
        add_claim(claims, fmt::format("{}: {}", file.name, words), holds, std::ssize(rows));
    }
}

// What the intruders find where the last ranks are treated otherwise (swap_windows.h); by p.
struct FoundByWindow {
    std::vector<std::vector<Found>> open, whole;
};

Json window_rows(const File& file, const std::vector<std::vector<Found>>& shortened,
                 const FoundByWindow& others) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < shortened.size(); ++i) {
        const TransparencyPublished& published = (*file.published)[i];
        rows.push_back({{"p", static_cast<std::int64_t>(published.p)},
                        {"rsld_published", published.rsld},
                        {"rsld", mean_share(shortened[i], &Found::rsld)},
                        {"rsld_open", mean_share(others.open[i], &Found::rsld)},
                        {"rsld_whole", mean_share(others.whole[i], &Found::rsld)},
                        {"dld_published", published.dld},
                        {"dld", mean_share(shortened[i], &Found::dld)},
                        {"dld_open", mean_share(others.open[i], &Found::dld)},
                        {"dld_whole", mean_share(others.whole[i], &Found::dld)}});
    }
    return rows;
}

// Of a file with more records than were drawn; the published figure beside both readings.
Json drawn_rows(const File& file, const std::vector<DrawnLinkage>& found, Json& checks) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < found.size(); ++i) {
        const TransparencyPublished& published = (*file.published)[i];
        rows.push_back({{"p", static_cast<std::int64_t>(published.p)},
                        {"pld_published", published.pld},
                        {"whole", found[i].whole},
                        {"drawn_heaviest", found[i].drawn_heaviest},
                        {"drawn", found[i].drawn_one_to_one}});
        add_check(checks,
                  fmt::format("{}, p = {:g}: a smaller crowd hides fewer", file.name, published.p),
                  found[i].drawn_heaviest >= found[i].whole);
    }
    return rows;
}

// Rank swapping and methods that resist on the first seven columns, at a comparable loss.
struct TransparencyVariant {
    std::string_view label;
    std::string_view method;
    std::string_view parameter;
    std::vector<double> values;  // to choose from
};

const std::vector<TransparencyVariant>& resistant_variants() {
    static const std::vector<TransparencyVariant> variants{
        {"p-buckets",
         "rank-swapping-buckets",
         "buckets",
         {5, 8, 12, 16, 20, 25, 30, 40, 50, 65, 80, 100, 150}},
        {"p-distribution",
         "rank-swapping-distribution",
         "p",
         {0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16}},
        {"fuzzy microaggregation",
         "fuzzy-microaggregation",
         "k",
         {2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 40}},
        {"MDAV, all columns", "mdav", "k", {2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 40}}};
    return variants;
}

Json masking_parameters_of(const TransparencyVariant& variant, double value) {
    const auto whole = static_cast<std::int64_t>(value);
    if (variant.method == "mdav") return {{"k", {whole}}};
    if (variant.parameter != "p") return {{variant.parameter, whole}};
    return {{variant.parameter, value}};
}

struct TransparencySetting {
    std::string_view label;
    std::string strength;
    double loss = 0;
    std::vector<Found> samples = {};
};

double loss_of(const Table& original, const Table& masked, const Context& context) {
    return measure("sse", Family::loss, original, masked, original.columns().size(), Json::object(),
                   context)
        .value;
}

TransparencySetting run_setting(const TransparencyVariant& variant, double value, double assumed_p,
                                const Table& original, const ReproduceOptions& options,
                                const Context& context) {
    TransparencySetting setting{variant.label, fmt::format("{} = {:g}", variant.parameter, value)};
    for (std::int64_t s = 0; s < options.samples; ++s) {
        const Table masked = mask_with(variant.method, masking_parameters_of(variant, value),
                                       original, sample_random(options, s), context);
        Json record = record_of(variant.method, masking_parameters_of(variant, value), original);
        if (variant.method == "mdav") {
            record["steps"][0]["facts"] = {
                {"parts", Json::array({{{"columns", original.names()}}})}};
        }
        setting.samples.push_back(attack(original, masked, assumed_p, false, record, context));
        setting.loss += loss_of(original, masked, context) / static_cast<double>(options.samples);
    }
    return setting;
}

// The value whose loss, on the first sample, is nearest to the given one.
double value_of_loss(const TransparencyVariant& variant, double loss, const Table& original,
                     const ReproduceOptions& options, const Context& context) {
    double best = variant.values[0], least = -1;
    for (const double value : variant.values) {
        const Table masked = mask_with(variant.method, masking_parameters_of(variant, value),
                                       original, sample_random(options, 0), context);
        const double away = std::fabs(loss_of(original, masked, context) - loss);
        if (least >= 0 && away >= least) continue;
        best = value;
        least = away;
    }
    return best;
}

// Rank swapping with p, and each variant at the same loss; the intruder takes all for rank swapping
// with p.
std::vector<TransparencySetting> compare(double p, const Table& original,
                                         const ReproduceOptions& options, const Context& context) {
    std::vector<TransparencySetting> settings{
        run_setting({"rank swapping", "rank-swapping", "p", {}}, p, p, original, options, context)};
    for (const TransparencyVariant& variant : resistant_variants()) {
        const double value = value_of_loss(variant, settings[0].loss, original, options, context);
        settings.push_back(run_setting(variant, value, p, original, options, context));
    }
    return settings;
}

Json comparison_rows(const std::vector<std::vector<TransparencySetting>>& compared) {
    Json rows = Json::array();
    for (const std::vector<TransparencySetting>& group : compared) {
        for (const TransparencySetting& setting : group) {
            const double dld = mean_share(setting.samples, &Found::dld);
            const double rsld = mean_share(setting.samples, &Found::rsld);
            const double right = mean_share(setting.samples, &Found::certain_right);
            rows.push_back({{"method", setting.label},
                            {"strength", setting.strength},
                            {"loss", setting.loss},
                            {"dld", dld},
                            {"known", mean_share(setting.samples, &Found::known)},
                            {"assumed", rsld},
                            {"certain_right", right},
                            {"certain_wrong", mean_share(setting.samples, &Found::certain) - right},
                            {"empty", mean_share(setting.samples, &Found::empty)}});
        }
    }
    return rows;
}

Json transparency(const ReproduceOptions& options, const Context& context) {
    std::vector<File> files{{"Census", census(options, context, kIntruders), &kCensus}};
    if (const auto table = eia(options, context)) files.push_back({"EIA", *table, &kEia});
    constexpr std::array kCompared{4.0, 8.0, 12.0};

    // Tasks: each p of each file, and each group of the comparison, on all samples.
    const std::size_t settings = kCensus.size();
    std::vector<std::vector<std::vector<Found>>> found(files.size(),
                                                       std::vector<std::vector<Found>>(settings));
    std::vector<std::vector<DrawnLinkage>> drawn(files.size());
    for (std::size_t file = 0; file < files.size(); ++file) {
        if (files[file].table.rows() > kDrawnRecords) drawn[file].resize(settings);
    }
    std::vector<FoundByWindow> windows(files.size());
    for (FoundByWindow& one : windows) {
        one.open.resize(settings);
        one.whole.resize(settings);
    }
    std::vector<std::vector<TransparencySetting>> compared(kCompared.size());
    const auto swapping_tasks = static_cast<std::int64_t>(files.size() * settings);
    const std::int64_t tasks = swapping_tasks + std::ssize(compared);
    Progress progress(context, "masking and attacking", tasks);
    const Context inner = context.single().silent();
    parallel_tasks(context, tasks, [&](std::int64_t task) {
        if (task >= swapping_tasks) {
            const auto group = static_cast<std::size_t>(task - swapping_tasks);
            compared[group] = compare(kCompared[group], files[0].table, options, inner);
        } else {
            const auto file = static_cast<std::size_t>(task) % files.size();
            const auto i = static_cast<std::size_t>(task) / files.size();
            const double p = kCensus[i].p;
            for (std::int64_t s = 0; s < options.samples; ++s) {
                const Table masked = mask_with("rank-swapping", {{"p", p}}, files[file].table,
                                               sample_random(options, s), inner);
                const bool likelihood = file == 0 || s == 0;
                found[file][i].push_back(attack(
                    files[file].table, masked, p, s == 0,
                    likelihood ? record_of("rank-swapping", {{"p", p}}, masked) : Json(nullptr),
                    inner));
                if (s == 0 && !drawn[file].empty()) {
                    drawn[file][i] = drawn_linkage(files[file].table, masked, kIntruders,
                                                   kDrawnRecords, sample_random(options, s), inner);
                }
                if (s >= (file == 0 ? kWindowSamples : 1)) continue;
                const auto attack_window = [&](SwapWindow window) {
                    const Table other =
                        swapped_by(window, p, files[file].table, sample_random(options, s), inner);
                    return attack(files[file].table, other, p, false, nullptr, inner);
                };
                windows[file].open[i].push_back(attack_window(SwapWindow::open));
                windows[file].whole[i].push_back(attack_window(SwapWindow::whole));
            }
        }
        progress.add();
    });

    Json checks = Json::array(), claims = Json::array();
    Json result;
    const std::vector<Head> heads{{"p", "p"},
                                  {"rsld_published", "RSLD published"},
                                  {"rsld", "RSLD"},
                                  {"sd", "sd"},
                                  {"dld_published", "DLD published"},
                                  {"dld", "DLD"},
                                  {"pld_published", "PLD published"},
                                  {"pld", "PLD"},
                                  {"known", "likelihood"},
                                  {"certain", "certain"}};
    const std::vector<Head> window_heads{{"p", "p"},
                                         {"rsld_published", "RSLD published"},
                                         {"rsld", "as Lethe"},
                                         {"rsld_open", "beyond"},
                                         {"rsld_whole", "whole"},
                                         {"dld_published", "DLD published"},
                                         {"dld", "as Lethe"},
                                         {"dld_open", "beyond"},
                                         {"dld_whole", "whole"}};
    for (std::size_t file = 0; file < files.size(); ++file) {
        Json rows = swapping_rows(files[file], found[file], checks);
        add_order_claims(files[file], rows, claims);
        add_drawn_table(
            result,
            table_of(fmt::format(
                         "{}: percent of records found by the intersection attack (RSLD), distance "
                         "(DLD), probabilistic linkage (PLD) and the likelihood of the swaps, and "
                         "certain matches",
                         files[file].name),
                     heads, std::move(rows)),
            "percent of records found");
    }
    for (std::size_t file = 0; file < files.size(); ++file) {
        add_drawn_table(
            result,
            table_of(fmt::format("{}: the same where the last ranks are swapped otherwise",
                                 files[file].name),
                     window_heads, window_rows(files[file], found[file], windows[file])),
            "percent of records found");
    }
    for (std::size_t file = 0; file < files.size(); ++file) {
        if (drawn[file].empty()) continue;
        result["tables"].push_back(
            table_of(fmt::format("{}: probabilistic linkage (PLD) in the whole release, and of {} "
                                 "records drawn from it and linked among themselves",
                                 files[file].name, kDrawnRecords),
                     {{"p", "p"},
                      {"pld_published", "PLD published"},
                      {"whole", "whole release"},
                      {"drawn_heaviest", "drawn"},
                      {"drawn", "drawn, one to one"}},
                     drawn_rows(files[file], drawn[file], checks)));
    }
    result["tables"].push_back(table_of(
        "Census: rank swapping and methods that resist the intersection attack, at the "
        "same loss (percent of the variation, SSE/SST), attacked by distance (DLD), by one "
        "who knows the method (method known), and as if they were rank swapping (as RS)",
        {{"method", "method"},
         {"strength", "strength"},
         {"loss", "loss"},
         {"dld", "DLD"},
         {"known", "method known"},
         {"assumed", "as RS"},
         {"certain_right", "certain"},
         {"certain_wrong", "mistaken"},
         {"empty", "empty"}},
        comparison_rows(compared)));
    Json notes{
        "All figures are means over seven intruders, who know the first 1, 2, ..., 7 columns.",
        "The source does not say which columns the intruders knew, nor when numbers agree in PLD: "
        "here within 0.15 deviations, each person among all released records. The published Census "
        "figures above p = 12 and those of EIA are orientation only.",
        "Of the methods that resist nothing can be excluded, but what the published mechanism "
        "makes likely can be weighed (method known: known-masking-linkage): they resist certainty, "
        "not knowledge. Who takes them for rank swapping with the p of the first row finds what "
        "stands under as RS, and is certain of wrong records (mistaken).",
        "PLD, and the likelihood on EIA, are of one masking; other readings of the last ranks are "
        "of three on Census and of one on EIA.",
        "Beyond: a rank above the last may be drawn, and the value then stays. Whole: a value "
        "whose window runs past the last rank looks for no partner."};
    if (files.size() == 1) notes.push_back("There is no casc/EIA.csv: its table is left out.");
    result["claims"] = std::move(claims);
    result["checks"] = std::move(checks);
    result["notes"] = std::move(notes);
    return result;
}

}  // namespace

std::vector<Experiment> transparency_experiments() {
    return {{"transparency", "Rank swapping attacked by who knows its parameter",
             "Torra 2015, after Nin, Herranz and Torra 2008", transparency, 10}};
}

}  // namespace lethe::reproduction
