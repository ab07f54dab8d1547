// The fuzzy measures of M4-28 and M6-853, learnt and shown beside the printed ones; and fuzzy
// microaggregation in groups of columns beside plain one.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "experiments/experiments.h"
#include "experiments/files.h"
#include "experiments/support.h"
#include "experiments/tables/learnt.h"
#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/core/parallel.h"
#include "lethe/method/catalogue.h"

namespace lethe::reproduction {
namespace {

// As printed: the first attribute is the leftmost bit.
struct PublishedMeasure {
    std::string_view file;
    std::vector<double> printed;
    std::vector<double> weights;  // of d2WM; empty: not printed
};

const std::vector<PublishedMeasure>& published_measures() {
    static const std::vector<PublishedMeasure> measures{
        {"M4-28",
         {0.000000, 0.154253, 0.003651, 0.207612, 0.039292, 0.154353, 0.096721, 0.207712, 0.999168,
          0.999799, 0.999800, 0.999899, 0.999268, 0.999899, 0.999900, 0.999999},
         {}},
        {"M6-853",
         {0.0000000000, 0.0007378150, 0.0000000000, 0.0220367576, 0.0000000000, 0.0640252746,
          0.0640252746, 0.0641252746, 0.0019057155, 0.0160771077, 0.0220367576, 0.0221367576,
          0.0020057155, 0.0641252746, 0.0641252746, 0.0642252746, 0.0004214525, 0.0008378150,
          0.0220367576, 0.0221367576, 0.0640252746, 0.0641252746, 0.0641252746, 0.8247279668,
          0.0127378590, 0.0213887564, 0.0221367576, 0.0222367576, 0.0641252746, 0.0642252746,
          0.8247279668, 0.8248279668, 0.0081683003, 0.0221158311, 0.0221158311, 0.0222158311,
          0.0082683003, 0.0641252746, 0.0641252746, 0.9998000000, 0.0082683003, 0.0222158311,
          0.0423704875, 0.0424704875, 0.0083683003, 0.0642252746, 0.9998000000, 0.9999000000,
          0.0221158311, 0.0222158311, 0.0222158311, 0.0424704875, 0.0641252746, 0.0642252746,
          0.9998000000, 0.9999000000, 0.0222158311, 0.0223158311, 0.0424704875, 0.0425704875,
          0.0642252746, 0.0643252746, 0.9999000000, 1.0000000000},
         {0.016809573957189, 0.00198841786482128, 0.00452923777074791, 0.138812880222131,
          0.835523953314578, 0.00233593687053289}}};
    return measures;
}

struct LearntMeasure {
    std::vector<double> measure;  // place 0 the empty set
    std::vector<double> weights;  // of d2WM
    double links = 0;             // strict, percent
    bool proven = false;
    double best = 0, printed = 0, equal = 0;  // expected links: learnt, as printed, equal weights
};

// What the printed measure links of our records, in percent, expected.
double links_of_printed(const FilePair& pair, const std::vector<double>& printed,
                        const Context& context) {
    const auto names = pair.original.names();
    Json measure = Json::object();
    for (std::size_t set = 1; set < printed.size(); ++set) {
        std::string key;
        for (std::size_t l = 0; l < names.size(); ++l) {
            if ((set >> l & 1U) != 0) key += (key.empty() ? "" : " + ") + names[l];
        }
        measure[key] = printed[set];
    }
    return linked_by_measure(measure, pair.original, pair.masked, context).expected;
}

LearntMeasure learn_measure(const FilePair& pair, const std::vector<double>& printed,
                            double seconds, const Context& context) {
    const auto names = pair.original.names();
    const Learnt choquet = learn("d2CI", pair.original, pair.masked, seconds, context);
    LearntMeasure found;
    found.links = choquet.share.strict;
    found.proven = choquet.proven;
    found.best = choquet.share.expected;
    found.printed = links_of_printed(pair, printed, context);
    found.equal = link(pair.original, pair.masked, "standardised", context).expected;
    found.measure.assign(std::size_t{1} << names.size(), 0.0);
    for (const Json& item : choquet.details["measure"]) {
        std::size_t set = 0;
        for (const Json& name : item["set"]) {
            set |= std::size_t{1} << (std::ranges::find(names, name.get<std::string>()) -
                                      names.begin());
        }
        found.measure[set] = item["value"];
    }
    found.weights.assign(names.size(), 0.0);
    const Learnt mean = learn("d2WM", pair.original, pair.masked, seconds, context);
    for (const Json& item : mean.details["key_attributes"]) {
        const auto place =
            std::ranges::find(names, item["name"].get<std::string>()) - names.begin();
        found.weights[static_cast<std::size_t>(place)] = item["weight"];
    }
    return found;
}

// "1011": the first attribute leftmost, as printed.
std::string dyadic(std::size_t set, int n) {
    std::string name;
    for (int l = 0; l < n; ++l) name += (set >> l & 1U) != 0 ? '1' : '0';
    return name;
}

// Over samples: mean and deviation of something of a measure.
template <class Value>
Spread over_samples(const std::vector<LearntMeasure>& samples, const Value& value) {
    std::vector<double> values;
    for (const LearntMeasure& sample : samples) values.push_back(value(sample));
    return spread(values);
}

Json sets_table(const PublishedMeasure& file, const std::vector<double>& published, int n,
                const std::vector<LearntMeasure>& samples) {
    const std::vector<double> coefficients = moebius(published);
    Json rows = Json::array();
    for (std::size_t set = 1; set < published.size(); ++set) {
        const Spread value =
            over_samples(samples, [&](const LearntMeasure& s) { return s.measure[set]; });
        // Of six attributes those that the source draws, and what is as large here.
        if (n > 4 && published[set] <= 0.1 && value.mean <= 0.1) continue;
        rows.push_back({{"set", dyadic(set, n)},
                        {"published", published[set]},
                        {"value", value.mean},
                        {"sd", json_of(value.deviation())},
                        {"moebius_published", coefficients[set]},
                        {"moebius", over_samples(samples, [&](const LearntMeasure& s) {
                                        return moebius(s.measure)[set];
                                    }).mean}});
    }
    return table_of(fmt::format("{}: measures of sets of attributes{}", file.file,
                                n > 4 ? ", those above 0.1" : ""),
                    {{"set", "set"},
                     {"published", "measure*", 4},
                     {"value", "measure", 4},
                     {"sd", "sd", 4},
                     {"moebius_published", "Moebius*", 4},
                     {"moebius", "Moebius", 4}},
                    std::move(rows));
}

// The lattice of the sets (Figures 5.8, 5.9): a point a set, those of one size above each other and
// a little apart.
Json lattice_chart(const PublishedMeasure& file, const std::vector<double>& published, int n,
                   const std::vector<LearntMeasure>& samples) {
    Json printed = Json::array(), learnt = Json::array();
    const double step = 0.6 / static_cast<double>(published.size());
    for (std::size_t set = 0; set < published.size(); ++set) {
        const double at = std::popcount(set) + step * static_cast<double>(set);
        printed.push_back({at, published[set]});
        learnt.push_back({at, over_samples(samples, [&](const LearntMeasure& s) {
                                  return s.measure[set];
                              }).mean});
    }
    return {{"title", fmt::format("{}: the measure on the lattice of sets", file.file)},
            {"x", fmt::format("attributes in the set, of {}", n)},
            {"y", "measure"},
            {"lines", Json::array({{{"name", "printed"}, {"points", std::move(printed)}},
                                   {{"name", "learnt"}, {"points", std::move(learnt)}}})},
            {"scatter", true}};
}

Json attributes_table(const PublishedMeasure& file, const std::vector<double>& published, int n,
                      const std::vector<LearntMeasure>& samples) {
    const std::vector<double> shares = shapley_values(published);
    Json rows = Json::array();
    for (int l = 0; l < n; ++l) {
        const auto at = static_cast<std::size_t>(l);
        const Spread share = over_samples(
            samples, [&](const LearntMeasure& s) { return shapley_values(s.measure)[at]; });
        const Spread weight =
            over_samples(samples, [&](const LearntMeasure& s) { return s.weights[at]; });
        rows.push_back(
            {{"attribute", fmt::format("V{}", l + 1)},
             {"share_published", shares[at]},
             {"share", share.mean},
             {"share_sd", json_of(share.deviation())},
             {"weight_published", file.weights.empty() ? Json() : Json(file.weights[at])},
             {"weight", weight.mean},
             {"weight_sd", json_of(weight.deviation())}});
    }
    return table_of(
        fmt::format("{}: shares of the attributes (Shapley) in the measure, and weights "
                    "of d2WM",
                    file.file),
        {{"attribute", "attribute"},
         {"share_published", "share*", 4},
         {"share", "share", 4},
         {"share_sd", "sd", 4},
         {"weight_published", "weight*", 4},
         {"weight", "weight", 4},
         {"weight_sd", "sd", 4}},
        std::move(rows));
}

Json interactions_table(const PublishedMeasure& file, const std::vector<double>& published, int n,
                        const std::vector<LearntMeasure>& samples) {
    const std::vector<double> known = interaction_indices(published);
    Json rows = Json::array();
    std::size_t pair = 0;
    for (int l = 0; l < n; ++l) {
        for (int h = l + 1; h < n; ++h, ++pair) {
            const Spread index = over_samples(samples, [&](const LearntMeasure& s) {
                return interaction_indices(s.measure)[pair];
            });
            rows.push_back({{"pair", fmt::format("V{} V{}", l + 1, h + 1)},
                            {"published", known[pair]},
                            {"index", index.mean},
                            {"sd", json_of(index.deviation())}});
        }
    }
    return table_of(
        fmt::format("{}: interaction of pairs", file.file),
        {{"pair", "pair"}, {"published", "index*", 4}, {"index", "index", 4}, {"sd", "sd", 4}},
        std::move(rows));
}

Json learnt_measures(const ReproduceOptions& options, const Context& context) {
    std::vector<FileName> names;
    for (const PublishedMeasure& measure : published_measures()) {
        names.push_back({std::string(measure.file)});
    }
    const auto places = chosen_files(options, names);
    const auto samples = static_cast<std::size_t>(options.samples);
    std::vector<std::vector<LearntMeasure>> found(places.size(),
                                                  std::vector<LearntMeasure>(samples));
    const std::int64_t tasks = std::ssize(places) * options.samples;
    Progress progress(context, "learning measures", tasks);
    const Context inner = context.single();
    parallel_tasks(context, tasks, [&](std::int64_t task) {
        const auto index = static_cast<std::size_t>(task) / samples;
        const auto file = std::ranges::find(
            non_uniform_files(), published_measures()[places[index]].file, &NonUniform::name);
        const FilePair pair = sampled_file(*file, options, task % options.samples, inner);
        found[index][static_cast<std::size_t>(task) % samples] =
            learn_measure(pair, from_leftmost_first(published_measures()[places[index]].printed),
                          options.seconds, inner);
        progress.add();
    });
    Json tables = Json::array(), checks = Json::array();
    Json links_rows = Json::array(), charts = Json::array(), claims = Json::array();
    Json notes = {
        "* as published (Tables 5.18 to 5.20; Moebius transforms, shares and interactions are "
        "computed from them). Sets are written as there, the first attribute leftmost.",
        "Many measures link the same records, and which of them a search meets says little: with "
        "other records and another solver the printed values are not to be expected. What can be "
        "compared is which attributes have the shares."};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const PublishedMeasure& file = published_measures()[places[i]];
        const std::vector<double> published = from_leftmost_first(file.printed);
        const int n = attribute_count(published);
        tables.push_back(sets_table(file, published, n, found[i]));
        tables.push_back(attributes_table(file, published, n, found[i]));
        tables.push_back(interactions_table(file, published, n, found[i]));
        std::vector<double> apart, shares_apart, links;
        std::int64_t proven = 0, same_first = 0;
        const auto first_of = [](const std::vector<double>& measure) {
            const std::vector<double> shares = shapley_values(measure);
            return std::ranges::max_element(shares) - shares.begin();
        };
        for (std::size_t s = 0; s < samples; ++s) {
            const LearntMeasure& sample = found[i][s];
            const MeasureDistance distance = measure_distance(sample.measure, published);
            apart.push_back(distance.euclid);
            shares_apart.push_back(distance.shapley);
            links.push_back(sample.links);
            proven += sample.proven ? 1 : 0;
            same_first += first_of(sample.measure) == first_of(published) ? 1 : 0;
            add_check(checks,
                      fmt::format("{}, sample {}: the learnt measure is monotone and 1 for all",
                                  file.file, s + 1),
                      is_monotone(sample.measure, 1e-9) && is_normalised(sample.measure, 1e-9));
        }
        charts.push_back(lattice_chart(file, published, n, found[i]));
        add_claim(
            claims,
            fmt::format("{}: the attribute with the largest share is the printed one", file.file),
            same_first, std::ssize(found[i]));
        for (std::size_t s = 0; s < samples; ++s) {
            links_rows.push_back({{"file", file.file},
                                  {"sample", s + 1},
                                  {"equal", found[i][s].equal},
                                  {"printed", found[i][s].printed},
                                  {"best", found[i][s].best}});
        }
        notes.push_back(fmt::format(
            "{}: {:.2f} percent linked, proven largest in {} of {} samples; the learnt measures "
            "lie {:.3f} from the printed one (root mean square over sets), their shares {:.3f}; "
            "the attribute with the largest share is the printed one in {} of {} samples.",
            file.file, spread(links).mean, proven, samples, spread(apart).mean,
            spread(shares_apart).mean, same_first, samples));
    }
    add_order_claim(claims, "the printed measure links more of our records than equal weights",
                    links_rows, "printed", Order::above, "equal");
    tables.push_back(table_of("What the printed measures link of our samples, expected percent",
                              {{"file", "file"},
                               {"sample", "sample"},
                               {"equal", "equal weights"},
                               {"printed", "printed measure"},
                               {"best", "learnt measure"}},
                              std::move(links_rows)));
    return {{"tables", std::move(tables)},
            {"charts", std::move(charts)},
            {"claims", std::move(claims)},
            {"checks", std::move(checks)},
            {"notes", std::move(notes)}};
}

// Fuzzy microaggregation of pairs of columns beside MDAV of the same pairs: what is lost, and what
// an intruder finds who does not know the method, and one who does.
struct FuzzyPoint {
    double loss = 0, plain = 0, known = 0;
};

double squared_loss(const FilePair& pair, const Context& context) {
    const AssessInput input{pair.original, pair.masked, pair.original.names(), Random(0), context};
    return find_method("sse", Family::loss).assess(input, Json::object()).value;
}

FuzzyPoint fuzzy_point(std::string_view method, const Json& parameters, const Table& original,
                       const Random& random, const Context& context) {
    const auto names = original.names();
    const MaskInput input{original, names, random, context};
    const MaskOutput output = find_method(method, Family::mask).mask(input, parameters);
    const FilePair pair{original, original.with(output.changed)};
    FuzzyPoint point;
    point.loss = squared_loss(pair, context);
    point.plain = link(pair.original, pair.masked, "standardised", context).expected;
    AssessInput attacked{pair.original, pair.masked, names, random, context};
    attacked.record = {{"steps",
                        {{{"method", method},
                          {"columns", names},
                          {"parameters", parameters},
                          {"facts", output.facts}}}}};
    point.known =
        find_method("known-masking-linkage", Family::attack).assess(attacked, Json::object()).value;
    return point;
}

Json fuzzy_groups(const ReproduceOptions& options, const Context& context) {
    struct FuzzySetting {
        std::string_view name;
        std::string_view method;
        Json parameters;
    };
    const auto fuzzy = [](int k, double m2) -> Json {
        return {{"k", k}, {"m1", 1.2}, {"m2", m2}, {"group_size", 2}};
    };
    const std::vector<FuzzySetting> settings{
        {"MDAV k = 10", "mdav", {{"k", 10}, {"group_size", 2}}},
        {"MDAV k = 20", "mdav", {{"k", 20}, {"group_size", 2}}},
        {"MDAV k = 40", "mdav", {{"k", 40}, {"group_size", 2}}},
        {"fuzzy k = 10, m2 = 1.2", "fuzzy-microaggregation", fuzzy(10, 1.2)},
        {"fuzzy k = 20, m2 = 1.2", "fuzzy-microaggregation", fuzzy(20, 1.2)},
        {"fuzzy k = 40, m2 = 1.2", "fuzzy-microaggregation", fuzzy(40, 1.2)},
        {"fuzzy k = 20, m2 = 1.5", "fuzzy-microaggregation", fuzzy(20, 1.5)},
        {"fuzzy k = 10, m2 = 1.5", "fuzzy-microaggregation", fuzzy(10, 1.5)},
        {"fuzzy k = 10, m2 = 2", "fuzzy-microaggregation", fuzzy(10, 2)}};
    constexpr std::size_t kColumns = 6;
    const Table whole = census(options, context, kColumns);
    const auto samples = static_cast<std::size_t>(options.samples);
    std::vector<std::vector<FuzzyPoint>> found(settings.size(), std::vector<FuzzyPoint>(samples));
    const std::int64_t tasks = std::ssize(settings) * options.samples;
    Progress progress(context, "masking and linking", tasks);
    const Context inner = context.single();
    parallel_tasks(context, tasks, [&](std::int64_t task) {
        const auto setting = static_cast<std::size_t>(task) / samples;
        const std::int64_t sample = task % options.samples;
        found[setting][static_cast<std::size_t>(sample)] =
            fuzzy_point(settings[setting].method, settings[setting].parameters, whole,
                        sample_random(options, sample), inner);
        progress.add();
    });
    Json rows = Json::array();
    for (std::size_t i = 0; i < settings.size(); ++i) {
        std::vector<double> loss, plain, known;
        for (const FuzzyPoint& point : found[i]) {
            loss.push_back(point.loss);
            plain.push_back(point.plain);
            known.push_back(point.known);
        }
        rows.push_back({{"setting", settings[i].name},
                        {"loss", spread(loss).mean},
                        {"plain", spread(plain).mean},
                        {"known", spread(known).mean},
                        {"sd", json_of(spread(known).deviation())}});
    }
    return {{"tables",
             {table_of("Six columns of Census in pairs, 1,080 records: squared loss, and percent "
                       "found by distance and by who knows the method",
                       {{"setting", "setting"},
                        {"loss", "loss %"},
                        {"plain", "distance"},
                        {"known", "method known"},
                        {"sd", "sd"}},
                       std::move(rows))}},
            {"notes",
             {"The source gives no figures: it names the method among those that resist who knows "
              "it. It pays where, at like loss, fewer are found than with MDAV."}}};
}

}  // namespace

std::vector<Experiment> learnt_measure_experiments() {
    return {{"learnt-measures", "Fuzzy measures of M4-28 and M6-853, learnt and printed",
             "Abril 2014, Tables 5.18 to 5.20, Figures 5.8 and 5.9", learnt_measures, 3, true},
            {"fuzzy-groups", "Fuzzy microaggregation in groups of columns beside MDAV",
             "Torra 2015, fuzzy microaggregation", fuzzy_groups, 3}};
}

}  // namespace lethe::reproduction
