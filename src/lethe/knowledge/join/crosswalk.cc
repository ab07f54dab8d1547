#include "lethe/knowledge/join/crosswalk.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/knowledge/concept_map.h"
#include "lethe/knowledge/label_key.h"

namespace lethe {
namespace {

using MapForm = Crosswalk::Form;

bool is_published(MapForm form) { return form == MapForm::nlm || form == MapForm::gem; }

// What makes two spellings of a code the same.
std::string code_key(std::string_view code, MapForm form) {
    std::string key = look_up_key(code);
    if (is_published(form)) std::erase(key, '.');
    return key;
}

// The concept that a text means alone; several: its own id, or else none.
ConceptId one_concept(const Taxonomy& taxonomy, const std::string& text) {
    const std::vector<ConceptId> found = taxonomy.find(text);
    if (found.size() == 1) return found.front();
    for (const ConceptId c : found) {
        if (taxonomy.id(c) == text) return c;
    }
    return kNoConcept;
}

class CrosswalkTargets {
  public:
    CrosswalkTargets(const Crosswalk& crosswalk, const Taxonomy& taxonomy)
        : form_(crosswalk.form), taxonomy_(taxonomy) {
        for (const CrosswalkPair& pair : crosswalk.pairs) {
            auto& texts = texts_[code_key(pair.from, form_)];
            if (!pair.to.empty()) texts.insert(pair.to);
        }
    }

    // Null: the value is not in the file.
    const std::set<std::string>* named(const std::string& value) const {
        const auto found = texts_.find(code_key(value, form_));
        return found == texts_.end() ? nullptr : &found->second;
    }
    std::vector<ConceptId> concepts(const std::set<std::string>& texts) const {
        std::set<ConceptId> found;
        for (const std::string& text : texts) {
            if (const ConceptId c = one_concept(taxonomy_, text); c != kNoConcept) found.insert(c);
        }
        return {found.begin(), found.end()};
    }
    std::size_t size() const { return texts_.size(); }

  private:
    MapForm form_;
    const Taxonomy& taxonomy_;
    std::map<std::string, std::set<std::string>> texts_;
};

struct WrongAnchors {
    const std::string& path;
    Problems problems = {};

    void add(const CrosswalkPair& pair, std::string message) {
        problems.push_back({std::move(message), {path, pair.line, 0, {}}, ErrorKind::input});
    }
    void tell_unknown(const CrosswalkPair& pair, const std::string& text,
                      const Taxonomy& taxonomy) {
        const auto found = taxonomy.find(text);
        add(pair, found.empty() ? fmt::format("{} has no concept \"{}\"", taxonomy.name(), text)
                                : fmt::format("\"{}\" means {} concepts of {}; name one by its id "
                                              "or as \"{}#1\"",
                                              text, found.size(), taxonomy.name(), text));
    }
};

}  // namespace

std::map<std::string, std::string> concepts_by_map(const std::string& path,
                                                   const Taxonomy& taxonomy,
                                                   std::span<const std::string> values,
                                                   std::vector<std::string>& notes) {
    const std::optional<MapForm> form = crosswalk_form(path);
    const bool is_table = form == MapForm::concepts || (!form && !path.ends_with(".txt"));
    if (is_table) return read_map(path);
    const Crosswalk crosswalk = read_crosswalk(path);
    const CrosswalkTargets targets(crosswalk, taxonomy);
    std::map<std::string, std::string> meanings;
    std::int64_t one = 0, several = 0, root = 0, lacking = 0, without = 0, absent = 0;
    for (const std::string& value : values) {
        const std::set<std::string>* named = targets.named(value);
        if (named == nullptr) {
            ++absent;
            continue;
        }
        const std::vector<ConceptId> found = targets.concepts(*named);
        if (found.empty()) {
            ++(named->empty() ? without : lacking);
            continue;
        }
        const ConceptId meant = taxonomy.lcs(found);
        ++(found.size() == 1 ? one : several);
        root += found.size() > 1 && meant == taxonomy.root() ? 1 : 0;
        meanings.emplace(value, taxonomy.id(meant));
    }
    if (absent == std::ssize(values) && absent > 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("none of its {} codes is among the {} values: is it the map of "
                                "another column?",
                                targets.size(), values.size()),
                    {path, 0, 0, {}});
    }
    notes.push_back(fmt::format(
        "{} ({}): of {} values {} have one concept of {}, {} several, which become what these have "
        "in common ({} of them the root), {} concepts that it lacks, {} none by the map, and {} "
        "are not in the map",
        path, name(crosswalk.form), values.size(), one, taxonomy.name(), several, root, lacking,
        without, absent));
    return meanings;
}

std::vector<Anchor> anchors_by_file(const std::string& path, const Taxonomy& first,
                                    const Taxonomy& second, std::vector<std::string>& notes) {
    const Crosswalk crosswalk = read_crosswalk(path);
    const bool published = is_published(crosswalk.form);
    WrongAnchors wrong{path};
    std::vector<std::pair<Anchor, const CrosswalkPair*>> pairs;
    std::int64_t unequal = 0, lacking = 0;
    for (const CrosswalkPair& pair : crosswalk.pairs) {
        if (pair.to.empty()) continue;
        const Anchor anchor{one_concept(first, pair.from), one_concept(second, pair.to)};
        if (!published) {
            if (anchor.first == kNoConcept) wrong.tell_unknown(pair, pair.from, first);
            if (anchor.second == kNoConcept) wrong.tell_unknown(pair, pair.to, second);
        }
        if (anchor.first == kNoConcept || anchor.second == kNoConcept) {
            ++lacking;
        } else {
            pairs.emplace_back(anchor, &pair);
        }
    }
    std::map<ConceptId, std::set<ConceptId>> of_first, of_second;
    for (const auto& [anchor, pair] : pairs) {
        of_first[anchor.first].insert(anchor.second);
        of_second[anchor.second].insert(anchor.first);
    }
    std::set<std::pair<ConceptId, ConceptId>> joined;
    for (const auto& [anchor, pair] : pairs) {
        const bool alone =
            of_first[anchor.first].size() == 1 && of_second[anchor.second].size() == 1;
        if (!alone && !published) {
            wrong.add(*pair,
                      fmt::format("\"{}\" or \"{}\" is joined with two concepts; each can be "
                                  "with one",
                                  pair->from, pair->to));
        }
        if (alone && pair->equal) {
            joined.emplace(anchor.first, anchor.second);
        } else {
            ++unequal;
        }
    }
    throw_if_any(ErrorKind::input, std::move(wrong.problems));
    if (joined.empty()) {
        throw Error(
            ErrorKind::input,
            fmt::format("it joins no concept of {} with one of {}", first.name(), second.name()),
            {path, 0, 0, {}});
    }
    std::vector<Anchor> anchors;
    for (const auto& [a, b] : joined) anchors.push_back({a, b});
    if (published) {
        notes.push_back(fmt::format(
            "{} ({}): {} of its {} pairs join concepts; {} are not "
            "equivalent or not one to one, and of {} a taxonomy lacks one",
            path, name(crosswalk.form), anchors.size(), crosswalk.pairs.size(), unequal, lacking));
    }
    return anchors;
}

}  // namespace lethe
