// key resolve: whose pseudonyms these are, for the holder of the key.
#include <algorithm>
#include <set>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/file.h"
#include "lethe/operation/keys/opened_release.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/released_answer.h"
#include "lethe/operation/shared/replacing.h"

namespace lethe::operation {
namespace {

struct ResolveOptions {
    std::string release;
    KeySource key;
    std::string vault;
    std::vector<std::string> only;
    std::vector<std::string> columns;
    std::string output;
    Replacing replace;
};

// What is written: a row for each pseudonym whose original is known.
struct Resolved {
    std::vector<std::string> column, pseudonym, original;
    std::size_t unknown = 0;  // of those asked for
};

void check_columns(const OpenedRelease& opened, const std::vector<std::string>& asked) {
    std::vector<std::string> known;
    for (const auto& column : opened.release.columns) known.push_back(column.name);
    for (const std::string& name : asked) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        throw Error(ErrorKind::usage, unknown_name("column with pseudonyms", name, known),
                    {{}, 0, 0, "columns"});
    }
}

Resolved resolved(const OpenedRelease& opened, const ResolveOptions& options) {
    Resolved result;
    std::set<std::string> missing(options.only.begin(), options.only.end());
    for (const release::PseudonymColumn& column : opened.release.columns) {
        if (!options.columns.empty() && std::find(options.columns.begin(), options.columns.end(),
                                                  column.name) == options.columns.end()) {
            continue;
        }
        const auto originals =
            release::originals_of(column, opened.secret(), opened.vault_or_none());
        const Dictionary& released = column.written->dictionary();
        const std::set<std::string> there(released.begin(), released.end());
        for (const auto& [pseudonym, values] : originals) {
            const bool asked = options.only.empty() ||
                               std::find(options.only.begin(), options.only.end(), pseudonym) !=
                                   options.only.end();
            if (!asked || !there.contains(pseudonym)) continue;
            missing.erase(pseudonym);
            result.column.push_back(column.name);
            result.pseudonym.push_back(pseudonym);
            result.original.push_back(joined_values(values));
        }
    }
    result.unknown = missing.size();
    return result;
}

Answer resolve(const ResolveOptions& options, Door& door) {
    check_standard_output(options.output, door);
    const OpenedRelease opened = opened_release(options.release, options.key, options.vault, door);
    check_columns(opened, options.columns);
    const Resolved found = resolved(opened, options);
    if (found.column.empty()) {
        throw Error(ErrorKind::unmet, "none of these pseudonyms is known in the release");
    }
    const Table table({Column::from_texts("column", Kind::nominal, found.column),
                       Column::from_texts("pseudonym", Kind::nominal, found.pseudonym),
                       Column::from_texts("original", Kind::nominal, found.original)});
    const std::string text = table_text(table, Format::csv);
    if (options.output == "-") return {nullptr, text};
    write_file(options.output, text, true);
    return {Json{{"kind", "key-resolved"},
                 {"output", options.output},
                 {"found", found.column.size()},
                 {"unknown", found.unknown}}};
}

}  // namespace

Operation resolve_pseudonyms() {
    using O = ResolveOptions;
    return make_operation(
        {.name = "resolve",
         .words = {"key", "resolve"},
         .summary = "Whose pseudonyms these are, for the holder of the key",
         .notes =
             "Reversible pseudonyms, digits and numbers are opened by the key; others need the "
             "vault that was made with the release (lethe protect --vault).",
         .examples = {"lethe sample census --rows 50 -o people.csv", "lethe key make -o people.key",
                      "lethe protect people.csv --method pseudonyms --set label=town --columns "
                      "region --key-file people.key --vault people.vault -o release.csv",
                      "lethe key resolve release.csv --key-file people.key --vault people.vault "
                      "-o originals.csv"}},
        Schema<O>()
            .field("release", &O::release, "A released table, its record beside it")
            .at_place("RELEASE")
            .required()
            .input()
            .include(&O::key, KeySource::required_schema("The key that made it"))
            .field("vault", &O::vault, "The vault that was made with it")
            .shown("FILE")
            .input()
            .field("only", &O::only, "Only these pseudonyms [all]")
            .separated("A,B")
            .field("columns", &O::columns, "Only of these columns [all with pseudonyms]")
            .separated("A,B")
            .field("output", &O::output,
                   "The originals, a private file (CSV); - for standard output")
            .output(OutputKind::file)
            .letter('o')
            .shown("FILE")
            .required()
            .include(&O::replace, Replacing::schema()),
        resolve);
}

}  // namespace lethe::operation
