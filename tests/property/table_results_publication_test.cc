// What operations on tables answer, published, tells no value and no statistic of the original:
// first looks, explorations, advice, comparisons, assessments, evolved files; and releases as they
// are written.
#include <gtest/gtest.h>

#include <cmath>

#include "asking.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/file.h"
#include "secrets.h"
#include "table_secrets.h"

namespace lethe {
namespace {

using test::Asking;
using test::Secrets;

constexpr std::int64_t kPeople = 103;

// Whose columns are recognised: who it is, what others know, what nobody should learn.
Table uneven_people(std::uint64_t seed) {
    Draws words = Random(seed).stream("words").at(0);
    std::vector<std::string> cities, jobs, illnesses;
    for (int i = 0; i < 8; ++i) {
        cities.push_back(test::made_up_word(words));
        jobs.push_back(test::made_up_word(words));
        illnesses.push_back(test::made_up_word(words));
    }
    std::vector<std::string> id, city, job, illness;
    std::vector<double> age, income;
    for (std::int64_t row = 0; row < kPeople; ++row) {
        Draws draws = Random(seed).stream("people").at(row);
        const double u = draws.uniform();
        id.push_back(test::made_up_word(draws));
        city.push_back(cities[static_cast<std::size_t>(8 * u * u)]);
        job.push_back(jobs[static_cast<std::size_t>(8 * draws.uniform() * draws.uniform())]);
        illness.push_back(illnesses[static_cast<std::size_t>(8 * u * draws.uniform())]);
        age.push_back(18.25 + 70 * draws.uniform() * draws.uniform());
        income.push_back(1234.5 + 98765.4 * std::pow(draws.uniform(), 3));
    }
    return Table({Column::from_texts("person_id", Kind::nominal, id),
                  Column::from_texts("city", Kind::nominal, city),
                  Column::from_texts("occupation", Kind::nominal, job),
                  Column::numeric("age", std::move(age)),
                  Column::numeric("income", std::move(income)),
                  Column::from_texts("diagnosis", Kind::nominal, illness)});
}

class TableResults : public testing::TestWithParam<std::uint64_t> {
  protected:
    TableResults() : original(uneven_people(GetParam())), asking(GetParam()) {
        write_table(test::threads(1), original, data());
    }

    std::string data() const { return asking.path("people.csv"); }
    std::string output() const { return asking.open_path("release.csv"); }

    Secrets release(const Json& more) const {
        Json options{{"data", data()}, {"output", output()}};
        options.update(more);
        asking.run("protect", DataKind::table, options);
        return secrets_beside(output());
    }

    Secrets secrets_beside(const std::string& released) const {
        return hidden_by(original, read_table(test::threads(1), released));
    }
    Secrets all() const { return test::hidden(table_secrets(original, original.names()), {}); }

