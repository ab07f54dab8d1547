#include "lethe/vectors/make/vectorise.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/vectors/make/term_counts.h"

namespace lethe::vectors {
namespace {

void check_vector_options(const VectorOptions& options) {
    Problems problems;
    const auto least = [&](std::int64_t value, std::int64_t smallest, std::string parameter) {
        if (value >= smallest) return;
        problems.push_back(
            {fmt::format("must be at least {}", smallest), {{}, 0, 0, std::move(parameter)}});
    };
    least(options.shortest, 1, "shortest");
    least(options.least_documents, 1, "least_documents");
    least(options.most_terms, 0, "most_terms");
    least(options.terms_per_document, 0, "terms_per_document");
    if (!(options.most_documents > 0 && options.most_documents <= 1)) {
        problems.push_back({"must be a share above 0 and at most 1", {{}, 0, 0, "most_documents"}});
    }
    throw_if_any(std::move(problems));
}

// Rows and what their columns are called, while columns are left out.
struct Selection {
    SparseRows rows;
    std::vector<std::string> terms;

    // Only the columns for which `keep` is set. `change` gives the new value of an entry.
    template <class Change>
    void keep_columns(const std::vector<bool>& keep, Change change) {
        std::vector<std::int32_t> number(keep.size(), -1);
        std::vector<std::string> kept;
        for (std::size_t c = 0; c < keep.size(); ++c) {
            if (!keep[c]) continue;
            number[c] = static_cast<std::int32_t>(kept.size());
            kept.push_back(std::move(terms[c]));
        }
        SparseRows result(static_cast<std::int32_t>(kept.size()));
        result.reserve(rows.rows(), rows.entries());
        for (std::int64_t r = 0; r < rows.rows(); ++r) {
            const SparseRow row = rows[r];
            for (std::size_t i = 0; i < row.columns.size(); ++i) {
                const auto c = static_cast<std::size_t>(row.columns[i]);
                if (number[c] >= 0) result.add(number[c], change(c, row.values[i]));
            }
            result.end_row();
        }
        rows = std::move(result);
        terms = std::move(kept);
    }
    void keep_columns(const std::vector<bool>& keep) {
        keep_columns(keep, [](std::size_t, double value) { return value; });
    }
};

// What was left out, for the message where nothing is left.
struct Removed {
    std::array<std::int64_t, kWordFates> words = {};
    std::int64_t terms = 0;       // before the filters of terms
    std::int64_t rare = 0;        // in fewer than the least documents
    std::int64_t frequent = 0;    // in more than the largest share
    std::int64_t everywhere = 0;  // weigh nothing

    [[noreturn]] void fail(const VectorOptions& options) const {
        const std::int64_t all = std::accumulate(words.begin(), words.end(), std::int64_t{0});
        std::string text = fmt::format("no document keeps a term: of {} different word{} in them",
                                       all, all == 1 ? "" : "s");
        bool first = true;
        const auto add = [&](std::int64_t count, const std::string& what) {
            if (count == 0) return;
            text += fmt::format("{}{} {}", first ? " " : ", ", count, what);
            first = false;
        };
        const auto fate = [&](WordFate which) { return words[static_cast<std::size_t>(which)]; };
        if (all > 0) {
            add(fate(WordFate::too_short), fmt::format("below {} letters", options.shortest));
            add(fate(WordFate::too_long), "too long for a word");
            add(fate(WordFate::number), "with digits");
            add(fate(WordFate::stop_word), "stop words");
            add(fate(WordFate::unknown), "not known to the taxonomy");
        }
        if (fate(WordFate::term) > 0) {
            add(fate(WordFate::term),
                fmt::format("kept; of {} term{} then", terms, terms == 1 ? "" : "s"));
            first = true;
            add(rare, fmt::format("in fewer than {} documents", options.least_documents));
            add(frequent, fmt::format("in more than {:g} % of them", 100 * options.most_documents));
            add(everywhere, "in all of them, where tf-idf is 0");
        }
        throw Error(ErrorKind::input, text);
    }
};

// From counts to weights, without the terms that too few or too many documents have.
Selection weighted(TermCounts counts, const VectorOptions& options, Removed& removed) {
    const auto all = static_cast<double>(counts.rows.rows());
    const bool idf = options.weight == TermWeight::tf_idf;
    std::vector<bool> keep(counts.terms.size(), false);
    std::vector<double> factor(counts.terms.size(), 1);
    removed.words = counts.words;
    removed.terms = std::ssize(counts.terms);
    for (std::size_t t = 0; t < keep.size(); ++t) {
        const auto have = static_cast<double>(counts.documents[t]);
        if (idf) factor[t] = std::log(all / have);
        if (counts.documents[t] < options.least_documents) {
            ++removed.rare;
        } else if (have / all > options.most_documents) {
            ++removed.frequent;
        } else if (factor[t] == 0) {
            ++removed.everywhere;
        } else {
            keep[t] = true;
        }
    }
    Selection result{std::move(counts.rows), std::move(counts.terms)};
    const bool binary = options.weight == TermWeight::binary;
    result.keep_columns(
        keep, [&](std::size_t t, double times) { return (binary ? 1 : times) * factor[t]; });
    return result;
}

// What each column weighs by one of the sums.
std::vector<double> summed_scores(const SparseRows& rows, TermScore by) {
    const auto columns = static_cast<std::size_t>(rows.columns());
    std::vector<double> score(columns, 0);
    std::vector<double> have(columns, 0);
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            const auto c = static_cast<std::size_t>(row.columns[i]);
            score[c] = by == TermScore::maximum ? std::max(score[c], row.values[i])
                                                : score[c] + row.values[i];
            ++have[c];
        }
    }
    if (by == TermScore::mean) {
        for (std::size_t c = 0; c < columns; ++c) score[c] /= std::max(1.0, have[c]);
    }
    return score;
}

