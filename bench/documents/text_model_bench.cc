// Finds mentions by the shipped sequence model, and by all finders together, on one thread.
//   text_model_bench [file or folder] [megabytes = 10]
// Every file is a document, taken again and again. Right means: every pass finds the same.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/find/known_lists.h"
#include "lethe/documents/read/sample_letters.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::bench {
namespace {

std::vector<std::string> documents_of(const std::string& path) {
    std::vector<std::string> texts;
    if (path.empty()) {
        for (const lethe::documents::SampleLetter& letter :
             lethe::documents::sample_letters(Random(1), 200)) {
            texts.push_back(letter.bytes);
        }
        return texts;
    }
    std::vector<std::string> files;
    if (std::filesystem::is_directory(path)) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
            if (entry.is_regular_file()) files.push_back(entry.path().string());
        }
    } else {
        files.push_back(path);
    }
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) texts.push_back(read_file(file));
    return texts;
}

int measure(const std::string& name, const std::vector<std::string>& texts, double megabytes,
            const std::function<std::int64_t(const std::string&)>& find) {
    std::int64_t expected = 0;
    std::int64_t size = 0;
    for (const std::string& one : texts) {
        expected += find(one);
        size += std::ssize(one);
    }
    const auto passes = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(megabytes * 1e6) / std::max<std::int64_t>(1, size));
    Run run(name);
    std::int64_t found = 0;
    for (std::int64_t pass = 0; pass < passes; ++pass) {
        for (const std::string& one : texts) found += find(one);
    }
    run.stop();
    return run.report(found == expected * passes && found > 0, size * passes,
                      {{"bytes", size * passes}, {"found", found}});
}

int run(const std::string& path, double megabytes) {
    const std::vector<std::string> texts = documents_of(path);
    lethe::documents::Finders finders;
    finders.lists.emplace(
        lethe::documents::usual_lists(read_knowledge(Context{}, "wordnet").taxonomy));
    finders.model = &lethe::documents::SequenceModel::shipped();
    int failed = measure("text-model", texts, megabytes, [&](const std::string& one) {
        const std::vector<lethe::language::Token> tokens = lethe::language::tokenise(one);
        return std::ssize(finders.model->find(finders.model->register_of(one, tokens), one, tokens,
                                              lethe::documents::Setting::balanced));
    });
    failed += measure("text-all-finders", texts, megabytes, [&](const std::string& one) {
        return std::ssize(lethe::documents::detect(finders, one));
    });
    return failed;
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    return lethe::bench::run(argc > 1 ? argv[1] : "", argc > 2 ? std::atof(argv[2]) : 10);
}
