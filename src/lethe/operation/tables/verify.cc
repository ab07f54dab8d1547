// verify: a certificate of supervised linkage against the data, by a checker of its own.
#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/json_file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/operation/tables/load_pair.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/tables/row_order.h"
#include "lethe/table/attack/linkage/linkage_proof.h"

namespace lethe::operation {
namespace {

struct VerifyOptions {
    std::string certificate;
    std::string original;
    std::string masked;
    std::string log;
    TableReading read;
};

attack::LinkageProof read_proof(const std::string& path) {
    const Json file = read_json(path);
    try {
        return attack::read_linkage_proof(file);
    } catch (const Error& error) {
        throw Error(error.kind(), error.what(), {path, 0, 0, {}});
    }
}

std::string disagreement(const attack::LinkageProof& proof, const LinkageVerdict& verdict) {
    std::vector<std::string> reasons;
    if (!verdict.parameters_allowed) {
        reasons.emplace_back("the parameters are not those of a distance of the family");
    }
    if (verdict.links != proof.links) {
        reasons.push_back(
            fmt::format("the distance links {} records, not {}", verdict.links, proof.links));
    }
    if (verdict.bound > proof.bound) {
        reasons.push_back(
            fmt::format("at most {} records could be proven, not {}", verdict.bound, proof.bound));
    }
    return fmt::format("{}", fmt::join(reasons, "; "));
}

Answer verify_proof(const VerifyOptions& options, Door& door) {
    const attack::LinkageProof proof = read_proof(options.certificate);
    const Table original = read_source(door, options.original, options.read.options());
    if (!in_memory(door, options.masked)) finish_interrupted(options.masked);
    Table masked = read_source(door, options.masked, options.read.options());
    std::vector<std::int64_t> origin;
    if (options.log.empty()) {
        check_order_kept(door, options.masked);
    } else {
        origin = origin_of(door, options.masked, options.log, original.rows());
    }
    release::undo_order(masked, origin, original.rows());
    const release::Comparable pair =
        release::make_comparable(original, masked, proof.columns, origin);
    const AssessInput input{pair.original, pair.masked,    proof.columns,
                            Random(0),     door.context(), origin};
    const attack::LinkSample sample =
        attack::LinkageCrowd(input).sample(proof.rows, proof.equals_compete);
    const LinkageVerdict verdict = verify_linkage(door.context(), proof.claim, sample.records());
    const std::string wrong = disagreement(proof, verdict);
    if (!wrong.empty()) {
        throw Error(ErrorKind::unmet, "the certificate does not hold for these tables: " + wrong,
                    {options.certificate, 0, 0, {}});
    }
    return {Json{{"kind", "verification"},
                 {"certificate", options.certificate},
                 {"family", name(proof.claim.model.family)},
                 {"columns", proof.columns},
                 {"records", proof.rows.size()},
                 {"links", verdict.links},
                 {"bound", verdict.bound},
                 {"proven", verdict.proven()},
                 {"impossible", verdict.never},
                 {"conflicts", verdict.conflicts},
                 {"rejected", verdict.rejected},
                 {"bound_by", verdict.bound_is_simple ? "plain search" : "branch and bound"}}};
}

}  // namespace

Operation verify_certificate() {
    using O = VerifyOptions;
    return make_operation(
        {.name = "verify",
         .summary = "Check a certificate of supervised linkage in exact arithmetic",
         .examples = {"lethe sample census --rows 200 --seed 1 -o people.csv",
                      "lethe protect people.csv --method noise --set p=20 --seed 1 -o release.csv",
                      "lethe attack people.csv release.csv --attack supervised-linkage "
                      "--certificate proof.json",
                      "lethe verify proof.json people.csv release.csv"}},
        Schema<O>()
            .field("certificate", &O::certificate, "What attack --certificate wrote")
            .at_place("CERTIFICATE")
            .required()
            .input()
            .field("original", &O::original, "The original table")
            .at_place("ORIGINAL")
            .required()
            .input()
            .field("masked", &O::masked, "The masked table")
            .at_place("MASKED")
            .required()
            .input()
            .field("log", &O::log, "Private log of the release, where rows were dropped")
            .shown("FILE")
            .input()
            .include(&O::read, TableReading::schema()),
        verify_proof);
}

}  // namespace lethe::operation