// The columns of the largest scores, the first ones of equals.
std::vector<bool> best_columns(const std::vector<double>& score, std::int64_t most) {
    const std::size_t columns = score.size();
    std::vector<std::size_t> order(columns);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t c) { return score[c]; });
    std::vector<bool> keep(columns, false);
    for (std::size_t i = 0; i < columns && std::cmp_less(i, most); ++i) keep[order[i]] = true;
    return keep;
}

// Of each row the largest entries, the first ones of equals.
SparseRows best_entries(const SparseRows& rows, std::int64_t most) {
    SparseRows result(rows.columns());
    std::vector<std::size_t> order;
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const SparseRow row = rows[r];
        order.resize(row.columns.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (row.size() > most) {
            std::ranges::stable_sort(order, std::greater<>(),
                                     [&](std::size_t i) { return row.values[i]; });
            order.resize(static_cast<std::size_t>(most));
            std::ranges::sort(order);
        }
        for (const std::size_t i : order) result.add(row.columns[i], row.values[i]);
        result.end_row();
    }
    return result;
}

void select(Selection& vectors, const std::vector<std::string>& labels,
            const VectorOptions& options) {
    if (options.normalise) vectors.rows = with_unit_norms(vectors.rows);
    const bool terms = options.most_terms > 0 && options.most_terms < vectors.rows.columns();
    if (terms) {
        const std::vector<double> scores = options.score == TermScore::information
                                               ? information_gains(vectors.rows, labels)
                                               : summed_scores(vectors.rows, options.score);
        vectors.keep_columns(best_columns(scores, options.most_terms));
    }
    if (options.terms_per_document > 0) {
        vectors.rows = best_entries(vectors.rows, options.terms_per_document);
        vectors.keep_columns(used_columns(vectors.rows));
    }
    if (options.normalise && (terms || options.terms_per_document > 0)) {
        vectors.rows = with_unit_norms(vectors.rows);
    }
}

// Of counts that sum to `all`, in bits.
double entropy_of(const std::vector<double>& counts, double all) {
    double entropy = 0;
    for (const double count : counts) {
        if (count > 0) entropy -= count / all * std::log2(count / all);
    }
    return entropy;
}

}  // namespace

std::vector<double> information_gains(const SparseRows& rows,
                                      const std::vector<std::string>& labels) {
    std::map<std::string_view, std::size_t> numbers;
    for (const std::string& label : labels) numbers.try_emplace(label, numbers.size());
    std::vector<double> classes(numbers.size(), 0);
    std::vector<std::size_t> of_row;
    for (const std::string& label : labels) {
        of_row.push_back(numbers.at(label));
        ++classes[of_row.back()];
    }
    const auto all = static_cast<double>(rows.rows());
    const double before = entropy_of(classes, all);
    const SparseRows holders = transposed(rows);
    std::vector<double> gains;
    for (std::int64_t c = 0; c < rows.columns(); ++c) {
        std::vector<double> present(classes.size(), 0);
        for (const std::int32_t row : holders[c].columns) {
            ++present[of_row[static_cast<std::size_t>(row)]];
        }
        std::vector<double> absent = classes;
        for (std::size_t i = 0; i < absent.size(); ++i) absent[i] -= present[i];
        const auto have = static_cast<double>(holders[c].size());
        double after = 0;
        if (have > 0) after += have / all * entropy_of(present, have);
        if (have < all) after += (all - have) / all * entropy_of(absent, all - have);
        gains.push_back(before - after);
    }
    return gains;
}

Vectorised vectorise(const Context& context, const std::vector<std::string>& ids,
                     const std::vector<std::string_view>& texts,
                     const std::vector<std::string>& labels, const VectorOptions& options) {
    check_vector_options(options);
    if (ids.size() != texts.size() || (!labels.empty() && labels.size() != texts.size())) {
        throw Error(ErrorKind::internal, "documents, their ids and labels are not as many");
    }
    if (texts.empty()) throw Error(ErrorKind::input, "there are no documents");
    if (options.score == TermScore::information && labels.empty()) {
        throw Error(ErrorKind::usage,
                    "information gain is about classes, which the documents lack: give them with "
                    "the option labels");
    }
    Removed removed;
    Selection chosen = weighted(count_terms(context, texts, options), options, removed);
    if (chosen.rows.entries() == 0) removed.fail(options);
    select(chosen, labels, options);

    Vectorised result;
    result.read = std::ssize(texts);
    result.words = std::accumulate(removed.words.begin(), removed.words.end(), std::int64_t{0});
    DocumentVectors all{std::move(chosen.rows), std::move(chosen.terms), ids, labels};
    std::vector<std::int64_t> kept;
    for (std::int64_t r = 0; r < all.size(); ++r) {
        if (all.rows[r].size() > 0) {
            kept.push_back(r);
        } else {
            result.empty.push_back(ids[static_cast<std::size_t>(r)]);
        }
    }
    result.vectors = result.empty.empty() ? std::move(all) : chosen_rows(all, kept);
    return result;
}

}  // namespace lethe::vectors
