#include "lethe/release/assess/intruder_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/comparison.h"
#include "lethe/method/result_json.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/headline.h"
#include "lethe/table/attack/linkage/linkage_crowd.h"
#include "lethe/table/linkage/link_files.h"

namespace lethe::release {
namespace {

// Pairs of a person and a released record beyond which people are drawn, and how many at least.
constexpr std::int64_t kMostPairs = 4'000'000'000;
constexpr std::int64_t kFewestDrawn = 1000;

// Attacks of an assessment that a stranger can carry out: they need no true links.
std::vector<Choice> strangers_attacks(const Json& record, const Comparable& pair) {
    std::vector<Choice> attacks = default_attacks(record, pair);
    std::erase_if(attacks, [](const Choice& choice) {
        const Method& method = find_method(choice.method, Family::attack);
        return !method.info.finds_people ||
               !(method.info.knows.empty() || method.has(Property::transparent));
    });
    return attacks;
}

std::vector<std::int64_t> people_drawn(const std::vector<std::int64_t>& known, std::int64_t rows,
                                       const Random& random) {
    const std::int64_t most = std::max(kFewestDrawn, kMostPairs / std::max<std::int64_t>(1, rows));
    if (std::ssize(known) <= most) return known;
    std::vector<std::int64_t> people;
    for (const std::int64_t i :
         random_subset(random.stream("people of the file"), std::ssize(known), most)) {
        people.push_back(known[static_cast<std::size_t>(i)]);
    }
    return people;
}

FileAttack by_agreement(const linkage::LinkageResult& links, const linkage::Truth& truth) {
    FileAttack attack{"record-linkage", "Record linkage with weights learnt from the two files"};
    attack.people = truth.left_with_partner();
    attack.found =
        percent(linkage::right_guesses(links, truth), static_cast<double>(attack.people));
    return attack;
}

}  // namespace

std::vector<FileAttack> attacks_by_values(const HeldRecords& held, const Json& record,
                                          const Random& random, const Context& context) {
    std::vector<FileAttack> found;
    if (held.known.empty()) return found;
    Scenario scenario;
    scenario.known = people_drawn(held.known, held.pair.masked.rows(), random);
    scenario.record = record;
    const bool some = scenario.known.size() < held.known.size();
    for (const Choice& choice : strangers_attacks(record, held.pair)) {
        MethodResult result;
        try {
            result = run_assessments(Family::attack, std::span(&choice, 1), held.pair, scenario,
                                     false, random, context.silent())
                         .results.at(0);
        } catch (const Error& error) {
            // One that cannot work with such a file is not among them.
            if (error.kind() == ErrorKind::stopped || error.kind() == ErrorKind::internal) throw;
            continue;
        }
        const auto share = share_found(result);
        if (!share) continue;
        FileAttack attack{choice.method,  result.title, choice.parameters,
                          result.knows,   *share,       std::ssize(scenario.known),
                          result.interval};
        if (!attack.interval && some) {
            attack.interval = attack::share_interval(
                *share / 100 * static_cast<double>(attack.people), attack.people);
        }
        found.push_back(std::move(attack));
    }
    return found;
}

const FileAttack* worst_of(const std::vector<FileAttack>& attacks) {
    const FileAttack* worst = nullptr;
    for (const FileAttack& attack : attacks) {
        if (worst == nullptr || attack.found > worst->found) worst = &attack;
    }
    return worst;
}

Json to_json(const FileAttack& attack) {
    Json json{{"name", attack.name},
              {"title", attack.title},
              {"parameters", attack.parameters},
              {"value", attack.found},
              {"people", attack.people},
              {"found", attack.found / 100 * static_cast<double>(attack.people)}};
    if (!attack.knows.empty()) json["knows"] = attack.knows;
    if (attack.interval) json["interval"] = *attack.interval;
    return json;
}

MethodResult file_attack_result(const FileScenario& scenario, const Table& original,
                                const Json& record, const Random& random, const Context& context) {
    const IntruderFile& file = *scenario.file;
    MethodResult result{kIntruderFileAttack, "A file of people"};
    result.finds_people = true;
    result.of_file = true;
    Json& details = result.details;
    details = {{"private_file", file.name}, {"private_rows", file.table.rows()}};
    std::vector<std::string>& warnings = result.warnings;
    linkage::PlanRequest request = file.request;
    // A key that was released is compared like anything else.
    if (scenario.release.find(scenario.truth) == nullptr) request.truth = scenario.truth;
    linkage::LinkagePlan plan;
    std::optional<linkage::LinkageResult> links;
    try {
        plan = linkage::make_plan(file.table, scenario.release, request);
        links = linkage::link_files(context.silent(), file.table, scenario.release, plan, {});
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input && error.kind() != ErrorKind::usage) throw;
        warnings.emplace_back("her file and the release could not be linked by learnt weights");
        details["private_problem"] = error.what();
    }
    if (plan.pairs.empty()) return result;
    for (const linkage::ColumnPair& pair : plan.pairs) result.columns.push_back(pair.right);
    if (scenario.identities == nullptr) {
        warnings.push_back(
            "who is who in her file is not known, so that its links cannot be judged and the "
            "figure is not counted: name the column that tells it with `truth` in [scenario]");
        if (links) {
            details["guesses"] = links->guesses;
            details["estimated_right"] = links->right_guesses;
        }
        return result;
    }
    const linkage::Truth truth =
        linkage::Truth::of_columns(file.table.column(scenario.truth), *scenario.identities, false);
    const std::int64_t people = truth.left_with_partner();
    details["in_release"] = people;
    if (people == 0) {
        warnings = {"nobody of her file is in the release: nothing can be found by it"};
        return result;
    }
    std::vector<FileAttack> attacks;
    if (links) attacks.push_back(by_agreement(*links, truth));
    const HeldRecords held = held_records(file.table, scenario.release, plan, truth, &original);
    for (FileAttack& attack : attacks_by_values(held, record, random, context)) {
        attacks.push_back(std::move(attack));
    }
    warnings.push_back(
        fmt::format("holds for the {} people of her file who are in the release, and for nobody "
                    "else",
                    people));
    const FileAttack* worst = worst_of(attacks);
    if (worst == nullptr) return result;
    result.value = worst->found;
    result.interval = worst->interval;
    result.knows = worst->knows;
    details["records"] = worst->people;
    details["expected"] = worst->found;
    details["released"] = scenario.release.rows();
    // Of everybody in the release, were nobody found whom she does not hold.
    details["share_of_all"] =
        worst->found * static_cast<double>(people) / static_cast<double>(scenario.release.rows());
    details["by"] = worst->title;
    details["ways"] = json_list(attacks);
    return result;
}

}  // namespace lethe::release
