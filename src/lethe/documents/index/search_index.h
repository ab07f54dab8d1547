// A search engine: the inverted index of a collection and the vector model of relevance
// (Baeza-Yates and Ribeiro-Neto). Words are lower-cased, stop words dropped, the rest stemmed
// (Porter). A query is an OR of its words; what contains none of them is not returned.
//
//   weight(t, d) = tf(t, d) * log(N / n_t)     weight(t, q) = log(N / n_t)
//   relevance(d, q) = sum of products / (norm of d * norm of q)
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/language/index_terms.h"

namespace lethe::documents {

struct Hit {
    std::int64_t document = 0;
    double relevance = 0;
    friend bool operator==(const Hit&, const Hit&) = default;
};

class SearchIndex {
  public:
    explicit SearchIndex(language::IndexOptions options = {});  // empty, in memory
    static SearchIndex open(const std::string& path);           // Error(io), Error(input)
    ~SearchIndex();
    SearchIndex(SearchIndex&&) noexcept;
    SearchIndex& operator=(SearchIndex&&) noexcept;

    // Documents are numbered in the order in which they come. One whose id is there already takes
    // the place of the old one, at the end; the others move up.
    void add(const Context& context, const std::vector<std::string>& ids,
             const std::vector<std::string_view>& texts);
    void write(const std::string& path) const;  // whole or not at all

    std::int64_t size() const;  // documents
    std::int64_t terms() const;
    std::string_view id(std::int64_t document) const;

    // Most relevant first, ties by number; `most` 0: all with relevance above 0.
    std::vector<Hit> search(std::string_view query, std::int64_t most = 0) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe::documents
