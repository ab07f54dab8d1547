#include "lethe/vectors/make/vector_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "lethe/core/error.h"
#include "lethe/vectors/make/vector_lines.h"

namespace lethe::vectors {
namespace {

constexpr std::string_view kColumns = "document, term and weight, and perhaps id and label";

Error wrong(const std::string& file, std::int64_t row, const std::string& message) {
    return Error(ErrorKind::input, row < 0 ? message : fmt::format("row {}: {}", row + 1, message),
                 {file, 0, 0, {}});
}

// Codes that share one dictionary with `texts`, row r having text which[r].
ColumnPtr text_column(std::string name, const std::vector<std::string>& texts,
                      std::vector<std::int32_t> which, Validity validity = {}) {
    return Column::categories(std::move(name), Kind::nominal, std::move(which),
                              std::make_shared<const Dictionary>(texts), std::move(validity));
}

// Labels repeat, ids do not: each text once, in the order of their first rows.
ColumnPtr text_column(std::string name, const std::vector<std::string>& of_row) {
    std::unordered_map<std::string_view, std::int32_t> known;
    std::vector<std::string> texts;
    std::vector<std::int32_t> codes;
    codes.reserve(of_row.size());
    for (const std::string& text : of_row) {
        const auto [place, is_new] =
            known.try_emplace(text, static_cast<std::int32_t>(texts.size()));
        if (is_new) texts.push_back(text);
        codes.push_back(place->second);
    }
    return text_column(std::move(name), texts, std::move(codes));
}

void refuse_repeats(const std::vector<std::string>& ids, const std::string& file) {
    std::unordered_set<std::string_view> known;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (known.insert(ids[i]).second) continue;
        throw wrong(file, -1, fmt::format("document {} has the id of another one", i + 1));
    }
}

struct LongEntry {
    std::int32_t document;
    std::int32_t term;
    double weight;
    std::int64_t row;
};

class LongFormReader {
  public:
    LongFormReader(const Table& table, const std::string& file) : table_(table), file_(file) {
        if (find("document") == nullptr || find("term") == nullptr || find("weight") == nullptr) {
            throw wrong(file_, -1,
                        fmt::format("vectors in long form have the columns {}", kColumns));
        }
    }

    DocumentVectors read() {
        if (table_.rows() == 0) throw wrong(file_, -1, "has no documents");
        read_documents();
        read_entries();
        DocumentVectors result;
        result.terms = order_terms();
        result.rows = rows();
        result.ids = of_documents("id");
        result.labels = of_documents("label");
        refuse_repeats(result.ids, file_);
        return result;
    }

  private:
    const Column* find(std::string_view name) const { return table_.find(name); }

    void read_documents() {
        const Column& column = *find("document");
        if (!column.is_numeric()) throw wrong(file_, -1, "the column document is not of numbers");
        const auto most = static_cast<double>(std::min<std::int64_t>(
            most_for(table_.rows()), std::numeric_limits<std::int32_t>::max() - 1));
        for (std::int64_t r = 0; r < table_.rows(); ++r) {
            const double number = column.numbers()[static_cast<std::size_t>(r)];
            if (!column.valid(r) || number < 1 || number != std::floor(number)) {
                throw wrong(file_, r, "documents are numbered from 1");
            }
            if (number > most) {
                throw wrong(file_, r,
                            "the number of the document is beyond what so many rows hold");
            }
            document_.push_back(static_cast<std::int32_t>(number) - 1);
            documents_ = std::max(documents_, std::int64_t{document_.back()} + 1);
        }
    }

    void read_entries() {
        const Column& term = *find("term");
        const Column& weight = *find("weight");
        if (!weight.is_numeric()) throw wrong(file_, -1, "the column weight is not of numbers");
        for (std::int64_t r = 0; r < table_.rows(); ++r) {
            std::string text = term.text(r);
            if (!weight.valid(r) && text.empty()) continue;
            if (!weight.valid(r)) throw wrong(file_, r, "has a term without a weight");
            if (text.empty()) throw wrong(file_, r, "has a weight without a term");
            const auto [place, is_new] =
                number_.try_emplace(std::move(text), static_cast<std::int32_t>(number_.size()));
            entries_.push_back({document_[static_cast<std::size_t>(r)], place->second,
                                weight.numbers()[static_cast<std::size_t>(r)], r});
        }
    }

    // In the order of their bytes; the entries get the new numbers.
    std::vector<std::string> order_terms() {
        std::vector<std::string> terms;
        for (const auto& [term, number] : number_) terms.push_back(term);
        std::sort(terms.begin(), terms.end());
        std::vector<std::int32_t> becomes(terms.size());
        for (std::size_t i = 0; i < terms.size(); ++i) {
            becomes[static_cast<std::size_t>(number_.at(terms[i]))] = static_cast<std::int32_t>(i);
        }
        for (LongEntry& entry : entries_) {
            entry.term = becomes[static_cast<std::size_t>(entry.term)];
        }
        return terms;
    }

