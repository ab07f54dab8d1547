// k-anonymity of published vectors, checked on them alone: how many documents share each vector.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

struct VectorAnonymity {
    std::int64_t documents = 0;
    std::int64_t classes = 0;                      // different vectors
    std::int64_t smallest = 0;                     // documents of a class: the k of the file
    std::map<std::int64_t, std::int64_t> of_size;  // documents in classes of each size

    double mean() const {  // documents of a class
        return classes > 0 ? static_cast<double>(documents) / static_cast<double>(classes) : 0;
    }
};

VectorAnonymity vector_anonymity(const SparseRows& published);
// The same where each vector is published with a label: documents share both.
VectorAnonymity vector_anonymity(const SparseRows& published,
                                 const std::vector<std::string>& labels);

Json to_json(const VectorAnonymity& anonymity);

}  // namespace lethe::vectors