    Table original;
    Asking asking;
};

TEST_P(TableResults, ReleasesAsWrittenTellNothing) {
    for (const Json& more :
         {Json{{"method", "mdav"}, {"set", {{"k", 3}}}, {"assess", true}},
          Json{{"method", "noise"}, {"order", "random"}, {"columns", {"age", "income"}}},
          Json{{"method", "rank-swapping"}, {"assess", true}, {"as_masked", true}},
          Json{{"method", "suppression"}, {"columns", {"city", "occupation"}}, {"assess", true}}}) {
        SCOPED_TRACE(more.dump());
        const Secrets secrets = release(more);
        ASSERT_GE(secrets.words.size(), static_cast<std::size_t>(kPeople));
        EXPECT_EQ(test::listed(asking.found_in_open_files(secrets)), "");
        asking.clear_open();
    }
}

// Rows of the people above: some each, of days and words that nobody guesses.
Table uneven_rows(const Table& people, std::uint64_t seed) {
    std::vector<std::string> whose, key, finding;
    std::vector<double> day;
    for (std::int64_t person = 0; person < people.rows(); ++person) {
        Draws draws = Random(seed).stream("rows").at(person);
        for (std::uint64_t some = draws.below(5); some > 0; --some) {
            whose.push_back(people.column("person_id").text(person));
            key.push_back(test::made_up_word(draws));
            finding.push_back(test::made_up_word(draws));
            day.push_back(137.31 + 4321.7 * draws.uniform());
        }
    }
    return Table({Column::from_texts("stay", Kind::nominal, key),
                  Column::from_texts("patient", Kind::nominal, whose),
                  Column::from_texts("finding", Kind::nominal, finding),
                  Column::numeric("day", std::move(day))});
}

TEST_P(TableResults, LinkedReleasesAsWrittenTellNothing) {
    const Table stays = uneven_rows(original, GetParam());
    const std::vector<std::string> names{"stay", "patient", "finding"};
    const Table notes = stays.select(names);
    write_table(test::threads(1), stays, asking.path("stays.csv"));
    write_table(test::threads(1), notes, asking.path("notes.csv"));
    for (const char* rows : {"dealt", "own"}) {
        SCOPED_TRACE(rows);
        std::string policy = R"([columns]
person_id = { role = "person" }
income = { role = "confidential" }
[[step]]
method = "mdav"
columns = ["age"]
k = 3
[[step]]
method = "sampling"
fraction = 0.8
[linked.stays]
file = "stays.csv"
person = "patient"
rows = "ROWS"
[linked.stays.columns]
finding = { role = "identifier" }
day = { role = "quasi" }
[[linked.stays.step]]
method = "noise"
columns = ["day"]
[linked.notes]
file = "notes.csv"
person = "patient"
references = { stay = "stays.stay" }
rows = "ROWS"
[linked.notes.columns]
finding = { role = "quasi", kind = "nominal" }
)";
        for (std::size_t at = policy.find("ROWS"); at != std::string::npos;
             at = policy.find("ROWS")) {
            policy.replace(at, 4, rows);
        }
        const std::string file = asking.put(std::string("linked-") + rows + ".toml", policy);
        const Secrets people = release({{"policy", file}, {"assess", true}});
        ASSERT_GE(people.words.size(), static_cast<std::size_t>(kPeople));
        EXPECT_EQ(test::listed(asking.found_in_open_files(people)), "");
        const auto beside = [&](const char* name) {
            return read_table(test::threads(1), asking.open_path(std::string(name) + ".csv"));
        };
        const Secrets of_stays = hidden_by(stays, beside("stays"));
        ASSERT_GE(of_stays.words.size(), static_cast<std::size_t>(stays.rows()));
        Secrets of_keys = hidden_by(notes, beside("notes"));
        EXPECT_EQ(test::listed(asking.found_in_open_files(of_keys)), "");
        // What one table shows the other may say too: the words of the notes.
        Secrets of_both = of_stays;
        for (const std::string& word : of_stays.words) {
            if (!of_keys.words.contains(word)) of_both.words.erase(word);
        }
        EXPECT_EQ(test::listed(asking.found_in_open_files(of_both)), "");
        asking.clear_open();
    }
}

TEST_P(TableResults, AssessmentsAndComparisonsTellNothing) {
    const Secrets secrets = release({{"method", "mdav"}, {"set", {{"k", 4}}}});
    const Json pair{{"original", data()}, {"masked", output()}};
    for (const char* operation : {"attack", "measure", "assess", "compare"}) {
        SCOPED_TRACE(operation);
        const Json result = asking.run(operation, DataKind::table, pair);
        EXPECT_EQ(test::listed(test::found_in_published(secrets, result)), "");
    }
    Json of_one = pair;
    of_one["row"] = 17;
    const Json explained = asking.run("explain", DataKind::table, of_one);
    EXPECT_EQ(test::listed(test::found_in_published(secrets, explained)), "");
}

TEST_P(TableResults, FirstLooksAdviceAndExplorationsTellNothing) {
    const Secrets secrets = all();
    const Json options{{"data", data()}};
    const Json inspected = asking.run("inspect", DataKind::table, options);
    EXPECT_GE(test::found_in(secrets, inspected).size(), 1U);  // its owner reads it
    EXPECT_EQ(test::listed(test::found_in_published(secrets, inspected)), "");
    for (const char* operation : {"explore", "advise"}) {
        SCOPED_TRACE(operation);
        Json more = options;
        more["output"] = asking.path(operation);
        const Json result = asking.run(operation, DataKind::table, more);
        EXPECT_EQ(test::listed(test::found_in_published(secrets, result)), "");
    }
}

TEST_P(TableResults, EvolvedFilesTellNothing) {
    for (const char* what : {"file", "pram-matrices", "pram-formula"}) {
        SCOPED_TRACE(what);
        Json options{{"data", data()},
                     {"what", what},
                     {"columns", {"city", "occupation"}},
                     {"generations", 3},
                     {"output", asking.open_path(what)}};
        const Json result = asking.run("evolve", DataKind::table, options);
        const std::string best = asking.open_path(std::string(what) + "/best.csv");
        const Secrets secrets = std::string_view(what) == "file" ? secrets_beside(best) : all();
        EXPECT_EQ(test::listed(test::found_in_published(secrets, result)), "");
        if (std::string_view(what) != "file") continue;
        const Json record = Json::parse(read_file(best + ".lethe.json"));
        EXPECT_EQ(test::listed(test::found_in(secrets, record)), "");
        EXPECT_EQ(test::listed(test::found_in_file(secrets, "best.csv", read_file(best))), "");
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, TableResults, testing::Values(1, 2));

}  // namespace
}  // namespace lethe
