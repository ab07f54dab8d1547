// key renew: a release with the pseudonyms of the newest version of its key, without the original.
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/keys/opened_release.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/outputs.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

struct RenewOptions {
    std::string release;
    KeySource key;
    std::string vault;
    std::string output;
    std::string new_vault;
    Replacing replace;
};

// A column of new pseudonyms, and who they stand for.
struct Renewed {
    ColumnPtr column;
    release::VaultColumn vault;
};

Renewed renewed(const OpenedRelease& opened, const release::PseudonymColumn& column) {
    if (column.parameters.form == mask::PseudonymForm::serial) {
        throw Error(ErrorKind::usage,
                    fmt::format("column \"{}\" has serial numbers, which follow from no key and "
                                "need no other ones",
                                column.name));
    }
    const auto originals = release::originals_of(column, opened.secret(), opened.vault_or_none());
    const mask::PseudonymMaker maker(opened.key.newest().secret, column.parameters);
    const ColumnPtr& before = column.written;
    std::vector<std::string> made(before->dictionary().size());
    std::map<std::string, std::vector<std::string>> pairs;
    std::vector<bool> used(made.size());
    for (std::int64_t row = 0; row < before->size(); ++row) {
        if (before->valid(row)) {
            used[static_cast<std::size_t>(before->codes()[static_cast<std::size_t>(row)])] = true;
        }
    }
    std::size_t closed = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (!used[i]) continue;
        const auto found = originals.find(before->dictionary()[i]);
        auto pseudonym = found == originals.end() ? std::nullopt : maker.pseudonym(found->second);
        if (!pseudonym) {
            ++closed;
            continue;
        }
        made[i] = *pseudonym;
        pairs.emplace(std::move(*pseudonym), found->second);
    }
    if (closed > 0) {
        throw Error(
            ErrorKind::unmet,
            fmt::format("column \"{}\": {} pseudonyms are not opened by this key{}; nothing "
                        "was written",
                        column.name, closed,
                        opened.vault ? " and this vault" : " without the vault"));
    }
    std::vector<std::string> texts;
    Validity validity(before->size());
    for (std::int64_t row = 0; row < before->size(); ++row) {
        if (before->valid(row)) {
            texts.push_back(
                made[static_cast<std::size_t>(before->codes()[static_cast<std::size_t>(row)])]);
        } else {
            validity.set_missing(row);
            texts.emplace_back();
        }
    }
    const ColumnPtr plain = Column::from_texts(column.name, Kind::nominal, texts);
    Renewed result{Column::categories(
                       column.name, Kind::nominal, {plain->codes().begin(), plain->codes().end()},
                       plain->dictionary_ptr(), std::move(validity), before->spelling_of_missing()),
                   {column.name, {}}};
    for (auto& [pseudonym, values] : pairs) {
        result.vault.pairs.emplace_back(pseudonym, std::move(values));
    }
    return result;
}

// Record and log are those of the release, but for its file and the key.
void tell_of_file(Json& told, const std::string& output, const std::string& digest) {
    const std::string file = fs::path(output).filename().string();
    told["files"] = Json::array({Json{{"file", file}, {"sha256", digest}}});
    if (told.contains("release") && told["release"].is_object()) {
        told["release"]["file"] = file;
        told["release"]["sha256"] = digest;
    }
}

void tell_of_key(Json& told, const std::string& id) {
    if (!told.contains("steps") || !told["steps"].is_array()) return;
    for (Json& step : told["steps"]) {
        if (!step.is_object() || !step.contains("method") || !step["method"].is_string()) continue;
        const Method* method = find_method(step["method"].get<std::string>());
        if (method == nullptr || !method->has(Purpose::pseudonyms)) continue;
        if (step.contains("facts") && step["facts"].is_object() &&
            step["facts"].contains("key_id")) {
            step["facts"]["key_id"] = id;
        }
    }
}

Answer renew(const RenewOptions& options, Door& door) {
    const OpenedRelease opened = opened_release(options.release, options.key, options.vault, door);
    const KeyVersion& newest = opened.key.newest();
    if (opened.version == newest.version) {
        throw Error(
            ErrorKind::usage,
            "the release has the pseudonyms of the newest version; lethe key rotate makes a "
            "newer one",
            {{}, 0, 0, "key_file"});
    }
    release::Outputs outputs{DataKind::table, options.output, false, {}, {}};
    if (!options.new_vault.empty()) outputs.secret.push_back(options.new_vault);
    release::check_outputs(
        outputs, {{options.release, options.key.key_file, options.vault}, options.replace.force});
    std::vector<ColumnPtr> columns;
    release::Vault vault;
    for (const release::PseudonymColumn& column : opened.release.columns) {
        door.context().check_stop();
        Renewed made = renewed(opened, column);
        columns.push_back(std::move(made.column));
        vault.columns.push_back(std::move(made.vault));
    }
    Json record = opened.release.record;
    Json log = opened.release.log ? opened.release.log->body : Json(nullptr);
    const std::string id = key_fingerprint(newest.secret).substr(0, 8);

    Bundle bundle(options.output);
    const std::string staged = bundle.add(options.output);
    write_table(door.context(), opened.release.table.with(columns), staged,
                format_of(options.output));
    const std::string digest = file_sha256(staged);
    tell_of_file(record, options.output, digest);
    tell_of_key(record, id);
    bundle.put(release::record_path(options.output), record.dump(2) + "\n");
    if (log.is_object()) {
        tell_of_file(log, options.output, digest);
        tell_of_key(log, id);
        bundle.put(release::private_log_path(options.output), log.dump(2) + "\n", true);
    }
    if (!options.new_vault.empty()) {
        bundle.put(options.new_vault, release::sealed_vault(vault, newest.secret), true);
    }
    bundle.commit();
    return {Json{{"kind", "key-renewed"},
                 {"output", options.output},
                 {"from_version", opened.version},
                 {"to_version", newest.version},
                 {"columns", columns.size()}}};
}

}  // namespace

Operation renew_pseudonyms() {
    using O = RenewOptions;
    return make_operation(
        {.name = "renew",
         .words = {"key", "renew"},
         .summary = "Give a release the pseudonyms of the newest version of its key",
         .notes =
             "The original is not needed: reversible pseudonyms, digits and numbers are opened "
             "by the version that made them, others by the vault that was made with the "
             "release. Dates that were shifted by the old version stay as they are.",
         .examples = {"lethe sample census --rows 50 -o people.csv", "lethe key make -o people.key",
                      "lethe protect people.csv --method pseudonyms --set label=town --set "
                      "form=reversible --columns region --key-file people.key -o release.csv",
                      "lethe key rotate people.key",
                      "lethe key renew release.csv --key-file people.key -o renewed.csv"}},
        Schema<O>()
            .field("release", &O::release, "A released table, its record beside it")
            .at_place("RELEASE")
            .required()
            .input()
            .include(&O::key, KeySource::required_schema("The key that made it"))
            .field("vault", &O::vault, "The vault that was made with it")
            .shown("FILE")
            .input()
            .field("output", &O::output, "The release with new pseudonyms")
            .output(OutputKind::own)
            .letter('o')
            .shown("FILE")
            .required()
            .field("new_vault", &O::new_vault, "Which new pseudonym stands for whom, as --vault")
            .output(OutputKind::file)
            .shown("FILE")
            .include(&O::replace, Replacing::schema()),
        renew);
}

}  // namespace lethe::operation
