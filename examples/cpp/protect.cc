// Protects a table, attacks what came of it, and writes the release if that is good enough:
//   protect people.csv release.csv
#include <lethe/lethe.h>

#include <cstdio>
#include <string>

int main(int argc, char** argv) try {
    if (argc != 3) {
        std::fprintf(stderr, "usage: protect DATA RELEASE\n");
        return 2;
    }
    using namespace lethe::api;
    const Table people = read_table(argv[1]);

    ProtectOptions options;
    options.method = "mdav";
    options.settings = {{"k", "5"}};
    options.source = argv[1];
    const Release release = protect(people, options);
    for (const std::string& warning : release.warnings()) {
        std::fprintf(stderr, "note: %s\n", warning.c_str());
    }

    const Assessment assessment = assess(release);
    std::printf("%lld people; the worst attack (%s) finds %.1f %%, the loss is %.1f %%\n%s\n",
                static_cast<long long>(release.table().rows()), assessment.attack.c_str(),
                assessment.found.value_or(0), assessment.loss.value_or(0),
                assessment.verdict.c_str());
    if (!release.promises_hold()) return 4;
    release.write(argv[2]);
    return 0;
} catch (const lethe::api::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
