#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/hierarchy_text.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe {
namespace {

constexpr std::int64_t kMostLines = 1'000'000;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;

// How many paths lead from the concepts without children up to the root; no more than one beyond
// the limit is counted.
std::int64_t count_paths(const Taxonomy& taxonomy) {
    std::vector<std::int64_t> up(static_cast<std::size_t>(taxonomy.size()), 1);
    std::int64_t total = 0;
    for (ConceptId c = 0; c < taxonomy.size() && total <= kMostLines; ++c) {
        auto& paths = up[static_cast<std::size_t>(c)];
        if (c > 0) paths = 0;
        for (const ConceptId parent : taxonomy.parents(c)) {
            paths = std::min(paths + up[static_cast<std::size_t>(parent)], kMostLines + 1);
        }
        if (taxonomy.children(c).empty()) total += paths;
    }
    return total;
}

class PathWriter {
  public:
    PathWriter(const Taxonomy& taxonomy, const std::string& target)
        : taxonomy_(taxonomy), target_(target) {
        for (ConceptId c = 0; c < taxonomy.size(); ++c) {
            fields_.push_back(hierarchy_field(taxonomy.label(c)));
        }
    }

    std::string lines() {
        for (ConceptId c = 0; c < taxonomy_.size(); ++c) {
            if (taxonomy_.children(c).empty()) add_paths(c);
        }
        return std::move(text_);
    }

  private:
    void add_paths(ConceptId from) {
        struct Step {
            ConceptId at;
            std::size_t below;  // so much of the path is below it
        };
        std::vector<Step> waiting{{from, 0}};
        std::string path;
        while (!waiting.empty()) {
            const Step step = waiting.back();
            waiting.pop_back();
            path.resize(step.below);
            path += fields_[static_cast<std::size_t>(step.at)];
            const auto parents = taxonomy_.parents(step.at);
            path += parents.empty() ? '\n' : ';';
            for (auto parent = parents.rbegin(); parent != parents.rend(); ++parent) {
                waiting.push_back({*parent, path.size()});
            }
            if (!parents.empty()) continue;
            text_ += path;
            if (std::ssize(text_) > kMostBytes) tell_size();
        }
    }

    [[noreturn]] void tell_size() const {
        throw Error(ErrorKind::unmet, "the paths of the taxonomy take more than 1 GiB",
                    {target_, 0, 0, {}});
    }

    const Taxonomy& taxonomy_;
    const std::string& target_;
    std::vector<std::string> fields_;
    std::string text_;
};

}  // namespace

std::string hierarchy_field(std::string_view name) {
    constexpr std::string_view kBlank = " \f\v";
    const bool plain = name.find_first_of(";\t,\"\r\n") == std::string_view::npos &&
                       !name.empty() && kBlank.find(name.front()) == std::string_view::npos &&
                       kBlank.find(name.back()) == std::string_view::npos;
    if (plain) return std::string(name);
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
    return text + '"';
}

void write_value_hierarchy(const std::string& path, const Taxonomy& taxonomy) {
    if (taxonomy.size() == 1) {
        throw Error(ErrorKind::unmet, "a taxonomy of one concept has no path to write",
                    {path, 0, 0, {}});
    }
    if (count_paths(taxonomy) > kMostLines) {
        throw Error(ErrorKind::unmet,
                    fmt::format("the taxonomy has more than {} paths from its concepts to the "
                                "root; a value hierarchy would need a line for each",
                                kMostLines),
                    {path, 0, 0, {}});
    }
    write_file(path, PathWriter(taxonomy, path).lines());
}

}  // namespace lethe
