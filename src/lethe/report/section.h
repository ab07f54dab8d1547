// What a report says of a kind of result: on the terminal, at the top of a page and in its parts.
// One file of sections/ makes it, a line of sections.def lists it; the terminal, the page and who
// may see what follow from the list.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/ids.h"
#include "lethe/report/base/markup.h"

namespace lethe::report {

// Results by the section that tells them, under its first kind.
class Results {
  public:
    const std::vector<Json>& of(std::string_view kind) const;
    // Assessments by attacks and measures of the catalogue, of documents too.
    std::vector<Json> attacked_and_measured() const;
    const std::map<std::string, std::vector<Json>, std::less<>>& all() const { return by_kind_; }
    std::string version;  // of the program that made them; empty when unknown

  private:
    friend Results sort_results(std::span<const Json> results);
    std::map<std::string, std::vector<Json>, std::less<>> by_kind_;
};

// A part of the page. Its body is empty where there is nothing to say.
struct PagePart {
    int place = 0;  // lower ones stand first
    std::string_view id, title;
    std::string (*body)(const Results&, Ids&) = nullptr;
};

struct Section {
    std::vector<std::string> kinds;  // "kind" of the results that it tells
    // Of results that are kept in files and can be put on a page: the lists without which a file
    // is none of them (of several, one). None: it is told where it is made.
    std::vector<std::string> stored = {};
    // Results that do not say their kind, by what they hold; none: those are not its own.
    bool (*recognises)(const Json& result) = nullptr;
    std::string (*terminal)(const Json& result) = nullptr;  // none: names and values
    std::string (*headline)(const Json& result) = nullptr;
    void (*summary)(Markup&, const Json& result, Ids&) = nullptr;  // below the headline
    std::vector<PagePart> parts = {};

    // Whose headlines stand at the top of a page: those of the lowest number that is there; 0:
    // never. What was measured of a release comes before the release, that before what was tried on
    // the way to it, and that before a first look.
    int top = 0;
    // The member that names the file, and in which order the title of the page is looked for.
    std::string file = {};
    int named = 0;
    bool explains_itself = false;  // needs no "how to read this page"
    bool of_public_data = false;   // says nothing of an owner's original
};

constexpr std::string_view kOtherResult = "other";  // the kind of what no section tells

const std::vector<Section>& sections();
const Section* section_of(const Json& result);  // null: none tells it
std::string kind_of(const Json& result);        // the first kind of its section
// Whether it says a kind that is kept in files, and holds what results of it do.
bool is_stored_result(const Json& result);

// What was measured within a release counts as an assessment of it, unless one is given already.
Results sort_results(std::span<const Json> results);

}  // namespace lethe::report
