// The search engine: building, writing, opening and asking an index of short documents, and adding
// to it; answers are checked against a scan of all documents.
//
//   text_index_bench [documents, 1000000 unless told] [file of texts, one a line]
//
// A document is some 60 words out of the texts (of invented words without a file), and a number of
// its own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bench_support.h"
#include "lethe/core/parallel.h"
#include "lethe/core/random.h"
#include "lethe/documents/index/search_index.h"
#include "lethe/language/index_terms.h"
#include "lethe/language/token.h"

namespace lethe::bench {
namespace {

using lethe::documents::Hit;
using lethe::documents::SearchIndex;

constexpr std::int64_t kWords = 60;

std::vector<std::string> read_words(const char* path) {
    std::vector<std::string> words;
    if (path != nullptr) {
        std::ifstream file(path);
        for (std::string line; std::getline(file, line);) {
            for (const lethe::language::Token& word : lethe::language::words_of(line))
                words.emplace_back(word.of(line));
        }
    }
    if (words.size() > 1000) return words;
    const Stream stream = Random(1).stream("words");  // rank r is drawn about 1 / r as often
    for (int i = 0; i < 500000; ++i) {
        const double rank = std::exp(stream.at(i).uniform() * std::log(50000.0));
        words.push_back(fmt::format("w{}", static_cast<int>(rank)));
    }
    return words;
}

std::string document(const std::vector<std::string>& words, std::int64_t number) {
    Draws draws = Random(2).stream("documents").at(number);
    std::string made = fmt::format("n{}", number);
    for (int piece = 0; piece < 4; ++piece) {
        std::size_t at = draws.below(words.size() - kWords);
        for (int i = 0; i < kWords / 4; ++i) made.append(" ").append(words[at++]);
    }
    return made;
}

// Every relevance by the definition, from the texts alone.
bool is_right(const std::vector<std::string>& texts, const SearchIndex& index,
              const std::string& query) {
    const std::vector<std::string> asked = lethe::language::distinct_terms(query, {});
    std::vector<double> with_term(asked.size());
    lethe::language::TermMaker maker({});
    std::map<std::int64_t, std::vector<double>> counts;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::vector<double> found(asked.size());
        for (const lethe::language::Token& word : lethe::language::words_of(texts[i])) {
            const auto place =
                std::lower_bound(asked.begin(), asked.end(), maker.term(word.of(texts[i])));
            if (place == asked.end() || *place != maker.term(word.of(texts[i]))) continue;
            found[static_cast<std::size_t>(place - asked.begin())] += 1;
        }
        bool any = false;
        for (std::size_t j = 0; j < asked.size(); ++j) {
            with_term[j] += found[j] > 0 ? 1 : 0;
            any = any || found[j] > 0;
        }
        if (any) counts[static_cast<std::int64_t>(i)] = found;
    }
    const std::vector<Hit> hits = index.search(query);
    std::set<std::int64_t> returned;
    for (const Hit& hit : hits) returned.insert(hit.document);
    if (returned.size() != hits.size() || hits.size() != counts.size()) return false;
    // How many documents have each term of a document is asked from the index: those numbers are
    // checked above for the terms of the queries.
    const auto size = static_cast<double>(texts.size());
    double query_squares = 0;
    for (const double n : with_term) query_squares += n > 0 ? std::pow(std::log(size / n), 2) : 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(hits.size(), 20); ++i) {
        double squares = 0;
        std::map<std::string, std::pair<std::string, double>> own;  // a word of a term, its count
        const std::string& whole = texts[static_cast<std::size_t>(hits[i].document)];
        for (const lethe::language::Token& word : lethe::language::words_of(whole)) {
            auto& [one, count] = own[std::string(maker.term(word.of(whole)))];
            one = word.of(whole);
            count += 1;
        }
        own.erase("");
        for (const auto& [term, found] : own) {
            const auto& [word, count] = found;
            const auto all = static_cast<double>(index.search(word).size());
            const double idf = all > 0 ? std::log(size / all) : 0;
            squares += count * idf * count * idf;
        }
        double product = 0;
        for (std::size_t j = 0; j < asked.size(); ++j) {
            const double idf = with_term[j] > 0 ? std::log(size / with_term[j]) : 0;
            product += counts[hits[i].document][j] * idf * idf;
        }
        const double expected = product / std::sqrt(squares * query_squares);
        if (std::abs(expected - hits[i].relevance) > 1e-12) return false;
    }
    return true;
}

int run(std::int64_t size, const char* path) {
    const std::vector<std::string> words = read_words(path);
    const Context two = context(2);
    std::vector<std::string> texts(static_cast<std::size_t>(size));
    std::vector<std::string> ids(texts.size());
    parallel_chunks(two, size, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto i = begin; i < end; ++i) {
            texts[static_cast<std::size_t>(i)] = document(words, i);
            ids[static_cast<std::size_t>(i)] = fmt::format("doc-{}", i);
        }
    });
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    std::int64_t bytes = 0;
    for (const std::string& text : texts) bytes += std::ssize(text);
    const nlohmann::ordered_json about{
        {"documents", size}, {"text_mb", static_cast<double>(bytes) / 1e6}, {"threads", 2}};
    const Folder folder;
    int status = 0;

    Run build("text_index_build_and_write");
    {
        SearchIndex index;
        index.add(two, ids, views);
        index.write(folder.file("index"));
    }
    build.stop();
    auto details = about;
    details["file_mb"] =
        static_cast<double>(std::filesystem::file_size(folder.file("index"))) / 1e6;
    status |= build.report(true, size, details);

    Run open("text_index_open");
    SearchIndex index = SearchIndex::open(folder.file("index"));
    open.stop();
    status |= open.report(index.size() == size, size, about);

    // A rare word, three words, and the most frequent ones.
    const std::string middle =
        words[words.size() / 2] + " " + words[words.size() / 3] + " " + words[words.size() / 5];
    for (const std::string& query :
         {fmt::format("n{}", size / 2), middle, std::string("company shares stock profit w1 w2")}) {
        Run ask("text_index_query");
        const std::vector<Hit> hits = index.search(query, 10);
        ask.stop();
        const bool right = size > 200000 ? !hits.empty() : is_right(texts, index, query);
        status |= ask.report(right, size, {{"hits", index.search(query).size()}});
    }

    Run add("text_index_add_and_write");
    const std::vector<std::string> more_ids{"doc-7", "new"};
    const std::string more = texts[3] + " entirely new";
    index.add(two, more_ids, {more, more});
    index.write(folder.file("index"));
    add.stop();
    status |= add.report(
        index.size() == size + 1 && index.search("n7").empty() && index.search("n3").size() == 3, 2,
        about);
    return status;
}

}  // namespace
}  // namespace lethe::bench

int main(int count, char** arguments) {
    const std::int64_t size = count > 1 ? std::atoll(arguments[1]) : 1000000;
    const char* path = count > 2 ? arguments[2] : nullptr;
    return lethe::bench::run(std::min<std::int64_t>(size, 100000), path) |
           (size > 100000 ? lethe::bench::run(size, path) : 0);
}
