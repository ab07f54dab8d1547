#include "lethe/operation/tables/private_results.h"

#include <fmt/format.h>

#include "lethe/io/file.h"
#include "lethe/method/result_json.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {

void check_results(const std::vector<std::string>& outputs,
                   const std::vector<std::string>& inputs) {
    for (const std::string& path : outputs) release::refuse_overwrite(path, inputs);
}

Json assessment_of(const PairOptions& options, const release::AssessedPair& loaded) {
    const std::int64_t rows = loaded.pair.original.rows();
    const Json original{{"rows", rows},
                        {"private", {{"file", file_entry(options.original, rows)["file"]}}}};
    return {{"kind", "assessment"},
            {"original", original},
            {"masked", file_entry(options.masked, loaded.pair.masked.rows())},
            {"columns", loaded.pair.original.names()},
            {"scenario", to_json(loaded.intruder)}};
}

void keep_private(Door& door, const std::string& output,
                  const std::vector<release::PrivateResult>& results) {
    if (output.empty()) {
        if (!results.empty()) {
            door.say(
                fmt::format("note: links and exposed records were found and not kept; {} FILE "
                            "keeps them",
                            door.option_name("private")));
        }
        return;
    }
    const Json body{{"kind", "private-results"}, {"results", json_list(results)}};
    write_text(door, output, body.dump(2) + "\n", true);
}

}  // namespace lethe::operation
