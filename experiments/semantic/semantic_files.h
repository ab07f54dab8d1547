// The files of the experiments on meaning, and what is measured of a masked version of them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/reproduce.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/method/method.h"

namespace lethe::reproduction {

// Occupation and native country of the complete records of Adult (30,162), with the concepts of
// WordNet that the source maps them to. Occupations have the senses that are persons, except sales,
// which the source leaves to its only sense; countries have their first sense.
Table adult_concepts(const ReproduceOptions& options, const Context& context);

// Principal and second diagnosis of 3,006 hospital discharges, drawn by the seed, with the tree of
// ICD-9-CM.
Table hospital_concepts(const ReproduceOptions& options, const Context& context);

// All complete records of Adult, with the taxonomies of the peer for eight of its columns.
Table adult_of_peer(const ReproduceOptions& options, const Context& context);

// The two open answers of a synthetic survey (975 records), with WordNet.
Table survey_concepts(const ReproduceOptions& options, const Context& context);
// The same with a hierarchy of two or three levels above the answers.
Table survey_hierarchies(const Table& survey, int levels, const Context& context);

// The complete records of a file, in the columns that are named (none: all).
Table read_complete(const std::string& path, std::vector<std::string> columns,
                    const Context& context);

// The column with the concepts that its values have in a taxonomy, by their names or by the texts
// given in their place; a value that it does not know is like itself alone.
ColumnPtr with_concepts(const Column& column, const TaxonomyPtr& taxonomy,
                        std::map<std::string, std::string> overrides, const Context& context);

// A masking with its parameters, and k put into them.
struct Arm {
    std::string name;
    std::string method;
    Json parameters;
};

struct Judged {
    double l = 0;                          // semantic-sse, percent
    double sse = 0;                        // the sum of squares behind it
    double loss = 0;                       // semantic-loss, percent
    double rl = 0;                         // label-linkage
    double srl = 0;                        // semantic-linkage
    double kl = 0;                         // nats, every cell that occurs one record more
    double seconds = 0;                    // of the masking alone
    std::vector<double> divergences = {};  // nats, by the readings that were asked for
};

// `measure` is that of the metrics: parameters such as {"measure": "wu-palmer"}; `divergences` are
// parameters of the divergence, one set a reading.
Judged judge(const Table& table, const Arm& arm, std::int64_t k, const Json& measure,
             const Random& random, const Context& context,
             const std::vector<Json>& divergences = {});

// A release as an arm makes it, beside the original; rows may have been dropped.
struct MadeRelease {
    Table masked;
    std::vector<std::int64_t> origin;
    double seconds = 0;
};
MadeRelease made_release(const Table& table, const Arm& arm, std::int64_t k, const Random& random,
                         const Context& context);

// The value of an attack or a loss on a release, and its details.
double measured_release(Family family, const char* name, const Json& parameters,
                        const Table& original, const MadeRelease& release, const Context& context,
                        Json* details = nullptr);

// [k][arm]: each arm judged at each k, in parallel; arms that deal at random are averaged over
// `deals` of them.
struct Levels {
    std::vector<Arm> arms;
    std::vector<std::int64_t> k;
    std::vector<std::vector<Judged>> judged;
};
Levels judge_all(const Table& table, std::vector<Arm> arms, std::vector<std::int64_t> k,
                 const Json& measure, std::int64_t deals, const ReproduceOptions& options,
                 const Context& context, const std::vector<Json>& divergences = {});

// A row for each k, a column for each of the arms that are shown (none: all).
Json pivot(const std::string& title, const Levels& levels, const std::vector<std::size_t>& shown,
           int digits, const std::function<double(const Judged&)>& figure);

// What the source says of the arms: at how many k it holds.
struct Ordering {
    std::string statement;
    std::function<bool(std::int64_t k, const std::vector<Judged>& arms)> holds;
    std::int64_t from = 0;  // the k of which it is said
    std::int64_t to = 1'000'000;
};
void add_orderings(Json& claims, const std::string& profile, const Levels& levels,
                   const std::vector<Ordering>& orderings);

// The score of the arms that are shown at one k against alpha, from 0 to 1.
Json alpha_table(const std::string& title, const Levels& levels, std::int64_t k,
                 const std::vector<std::size_t>& shown,
                 const std::function<double(const Judged&, double alpha)>& score);

// The arms of the experiment on microaggregation, in this order, as published or by the defaults of
// Lethe, and what the source says of them. The score is alpha L + (1 - alpha) RL.
enum MicroaggregationArm { kSaMdav, kStatic, kSMdav, kDft, kAbril, kRecoding, kResampling };
std::vector<Arm> microaggregation_arms(bool thesis);
std::vector<Ordering> microaggregation_orderings();
double label_score(const Judged& judged, double alpha);

// A table of how many different records there are, how many occur once, and how often the most
// frequent one.
Json tuple_facts(std::string_view title, const Table& table, std::string_view name,
                 const Context& context);

}  // namespace lethe::reproduction