    SparseRows rows() {
        std::sort(entries_.begin(), entries_.end(), [](const LongEntry& a, const LongEntry& b) {
            return std::tie(a.document, a.term, a.row) < std::tie(b.document, b.term, b.row);
        });
        SparseRows rows(static_cast<std::int32_t>(number_.size()));
        rows.reserve(documents_, std::ssize(entries_));
        std::int32_t document = 0;
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const LongEntry& entry = entries_[i];
            if (i > 0 && entries_[i - 1].document == entry.document &&
                entries_[i - 1].term == entry.term) {
                throw wrong(file_, entry.row, "the document has this term twice");
            }
            for (; document < entry.document; ++document) rows.end_row();
            if (entry.weight != 0) rows.add(entry.term, entry.weight);
        }
        for (; document < documents_; ++document) rows.end_row();
        return rows;
    }

    // What every row of a document says alike.
    std::vector<std::string> of_documents(std::string_view name) const {
        const Column* column = find(name);
        if (column == nullptr) return {};
        std::vector<std::string> texts(static_cast<std::size_t>(documents_));
        std::vector<char> known(texts.size(), 0);
        for (std::int64_t r = 0; r < table_.rows(); ++r) {
            const auto d = static_cast<std::size_t>(document_[static_cast<std::size_t>(r)]);
            std::string text = column->text(r);
            if (known[d] != 0 && texts[d] != text) {
                throw wrong(file_, r,
                            fmt::format("another row of the document has another {}", name));
            }
            known[d] = 1;
            texts[d] = std::move(text);
        }
        const auto gap = std::find(known.begin(), known.end(), 0);
        if (gap != known.end()) {
            throw wrong(
                file_, -1,
                fmt::format("document {} has no row, and so no {}", gap - known.begin() + 1, name));
        }
        return texts;
    }

    const Table& table_;
    const std::string& file_;
    std::vector<std::int32_t> document_;  // of each row of the table, from 0
    std::int64_t documents_ = 0;
    std::unordered_map<std::string, std::int32_t> number_;  // of terms
    std::vector<LongEntry> entries_;
};

}  // namespace

Table long_form(const DocumentVectors& vectors) {
    std::vector<double> document;
    std::vector<double> weight;
    std::vector<std::int32_t> term;
    std::vector<std::int64_t> from;  // which document, of each row
    std::vector<std::int64_t> empty;
    for (std::int64_t d = 0; d < vectors.size(); ++d) {
        const SparseRow row = vectors.rows[d];
        for (std::size_t i = 0; i < std::max<std::size_t>(1, row.columns.size()); ++i) {
            const bool entry = i < row.columns.size();
            if (!entry) empty.push_back(std::ssize(from));
            document.push_back(static_cast<double>(d + 1));
            term.push_back(entry ? row.columns[i] : 0);
            weight.push_back(entry ? row.values[i] : 0);
            from.push_back(d);
        }
    }
    Validity validity;
    if (!empty.empty()) {
        validity = Validity(std::ssize(from));
        for (const std::int64_t row : empty) validity.set_missing(row);
    }
    std::vector<ColumnPtr> columns = {Column::numeric("document", std::move(document))};
    if (!vectors.ids.empty()) columns.push_back(text_column("id", vectors.ids)->gather(from));
    if (!vectors.labels.empty()) {
        columns.push_back(text_column("label", vectors.labels)->gather(from));
    }
    columns.push_back(text_column("term", vectors.terms, std::move(term), validity));
    columns.push_back(Column::numeric("weight", std::move(weight), validity));
    return Table(std::move(columns));
}

DocumentVectors from_long_form(const Table& table, const std::string& file) {
    return LongFormReader(table, file).read();
}

Table document_table(const DocumentVectors& vectors) {
    std::vector<ColumnPtr> columns;
    if (!vectors.ids.empty()) columns.push_back(text_column("id", vectors.ids));
    if (!vectors.labels.empty()) columns.push_back(text_column("label", vectors.labels));
    return Table(std::move(columns));
}

void take_documents(const Table& table, const std::string& file, DocumentVectors& vectors) {
    if (table.rows() != vectors.size()) {
        throw wrong(
            file, -1,
            fmt::format("has {} documents, the vectors are {}", table.rows(), vectors.size()));
    }
    const auto texts = [&](std::string_view name) {
        std::vector<std::string> result;
        const Column* column = table.find(name);
        for (std::int64_t r = 0; column != nullptr && r < table.rows(); ++r) {
            result.push_back(column->text(r));
        }
        return result;
    };
    if (table.find("id") == nullptr && table.find("label") == nullptr) {
        throw wrong(file, -1, "has neither a column id nor a column label");
    }
    if (table.find("id") != nullptr) vectors.ids = texts("id");
    if (table.find("label") != nullptr) vectors.labels = texts("label");
    refuse_repeats(vectors.ids, file);
}

}  // namespace lethe::vectors
