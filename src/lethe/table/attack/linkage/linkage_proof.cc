#include "lethe/table/attack/linkage/linkage_proof.h"

#include <algorithm>
#include <limits>

#include "lethe/core/error.h"
#include "lethe/core/version.h"

namespace lethe::attack {
namespace {

constexpr int kFormat = 1;

Json conflict_json(const Conflict& conflict) {
    Json records = Json::array();
    for (const std::int32_t block : conflict.blocks) records.push_back(block + 1);
    Json rows = Json::array();
    for (const ConflictRow& row : conflict.rows) {
        rows.push_back({row.row.block == kConeBlock ? 0 : row.row.block + 1, row.row.competitor + 1,
                        row.multiplier});
    }
    return {{"records", std::move(records)}, {"rows", std::move(rows)}};
}

[[noreturn]] void refuse_proof(const std::string& what) {
    throw Error(ErrorKind::input, "is not a linkage certificate: " + what);
}

const Json& member(const Json& object, const char* key, Json::value_t type) {
    if (!object.is_object() || !object.contains(key))
        refuse_proof(std::string("no \"") + key + "\"");
    const Json& value = object[key];
    const bool good =
        type == Json::value_t::number_integer ? value.is_number_integer() : value.type() == type;
    if (!good) refuse_proof(std::string("\"") + key + "\" is of another type");
    return value;
}

std::int32_t whole(const Json& value) {
    if (!value.is_number_integer()) refuse_proof("a row number is not a whole number");
    const auto number = value.is_number_unsigned() && value.get<std::uint64_t>() > INT32_MAX
                            ? std::int64_t{-1}
                            : value.get<std::int64_t>();
    if (number < 0 || number > std::numeric_limits<std::int32_t>::max()) {
        refuse_proof("a row number is out of range");
    }
    return static_cast<std::int32_t>(number);
}

std::vector<double> proof_numbers(const Json& list) {
    if (!list.is_array()) refuse_proof("a list of numbers is missing");
    std::vector<double> result;
    for (const Json& value : list) {
        if (!value.is_number()) refuse_proof("a parameter is not a number");
        result.push_back(value.get<double>());
    }
    return result;
}

DistanceModel proof_model_of(const Json& file) {
    const std::string family = member(file, "family", Json::value_t::string);
    DistanceModel model;
    model.additivity = whole(member(file, "additivity", Json::value_t::number_integer));
    for (int number = 0; number <= static_cast<int>(DistanceFamily::bilinear_psd); ++number) {
        model.family = static_cast<DistanceFamily>(number);
        if (name(model.family) != family) continue;
        if (model.family == DistanceFamily::choquet_partition) {
            for (const Json& part : member(file, "parts", Json::value_t::array)) {
                model.parts.push_back(static_cast<std::uint32_t>(whole(part)));
            }
        }
        return model;
    }
    refuse_proof("an unknown family of distances");
}

Conflict conflict_of(const Json& item) {
    Conflict conflict;
    for (const Json& record : member(item, "records", Json::value_t::array)) {
        conflict.blocks.push_back(whole(record) - 1);
    }
    std::ranges::sort(conflict.blocks);
    for (const Json& row : member(item, "rows", Json::value_t::array)) {
        if (!row.is_array() || row.size() < 2)
            refuse_proof("a row of a conflict needs two numbers");
        const std::int32_t record = whole(row[0]);
        conflict.rows.push_back(
            {{record == 0 ? kConeBlock : record - 1, whole(row[1]) - 1},
             row.size() > 2 && row[2].is_number() ? row[2].get<double>() : 0.0});
    }
    return conflict;
}

}  // namespace

Json linkage_proof(const DistanceModel& model, const std::vector<std::string>& columns,
                   const LinkSample& sample, const MaxSatisfied& search, std::int64_t links,
                   std::int64_t bound, bool proven) {
    Json file;
    file["kind"] = "linkage-certificate";
    file["format"] = kFormat;
    file["note"] =
        "Private: who has these parameters can repeat the attack. lethe verify checks this file "
        "against the original and the masked table.";
    file["lethe"] = {{"version", kProgramVersion}};
    file["family"] = name(model.family);
    file["additivity"] = model.additivity;
    if (!model.parts.empty()) file["parts"] = model.parts;  // bit masks of the columns
    file["columns"] = columns;
    file["equal_rows"] = sample.equals_compete ? "lost" : "guessed";
    file["links"] = links;
    file["bound"] = bound;
    file["proven"] = proven;
    file["parameters"] = search.parameters;
    file["conflicts"] = Json::array();
    for (const Conflict& conflict : search.conflicts) {
        file["conflicts"].push_back(conflict_json(conflict));
    }
    file["cone"] = search.generated_cone;
    file["rows"] = Json::array();
    for (const std::int64_t row : sample.rows) file["rows"].push_back(row + 1);
    return file;
}

LinkageProof read_linkage_proof(const Json& file) {
    if (member(file, "kind", Json::value_t::string) != "linkage-certificate")
        refuse_proof("another kind");
    if (member(file, "format", Json::value_t::number_integer) != kFormat) {
        refuse_proof("a format that this version does not know");
    }
    LinkageProof proof;
    proof.claim.model = proof_model_of(file);
    proof.claim.parameters = proof_numbers(member(file, "parameters", Json::value_t::array));
    for (const Json& item : member(file, "conflicts", Json::value_t::array)) {
        proof.claim.conflicts.push_back(conflict_of(item));
    }
    for (const Json& row : member(file, "cone", Json::value_t::array)) {
        proof.claim.generated_cone.push_back(proof_numbers(row));
    }
    for (const Json& column : member(file, "columns", Json::value_t::array)) {
        if (!column.is_string()) refuse_proof("a column's name is not a text");
        proof.columns.push_back(column);
    }
    for (const Json& row : member(file, "rows", Json::value_t::array)) {
        proof.rows.push_back(std::int64_t{whole(row)} - 1);
    }
    if (file.contains("equal_rows")) {
        const std::string equal_rows = member(file, "equal_rows", Json::value_t::string);
        if (equal_rows != "lost" && equal_rows != "guessed") refuse_proof("unknown \"equal_rows\"");
        proof.equals_compete = equal_rows == "lost";
    }
    if (proof.rows.empty() || proof.columns.empty()) refuse_proof("no records or no columns");
    std::vector<std::int64_t> sorted = proof.rows;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end())
        refuse_proof("a record is listed twice");
    proof.links = member(file, "links", Json::value_t::number_integer);
    proof.bound = member(file, "bound", Json::value_t::number_integer);
    proof.claim.bound = std::max(proof.links, proof.bound);
    return proof;
}

}  // namespace lethe::attack
