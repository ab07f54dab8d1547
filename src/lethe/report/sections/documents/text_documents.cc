#include "lethe/report/sections/documents/text_documents.h"

#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {

std::string document_proof(const Json& proof) {
    const std::int64_t kept = count(proof, "kept_as_something_else").value_or(0);
    const std::int64_t common = count(proof, "common_words_left").value_or(0);
    std::string out = fmt::format(
        "{} searched again in the release",
        counted_field(proof, "texts_searched", "removed text was", "removed texts were"));
    const std::int64_t judged = count(proof, "judged_harmless_there").value_or(0);
    if (count(proof, "texts_searched") == 0) {
        return "No removed text was searched for in the release: nothing was removed, or nothing "
               "but what may come to stand there as something wider.\n";
    }
    const std::int64_t near = count(proof, "near_spellings_left").value_or(0);
    if (kept + judged + near + common == 0) {
        return out + ": none is left, nor a near spelling of a name.\n";
    }
    out += fmt::format(": {} left", count_text(kept + judged + near + common));
    if (kept > 0) out += fmt::format(", {} as something that the policy keeps", count_text(kept));
    if (judged > 0) out += fmt::format(", {} judged harmless where they stand", count_text(judged));
    if (common > 0) out += fmt::format(", {} as common words", count_text(common));
    if (near > 0) {
        out += fmt::format(
            ", {} {} of a removed name", count_text(near),
            near == 1 ? "word that is a near spelling" : "words that are near spellings");
    }
    return out + ". The private log lists them.\n";
}

std::string summary_said(const Json& summary) {
    std::string out = fmt::format(
        "{} of {} sentences kept, {} of {} words; they say {} of what the documents are about. {} "
        "not taken for what they tell (limit {}); the riskiest summary has {} of such words.",
        count_text(count(summary, "sentences_kept").value_or(0)),
        count_text(count(summary, "sentences").value_or(0)),
        count_text(count(summary, "words_kept").value_or(0)),
        count_text(count(summary, "words").value_or(0)),
        percent_text(100 * number(summary, "content_kept").value_or(0)),
        counted(count(summary, "sentences_barred").value_or(0), "sentence was", "sentences were"),
        percent_text(100 * number(summary, "limit").value_or(0)),
        percent_text(100 * number(summary, "highest_risk").value_or(0)));
    if (const auto empty = count(summary, "empty").value_or(0); empty > 0) {
        out += fmt::format(" Of {} nothing is left.", counted(empty, "document", "documents"));
    }
    return out;
}

std::string document_release_text(const Json& result) {
    std::string out = fmt::format("{}: {}.\n\n", text(result, "output"),
                                  counted_field(result, "documents", "document", "documents"));
    Grid grid{"", {"category", "treatment", "entities", "mentions", "by repetition"}, {}};
    for (const Json& row : objects(result, "categories")) {
        grid.rows.push_back({Cell(text(row, "category")), Cell(text(row, "treatment")),
                             Cell::count(count(row, "entities")),
                             Cell::count(count(row, "mentions")),
                             Cell::count(count(row, "repeats"))});
    }
    out += grid.rows.empty() ? "The finders found nothing that identifies anyone.\n"
                             : text_table(grid);
    if (const Json& summary = field(result, "summary"); summary.is_object()) {
        out += '\n' + wrapped(summary_said(summary));
    }
    out += '\n' + wrapped(document_proof(field(result, "proof")));
    for (const Json& row : objects(result, "categories")) {
        if (const auto fallen = count(row, "numbered_instead")) {
            out += fmt::format("{}: {} could not be generalised and were numbered.\n",
                               text(row, "category"), count_text(*fallen));
        }
    }
    if (count(result, "renamed").value_or(0) > 0) {
        out += fmt::format("{} a new name, because the old one told something.\n",
                           counted_field(result, "renamed", "document got", "documents got"));
    }
    out += fmt::format("record: {}\nprivate log: {} (do not publish)\n", text(result, "record"),
                       text(result, "private_log"));
    return out;
}

namespace {

std::string decrypted_text(const Json& result) {
    return fmt::format("{}: {} restored in {}.\n", text(result, "output"),
                       counted_field(result, "opened", "mention", "mentions"),
                       counted_field(result, "files", "file", "files"));
}

std::string key_text(const Json& result) {
    return fmt::format("{}: a new key. Keep it apart from the documents.\n",
                       text(result, "output"));
}

std::string letters_text(const Json& result) {
    return fmt::format("{}: {}.\n", text(result, "output"),
                       counted_field(result, "documents", "letter", "letters"));
}

}  // namespace

Section decrypted_section() { return {.kinds = {"text-decrypted"}, .terminal = decrypted_text}; }

Section key_section() { return {.kinds = {"text-key"}, .terminal = key_text}; }

Section letters_section() { return {.kinds = {"text-sample"}, .terminal = letters_text}; }

}  // namespace lethe::report
