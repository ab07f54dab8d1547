#include "lethe/report/sections/vectors/vector_assessment.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lethe/method/publication.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"

namespace lethe::report {
namespace {

Cell fixed_digits(std::optional<double> value, int count) {
    return value ? Cell::figure(fmt::format("{:.{}f}", *value, count)) : Cell();
}

Cell share(std::optional<double> value) {
    return Cell::percent(value ? std::optional(100 * *value) : std::nullopt);
}

std::optional<std::int64_t> k_of(const Json& release) { return count(release, "k"); }

std::vector<Json> releases_of(const Json& assessment) {
    std::vector<Json> releases = objects(assessment, "releases");
    std::ranges::stable_sort(releases, {},
                             [](const Json& release) { return k_of(release).value_or(0); });
    return releases;
}

Cell name_cell(const Json& item) { return Cell(file_name(text(item, "file"))); }

// The first cells of a row: the file and its k.
std::vector<Cell> release_row(const Json& release) {
    return {name_cell(release), Cell::count(k_of(release))};
}

ExplainedTable found_table(const Json& assessment) {
    ExplainedTable table{
        {"Who can be found",
         {"file", "k", "with class", "different vectors", "documents each", "found", "for certain",
          "by meaning", "at most"},
         {}},
        "Found: the share of documents that an intruder finds who holds the original "
        "vectors and takes the nearest published one, a guess among equal ones "
        "counted as its chance. For certain: found without a guess. By meaning: found "
        "by what generalised terms mean. At most: the "
        "bound that k sets. With class: the fewest documents that share vector and "
        "published class, "
        "for an intruder who knows the class as well."};
    for (const Json& release : releases_of(assessment)) {
        const Json& anonymity = field(release, "anonymity");
        const Json& linkage = field(release, "linkage");
        const Json& meant = field(release, "linkage_by_meaning");
        std::vector<Cell> row = release_row(release);
        row.push_back(Cell::count(count(release, "k_with_labels")));
        row.push_back(Cell::count(count(anonymity, "classes")));
        row.push_back(fixed_digits(number(anonymity, "mean"), 1));
        row.push_back(Cell::percent(number(linkage, "expected")));
        row.push_back(Cell::percent(number(linkage, "strict")));
        row.push_back(Cell::percent(number(meant, "expected")));
        row.push_back(Cell::percent(number(linkage.is_object() ? linkage : meant, "bound")));
        table.grid.rows.push_back(std::move(row));
    }
    return table;
}

ExplainedTable meaning_table(const Json& assessment) {
    ExplainedTable table{
        {"What is lost by meaning", {"file", "k", "mean distance", "IL", "SSE", "SSA"}, {}},
        "For generalised terms. Mean distance: how far the terms of a document are from the "
        "published terms that stand for them, 0 where they stand there as they were and 1 where "
        "nothing stands for them. IL: the share lost by the distance of the semantic method, by "
        "which terms without a partner cost nothing."};
    for (const Json& release : releases_of(assessment)) {
        const Json& loss = field(release, "loss_by_meaning");
        if (!loss.is_object()) continue;
        std::vector<Cell> row = release_row(release);
        row.push_back(fixed_digits(number(loss, "mean_distance"), 3));
        row.push_back(fixed_digits(number(loss, "il"), 3));
        row.push_back(fixed_digits(number(loss, "sse"), 3));
        row.push_back(fixed_digits(number(loss, "ssa"), 3));
        table.grid.rows.push_back(std::move(row));
    }
    return table;
}

ExplainedTable loss_table(const Json& assessment) {
    ExplainedTable table{
        {"What is lost",
         {"file", "k", "mean distance", "IL on the sphere", "SSE", "SSA", "IL of Euclid", "SSE",
          "SST"},
         {}},
        "Mean distance: 1 - cosine between a document and what is published of it, 0 "
        "where nothing changed and 1 where no term is shared. IL: the share of the "
        "differences between documents that is lost (by Euclid above 1 where published vectors are "
        "farther from the documents than the mean of all)."};
    for (const Json& release : releases_of(assessment)) {
        const Json loss = unfolded(field(release, "loss"));
        if (!loss.is_object()) continue;
        const Json& spherical = field(loss, "spherical");
        const Json& classical = field(loss, "classical");
        std::vector<Cell> row = release_row(release);
        row.push_back(fixed_digits(number(loss, "mean_distance"), 3));
        row.push_back(fixed_digits(number(spherical, "il"), 3));
        row.push_back(fixed_digits(number(spherical, "sse"), 1));
        row.push_back(fixed_digits(number(spherical, "ssa"), 1));
        row.push_back(fixed_digits(number(classical, "il"), 3));
        row.push_back(fixed_digits(number(classical, "sse"), 1));
        row.push_back(fixed_digits(number(classical, "sst"), 1));
        table.grid.rows.push_back(std::move(row));
    }
    return table;
}

ExplainedTable statistics_table(const Json& assessment) {
    ExplainedTable table{{"How the vectors look",
                          {"file", "k", "terms", "terms a document", "density", "mean weight",
                           "with zeros", "near (<0.9)", "0.9 to 1", "nothing shared"},
                          {}},
                         "Density: the share of weights that are not 0. The last three columns are "
                         "shares of all pairs of documents by their distance."};
    std::vector<Json> items{field(assessment, "original")};
    items.front()["k"] = 1;
    for (Json& release : releases_of(assessment)) items.push_back(std::move(release));
    for (const Json& item : items) {
        const Json& statistics = field(item, "statistics");
        if (!statistics.is_object()) continue;
        std::vector<Cell> row = release_row(item);
        row.push_back(Cell::count(count(statistics, "terms")));
        row.push_back(fixed_digits(number(statistics, "terms_per_document"), 1));
        row.push_back(share(number(statistics, "density")));
        row.push_back(fixed_digits(number(statistics, "mean_weight"), 4));
        row.push_back(fixed_digits(number(statistics, "mean_of_all"), 6));
        const std::vector<double> shares = numbers(field(item, "distances"), "shares");
        if (shares.size() == 11) {
            row.push_back(share(1 - shares[9] - shares[10]));
            row.push_back(share(shares[9]));
            row.push_back(share(shares[10]));
        } else {
            row.resize(row.size() + 3);
        }
        table.grid.rows.push_back(std::move(row));
    }
    return table;
}

ExplainedTable query_table(const Json& assessment) {
    ExplainedTable table{
        {"Searching", {"file", "k"}, {}},
        "F1 of what queries return from the published vectors against what they "
        "return from the original, means over six kinds of queries: 1 is the same. "
        "Heads are terms of a query / results asked for; documents as relevant as "
        "the last are returned too."};
    for (const Json& release : releases_of(assessment)) {
        const std::vector<Json> means = objects(field(release, "queries"), "means");
        if (means.empty()) continue;
        std::vector<Cell> row = release_row(release);
        for (const Json& mean : means) {
            if (table.grid.rows.empty()) {
                table.grid.heads.push_back(fmt::format("{}/{}", count(mean, "length").value_or(0),
                                                       count(mean, "results").value_or(0)));
            }
            row.push_back(fixed_digits(number(mean, "f1"), 3));
        }
        table.grid.rows.push_back(std::move(row));
    }
    return table;
}

ExplainedTable classification_table(const Json& assessment) {
    ExplainedTable table{
        {"Classification: share of right answers", {"file", "k", "protected"}, {}},
        "Classifiers learn from a training part and answer for a test part; "
        "protected are the test part, both, or the training part, and of `nothing` "
        "both are original. In brackets: the share of answers that are the same as "
        "those of the original vectors."};
    for (const Json& release : releases_of(assessment)) {
        for (const Json& scenario : objects(field(release, "classification"), "scenarios")) {
            const std::string training = text(scenario, "training"), test = text(scenario, "test");
            const bool first = training == "protected", second = test == "protected";
            std::vector<Cell> row = release_row(release);
            row.emplace_back(first && second ? "both"
                             : first         ? "training"
                             : second        ? "test"
                                             : "nothing");
            const bool heads = table.grid.rows.empty();
            for (const Json& classifier : objects(scenario, "classifiers")) {
                if (heads) table.grid.heads.push_back(text(classifier, "classifier"));
                const auto right = number(field(classifier, "with_labels"), "accuracy");
                const auto same = number(field(classifier, "with_original"), "accuracy");
                row.push_back(
                    right ? Cell::figure(fmt::format("{:.3f} ({:.3f})", *right, same.value_or(0)))
                          : Cell());
            }
            table.grid.rows.push_back(std::move(row));
        }
    }
    return table;
}

ExplainedTable clustering_table(const Json& assessment) {
    ExplainedTable table{
        {"Clusters",
         {"file", "k", "clusters", "adjusted Rand", "Rand", "Jaccard", "with labels",
          "originals with labels"},
         {}},
        "How far clusters of the published vectors agree with clusters of the "
        "original ones: 1 is the same, an adjusted Rand of 0 no better than chance. "
        "With labels: the adjusted Rand index with the classes of the documents."};
    const std::vector<Json> originals = objects(field(assessment, "original"), "clustering");
    for (const Json& release : releases_of(assessment)) {
        for (const Json& item : objects(release, "clustering")) {
            const Json& same = field(item, "with_original");
            std::vector<Cell> row = release_row(release);
            row.push_back(Cell::count(count(item, "clusters")));
            row.push_back(fixed_digits(number(same, "adjusted_rand"), 3));
            row.push_back(fixed_digits(number(same, "rand"), 3));
            row.push_back(fixed_digits(number(same, "jaccard"), 3));
            row.push_back(fixed_digits(number(field(item, "with_labels"), "adjusted_rand"), 3));
            const auto original = std::ranges::find_if(originals, [&](const Json& one) {
                return count(one, "clusters") == count(item, "clusters");
            });
            row.push_back(
                original == originals.end()
                    ? Cell()
                    : fixed_digits(number(field(*original, "with_labels"), "adjusted_rand"), 3));
            table.grid.rows.push_back(std::move(row));
        }
    }
    return table;
}

// By words or by meaning: whichever finds more.
const Json& best_linkage(const Json& release) {
    const Json& words = field(release, "linkage");
    const Json& meant = field(release, "linkage_by_meaning");
    return number(meant, "expected").value_or(-1) > number(words, "expected").value_or(-1) ? meant
                                                                                           : words;
}

std::string release_sentences(const Json& release) {
    const Json& anonymity = field(release, "anonymity");
    const Json& linkage = best_linkage(release);
    const std::int64_t k = k_of(release).value_or(0);
    std::string out =
        k > 1 ? fmt::format("Every published vector is shared by at least {} documents (k = {}).",
                            count_text(k), count_text(k))
              : "Some documents are published with a vector of their own: the vectors are not "
                "anonymous (k = 1).";
    const auto found = number(linkage, "expected");
    const auto documents = number(anonymity, "documents");
    if (found && documents) {
        out += fmt::format(
            " Whoever holds the original vectors finds about {} of {} documents "
            "({}; at most {} where k is {}).",
            count_text(rounded(*documents * *found / 100)), count_text(rounded(*documents)),
            percent_text(*found), percent_text(number(linkage, "bound").value_or(100)),
            count_text(k));
    }
    const Json& loss = field(release, "loss");
    if (const auto distance = number(loss, "mean_distance")) {
        out += fmt::format(
            " {} of the differences between documents are lost (mean distance of a "
            "document to what is published of it: {:.2f}, between 0 and 1).",
            percent_text(100 * number(field(loss, "spherical"), "il").value_or(0)), *distance);
    }
    if (const auto distance = number(field(release, "loss_by_meaning"), "mean_distance")) {
        out +=
            fmt::format(" By meaning, {} of what the terms of a document say is lost on average.",
                        percent_text(100 * *distance));
    }
    return out;
}

}  // namespace

std::string vectors_headline(const Json& assessment) {
    const std::vector<Json> releases = releases_of(assessment);
    if (releases.empty()) return "Nothing was assessed.";
    if (releases.size() == 1) return release_sentences(releases.front());
    const Json &first = releases.front(), &last = releases.back();
    std::string out =
        fmt::format("{} releases with k from {} to {}.", count_text(std::ssize(releases)),
                    count_text(k_of(first).value_or(0)), count_text(k_of(last).value_or(0)));
    const auto a = number(best_linkage(first), "expected");
    const auto b = number(best_linkage(last), "expected");
    if (a && b) {
        out += fmt::format(
            " Whoever holds the original vectors finds {} of the documents in the "
            "first and {} in the last.",
            percent_text(*a), percent_text(*b));
    }
    const auto lost = [](const Json& release) {
        return number(field(field(release, "loss"), "spherical"), "il");
    };
    if (lost(first) && lost(last)) {
        out += fmt::format(" Of the differences between documents {} and {} are lost.",
                           percent_text(100 * *lost(first)), percent_text(100 * *lost(last)));
    }
    if (k_of(first).value_or(0) < 2) {
        out += " The first is not anonymous: some documents have a vector of their own.";
    }
    return out;
}

std::vector<ExplainedTable> vector_tables(const Json& assessment) {
    std::vector<ExplainedTable> tables{
        found_table(assessment),      loss_table(assessment),  meaning_table(assessment),
        statistics_table(assessment), query_table(assessment), classification_table(assessment),
        clustering_table(assessment)};
    std::erase_if(tables, [](const ExplainedTable& table) { return table.grid.empty(); });
    return tables;
}

std::vector<CategoryBars> distance_bars(const Json& assessment) {
    const auto in_percent = [](const Json& item) {
        std::vector<double> shares = numbers(field(item, "distances"), "shares");
        for (double& one : shares) one *= 100;
        return shares;
    };
    const std::vector<double> before = in_percent(field(assessment, "original"));
    std::vector<CategoryBars> pairs;
    if (before.size() != 11) return pairs;
    std::vector<std::string> labels;
    for (int bin = 0; bin < 10; ++bin) {
        labels.push_back(fmt::format("{:.1f} to {:.1f}", bin / 10.0, (bin + 1) / 10.0));
    }
    labels.push_back("nothing shared");
    std::vector<Json> releases = releases_of(assessment);
    constexpr std::size_t kMost = 4;
    for (std::size_t i = 0; i < std::min(releases.size(), kMost); ++i) {
        const std::size_t at =
            releases.size() <= kMost ? i : i * (releases.size() - 1) / (kMost - 1);
        std::vector<double> after = in_percent(releases[at]);
        if (after.size() != before.size()) continue;
        pairs.push_back({fmt::format("k = {}", k_of(releases[at]).value_or(0)), labels, before,
                         std::move(after), false});
    }
    return pairs;
}

}  // namespace lethe::report
