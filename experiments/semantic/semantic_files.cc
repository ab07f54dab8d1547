#include "experiments/semantic/semantic_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "experiments/support.h"
#include "lethe/core/parallel.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/groups.h"
#include "lethe/data/samples/survey.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/knowledge/taxonomy_builder.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::reproduction {
namespace {

// The table of the source, with the sense of each word.
const std::map<std::string, std::string> kOccupations = {
    {"Tech-support", "technician#1"},      {"Craft-repair", "craftsman#1"},
    {"Other-service", "worker#1"},         {"Exec-managerial", "executive#1"},
    {"Prof-specialty", "specialist#1"},    {"Handlers-cleaners", "cleaner#3"},
    {"Machine-op-inspct", "operator#2"},   {"Adm-clerical", "clerk#1"},
    {"Farming-fishing", "skilled worker"}, {"Transport-moving", "carrier#1"},
    {"Priv-house-serv", "housekeeper"},    {"Protective-serv", "guard#1"},
    {"Armed-Forces", "soldier#1"}};
const std::map<std::string, std::string> kCountries = {
    {"Outlying-US(Guam-USVI-etc)", "American state"},
    {"Holand-Netherlands", "Netherlands"},
    {"Hong", "Hong Kong"},
    {"Trinadad&Tobago", "Trinidad and Tobago"}};  // not in the table: no match without it

constexpr std::int64_t kDischarges = 3006;

// The answers of the survey, with one and two levels above them; the top is "activity".
struct Leisure {
    std::string_view value, near, far;
};
constexpr std::array<Leisure, 25> kLeisure = {{
    {"sailing", "water sport", "sport"},    {"swimming", "water sport", "sport"},
    {"surfing", "water sport", "sport"},    {"rowing", "water sport", "sport"},
    {"bicycling", "exercise", "sport"},     {"hiking", "exercise", "sport"},
    {"walking", "exercise", "sport"},       {"nature", "countryside", "outing"},
    {"landscape", "countryside", "outing"}, {"ecology", "countryside", "outing"},
    {"wildlife", "countryside", "outing"},  {"fishing", "pastime", "outing"},
    {"photography", "pastime", "outing"},   {"picnic", "pastime", "outing"},
    {"relaxation", "leisure", "stay"},      {"beach", "leisure", "stay"},
    {"holiday", "lodging", "stay"},         {"residence", "lodging", "stay"},
    {"camping", "lodging", "stay"},         {"visit", "sightseeing", "tourism"},
    {"museum", "sightseeing", "tourism"},   {"monument", "sightseeing", "tourism"},
    {"culture", "tradition", "tourism"},    {"gastronomy", "tradition", "tourism"},
    {"festival", "tradition", "tourism"},
}};

}  // namespace

Table read_complete(const std::string& path, std::vector<std::string> columns,
                    const Context& context) {
    ReadOptions read;
    read.missing = {"?"};
    const Table whole = read_table(context, path, read);
    if (columns.empty()) columns = whole.names();
    std::vector<std::int64_t> complete;
    for (std::int64_t row = 0; row < whole.rows(); ++row) {
        const bool all = std::all_of(columns.begin(), columns.end(), [&](const std::string& name) {
            return whole.column(name).valid(row);
        });
        if (all) complete.push_back(row);
    }
    return whole.gather(complete);
}

ColumnPtr with_concepts(const Column& column, const TaxonomyPtr& taxonomy,
                        std::map<std::string, std::string> overrides, const Context& context) {
    const ColumnPtr texts = column.as_kind(Kind::semantic);
    MapOptions options;
    options.overrides = std::move(overrides);
    options.senses = SensePolicy::first;
    const auto mapped = map_values(context, taxonomy, texts->dictionary(), options);
    return texts->with_meaning(
        std::make_shared<const Meaning>(taxonomy, mapped, Unmapped::exact_match));
}

Table adult_concepts(const ReproduceOptions& options, const Context& context) {
    const std::vector<std::string> names = {"occupation", "native-country"};
    const Table complete =
        read_complete(options.data + "/uci_adult/adult_train.csv", {}, context).select(names);
    const TaxonomyPtr wordnet = read_knowledge(context, "wordnet").taxonomy;
    const std::vector<ColumnPtr> columns = {
        with_concepts(complete.column(names[0]), wordnet, kOccupations, context),
        with_concepts(complete.column(names[1]), wordnet, kCountries, context)};
    return complete.with(columns);
}

Table hospital_concepts(const ReproduceOptions& options, const Context& context) {
    const std::vector<std::string> names = {"dx01", "dx02"};
    const Table complete =
        read_complete(options.data + "/health_nhds2010/nhds2010.csv.gz", names, context)
            .select(names);
    const TaxonomyPtr icd =
        read_knowledge(context, options.data + "/ontology_icd/icd9cm_2014_hierarchy.csv").taxonomy;
    const auto rows =
        random_subset(Random(options.seed).stream("discharges"), complete.rows(), kDischarges);
    const Table sample = complete.gather(rows);
    std::vector<ColumnPtr> columns;
    for (const std::string& name : names) {
        columns.push_back(with_concepts(sample.column(name), icd, {}, context));
    }
    return sample.with(columns);
}

