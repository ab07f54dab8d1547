#include "lethe/operation/shared/exploring.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <span>

#include "lethe/core/duration_text.h"
#include "lethe/core/error.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/io/file.h"
#include "lethe/report/draw/risk_map.h"
#include "lethe/report/html.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

constexpr double kEvery = 10;  // seconds

// What an earlier run of the same exploration left, or a new beginning; takes over its seed where
// none was given.
JournalContent earlier(const std::string& path, Json header, Door& door) {
    if (auto found = read_journal(path)) {
        Json wanted = header;
        const Json seed = found->header.value("seed", Json());
        if (!door.given_seed() && !seed.is_null()) wanted["seed"] = seed;
        if (found->header == wanted && seed.is_number()) {
            door.take_seed(seed.get<std::uint64_t>());
            return *std::move(found);
        }
    }
    header["seed"] = door.seed_or_random();
    return {std::move(header), {}};
}

std::string quoted(std::string text) {
    for (std::size_t i = text.find('"'); i != std::string::npos; i = text.find('"', i + 2)) {
        text.insert(i, 1, '"');
    }
    return '"' + text + '"';
}

std::string points_csv(const Json& exploration) {
    std::string text = "id,label,method,risk,loss,score,pareto,seconds\n";
    const auto number = [](const Json& value) {
        return value.is_number() ? number_text(value.get<double>()) : std::string();
    };
    for (const Json& point : exploration["points"]) {
        text += fmt::format("{},{},{},{},{},{},{},{}\n", point["id"].get<int>(),
                            quoted(point["label"].get<std::string>()),
                            point["method"].get<std::string>(), number(point["risk"]),
                            number(point["loss"]), number(point["score"]),
                            point["pareto"].get<bool>(), number(point["seconds"]));
    }
    return text;
}

// Points of an earlier run; each may be there twice, of the sample and of all people.
std::string before_words(const std::vector<Json>& points, std::size_t of) {
    std::set<Json> tried, on_all;
    for (const Json& point : points) {
        tried.insert(point["id"]);
        if (!point.contains("left_out")) on_all.insert(point["id"]);
    }
    std::string words = fmt::format("{} of {} points", tried.size(), of);
    if (tried.size() != on_all.size()) words += fmt::format(", {} on all people", on_all.size());
    return words;
}

std::string point_words(const Json& point) {
    const std::string label = point["label"];
    if (point.contains("error")) {
        return fmt::format("{}: {}", label, point["error"].get<std::string>());
    }
    return fmt::format("{}: risk {:.1f} %, loss {:.1f} %", label, point["risk"].get<double>(),
                       point["loss"].get<double>());
}

}  // namespace

void make_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {folder, 0, 0, {}});
}

void ExplorationLog::open(Door& door, const std::string& folder, Json header, std::size_t points) {
    const std::string path = (fs::path(folder) / "points.jsonl").string();
    const JournalContent content = earlier(path, std::move(header), door);
    before_ = content.entries;
    journal_.emplace(path, content);
    if (before_.empty()) return;
    door.say(fmt::format("going on: {} were tried before", before_words(before_, points)));
}

void ExplorationLog::add(const Json& point) {
    if (journal_) journal_->add(point);
}

PointTeller::PointTeller(Door& door, bool sampled)
    : door_(door), sampled_(sampled), start_(door.context().now()) {}

void PointTeller::tell(const Json& point, Round round) {
    door_.partial(
        {{"kind", "exploration-point"}, {"point", point}, {"done", round.done}, {"of", round.of}});
    const double now = door_.context().now() - start_;
    const bool sample = point.contains("left_out");
    const bool each = sampled_ && !sample;
    const bool last = round.done == round.of;
    if (each || last || now - told_ >= kEvery) {
        told_ = now;
        door_.say(fmt::format("{:5.0f} s  {} of {}{}{}{}", now, round.done, round.of,
                              sample     ? " on the sample"
                              : sampled_ ? " on all people"
                                         : " points",
                              left_words(now, round), each ? ": " + point_words(point) : ""));
    }
    if (last) round_ = now;
}

// As many points at once as there are threads are done in about the time of one.
std::string PointTeller::left_words(double now, Round round) const {
    if (round.done == round.of || round.done < door_.context().threads) return {};
    const double each = (now - round_) / static_cast<double>(round.done);
    return fmt::format(", about {} left",
                       duration_text(each * static_cast<double>(round.of - round.done)));
}

void write_exploration_files(const std::string& place, const Json& exploration) {
    const fs::path folder(place);
    write_file((folder / "exploration.json").string(), exploration.dump(2) + "\n", true);
    write_file((folder / "points.csv").string(), points_csv(exploration));
    write_file((folder / "map.svg").string(), report::risk_utility_svg(exploration));
    write_file((folder / "report.html").string(), report::html_report(std::span(&exploration, 1)),
               true);
}

Answer end_exploration(Json result, const std::string& folder, bool limited) {
    Answer answer{std::move(result)};
    if (answer.result["stopped"].get<bool>()) {
        answer.failure = Error(
            ErrorKind::stopped,
            folder.empty() ? "stopped before the end"
                           : "stopped before the end; what was tried is kept, and the same command "
                             "goes on");
    } else if (limited && answer.result["recommended"].is_null()) {
        answer.failure = Error(ErrorKind::unmet, answer.result["reason"].get<std::string>());
    }
    return answer;
}

}  // namespace lethe::operation
