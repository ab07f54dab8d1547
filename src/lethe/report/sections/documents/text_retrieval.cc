#include "lethe/report/sections/documents/text_retrieval.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

constexpr std::size_t kMostListedNames = 10;

Cell digits(std::optional<double> value, int places) {
    return value ? Cell::figure(fmt::format("{:.{}f}", *value, places)) : Cell();
}

std::string index_text(const Json& result) {
    std::string out = fmt::format("{}: {}, {}, {:.1f} MB.\n", text(result, "output"),
                                  counted_field(result, "documents", "document", "documents"),
                                  counted_field(result, "terms", "term", "terms"),
                                  number(result, "bytes").value_or(0) / 1e6);
    const std::int64_t replaced = count(result, "replaced").value_or(0);
    if (replaced > 0) {
        out += fmt::format("{} of the {} read took the place of older ones.\n",
                           count_text(replaced), count_text(count(result, "read").value_or(0)));
    }
    return out;
}

std::string search_text(const Json& result) {
    std::string out = fmt::format("{} of {} hold one of these words.\n",
                                  counted_field(result, "returned", "document", "documents"),
                                  count_text(count(result, "documents").value_or(0)));
    Grid grid{"", {"", "document", "relevance"}, {}};
    for (const Json& hit : objects(result, "hits")) {
        grid.rows.push_back({Cell::figure(std::to_string(grid.rows.size() + 1)),
                             Cell(text(hit, "id")), digits(number(hit, "relevance"), 5)});
    }
    return grid.empty() ? out : out + "\n" + text_table(grid);
}

std::string names_text(const Json& result, std::string_view key, std::string_view what) {
    const auto names = texts(result, key);
    if (names.empty()) return "";
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < kMostListedNames; ++i) {
        list += (i == 0 ? "" : ", ") + names[i];
    }
    if (names.size() > kMostListedNames) list += ", ...";
    return wrapped(
        fmt::format("{} {}: {}", count_text(static_cast<std::int64_t>(names.size())), what, list),
        "  ", "    ");
}

Grid query_grid(const Json& result, std::string_view kind, std::string_view index) {
    constexpr std::array<std::string_view, 8> kMeasures{
        "precision", "recall", "f", "coverage", "novelty", "average_relevance", "total", "random"};
    Grid grid{"",
              {"query", "truth", "before", "after", "P", "R", "F", "C", "N", "AR", "TR", "PR",
               "lost", std::string(index)},
              {}};
    for (const Json& query : objects(result, "queries")) {
        if (text(query, "kind") != kind) continue;
        std::vector<Cell> cells{Cell(text(query, "name")), Cell::count(count(query, "truth")),
                                Cell::count(count(field(query, "before"), "retrieved")),
                                Cell::count(count(field(query, "after"), "retrieved"))};
        for (const std::string_view measure : kMeasures) {
            cells.push_back(digits(number(field(query, "changes"), measure), 1));
        }
        cells.push_back(digits(number(query, "overlap_loss"), 1));
        cells.push_back(digits(number(query, "combined"), 2));
        grid.rows.push_back(std::move(cells));
    }
    return grid;
}

std::string part_text(const Json& result, std::string_view kind, std::string_view title,
                      std::string_view index) {
    const Grid grid = query_grid(result, kind, index);
    if (grid.empty()) return "";
    std::string out = fmt::format("\n{}\n\n{}", title, text_table(grid));
    const auto mean = number(result, fmt::format("{}_change", kind));
    if (mean) out += fmt::format("\n  mean {:.2f} %", *mean);
    const auto nmi = number(result, fmt::format("{}_nmi", kind));
    if (nmi) out += fmt::format("{}NMI of before and after {:.3f}", mean ? ", " : "\n  ", *nmi);
    return out + "\n";
}