Table adult_of_peer(const ReproduceOptions& options, const Context& context) {
    const std::vector<std::string> numbers = {"age", "capital-gain", "capital-loss",
                                              "hours-per-week"};
    const std::vector<std::string> concepts = {"workclass",  "education",     "marital-status",
                                               "occupation", "relationship",  "race",
                                               "sex",        "native-country"};
    std::vector<std::string> names = numbers;
    names.insert(names.end(), concepts.begin(), concepts.end());
    const Table complete =
        read_complete(options.data + "/uci_adult/adult_train.csv", {}, context).select(names);
    std::vector<ColumnPtr> columns;
    for (const std::string& name : concepts) {
        const std::string file = options.data + "/ontology_adult_muant/" + name + "-ontology.owl";
        columns.push_back(with_concepts(complete.column(name),
                                        read_knowledge(context, file).taxonomy, {}, context));
    }
    return complete.with(columns);
}

Table survey_concepts(const ReproduceOptions& options, const Context& context) {
    const std::vector<std::string> names = {"reason", "activity"};
    const Table survey = sample_survey(context, Random(options.seed), kSurveyRows).select(names);
    const TaxonomyPtr wordnet = read_knowledge(context, "wordnet").taxonomy;
    // The senses of the answers and of the more general words are chosen together.
    std::set<std::string> words = {"activity"};
    for (const auto& [value, near, far] : kLeisure) {
        for (const std::string_view word : {value, near, far}) words.emplace(word);
    }
    const auto mapped =
        map_values(context, wordnet, std::vector<std::string>(words.begin(), words.end()), {});
    const auto meaning = std::make_shared<const Meaning>(wordnet, mapped, Unmapped::exact_match);
    std::vector<ColumnPtr> columns;
    for (const std::string& name : names) {
        columns.push_back(survey.column(name).with_meaning(meaning));
    }
    return survey.with(columns);
}

Table survey_hierarchies(const Table& survey, int levels, const Context& context) {
    TaxonomyBuilder builder("survey", "");
    const std::int32_t top = builder.add_concept("activity");
    for (const auto& [value, near, far] : kLeisure) {
        const std::int32_t child = builder.add_concept(value);
        const std::int32_t above = builder.add_concept(far);
        if (levels == 3) {
            const std::int32_t between = builder.add_concept(near);
            builder.add_is_a(child, between);
            builder.add_is_a(between, above);
        } else {
            builder.add_is_a(child, above);
        }
        builder.add_is_a(above, top);
    }
    const auto taxonomy =
        std::make_shared<const Taxonomy>(std::move(builder).build("survey hierarchy"));
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : survey.columns()) {
        columns.push_back(with_concepts(*column, taxonomy, {}, context));
    }
    return survey.with(columns);
}

MadeRelease made_release(const Table& table, const Arm& arm, std::int64_t k, const Random& random,
                         const Context& context) {
    const Method& method = find_method(arm.method, Family::mask);
    Json parameters = arm.parameters;
    parameters["k"] = k;
    Problems problems;
    parameters = method.bind(parameters, {}, problems);
    throw_if_any(std::move(problems));
    MadeRelease release;
    const double start = context.now();
    const MaskOutput output = method.mask({table, table.names(), random, context}, parameters);
    release.seconds = context.now() - start;
    release.masked = table.with(output.changed);
    if (output.kept_rows) {
        release.masked = release.masked.gather(*output.kept_rows);
        release.origin = *output.kept_rows;
    }
    return release;
}

double measured_release(Family family, const char* name, const Json& parameters,
                        const Table& original, const MadeRelease& release, const Context& context,
                        Json* details) {
    release::Scenario scenario;
    scenario.origin = release.origin;
    const release::Comparable pair =
        release::make_comparable(original, release.masked, original.names(), scenario.origin);
    const std::vector<release::Choice> choice{{name, parameters}};
    const release::MethodResult result =
        release::run_assessments(family, choice, pair, scenario, true, Random(1), context)
            .results[0];
    if (details != nullptr) *details = with_about_original(result.details, result.about_original);
    return result.value.value();
}

Judged judge(const Table& table, const Arm& arm, std::int64_t k, const Json& measure,
             const Random& random, const Context& context, const std::vector<Json>& divergences) {
    const MadeRelease release = made_release(table, arm, k, random, context);
    Judged judged;
    judged.seconds = release.seconds;
    const auto loss = [&](const char* name, const Json& given, Json* details = nullptr) {
        return measured_release(Family::loss, name, given, table, release, context, details);
    };
    const auto risk = [&](const char* name, const Json& given) {
        return measured_release(Family::attack, name, given, table, release, context);
    };
    Json details;
    judged.l = loss("semantic-sse", measure, &details);
    judged.sse = details["sse"].get<double>();
    judged.loss = loss("semantic-loss", measure);
    judged.rl = risk("label-linkage", Json::object());
    judged.srl = risk("semantic-linkage", measure);
    const auto nats = [&](const Json& reading) {
        loss("kl-divergence", reading, &details);
        return details["nats"].get<double>();
    };
    judged.kl = nats({{"smoothing", 1}});
    for (const Json& reading : divergences) judged.divergences.push_back(nats(reading));
    return judged;
}

