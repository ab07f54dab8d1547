// Which kind of data lies at a path.
#pragma once

#include <string>
#include <vector>

#include "lethe/method/data_kind.h"

namespace lethe::release {

struct DataFiles {
    DataKind kind = DataKind::table;
    // What to read: the path itself, or of a folder that holds a graph its edges and nodes.
    std::vector<std::string> files;
};

// By what is there and how the name ends, .gz aside: a folder with edges is a graph, any other
// folder documents; files of vectors, graphs and documents end as these are written; everything
// else (a database, a query and standard input too) is a table. Where an ending is of two kinds, it
// is a table: JSON lines may hold documents, and a CSV file may hold edges.
DataFiles data_at(const std::string& path);

}  // namespace lethe::release
