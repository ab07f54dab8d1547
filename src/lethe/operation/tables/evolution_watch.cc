#include "lethe/operation/tables/evolution_watch.h"

#include <fmt/format.h>

#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/io/json_file.h"

namespace lethe::operation {

std::optional<Json> Checkpoint::load(Door& door) const {
    if (path_.empty() || !std::filesystem::exists(path_)) return std::nullopt;
    const Json found = read_json(path_);
    const Json seed = found.value("seed", Json());
    if (found.value("kind", "") != "evolution-checkpoint" || !seed.is_number_unsigned() ||
        !found.contains("checkpoint")) {
        throw Error(ErrorKind::input, "is not a checkpoint of an evolution", {path_, 0, 0, {}});
    }
    if (found.value("header", Json()) != header_ ||
        (door.given_seed() && *door.given_seed() != seed.get<std::uint64_t>())) {
        throw Error(ErrorKind::usage,
                    "the folder holds a run with other data, options or seed; give another "
                    "folder, or remove this file to begin anew",
                    {path_, 0, 0, {}});
    }
    door.take_seed(seed.get<std::uint64_t>());
    return found.at("checkpoint");
}

void Checkpoint::save(std::uint64_t seed, const Json& checkpoint) const {
    if (path_.empty()) return;
    const Json body{{"kind", "evolution-checkpoint"},
                    {"note", "Private: it holds masked records beside what they came from."},
                    {"header", header_},
                    {"seed", seed},
                    {"checkpoint", checkpoint}};
    write_file(path_, body.dump() + "\n", true);
}

void Watch::operator()(const EvolutionLog& log, const search::CheckpointMaker& make) {
    const Context& context = door_.context();
    const bool last = !log.stopped_by(stop_).empty();
    if (last || context.stop_asked() || context.now() - saved_ > kSaveEvery) {
        checkpoint_.save(door_.seed_or_random(), make());
        saved_ = context.now();
        kept_ = log.generation();
    }
    if (context.now() - said_ > kSayEvery) {
        door_.say(fmt::format("generation {}: best {:.3f}, mean {:.3f}", log.generation(),
                              log.entries().back().best, log.entries().back().mean));
        said_ = context.now();
    }
}

}  // namespace lethe::operation
