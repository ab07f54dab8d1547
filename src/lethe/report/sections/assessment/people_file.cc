#include "lethe/report/sections/assessment/people_file.h"

#include <fmt/format.h>

#include <vector>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/sections/assessment/explain.h"

namespace lethe::report {
namespace {

// The worst of the attacks over all records.
std::string over_all(const Json& assessment) {
    Json others{{"attacks", Json::array()}};
    for (const Json& attack : objects(assessment, "attacks")) {
        if (!of_file(attack)) others["attacks"].push_back(attack);
    }
    const Json& best = best_attack(others);
    const auto share = best.is_null() ? std::nullopt : share_found(best);
    if (!share) return " No attack over all people was tried.";
    const std::vector<double> interval = numbers(best, "interval");
    return fmt::format(" Over all people the worst attack, {}, finds {}{}.",
                       explain_attack(best, {}).title, percent_text(*share),
                       interval.size() == 2
                           ? fmt::format(" (between {} and {} with 95 % confidence)",
                                         percent_text(interval[0]), percent_text(interval[1]))
                           : "");
}

}  // namespace

bool of_file(const Json& attack) { return text(attack, "people_of") == "file"; }

std::string people_file_sentences(const Json& assessment, const Json& best) {
    for (const Json& attack : objects(assessment, "attacks")) {
        if (!of_file(attack)) continue;
        const Json& details = field(attack, "details");
        // Its owner reads which; others that there was one.
        const std::string known = text(details, "private_file");
        const std::string named = known.empty() ? std::string() : fmt::format(", {},", known);
        const std::string file = known.empty() ? "her own file" : known;
        const auto people = count(details, "in_release");
        const auto share = number(attack, "value");
        if (people && *people == 0) {
            return fmt::format(" Nobody of her own file{} is in the release.", named);
        }
        if (!share || !people) {
            return fmt::format(
                " What she finds by her own file{} could not be judged and is not counted.", named);
        }
        const std::string all = percent_text(number(details, "share_of_all").value_or(0));
        if (of_file(best)) {
            return fmt::format(
                       " This holds for the {} people of {} who are in the release, and for nobody "
                       "else; those found are {} of all who are in it.",
                       count_text(*people), file, all) +
                   over_all(assessment);
        }
        return fmt::format(
            " By her own file{} she finds {} of the {} people of it who are in the release: {} "
            "of all who are in it.",
            named, percent_text(*share), count_text(*people), all);
    }
    return {};
}

}  // namespace lethe::report
