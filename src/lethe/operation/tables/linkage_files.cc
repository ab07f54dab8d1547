#include "lethe/operation/tables/linkage_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/report/sections/assessment/learnt_distance.h"
#include "lethe/table/attack/supervised_linkage.h"

namespace lethe::operation {
namespace {

const std::string& best_linkage() { return method_for(Purpose::best_linkage).info.name; }

std::vector<std::string> lattice_attacks() {
    std::vector<std::string> names;
    for (const Method* method : methods_of(Family::attack)) {
        if (method->has(Purpose::lattice)) names.push_back(method->info.name);
    }
    return names;
}

std::string ending(const std::string& path) {
    return std::filesystem::path(path).extension().string();
}

[[noreturn]] void refuse(const std::string& flag, const std::string& why) {
    throw Error(ErrorKind::usage, why, {{}, 0, 0, flag});
}

void need_supervised(const std::string& flag, const std::vector<release::Choice>& choices,
                     const Door& door) {
    if (choices.size() != 1 || choices[0].method != best_linkage()) {
        refuse(flag, fmt::format("goes with {} {}", door.option_name("attack"), best_linkage()));
    }
}

Json bound_parameters(const release::Choice& choice) {
    Problems problems;
    Json bound = find_method(choice.method, Family::attack).bind(choice.parameters, {}, problems);
    throw_if_any(std::move(problems));
    return bound;
}

void check_lattice(const std::string& path, const std::vector<release::Choice>& choices,
                   const Door& door) {
    const std::string flag = door.option_name("lattice");
    const std::string type = ending(path);
    if (type != ".csv" && type != ".dot" && type != ".svg") {
        refuse(flag, "the name of the file must end in .csv, .dot or .svg");
    }
    const auto learns = [](const release::Choice& choice) {
        const Method* method = find_method(choice.method);
        return method != nullptr && method->has(Purpose::lattice);
    };
    if (choices.size() != 1 || !learns(choices[0])) {
        refuse(flag, fmt::format("goes with {} {}", door.option_name("attack"), best_linkage()));
    }
    if (choices[0].method != best_linkage()) return;
    const Json bound = bound_parameters(choices[0]);
    const bool sets = bound["operator"] == "choquet" && bound["variant"] != "symmetric";
    const bool form = bound["operator"] == "bilinear";
    if (!sets && !form) {
        refuse(flag,
               "this operator has a weight a column, no lattice: use operator=choquet (sets "
               "of columns) or operator=bilinear (a matrix)");
    }
    if (form && type == ".dot") refuse(flag, "a matrix is written as .csv or .svg");
}

std::string lattice_text(const Json& details, const std::string& type, const Door& door) {
    const std::string flag = door.option_name("lattice");
    if (const auto lattice = report::lattice_of(details)) {
        if (type == ".csv") return report::lattice_csv(*lattice);
        if (type == ".dot") return report::lattice_dot(*lattice);
        if (lattice->columns.size() > report::kMostDrawn) {
            refuse(flag, fmt::format("a lattice of more than {} columns is not drawn; .csv "
                                     "and .dot hold it",
                                     report::kMostDrawn));
        }
        return report::lattice_file_svg(*lattice);
    }
    const auto form = report::form_of(details);
    if (!form) refuse(flag, "nothing was learnt that could be written");
    if (type == ".csv") return report::form_csv(*form);
    const std::string drawn = report::form_file_svg(*form);
    if (drawn.empty()) refuse(flag, "the matrix is too large to be drawn; .csv holds it");
    return drawn;
}

// Out of the private results; null when there is none.
Json take_certificate(std::vector<release::PrivateResult>& private_results) {
    Json certificate;
    for (release::PrivateResult& item : private_results) {
        if (!item.details.contains("certificate")) continue;
        certificate = std::move(item.details["certificate"]);
        item.details.erase("certificate");
    }
    std::erase_if(private_results,
                  [](const release::PrivateResult& item) { return item.details.empty(); });
    return certificate;
}

}  // namespace

Schema<LinkageFiles> LinkageFiles::schema() {
    return Schema<LinkageFiles>()
        .field("certificate", &LinkageFiles::certificate,
               "Write the proof of supervised-linkage here, for lethe verify (private)")
        .output(OutputKind::result)
        .shown("FILE")
        .goes_with("attack", {best_linkage()})
        .field("mps", &LinkageFiles::mps,
               "Write the program of supervised-linkage here, for any MILP solver (private)")
        .output(OutputKind::file)
        .shown("FILE")
        .goes_with("attack", {best_linkage()})
        .field("lattice", &LinkageFiles::lattice,
               "Write the learnt measure (csv, dot, svg) or matrix (csv, svg) here (private)")
        .output(OutputKind::page_or_result)
        .shown("FILE")
        .goes_with("attack", lattice_attacks());
}

std::vector<std::string> LinkageFiles::paths() const {
    std::vector<std::string> result;
    for (const std::string& path : {certificate, mps, lattice}) {
        if (!path.empty()) result.push_back(path);
    }
    return result;
}

void LinkageFiles::prepare(std::vector<release::Choice>& choices, const Door& door) const {
    if (!mps.empty()) need_supervised(door.option_name("mps"), choices, door);
    if (!lattice.empty()) check_lattice(lattice, choices, door);
    if (certificate.empty()) return;
    need_supervised(door.option_name("certificate"), choices, door);
    choices[0].parameters["certificate"] = true;
}

void LinkageFiles::write(Door& door, const release::Comparable& pair,
                         const release::Scenario& scenario, const Random& random,
                         release::Assessed& assessed) const {
    if (paths().empty()) return;
    const release::MethodResult& result = assessed.results[0];
    if (!certificate.empty()) {
        const Json proof = take_certificate(assessed.private_results);
        if (proof.is_null()) {
            throw Error(ErrorKind::unmet, "nothing was proven, so there is no certificate");
        }
        write_file(certificate, proof.dump() + "\n", true);
        door.say(fmt::format("certificate written: {} (private)", certificate));
    }
    if (!mps.empty()) {
        const AssessInput input{pair.original,  pair.masked,       result.columns,
                                random,         door.context(),    scenario.origin,
                                scenario.known, scenario.training, scenario.record};
        write_atomically(mps, true, [&](const std::string& temporary) {
            std::ofstream out(temporary);
            attack::write_supervised_program(out, input, result.parameters);
        });
        door.say(fmt::format("program written: {} (private)", mps));
    }
    if (!lattice.empty()) {
        const Json details = unfolded(with_about_original(result.details, result.about_original));
        write_file(lattice, lattice_text(details, ending(lattice), door), true);
        door.say(fmt::format("learnt distance written: {} (private)", lattice));
    }
}

}  // namespace lethe::operation