std::string anonymity_text(const Json& result) {
    const Json& terms = field(result, "term_anonymity");
    if (!terms.is_object()) return "";
    std::string out = fmt::format(
        "\nIdentifying terms that remain\n\n  {} in {}; a term, or several together, is shared by "
        "at least {}.\n  {} by fewer than {}; {} with one of them.\n",
        counted_field(terms, "terms", "term", "terms"),
        counted_field(terms, "documents", "document", "documents"),
        counted_field(terms, "smallest", "document", "documents"),
        counted_field(terms, "violating", "combination is shared", "combinations are shared"),
        count(terms, "k").value_or(0), counted_field(terms, "exposed", "document", "documents"));
    Grid grid{"", {"rarest terms", "documents"}, {}};
    for (const Json& term : objects(terms, "rarest")) {
        if (grid.rows.size() == kMostListedNames) break;
        grid.rows.push_back({Cell(text(term, "term")), Cell::count(count(term, "documents"))});
    }
    return grid.empty() ? out : out + "\n" + text_table(grid);
}

std::string plausibility_text(const Json& result) {
    const Json& found = field(result, "plausibility");
    if (!found.is_object()) return "";
    if (count(found, "documents").value_or(0) == 0) {
        return "\nNo word was generalised along this taxonomy.\n";
    }
    return fmt::format(
        "\nWords that were generalised\n\n  {} in {}; at least 10^{:.2f} documents could have "
        "become the least plausible one (uniformly 10^{:.2f}); mean 10^{:.2f}.\n",
        counted_field(found, "terms", "word", "words"),
        counted_field(found, "documents", "document", "documents"),
        number(found, "smallest_log10_t").value_or(0),
        number(found, "smallest_log10_uniform").value_or(0),
        number(found, "mean_log10_t").value_or(0));
}

std::string gold_text(const Json& result) {
    const Json& gold = field(result, "gold");
    if (!gold.is_object()) return "";
    std::string out = fmt::format("\nWhat people marked, in {}\n\n",
                                  counted_field(gold, "compared", "document", "documents"));
    const auto share = [&](std::string_view key) {
        const auto value = number(gold, key);
        return Cell::percent(value ? std::optional(100 * *value) : std::nullopt);
    };
    const Grid grid{"",
                    {},
                    {{Cell("words masked of those to mask (recall)"), share("token_recall")},
                     {Cell("of what is masked, to mask (precision)"), share("token_precision")},
                     {Cell("direct identifiers wholly masked"), share("direct_recall")},
                     {Cell("quasi identifiers wholly masked"), share("quasi_recall")}}};
    out += text_table(grid);
    out += names_text(gold, "unknown", "marked documents are not among the originals");
    return out + names_text(gold, "different", "marked documents have another text, left out");
}

}  // namespace

std::string document_assessment_text(const Json& result) {
    std::string out =
        fmt::format("{} compared.\n", counted_field(result, "matched", "document", "documents"));
    out += names_text(result, "private_missing", "without a sanitised document, counted as empty");
    out += names_text(result, "unexplained", "sanitised without an original, left out");
    out += part_text(result, "utility", "Utility: what readers find; changes in percent", "IL");
    out += part_text(result, "risk", "Risk: what must not be found; changes in percent", "DR");
    if (!objects(result, "queries").empty()) {
        out += wrapped(
            "P precision, R recall, F both, C coverage, N novelty (what does not belong), AR "
            "average "
            "relevance, TR documents returned, PR share of random ones, lost: of what was "
            "retrieved "
            "before. Negative IL: information lost; negative DR: risk removed.",
            "\n  ", "  ");
    }
    return out + gold_text(result) + anonymity_text(result) + plausibility_text(result);
}

std::string index_weights_text(const Json& result) {
    Grid grid{"", {"part", "weight"}, {}};
    const auto names = texts(result, "parts");
    std::string flag;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double weight = field(result, "weights").at(i).get<double>();
        grid.rows.push_back({Cell(names[i]), Cell::figure(fmt::format("{:.3f}", weight))});
        flag += fmt::format("{}{:.3f}", i == 0 ? "" : ",", weight);
    }
    return text_table(grid) +
           wrapped(fmt::format(
               "\nLearnt from {}. They are {:.2f} from the judgements on average, and {:.2f} where "
               "each was left out of what was learnt for it. Take them with --weights {}\n",
               counted_field(result, "examples", "example", "examples"),
               number(result, "error").value_or(0),
               number(result, "cross_validated_error").value_or(0), flag));
}

Section index_weights_section() {
    return {.kinds = {"index-weights"}, .terminal = index_weights_text};
}

Section index_section() { return {.kinds = {"index"}, .terminal = index_text}; }

Section search_section() { return {.kinds = {"search"}, .terminal = search_text}; }

}  // namespace lethe::report
