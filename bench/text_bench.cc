// Finds patterns, names of lists and names by rules in a text, on one thread.
//   text_bench [file or folder] [megabytes = 100]
// The text is that of the files (or sentences of our own) again and again. Right means: every copy
// of it yields the same mentions.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/documents/find/known_lists.h"
#include "lethe/documents/find/list_finder.h"
#include "lethe/documents/find/patterns/pattern_finder.h"
#include "lethe/documents/find/rule_finder.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::bench {
namespace {

constexpr std::string_view kOwn =
    "The case originated in an application (no. 18403/91) against the Republic of Turkey lodged by "
    "a Cypriot national, Mrs Anna Example, on 31 May 1991. The applicant, who was granted legal "
    "aid, was represented by Mr A. Sample, a lawyer practising in Nicosia. The applicant alleged "
    "that the occupation of the northern part of the island had deprived her of her home and "
    "properties. The application was transmitted to the Court on 1 November 1998, when the "
    "protocol came into force. He was ordered to pay EUR 4,000 and may be reached at "
    "jane.doe@example.org or +41 44 668 18 00, as the Ministry of Finance informed the Ankara "
    "Administrative Court in its letter.\n";

std::string sample(const std::string& path) {
    if (path.empty()) return std::string(kOwn);
    if (!std::filesystem::is_directory(path)) return read_file(path);
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
        if (entry.is_regular_file()) files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    std::string all;
    for (const std::string& file : files) all += read_file(file) + "\n\n";
    return all;
}

// Times `find` over `copies` of the sample, one document each.
int measure(const std::string& name, const std::string& text, std::int64_t copies,
            const std::function<std::int64_t(std::string_view)>& find) {
    const std::int64_t expected = find(text);
    Run run(name);
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < copies; ++i) found += find(text);
    run.stop();
    const auto bytes = static_cast<std::int64_t>(text.size()) * copies;
    return run.report(found == expected * copies && found > 0, bytes,
                      {{"bytes", bytes}, {"found", found}});
}

int run(const std::string& path, double megabytes) {
    const std::string text = sample(path) + "\n\n";
    const auto copies = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(megabytes * 1e6 / static_cast<double>(text.size())));
    const lethe::documents::PatternFinder patterns{lethe::documents::PatternOptions{}};
    const lethe::documents::ListFinder names(
        lethe::documents::usual_lists(read_knowledge({}, "wordnet").taxonomy));

    int status = measure("text_patterns", text, copies,
                         [&](std::string_view one) { return std::ssize(patterns.find(one)); });
    status |= measure("text_tokens", text, copies, [](std::string_view one) {
        return std::ssize(lethe::language::tokenise(one));
    });
    status |= measure("text_lists", text, copies, [&](std::string_view one) {
        return std::ssize(names.find(one, lethe::language::tokenise(one)));
    });
    status |= measure("text_rules", text, copies, [](std::string_view one) {
        return std::ssize(lethe::documents::find_by_rules(one, lethe::language::tokenise(one)));
    });
    status |= measure("text_together", text, copies, [&](std::string_view one) {
        const std::vector<lethe::language::Token> tokens = lethe::language::tokenise(one);
        return std::ssize(patterns.find(one)) + std::ssize(names.find(one, tokens)) +
               std::ssize(lethe::documents::find_by_rules(one, tokens));
    });
    return status;
}

}  // namespace
}  // namespace lethe::bench

int main(int count, char** arguments) {
    const std::string path = count > 1 ? arguments[1] : "";
    const double megabytes = count > 2 ? std::atof(arguments[2]) : 100.0;
    return lethe::bench::run(path, megabytes);
}
