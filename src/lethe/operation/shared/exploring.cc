#include "lethe/operation/shared/exploring.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <span>

#include "lethe/core/duration_text.h"
#include "lethe/core/error.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/report/draw/risk_map.h"
#include "lethe/report/html.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

constexpr double kEvery = 10;  // seconds
constexpr const char* kExplorationFile = "exploration.json";
constexpr const char* kPointsFile = "points.csv";
constexpr const char* kMapFile = "map.svg";
constexpr const char* kReportFile = "report.html";
constexpr const char* kJournalFile = "points.jsonl";
constexpr std::string_view kPointsHeader = "id,label,method,risk,loss,score,pareto,seconds\n";

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

std::string points_csv(const std::vector<search::ExplorationPoint>& points) {
    std::string text(kPointsHeader);
    const auto number = [](const std::optional<double>& value) {
        return value ? number_text(*value) : std::string();
    };
    for (const search::ExplorationPoint& point : points) {
        text +=
            fmt::format("{},{},{},{},{},{},{},{}\n", point.id, quoted(point.label), point.method,
                        number(point.risk), number(point.loss), number(point.score),
                        point.pareto.value_or(false), number(point.seconds));
    }
    return text;
}

// Points of an earlier run; each may be there twice, of the sample and of all people.
std::string before_words(const std::vector<search::ExplorationPoint>& points, std::size_t of) {
    std::set<std::size_t> tried, on_all;
    for (const search::ExplorationPoint& point : points) {
        tried.insert(point.id);
        if (!point.left_out) on_all.insert(point.id);
    }
    std::string words = fmt::format("{} of {} points", tried.size(), of);
    if (tried.size() != on_all.size()) words += fmt::format(", {} on all people", on_all.size());
    return words;
}

std::string point_words(const search::ExplorationPoint& point) {
    if (!point.usable()) return fmt::format("{}: {}", point.label, point.error);
    return fmt::format("{}: risk {:.1f} %, loss {:.1f} %", point.label, *point.risk, *point.loss);
}

}  // namespace

void make_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {folder, 0, 0, {}});
}

void ExplorationLog::open(Door& door, const std::string& folder, Json header, std::size_t points) {
    const std::string path = (fs::path(folder) / kJournalFile).string();
    const JournalContent content = earlier(path, std::move(header), door);
    before_ = search::stored_points(content.entries);
    journal_.emplace(path, content);
    if (before_.empty()) return;
    door.say(fmt::format("going on: {} were tried before", before_words(before_, points)));
}

void ExplorationLog::add(const search::ExplorationPoint& point) {
    if (journal_) journal_->add(to_json(point));
}

PointTeller::PointTeller(Door& door, bool sampled)
    : door_(door), sampled_(sampled), start_(door.context().now()) {}

void PointTeller::tell(const search::ExplorationPoint& point, search::Round round) {
    door_.partial({{"kind", "exploration-point"},
                   {"point", to_json(point)},
                   {"done", round.done},
                   {"of", round.of}});
    const double now = door_.context().now() - start_;
    const bool sample = point.left_out;
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
std::string PointTeller::left_words(double now, search::Round round) const {
    if (round.done == round.of || round.done < door_.context().threads) return {};
    const double each = (now - round_) / static_cast<double>(round.done);
    return fmt::format(", about {} left",
                       duration_text(each * static_cast<double>(round.of - round.done)));
}

void check_exploration_files(const std::string& folder, const Replacing& replace) {
    replace.check_folder(folder, {{kExplorationFile, OutputKind::result},
                                  {kPointsFile, OutputKind::table, std::string(kPointsHeader)},
                                  {kMapFile, OutputKind::drawing},
                                  {kReportFile, OutputKind::page},
                                  {kJournalFile, OutputKind::result}});
}

void write_exploration_files(Bundle& bundle, const std::string& place,
                             const search::Exploration& exploration, const Json& result) {
    const fs::path folder(place);
    bundle.put((folder / kExplorationFile).string(), result.dump(2) + "\n", true);
    bundle.put((folder / kPointsFile).string(), points_csv(exploration.points));
    bundle.put((folder / kMapFile).string(), report::risk_utility_svg(result));
    bundle.put((folder / kReportFile).string(), report::html_report(std::span(&result, 1)), true);
}

Answer end_exploration(const search::Exploration& exploration, Json result,
                       const std::string& folder, bool limited) {
    Answer answer{std::move(result)};
    if (exploration.stopped) {
        answer.failure = Error(
            ErrorKind::stopped,
            folder.empty() ? "stopped before the end"
                           : "stopped before the end; what was tried is kept, and the same command "
                             "goes on");
    } else if (limited && !exploration.recommended) {
        answer.failure = Error(ErrorKind::unmet, exploration.reason);
    }
    return answer;
}

}  // namespace lethe::operation
