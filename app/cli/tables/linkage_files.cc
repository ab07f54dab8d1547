#include "cli/tables/linkage_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/report/sections/assessment/learnt_distance.h"
#include "lethe/table/attack/supervised_linkage.h"

namespace lethe::cli {
namespace {

const std::string& best_linkage() { return method_for(Purpose::best_linkage).info.name; }

std::string ending(const std::string& path) {
    return std::filesystem::path(path).extension().string();
}

[[noreturn]] void refuse(const char* flag, const std::string& why) {
    throw Error(ErrorKind::usage, why, {{}, 0, 0, flag});
}

void need_supervised(const char* flag, const std::vector<Choice>& choices) {
    if (choices.size() != 1 || choices[0].method != best_linkage()) {
        refuse(flag, fmt::format("goes with --attack {}", best_linkage()));
    }
}

Json bound_parameters(const Choice& choice) {
    Problems problems;
    Json bound = find_method(choice.method, Family::attack).bind(choice.parameters, {}, problems);
    throw_if_any(std::move(problems));
    return bound;
}

void check_lattice(const std::string& path, const std::vector<Choice>& choices) {
    constexpr const char* kFlag = "--lattice";
    const std::string type = ending(path);
    if (type != ".csv" && type != ".dot" && type != ".svg") {
        refuse(kFlag, "the name of the file must end in .csv, .dot or .svg");
    }
    const auto learns = [](const Choice& choice) {
        const Method* method = find_method(choice.method);
        return method != nullptr && method->has(Purpose::lattice);
    };
    if (choices.size() != 1 || !learns(choices[0])) {
        refuse(kFlag, fmt::format("goes with --attack {}", best_linkage()));
    }
    if (choices[0].method != best_linkage()) return;
    const Json bound = bound_parameters(choices[0]);
    const bool sets = bound["operator"] == "choquet" && bound["variant"] != "symmetric";
    const bool form = bound["operator"] == "bilinear";
    if (!sets && !form) {
        refuse(kFlag,
               "this operator has a weight a column, no lattice: use operator=choquet (sets "
               "of columns) or operator=bilinear (a matrix)");
    }
    if (form && type == ".dot") refuse(kFlag, "a matrix is written as .csv or .svg");
}

std::string lattice_text(const Json& details, const std::string& type) {
    if (const auto lattice = report::lattice_of(details)) {
        if (type == ".csv") return report::lattice_csv(*lattice);
        if (type == ".dot") return report::lattice_dot(*lattice);
        if (lattice->columns.size() > report::kMostDrawn) {
            refuse("--lattice", fmt::format("a lattice of more than {} columns is not drawn; .csv "
                                            "and .dot hold it",
                                            report::kMostDrawn));
        }
        return report::lattice_file_svg(*lattice);
    }
    const auto form = report::form_of(details);
    if (!form) refuse("--lattice", "nothing was learnt that could be written");
    if (type == ".csv") return report::form_csv(*form);
    const std::string drawn = report::form_file_svg(*form);
    if (drawn.empty()) refuse("--lattice", "the matrix is too large to be drawn; .csv holds it");
    return drawn;
}

// Out of the private results; null when there is none.
Json take_certificate(Json& private_results) {
    Json certificate;
    for (Json& item : private_results) {
        if (!item["details"].contains("certificate")) continue;
        certificate = std::move(item["details"]["certificate"]);
        item["details"].erase("certificate");
    }
    Json kept = Json::array();
    for (Json& item : private_results) {
        if (!item["details"].empty()) kept.push_back(std::move(item));
    }
    private_results = std::move(kept);
    return certificate;
}

}  // namespace

void LinkageFiles::add_to(CLI::App& command) {
    command
        .add_option("--certificate", certificate,
                    "Write the proof of supervised-linkage here, for lethe verify (private)")
        ->type_name("FILE");
    command
        .add_option("--mps", program,
                    "Write the program of supervised-linkage here, for any MILP solver (private)")
        ->type_name("FILE");
    command
        .add_option("--lattice", lattice,
                    "Write the learnt measure (csv, dot, svg) or matrix (csv, svg) here (private)")
        ->type_name("FILE");
}

std::vector<std::string> LinkageFiles::paths() const {
    std::vector<std::string> result;
    for (const std::string& path : {certificate, program, lattice}) {
        if (!path.empty()) result.push_back(path);
    }
    return result;
}

void LinkageFiles::prepare(std::vector<Choice>& choices) const {
    if (!program.empty()) need_supervised("--mps", choices);
    if (!lattice.empty()) check_lattice(lattice, choices);
    if (certificate.empty()) return;
    need_supervised("--certificate", choices);
    choices[0].parameters["certificate"] = true;
}

void LinkageFiles::write(Session& session, const Comparable& pair, const Scenario& scenario,
                         const Random& random, Assessed& assessed) const {
    if (paths().empty()) return;
    const Json& result = assessed.results[0];
    if (!certificate.empty()) {
        const Json proof = take_certificate(assessed.private_results);
        if (proof.is_null()) {
            throw Error(ErrorKind::unmet, "nothing was proven, so there is no certificate");
        }
        write_file(certificate, proof.dump() + "\n", true);
        session.say(fmt::format("certificate written: {} (private)", certificate));
    }
    if (!program.empty()) {
        const AssessInput input{pair.original,  pair.masked,       result["columns"],
                                random,         session.context(), scenario.origin,
                                scenario.known, scenario.training, scenario.record};
        write_atomically(program, true, [&](const std::string& temporary) {
            std::ofstream out(temporary);
            attack::write_supervised_program(out, input, result["parameters"]);
        });
        session.say(fmt::format("program written: {} (private)", program));
    }
    if (!lattice.empty()) {
        write_file(lattice, lattice_text(unfolded(result["details"]), ending(lattice)), true);
        session.say(fmt::format("learnt distance written: {} (private)", lattice));
    }
}

}  // namespace lethe::cli
