// What the review of documents shows on a terminal.
#include <fmt/format.h>

#include <vector>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

std::string terms_text(const Json& result) {
    std::string out = fmt::format(
        "{} from {} ({} expansion, {} sense).\n",
        counted(count(result, "count").value_or(0), "risk term", "risk terms"),
        counted(std::ssize(objects(result, "seeds")), "seed", "seeds"), text(result, "expansion"),
        field(result, "all_senses") == true ? "every" : text(result, "sense_choice"));
    for (const Json& seed : objects(result, "seeds")) {
        out += fmt::format("\n{}\n", text(seed, "seed"));
        for (const Json& sense : objects(seed, "senses")) {
            out += wrapped(fmt::format("{}: {}", text(sense, "label"), text(sense, "gloss")), "  ",
                           "    ");
        }
        const auto known = count(seed, "senses_known").value_or(0);
        if (known == 0 && text(result, "expansion") != "none") {
            out += fmt::format("  not in {}: stands for itself\n", text(result, "source"));
        }
        for (const char* origin : {"synonyms", "hyponyms"}) {
            const std::vector<std::string> found = texts(seed, origin);
            if (found.empty()) continue;
            out += wrapped(fmt::format("{} {}: {}", count_text(std::ssize(found)), origin,
                                       fmt::join(found, ", ")),
                           "  ", "    ");
        }
    }
    return out;
}

std::string made_text(const Json& result) {
    std::string out = fmt::format(
        "{} reviewed: {}, {}.\n",
        counted(count(result, "documents").value_or(0), "document", "documents"),
        counted(count(result, "entities").value_or(0), "entity mention", "entity mentions"),
        counted(count(result, "blocks").value_or(0), "risky block", "risky blocks"));
    Grid grid{"densest blocks", {"no.", "density %", "hits", "words", "document"}, {}};
    for (const Json& block : objects(result, "densest")) {
        grid.rows.push_back(
            {Cell::count(count(block, "rank")),
             Cell::figure(fmt::format("{:.1f}", 100 * number(block, "score").value_or(0))),
             Cell::count(count(block, "hits")), Cell::count(count(block, "words")),
             Cell(text(block, "document"))});
    }
    if (!grid.empty()) out += "\n" + text_table(grid);
    out += fmt::format("\nreview: {}\npage:   {}\n", text(result, "review"), text(result, "page"));
    return out + "Both hold the original texts: keep them private.\n";
}

std::string applied_text(const Json& result) {
    const Json& proof = field(result, "proof");
    std::string out =
        fmt::format("{} written: {} treated, {} deleted, {} of the text removed.\n",
                    counted(count(result, "documents").value_or(0), "document", "documents"),
                    counted(count(result, "entities").value_or(0), "mention", "mentions"),
                    counted(count(result, "blocks").value_or(0), "block", "blocks"),
                    percent_text(100 * number(result, "removed_share").value_or(0)));
    const auto renamed = count(result, "renamed").value_or(0);
    if (renamed > 0) {
        out += fmt::format("{} renamed, because the names told something.\n",
                           counted(renamed, "document was", "documents were"));
    }
    const auto names = count(proof, "names_left").value_or(0);
    const auto paragraphs = count(proof, "paragraphs_left").value_or(0);
    out += fmt::format(
        "Searched again for {}: {} and {} still stand, by decision or as common words.\n",
        counted(count(proof, "texts_searched").value_or(0), "removed text", "removed texts"),
        counted(names, "of them", "of them"),
        counted(paragraphs, "deleted paragraph", "deleted paragraphs"));
    out +=
        fmt::format("\nrelease: {}\nrecord:  {}\nprivate log: {} (do not publish)\naudit:   {}\n",
                    text(result, "output"), text(result, "record"), text(result, "private_log"),
                    text(result, "audit"));
    if (field(result, "forgotten") != true) {
        out += "The review and its page still hold the original texts: keep them private.\n";
    }
    return out;
}

}  // namespace

Section risk_terms_section() { return {.kinds = {"risk-terms"}, .terminal = terms_text}; }

Section review_section() { return {.kinds = {"text-review-made"}, .terminal = made_text}; }

Section applied_section() { return {.kinds = {"text-applied"}, .terminal = applied_text}; }

}  // namespace lethe::report
