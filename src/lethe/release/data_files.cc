#include "lethe/release/data_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "lethe/data/formats/databases/database_source.h"
#include "lethe/language/characters.h"

namespace lethe::release {
namespace {

namespace fs = std::filesystem;

// Endings that say one kind of data and no other.
constexpr std::array<std::pair<std::string_view, DataKind>, 15> kEndings{{
    {".mtx", DataKind::vectors},
    {".svm", DataKind::vectors},
    {".libsvm", DataKind::vectors},
    {".gml", DataKind::graph},
    {".graphml", DataKind::graph},
    {".xml", DataKind::graph},
    {".edges", DataKind::graph},
    {".edgelist", DataKind::graph},
    {".txt", DataKind::documents},
    {".text", DataKind::documents},
    {".md", DataKind::documents},
    {".markdown", DataKind::documents},
    {".html", DataKind::documents},
    {".htm", DataKind::documents},
    {".xhtml", DataKind::documents},
}};

// A folder that is called like a table was taken for one.
constexpr std::array<std::string_view, 5> kTableEndings{".csv", ".tsv", ".parquet", ".json",
                                                        ".xlsx"};

// The first file of a folder whose name without its endings is `stem`.
std::string file_named(const fs::path& folder, std::string_view stem) {
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        const bool ours = name.find(".lethe.") == std::string::npos;
        if (ours && entry.is_regular_file(error) && name.substr(0, name.find('.')) == stem) {
            found.push_back(entry.path().string());
        }
    }
    std::sort(found.begin(), found.end());
    return found.empty() ? std::string() : found.front();
}

}  // namespace

DataFiles data_at(const std::string& path) {
    if (is_database(path)) return {DataKind::table, {path}};
    std::error_code error;
    const std::string_view last = std::string_view(path).substr(path.find_last_of('/') + 1);
    const bool like_a_table = std::ranges::any_of(
        kTableEndings, [&](std::string_view ending) { return last.ends_with(ending); });
    if (fs::is_directory(path, error) && !like_a_table) {
        const std::string edges = file_named(path, "edges");
        if (edges.empty()) return {DataKind::documents, {path}};
        const std::string nodes = file_named(path, "nodes");
        DataFiles graph{DataKind::graph, {edges}};
        if (!nodes.empty()) graph.files.push_back(nodes);
        return graph;
    }
    std::string name = language::lower_case(path);
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    for (const auto& [ending, kind] : kEndings) {
        if (name.ends_with(ending)) return {kind, {path}};
    }
    return {DataKind::table, {path}};
}

}  // namespace lethe::release
