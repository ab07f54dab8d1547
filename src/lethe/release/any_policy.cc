#include "lethe/release/any_policy.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lethe/io/file.h"
#include "lethe/release/documents/document_policy.h"
#include "lethe/release/policy_parts.h"

namespace lethe::release {
namespace {

documents::TextPolicy parse_documents(std::string_view text, const std::string& file,
                                      Problems& problems) {
    const toml::table root = parse_toml(text, file);
    const TomlReader reader(file, problems);
    if (!is_for(reader, root, DataKind::documents)) return documents::profile_policy("default");
    return documents::parse_text_policy(text, file, problems);
}

}  // namespace

std::optional<DataKind> policy_kind(std::string_view text, const std::string& file) {
    Problems problems;
    const auto kind = read_data_kind(TomlReader(file, problems), parse_toml(text, file));
    throw_if_any(std::move(problems));
    return kind;
}

std::optional<DataKind> policy_kind(const std::string& path) {
    return policy_kind(read_file(path), path);
}

AnyPolicy parse_any_policy(std::string_view text, const std::string& file,
                           std::optional<DataKind> data, Problems& problems) {
    if (!data) {
        Problems of_kind;  // said again by whoever reads the rest
        data = read_data_kind(TomlReader(file, of_kind), parse_toml(text, file));
    }
    switch (data.value_or(DataKind::table)) {
        case DataKind::table:
            return parse_policy(text, file, problems);
        case DataKind::documents:
            return parse_documents(text, file, problems);
        case DataKind::vectors:
            return parse_vector_policy(text, file, problems);
        case DataKind::graph:
            return parse_graph_policy(text, file, problems);
    }
    throw Error(ErrorKind::internal, "there is a kind of data without policies");
}

AnyPolicy read_any_policy(const std::string& path, std::optional<DataKind> data) {
    const std::string text = read_file(path);
    const std::string folder = std::filesystem::path(path).parent_path().string();
    Problems problems;
    AnyPolicy policy = parse_any_policy(text, path, data, problems);
    throw_if_any(std::move(problems));
    switch (kind_of(policy)) {
        case DataKind::table: {
            Problems of_files;
            Policy table = policy_in_folder(text, path, folder, of_files);
            throw_if_any(std::move(of_files));
            return table;
        }
        case DataKind::documents:
            documents::set_folder(std::get<documents::TextPolicy>(policy), folder);
            return policy;
        case DataKind::vectors:
            return read_vector_policy(path);
        case DataKind::graph:
            return read_graph_policy(path);
    }
    throw Error(ErrorKind::internal, "there is a kind of data without policies");
}

DataKind kind_of(const AnyPolicy& policy) { return static_cast<DataKind>(policy.index()); }

std::string policy_text(const AnyPolicy& policy) {
    switch (kind_of(policy)) {
        case DataKind::table:
            return policy_text(std::get<Policy>(policy));
        case DataKind::documents:
            return policy_text(std::get<documents::TextPolicy>(policy), {});
        case DataKind::vectors:
            return policy_text(std::get<VectorPolicy>(policy));
        case DataKind::graph:
            return policy_text(std::get<GraphPolicy>(policy));
    }
    return {};
}

void write_proposed_policy(const std::string& path, const std::string& text) {
    if (std::filesystem::exists(path) && read_file(path) != text) {
        throw Error(ErrorKind::usage,
                    "is there already and may have been corrected by hand; choose another path",
                    {path, 0, 0, {}});
    }
    write_file(path, text);
}

}  // namespace lethe::release
