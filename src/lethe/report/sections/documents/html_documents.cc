// Pages of sanitised documents: of the release, and of what was measured on it.
#include <fmt/format.h>

#include <array>

#include "lethe/documents/document_method.h"
#include "lethe/method/catalogue.h"
#include "lethe/report/base/counted.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/release_pages.h"
#include "lethe/report/sections/assessment/assessment_parts.h"
#include "lethe/report/sections/documents/text_documents.h"
#include "lethe/report/sections/documents/text_retrieval.h"

namespace lethe::report {
namespace {

// Whether what has this treatment stays in the text.
bool is_kept(const Json& how) {
    const Method* method = find_method(text(how, "treatment"), DataKind::documents);
    return method != nullptr && method->treatment != nullptr && method->treatment->keeps;
}

std::int64_t removed_mentions(const Json& release) {
    std::int64_t mentions = 0;
    for (const Json& row : objects(release, "categories")) {
        if (!is_kept(row)) mentions += count(row, "mentions").value_or(0);
    }
    return mentions;
}

std::string released_files(const Json& release) {
    return counted(static_cast<std::int64_t>(objects(release, "files").size()), "file", "files");
}

std::int64_t left_over(const Json& proof) {
    std::int64_t left = 0;
    for (const char* key :
         {"kept_as_something_else", "judged_harmless_there", "near_spellings_left",
          "common_words_left", "names_left", "paragraphs_left"}) {
        left += count(proof, key).value_or(0);
    }
    return left;
}

std::string how_found(const Json& policy) {
    std::string said = fmt::format("By the profile {} in the setting {}", text(policy, "profile"),
                                   text(policy, "setting"));
    said += flag(policy, "model") ? ", found by patterns, lists, rules and a sequence model."
                                  : ", found by patterns, lists and rules.";
    said += text(policy, "scope") == "document"
                ? " The same person has the same number within a document."
                : " The same person has the same number in all documents.";
    for (const auto& [key, what] :
         {std::pair("lists", "list of names"), std::pair("own_entities", "entity")}) {
        const std::int64_t number = count(policy, key).value_or(0);
        if (number == 0) continue;
        said += fmt::format(
            " With {} of the owner.",
            counted(number, what, std::string(key) == "lists" ? "lists of names" : "entities"));
    }
    return said;
}

Grid categories_grid(const Json& release) {
    Grid grid{"", {"category", "treatment", "entities", "mentions", "by repetition"}, {}};
    for (const Json& row : objects(release, "categories")) {
        grid.rows.push_back({Cell(text(row, "category")), Cell(text(row, "treatment")),
                             Cell::count(count(row, "entities")),
                             Cell::count(count(row, "mentions")),
                             Cell::count(count(row, "repeats"))});
    }
    return grid;
}

// What the policy does with what it did not meet.
std::string other_treatments(const Json& policy) {
    std::vector<std::string> kept;
    const Json& categories = field(policy, "categories");
    if (!categories.is_object()) return {};
    for (const auto& [name, how] : categories.items()) {
        if (is_kept(how)) kept.push_back(name);
    }
    return kept.empty() ? std::string() : fmt::format("Kept by the policy: {}.", enumeration(kept));
}

void document_keys(Markup& out, const Json& release) {
    const Json& proof = field(release, "proof");
    out.open("dl", {{"class", "keys"}});
    if (!objects(release, "categories").empty()) {
        key_figure(out, "Mentions removed", count_text(removed_mentions(release)),
                   "names, numbers, addresses, dates and the like");
    } else if (const auto treated = count(release, "mentions_treated")) {
        key_figure(out, "Mentions treated", count_text(*treated), "as a person decided");
    }
    if (const auto searched = count(proof, "texts_searched")) {
        key_figure(out, "Searched again", count_text(*searched),
                   "different texts that were removed");
        key_figure(out, "Still there", count_text(left_over(proof)),
                   "places where a removed text stands as something else");
    }
    out.close();
}

}  // namespace

std::string document_release_headline(const Json& release) {
    const bool reviewed = flag(release, "reviewed");
    const std::int64_t removed =
        reviewed ? count(release, "mentions_treated").value_or(0) : removed_mentions(release);
    const Json& proof = field(release, "proof");
    const std::int64_t left = left_over(proof);
    std::string said =
        fmt::format("{} of people and what identifies them {} replaced in {}{}.",
                    counted(removed, "mention", "mentions"), removed == 1 ? "was" : "were",
                    released_files(release), reviewed ? ", as a person reviewed them" : "");
    if (count(proof, "texts_searched") == 0) {
        said += " No removed text was searched for in the release.";
    } else if (count(proof, "texts_searched")) {
        said += left == 0
                    ? " None of the removed texts that were searched for is found in the release."
                    : fmt::format(" Of what was removed, {} left as something else.",
                                  counted(left, "place is", "places are"));
    }
    return said + " What no finder knows may still stand there.";
}

void document_release_part(Markup& out, const Json& release) {
    document_keys(out, release);
    out.leaf("h3", "What was done");
    paragraph(out, how_found(field(release, "policy")));
    table(out, categories_grid(release), "What was found", "wide");
    paragraph(out, other_treatments(field(release, "policy")), "quiet");
    if (const auto blocks = count(release, "blocks_deleted"); blocks.value_or(0) > 0) {
        paragraph(out, fmt::format("{} on forbidden topics deleted.",
                                   counted(*blocks, "paragraph was", "paragraphs were")));
    }
    if (const Json& summary = field(release, "summary"); summary.is_object()) {
        paragraph(out, summary_said(summary));
    }
    out.leaf("h3", "What was proved");
    paragraph(out, document_proof(field(release, "proof")));
    paragraph(out,
              "The proof is about what was found. A name that no finder knows, and a text that "
              "tells who somebody is without a name, are not among it: have somebody read a "
              "sample before it is released.",
              "quiet");
    out.leaf("h3", "What was lost");
    paragraph(out,
              "The words that were replaced; everything else stands as it was. lethe assess "
              "measures how much they told, and what readers and searches still find.");
}

namespace {

Grid queries_grid(const Json& assessment, std::string_view kind) {
    Grid grid{
        "", {"query", "found before", "found after", "precision", "recall", "change in all"}, {}};
    for (const Json& query : objects(assessment, "queries")) {
        if (text(query, "kind") != kind) continue;
        const Json& changes = field(query, "changes");
        grid.rows.push_back(
            {Cell(text(query, "name")), Cell::count(count(field(query, "before"), "retrieved")),
             Cell::count(count(field(query, "after"), "retrieved")),
             Cell::percent(number(changes, "precision")), Cell::percent(number(changes, "recall")),
             Cell::percent(number(query, "combined"))});
    }
    return grid;
}

void queries_part(Markup& out, const Json& assessment, std::string_view kind,
                  std::string_view title, std::string_view reading) {
    const auto mean = number(assessment, fmt::format("{}_change", kind));
    const Grid grid = queries_grid(assessment, kind);
    if (!mean && grid.empty()) return;
    out.leaf("h3", title);
    paragraph(out, mean ? fmt::format("{} Mean change: {}.", reading, percent_text(*mean))
                        : std::string(reading));
    table(out, grid, title, "wide");
}

void terms_part(Markup& out, const Json& assessment) {
    const Json& terms = field(assessment, "term_anonymity");
    if (!terms.is_object()) return;
    out.leaf("h3", "Identifying terms that remain");
    paragraph(
        out, fmt::format("{} in {}. {} by fewer than {} documents; {} with one of them.",
                         counted_field(terms, "terms", "term", "terms"),
                         counted_field(terms, "documents", "document", "documents"),
                         counted_field(terms, "violating", "term or combination of terms is shared",
                                       "terms or combinations of terms are shared"),
                         count_field_text(terms, "k"),
                         counted_field(terms, "exposed", "document", "documents")));
    Grid sizes{"", {"terms together", "combinations", "shared by fewer", "least documents"}, {}};
    for (const Json& size : objects(terms, "by_size")) {
        sizes.rows.push_back(
            {Cell::count(count(size, "terms")), Cell::count(count(size, "combinations")),
             Cell::count(count(size, "violating")), Cell::count(count(size, "smallest"))});
    }
    table(out, sizes, "Combinations of terms", "wide");
    Grid rarest{"", {"rarest terms", "documents"}, {}};
    for (const Json& term : objects(terms, "rarest")) {
        if (rarest.rows.size() == 10) break;
        rarest.rows.push_back({Cell(text(term, "term")), Cell::count(count(term, "documents"))});
    }
    table(out, rarest, "Rarest terms");
}

void gold_part(Markup& out, const Json& assessment) {
    const Json& gold = field(assessment, "gold");
    if (!gold.is_object()) return;
    out.leaf("h3", "What people marked");
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kShares{
        {{"token_recall", "words masked of those to mask (recall)"},
         {"token_precision", "of what is masked, to mask (precision)"},
         {"direct_recall", "direct identifiers wholly masked"},
         {"quasi_recall", "quasi identifiers wholly masked"}}};
    Grid grid{"", {"measure", "share"}, {}};
    for (const auto& [key, words] : kShares) {
        const auto share = number(gold, key);
        grid.rows.push_back({Cell(std::string(words)),
                             Cell::percent(share ? std::optional(100 * *share) : std::nullopt)});
    }
    paragraph(out, fmt::format("Compared in {}.",
                               counted_field(gold, "compared", "document", "documents")));
    table(out, grid, "What people marked");
}

void plausibility_part(Markup& out, const Json& assessment) {
    const Json& found = field(assessment, "plausibility");
    if (!found.is_object() || count(found, "documents").value_or(0) == 0) return;
    out.leaf("h3", "Words that were generalised");
    paragraph(out, fmt::format("{} in {}; at least 10^{:.2f} documents could have become the least "
                               "plausible one, 10^{:.2f} on average.",
                               counted_field(found, "terms", "word", "words"),
                               counted_field(found, "documents", "document", "documents"),
                               number(found, "smallest_log10_t").value_or(0),
                               number(found, "mean_log10_t").value_or(0)));
}

}  // namespace

std::string documents_headline(const Json& assessment) {
    std::string said = fmt::format(
        "{} compared with {}.",
        counted_field(assessment, "matched", "sanitised document", "sanitised documents"),
        count(assessment, "matched") == 1 ? "its original" : "their originals");
    if (const std::size_t strange = texts(assessment, "unexplained").size(); strange > 0) {
        said += fmt::format(" {} no original and {} not looked at.",
                            counted(static_cast<std::int64_t>(strange), "released document has",
                                    "released documents have"),
                            strange == 1 ? "was" : "were");
    }
    const Json& terms = field(assessment, "term_anonymity");
    if (terms.is_object() && count(terms, "exposed")) {
        const std::int64_t exposed = count(terms, "exposed").value_or(0);
        said += exposed == 0 ? fmt::format(
                                   " None holds an identifying term, of those that the "
                                   "finders find, that fewer than {} share.",
                                   count_field_text(terms, "k"))
                             : fmt::format(" {} an identifying term that fewer than {} share.",
                                           counted(exposed, "document holds", "documents hold"),
                                           count_field_text(terms, "k"));
    }
    if (const auto utility = number(assessment, "utility_change")) {
        said += fmt::format(" What readers look for changed by {}.", percent_text(*utility));
    }
    return said;
}

std::string documents_html(const Results& results, Ids&) {
    Markup out;
    for (const Json& assessment : results.of("document-assessment")) {
        subject(out, "Documents", results.of("document-assessment").size());
        const std::int64_t missing =
            count(assessment, "missing")
                .value_or(static_cast<std::int64_t>(
                    texts(assessment, "missing").size()));  // of earlier versions
        if (missing > 0) {
            paragraph(out, fmt::format("{} no sanitised document and counted as empty.",
                                       counted(missing, "original has", "originals have")));
        }
        queries_part(out, assessment, "risk", "Risk: what must not be found",
                     "Queries for what nobody should find; negative: risk was removed.");
        terms_part(out, assessment);
        gold_part(out, assessment);
        queries_part(out, assessment, "utility", "Loss: what readers look for",
                     "Queries for what the documents are read for; negative: information was "
                     "lost.");
        plausibility_part(out, assessment);
    }
    return std::move(out).finish();
}

namespace {

std::string document_headline(const Json& assessment) {
    return (objects(assessment, "attacks").empty() ? "" : assessment_headline(assessment) + " ") +
           documents_headline(assessment);
}

std::string document_terminal(const Json& assessment) {
    if (objects(assessment, "attacks").empty()) return document_assessment_text(assessment);
    return wrapped(document_headline(assessment)) + assessment_text(assessment) + "\n" +
           document_assessment_text(assessment);
}

}  // namespace

Section document_assessment_section() {
    return {.kinds = {"document-assessment"},
            .stored = {"unexplained"},
            .terminal = document_terminal,
            .headline = document_headline,
            .parts = {{90, "documents", "What sanitising did", documents_html}},
            .top = 3,
            .explains_itself = true};
}

}  // namespace lethe::report
