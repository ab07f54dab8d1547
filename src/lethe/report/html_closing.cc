// How to read the page, and the box to sign.
#include <fmt/format.h>

#include <array>

#include "lethe/report/html_parts.h"

namespace lethe::report {
namespace {

struct Term {
    std::string_view term, meaning;
};

constexpr std::array kTerms = {
    Term{"Original and release", "The file as it was collected, and the file to be given out."},
    Term{"Record, person", "One row of a file. A record is taken to be one person."},
    Term{"Identifier", "A column that names a person, such as a name or a number. Never released."},
    Term{"Quasi-identifier",
         "A column that does not name anyone but helps to recognise them together with others, "
         "such as "
         "age, place and occupation."},
    Term{"Confidential column",
         "What must not become known of a person, such as a diagnosis or an income."},
    Term{"Masking",
         "Changing values so that people are harder to recognise while the data stays useful."},
    Term{"Intruder",
         "Someone who holds the release and other knowledge and tries to find people in it."},
    Term{"Linkage", "Pairing records of the release with people who are known from elsewhere."},
    Term{"Strict, lax, expected",
         "Counting ties between candidates against the intruder, for the intruder, and by their "
         "chances."},
    Term{"Class", "The people who have the same values in a set of columns."},
    Term{"k-anonymity",
         "Every class holds at least k people, so that nobody is alone with their values."},
    Term{"Disclosure risk", "How much an intruder can find, in percent. Lower is safer."},
    Term{"Information loss",
         "How much the release differs from the original. Lower is more useful."},
    Term{"Score", "Loss and risk in one figure, weighted. It helps to compare, not to decide."},
    Term{"Pareto front",
         "The protections that no other one beats on both risk and loss. Any other choice gives "
         "something "
         "away for nothing."},
};

// The file of a release that is one file.
Json only_file(const Json& release) {
    const std::vector<Json> files = objects(release, "files");
    return files.size() == 1 ? files.front() : Json();
}

}  // namespace

std::string reading_html() {
    Markup out;
    paragraph(
        out,
        "The attacks were run by those who hold the original, against an intruder's best case: the "
        "intruder knows the true values of the columns listed for everyone in the file. A real "
        "intruder "
        "usually knows less, about fewer people. So the figures are high estimates for the attacks "
        "that "
        "were tried; they say nothing about attacks that were not tried, or about knowledge beyond "
        "these "
        "columns.");
    paragraph(out,
              "Low, medium and high are rules of thumb. They help to read a figure; they are "
              "neither law nor a "
              "guarantee. What risk is acceptable depends on who receives the file, under which "
              "agreement, and on "
              "the harm that being found would do.");
    out.open("dl", {{"class", "terms"}});
    for (const Term& entry : kTerms) {
        out.open("div").leaf("dt", entry.term).leaf("dd", entry.meaning).close();
    }
    out.close();
    return std::move(out).finish();
}

std::string sign_off_html(const Results& results) {
    const bool of_table = !results.of("release").empty() || !results.of("assessment").empty();
    if (!of_table && results.of("text-release").empty()) return {};
    const Json other = of_table ? Json() : only_file(results.of("text-release").front());
    const Json& release = !of_table ? other
                          : results.of("release").empty()
                              ? field(results.of("assessment").front(), "masked")
                              : field(results.of("release").front(), "release");
    const std::string file = file_name(text(release, "file"));
    const std::string digest = text(release, "sha256");
    Markup out;
    out.open("div", {{"class", "signoff"}}).open("p");
    out.text("I have read this report").text(file.empty() ? "" : fmt::format(" on {}", file));
    if (!digest.empty()) out.text(" (SHA-256 ").leaf("code", digest).text(")");
    out.text(" and decide:").close();
    out.open("ul", {{"class", "choices"}});
    for (const char* choice : {"release", "release under the conditions below", "do not release"}) {
        out.leaf("li", choice);
    }
    out.close().open("div", {{"class", "lines"}});
    out.leaf("div", {{"class", "full"}}, "Conditions and remarks");
    for (const char* line : {"Name", "Function", "Date", "Signature"}) out.leaf("div", line);
    out.close().close();
    return std::move(out).finish();
}

}  // namespace lethe::report
