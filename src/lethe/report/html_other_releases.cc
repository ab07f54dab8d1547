// The section on releases of documents, vectors and graphs: their parts by the kind of data, then
// what all have in common, the files with their digests and who may read what.
#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/text_blocks.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/release_pages.h"
#include "lethe/report/sections/documents/text_documents.h"

namespace lethe::report {
namespace {

constexpr std::size_t kMostFilesShown = 40;

struct ReleasePage {
    std::string_view kind;
    std::string_view title;
    std::string (*headline)(const Json&);
    void (*part)(Markup&, const Json&);
};

constexpr ReleasePage kPages[]{
    {"text-release", "Documents", document_release_headline, document_release_part},
    {"vector-release", "Document vectors", vector_release_headline, vector_release_part},
    {"graph-release", "Graph", graph_release_headline, graph_release_part}};

const ReleasePage* page_of(const Json& release) {
    const std::string kind = text(release, "kind");
    for (const ReleasePage& page : kPages) {
        if (page.kind == kind) return &page;
    }
    return nullptr;
}

void files_part(Markup& out, const Json& release) {
    const std::vector<Json> files = objects(release, "files");
    if (files.empty()) return;
    out.leaf("h3", "The files, and the digests by which they are told from any other");
    Grid grid{"", {"file", "SHA-256"}, {}};
    for (const Json& file : files) {
        if (grid.rows.size() == kMostFilesShown) break;
        grid.rows.push_back({Cell(text(file, "file")), Cell(text(file, "sha256"))});
    }
    table(out, grid, "Files and digests", "wide");
    if (files.size() > kMostFilesShown) {
        const auto more = static_cast<std::int64_t>(files.size() - kMostFilesShown);
        paragraph(out,
                  fmt::format("{} more in the release record.", counted(more, "file", "files")),
                  "quiet small");
    }
}

}  // namespace

std::string other_release_headline(const Json& release) {
    const ReleasePage* page = page_of(release);
    return page == nullptr ? "A release." : page->headline(release);
}

std::string other_releases_html(const Results& results, Ids&) {
    Markup out;
    for (const Json& release : results.of("text-release")) {
        const ReleasePage* page = page_of(release);
        if (page == nullptr) continue;
        subject(out, page->title, results.of("text-release").size());
        page->part(out, release);
        files_part(out, release);
        paragraph(out,
                  "The release and its record may be given out. The private log, which says who is "
                  "who, stays with the owner of the data.",
                  "quiet small");
    }
    return std::move(out).finish();
}

namespace {

std::string other_release_text(const Json& release) {
    return text(release, "kind") == kPages[0].kind ? document_release_text(release)
                                                   : blocks(grids(release));
}

}  // namespace

Section other_release_section() {
    return {.kinds = {"text-release", "vector-release", "graph-release"},
            .stored = {"files"},
            .terminal = other_release_text,
            .headline = other_release_headline,
            .parts = {{80, "releases", "What was released, and how", other_releases_html}},
            .top = 6,
            .explains_itself = true};
}

}  // namespace lethe::report
