// The kinds of data that Lethe protects.
#pragma once

#include <optional>
#include <string_view>

namespace lethe {

enum class DataKind { table, documents, vectors, graph };

std::string_view name(DataKind kind);                            // "documents"
std::optional<DataKind> data_kind_named(std::string_view name);  // none: there is no such kind

}  // namespace lethe