Levels judge_all(const Table& table, std::vector<Arm> arms, std::vector<std::int64_t> k,
                 const Json& measure, std::int64_t deals, const ReproduceOptions& options,
                 const Context& context, const std::vector<Json>& divergences) {
    Levels levels{std::move(arms), std::move(k), {}};
    levels.judged.assign(levels.k.size(), std::vector<Judged>(levels.arms.size()));
    const auto tasks = std::ssize(levels.k) * std::ssize(levels.arms);
    Progress progress(context, "masking", tasks);
    const Context inner = context.silent().single();
    parallel_tasks(context, tasks, [&](std::int64_t i) {
        const auto level = static_cast<std::size_t>(i / std::ssize(levels.arms));
        const auto place = static_cast<std::size_t>(i % std::ssize(levels.arms));
        const Arm& arm = levels.arms[place];
        const std::int64_t times = arm.method == "semantic-resampling" ? deals : 1;
        Judged& mean = levels.judged[level][place];
        mean.divergences.assign(divergences.size(), 0);
        for (std::int64_t deal = 0; deal < times; ++deal) {
            const Judged one = judge(table, arm, levels.k[level], measure,
                                     Random(options.seed).part(static_cast<std::uint64_t>(deal)),
                                     inner, divergences);
            for (double Judged::*part : {&Judged::l, &Judged::sse, &Judged::loss, &Judged::rl,
                                         &Judged::srl, &Judged::kl, &Judged::seconds}) {
                mean.*part += one.*part / static_cast<double>(times);
            }
            for (std::size_t reading = 0; reading < divergences.size(); ++reading) {
                mean.divergences[reading] += one.divergences[reading] / static_cast<double>(times);
            }
        }
        progress.add();
    });
    return levels;
}

Json pivot(const std::string& title, const Levels& levels, const std::vector<std::size_t>& shown,
           int digits, const std::function<double(const Judged&)>& figure) {
    std::vector<std::size_t> places = shown;
    if (places.empty()) {
        places.resize(levels.arms.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
    }
    std::vector<Head> heads = {{"k", "k", 0}};
    for (const std::size_t place : places) {
        heads.push_back({levels.arms[place].name, levels.arms[place].name, digits});
    }
    Json rows = Json::array();
    for (std::size_t i = 0; i < levels.k.size(); ++i) {
        Json row = {{"k", levels.k[i]}};
        for (const std::size_t place : places) {
            row[levels.arms[place].name] = figure(levels.judged[i][place]);
        }
        rows.push_back(std::move(row));
    }
    return table_of(title, heads, std::move(rows));
}

void add_orderings(Json& claims, const std::string& profile, const Levels& levels,
                   const std::vector<Ordering>& orderings) {
    for (const Ordering& ordering : orderings) {
        std::int64_t holds = 0;
        std::int64_t of = 0;
        for (std::size_t i = 0; i < levels.k.size(); ++i) {
            if (levels.k[i] < ordering.from || levels.k[i] > ordering.to) continue;
            ++of;
            holds += ordering.holds(levels.k[i], levels.judged[i]) ? 1 : 0;
        }
        if (of > 0) add_claim(claims, profile + ": " + ordering.statement, holds, of);
    }
}

Json alpha_table(const std::string& title, const Levels& levels, std::int64_t k,
                 const std::vector<std::size_t>& shown,
                 const std::function<double(const Judged&, double alpha)>& score) {
    const auto place = std::find(levels.k.begin(), levels.k.end(), k) - levels.k.begin();
    const std::vector<Judged>& judged = levels.judged.at(static_cast<std::size_t>(place));
    std::vector<Head> heads = {{"alpha", "alpha", 1}};
    for (const std::size_t arm : shown) {
        heads.push_back({levels.arms[arm].name, levels.arms[arm].name, 3});
    }
    Json rows = Json::array();
    for (int tenth = 0; tenth <= 10; ++tenth) {
        Json row = {{"alpha", tenth / 10.0}};
        for (const std::size_t arm : shown) {
            row[levels.arms[arm].name] = score(judged[arm], tenth / 10.0);
        }
        rows.push_back(std::move(row));
    }
    return table_of(fmt::format("{} at k = {}", title, k), heads, rows);
}

Json tuple_facts(std::string_view title, const Table& table, std::string_view name,
                 const Context& context) {
    const Groups groups = group_rows(context, table, table.names());
    const Json facts = {{"file", name},
                        {"records", table.rows()},
                        {"different", groups.classes()},
                        {"unique", std::count(groups.sizes.begin(), groups.sizes.end(), 1)},
                        {"most", *std::max_element(groups.sizes.begin(), groups.sizes.end())}};
    return table_of(title,
                    {{"file", "file"},
                     {"records", "records", 0},
                     {"different", "different", 0},
                     {"unique", "unique", 0},
                     {"most", "most frequent", 0}},
                    Json::array({facts}));
}

}  // namespace lethe::reproduction
