// Record linkage of two files of people: names, surnames, dates of birth, postcodes and sex, with
// misspelt and missing values, strangers in both files, in another order. Precision and recall of
// the links are checked.
//
//   record_linkage_bench [records of each file, 1000000 unless told] [threads, 2 unless told]
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench_support.h"
#include "lethe/core/random.h"
#include "lethe/table/linkage/linkage_truth.h"

namespace lethe::bench {
namespace {

// Names made of syllables; the i-th is drawn with a probability like 1 / (i + 10).
std::string name_of(std::uint64_t number) {
    static constexpr const char* kSyllables[]{"ba",  "ler", "mi",  "kon", "sta", "re", "vin", "do",
                                              "hel", "ju",  "nes", "gar", "pi",  "ro", "wal", "se"};
    std::string name;
    for (int i = 0; i < 2 || number > 0; ++i) {
        name += kSyllables[number % 16];
        number /= 16;
    }
    return name;
}

std::uint64_t drawn_rank(Draws& draws, double names) {
    return static_cast<std::uint64_t>(10 * std::pow(names / 10 + 1, draws.uniform()) - 10);
}

std::string misspelt(Draws& draws, std::string text) {
    const auto place = static_cast<std::size_t>(draws.below(text.size()));
    const char letter = static_cast<char>('a' + draws.below(26));
    switch (draws.below(4)) {
        case 0:
            if (text.size() > 1) text.erase(place, 1);
            break;
        case 1:
            text.insert(place, 1, letter);
            break;
        case 2:
            text[place] = letter;
            break;
        default:
            if (place + 1 < text.size()) std::swap(text[place], text[place + 1]);
    }
    return text;
}

struct Person {
    std::string given, surname, born, postcode, sex;
};

Person person(std::int64_t number) {
    Draws draws = Random(1).stream("people").at(number);
    Person p;
    p.given = name_of(drawn_rank(draws, 3000));
    p.surname = name_of(100 + drawn_rank(draws, 60000));
    p.born = fmt::format("{:04}-{:02}-{:02}", 1930 + draws.below(75), 1 + draws.below(12),
                         1 + draws.below(28));
    p.postcode = fmt::format("{:05}", 10000 + draws.below(8000) * 7);
    p.sex = draws.below(2) == 0 ? "f" : "m";
    return p;
}

// One value in ten is misspelt or otherwise wrong, one in fifty missing.
Person written(Person p, std::int64_t number) {
    Draws draws = Random(2).stream("writing").at(number);
    for (std::string* text : {&p.given, &p.surname}) {
        if (draws.below(10) == 0) *text = misspelt(draws, *text);
        if (draws.below(50) == 0) text->clear();
    }
    if (draws.below(10) == 0) {
        p.born[static_cast<std::size_t>(draws.below(2) == 0 ? 3 : 9)] =
            static_cast<char>('1' + draws.below(8));
    }
    if (draws.below(10) == 0) p.postcode = fmt::format("{:05}", 10000 + draws.below(8000) * 7);
    if (draws.below(50) == 0) p.postcode.clear();
    return p;
}

struct File {
    Table table;
    ColumnPtr identity;
};

File file_of(std::int64_t first, std::int64_t records, bool with_errors, std::uint64_t seed) {
    const auto order = random_permutation(Random(seed).stream("order"), records);
    std::vector<std::vector<std::string>> columns(5);
    std::vector<std::string> ids;
    for (const std::int64_t i : order) {
        Person p = person(first + i);
        if (with_errors) p = written(std::move(p), first + i);
        ids.push_back(std::to_string(first + i));
        std::size_t c = 0;
        for (std::string* text : {&p.given, &p.surname, &p.born, &p.postcode, &p.sex}) {
            columns[c++].push_back(std::move(*text));
        }
    }
    std::vector<ColumnPtr> made;
    const char* names[]{"given_name", "surname", "date_of_birth", "postcode", "sex"};
    for (std::size_t c = 0; c < columns.size(); ++c) {
        made.push_back(Column::from_texts(names[c], Kind::nominal, columns[c]));
    }
    return {Table(made), Column::from_texts("id", Kind::nominal, ids)};
}

int measure(std::int64_t records, int threads) {
    // Four people in five are in both files.
    const File left = file_of(0, records, true, 3);
    const File right = file_of(records / 5, records, false, 4);
    Run run("record-linkage");
    const auto found = linkage::link_files(context(threads), left.table, right.table,
                                           linkage::make_plan(left.table, right.table, {}), {});
    run.stop();
    const auto truth = linkage::Truth::of_columns(*left.identity, *right.identity, false);
    const linkage::LinkageScore score = linkage::score(found.links, truth, false);
    const bool ok = score.precision() >= 0.97 && score.recall() >= 0.93;
    return run.report(ok, records,
                      {{"records", records},
                       {"threads", threads},
                       {"passes", found.passes.size()},
                       {"compared", found.compared},
                       {"precision", score.precision()},
                       {"recall", score.recall()},
                       {"expected_matches", found.expected_matches},
                       {"missed", found.missed}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 1000000;
    const int threads = argc > 2 ? std::atoi(argv[2]) : 2;
    int failed = 0;
    for (const std::int64_t records : {std::int64_t{10000}, std::int64_t{100000}}) {
        if (records < largest) failed |= lethe::bench::measure(records, threads);
    }
    return failed | lethe::bench::measure(largest, threads);
}
