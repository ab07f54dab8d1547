// An intruder with a file of her own, where the truth is known (`lethe attack --intruder FILE
// --truth COLUMN`): record linkage learnt from the two files, and every attack by values. Half of
// the people of the file are strangers. A release of groups of k must not let more than one in k be
// found; one with a little noise must let most be found, and both at least by distance.
//
//   intruder_file_bench [released records, 100000 unless told] [people of the file, a tenth]
#include <string>

#include "bench_people.h"
#include "lethe/data/samples/census.h"
#include "lethe/release/assess/intruder_file.h"
#include "lethe/table/linkage/linkage_truth.h"

namespace lethe::bench {
namespace {

ColumnPtr identities(std::int64_t first, std::int64_t count) {
    std::vector<std::string> ids;
    for (std::int64_t i = 0; i < count; ++i) ids.push_back("P" + std::to_string(first + i));
    return Column::from_texts("id", Kind::nominal, ids);
}

struct Files {
    Table census;    // released people first, then strangers
    Table original;  // of the release
    Table intruder;  // with ids, in an order of its own
};

Files files(std::int64_t released, std::int64_t held) {
    const std::int64_t strangers = held / 2;
    const Table census =
        sample_census(context(2), Random(1), released + strangers)
            .select(std::vector<std::string>{"age", "AGI", "FEDTAX", "sex", "region", "education"});
    std::vector<std::int64_t> rows =
        random_subset(Random(2).stream("held"), released, held - strangers);
    for (std::int64_t i = 0; i < strangers; ++i) rows.push_back(released + i);
    std::vector<std::int64_t> mixed;
    for (const std::int64_t i : random_permutation(Random(2).stream("order"), held)) {
        mixed.push_back(rows[static_cast<std::size_t>(i)]);
    }
    std::vector<std::int64_t> first(static_cast<std::size_t>(released));
    for (std::size_t i = 0; i < first.size(); ++i) first[i] = static_cast<std::int64_t>(i);
    const ColumnPtr ids = identities(0, released + strangers);
    return {census, census.gather(first), census.with(std::span(&ids, 1)).gather(mixed)};
}

int find(const Files& files, const std::string& method, const Json& given, double least,
         double most) {
    const Context two = context(2);
    const Table release = masked_by(two, method, given, files.original);
    const ColumnPtr ids = identities(0, release.rows());
    Run run("intruder-file " + method);
    linkage::PlanRequest request;
    request.truth = "id";
    const linkage::LinkagePlan plan = linkage::make_plan(files.intruder, release, request);
    const auto truth = linkage::Truth::of_columns(files.intruder.column("id"), *ids, false);
    const auto linked = linkage::link_files(two, files.intruder, release, plan, {});
    const auto held = release::held_records(files.intruder, release, plan, truth, &files.original);
    const std::vector<release::FileAttack> attacks =
        release::attacks_by_values(held, nullptr, Random(1), two);
    run.stop();
    const linkage::LinkageScore score = linkage::score(linked.links, truth, false);
    const release::FileAttack* worst = release::worst_of(attacks);
    const double found = worst == nullptr ? -1 : worst->found;
    const bool ok = truth.left_with_partner() == std::ssize(held.known) && found >= least &&
                    found <= most + 1e-9 && 100 * score.recall() <= most + 1e-9;
    return run.report(ok, files.intruder.rows(),
                      {{"rows", release.rows()},
                       {"file", files.intruder.rows()},
                       {"people", truth.left_with_partner()},
                       {"linked_rightly", 100 * score.recall()},
                       {"found_by_values", found},
                       {"worst", worst == nullptr ? "none" : worst->name}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t released = argc > 1 ? std::stoll(argv[1]) : 100000;
    const std::int64_t held = argc > 2 ? std::stoll(argv[2]) : released / 10;
    const Files both = files(released, held);
    return find(both, "mdav", {{"k", 5}}, 1, 20) | find(both, "noise", {{"p", 1}}, 50, 100);
}
