#include "lethe/vectors/make/vector_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <unordered_set>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/bundle.h"
#include "lethe/io/bytes.h"
#include "lethe/io/file.h"
#include "lethe/io/utf8.h"
#include "lethe/language/characters.h"
#include "lethe/vectors/make/vector_lines.h"
#include "lethe/vectors/make/vector_table.h"

namespace lethe::vectors {
namespace {

enum class VectorFormat { matrix_market, svmlight, csv, parquet };

struct VectorPath {
    VectorFormat format;
    bool gzip = false;
    std::string stem;  // without the endings

    bool has_companions() const {
        return format == VectorFormat::matrix_market || format == VectorFormat::svmlight;
    }
    std::string terms() const { return stem + ".terms.txt"; }
    std::string documents() const { return stem + ".documents.csv"; }
};

VectorPath path_of(const std::string& path) {
    struct Ending {
        std::string_view text;
        VectorFormat format;
        bool gzip;
    };
    constexpr std::array<Ending, 8> kEndings{{{".mtx", VectorFormat::matrix_market, false},
                                              {".mtx.gz", VectorFormat::matrix_market, true},
                                              {".svm", VectorFormat::svmlight, false},
                                              {".svm.gz", VectorFormat::svmlight, true},
                                              {".libsvm", VectorFormat::svmlight, false},
                                              {".libsvm.gz", VectorFormat::svmlight, true},
                                              {".csv", VectorFormat::csv, false},
                                              {".parquet", VectorFormat::parquet, false}}};
    const std::string lower = language::lower_case(path);
    for (const Ending& ending : kEndings) {
        if (!lower.ends_with(ending.text)) continue;
        return {ending.format, ending.gzip, path.substr(0, path.size() - ending.text.size())};
    }
    throw Error(ErrorKind::usage,
                "is not a file of vectors by its ending: .mtx, .svm or .libsvm (also with .gz), "
                ".parquet or .csv",
                {path, 0, 0, {}});
}

bool exists(const std::string& path) {
    std::error_code unknown;
    return std::filesystem::exists(path, unknown);
}

LineSource lines_of(const std::string& path, ByteSource& source) {
    return LineSource(path,
                      [&source](char* out, std::size_t size) { return source.read(out, size); });
}

std::optional<std::vector<std::string>> read_terms(const std::string& path) {
    if (!exists(path)) return std::nullopt;
    ByteSource source(path, "utf-8");
    LineSource lines = lines_of(path, source);
    std::vector<std::string> terms;
    while (lines.next()) {
        const std::string_view line = lines.line();
        if (line.empty()) throw lines.wrong("is an empty term");
        if (check_utf8(line).valid != line.size()) throw lines.wrong("is not UTF-8");
        terms.emplace_back(line);
    }
    std::unordered_set<std::string_view> known;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (!known.insert(terms[i]).second) {
            throw lines.wrong("is a term that was there before", static_cast<std::int64_t>(i + 1));
        }
    }
    return terms;
}

std::vector<std::string> numbered_terms(std::int32_t columns) {
    std::vector<std::string> terms;
    terms.reserve(static_cast<std::size_t>(columns));
    for (std::int32_t c = 1; c <= columns; ++c) terms.push_back(fmt::format("term{}", c));
    return terms;
}

lethe::ReadOptions comma_separated() {
    lethe::ReadOptions options;
    options.format = Format::csv;
    options.separator = ',';
    options.header = true;
    return options;
}

DocumentVectors read_text_format(const Context& context, const std::string& path,
                                 const VectorPath& parts) {
    std::optional<std::vector<std::string>> terms = read_terms(parts.terms());
    ByteSource source(path, "utf-8");
    LineSource lines = lines_of(path, source);
    DocumentVectors result;
    if (parts.format == VectorFormat::matrix_market) {
        result.rows = read_matrix_market(context, lines);
        if (terms && std::ssize(*terms) != result.rows.columns()) {
            throw Error(ErrorKind::input,
                        fmt::format("has {} terms, the matrix has {} columns", terms->size(),
                                    result.rows.columns()),
                        {parts.terms(), 0, 0, {}});
        }
    } else {
        SvmLines read = read_svmlight(context, lines, terms ? std::ssize(*terms) : -1);
        result.rows = std::move(read.rows);
        const bool unlabelled = std::all_of(read.classes.begin(), read.classes.end(),
                                            [](const std::string& c) { return c == "0"; });
        if (!unlabelled) result.labels = std::move(read.classes);
    }
    result.terms = terms ? std::move(*terms) : numbered_terms(result.rows.columns());
    if (exists(parts.documents())) {
        take_documents(read_table(context, parts.documents(), comma_separated()), parts.documents(),
                       result);
    }
    return result;
}

// From labels to numbers from 1, in the order of the labels.
std::vector<std::int32_t> label_numbers(const std::vector<std::string>& labels) {
    std::vector<std::string> distinct = labels;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::vector<std::int32_t> numbers;
    numbers.reserve(labels.size());
    for (const std::string& label : labels) {
        const auto place = std::lower_bound(distinct.begin(), distinct.end(), label);
        numbers.push_back(static_cast<std::int32_t>(place - distinct.begin()) + 1);
    }
    return numbers;
}

std::string list_of_terms(const std::vector<std::string>& terms, const std::string& path) {
    std::string text;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (terms[i].empty() || terms[i].find_first_of("\r\n") != std::string::npos) {
            throw Error(ErrorKind::input,
                        fmt::format("term {} is empty or holds a line end, which a list of terms "
                                    "cannot; .parquet and .csv can",
                                    i + 1),
                        {path, 0, 0, {}});
        }
        text += terms[i] + "\n";
    }
    return text;
}

// Vectors of another format with the same name have the same files beside them: refused where
// these would change.
void refuse_siblings(const std::string& path, const VectorPath& parts, const std::string& terms,
                     const std::string& documents) {
    const auto changes = [](const std::string& file, const std::string& bytes) {
        return exists(file) && read_file(file) != bytes;
    };
    if (!changes(parts.terms(), terms) && !changes(parts.documents(), documents)) return;
    for (const char* ending : {".mtx", ".svm", ".libsvm", ".mtx.gz", ".svm.gz", ".libsvm.gz"}) {
        const std::string sibling = parts.stem + ending;
        if (sibling == path || !exists(sibling)) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("would change the files beside {}; choose "
                                "another name",
                                std::filesystem::path(sibling).filename().string()),
                    {path, 0, 0, {}});
    }
}

bool has_documents(const DocumentVectors& vectors) {
    return !vectors.ids.empty() || !vectors.labels.empty();
}

void check_companions(const DocumentVectors& vectors, const std::string& path,
                      const VectorPath& parts) {
    const bool documents = has_documents(vectors);
    refuse_siblings(path, parts, list_of_terms(vectors.terms, parts.terms()),
                    documents ? table_text(document_table(vectors), Format::csv) : std::string());
    if (!documents && exists(parts.documents())) {
        throw Error(ErrorKind::usage,
                    "is there already, and would be taken for the ids and labels of the vectors, "
                    "which have none; choose another path",
                    {parts.documents(), 0, 0, {}});
    }
}

void write_text_format(const Context& context, const DocumentVectors& vectors,
                       const std::string& path, const VectorPath& parts) {
    const std::string terms = list_of_terms(vectors.terms, parts.terms());
    const bool documents = has_documents(vectors);
    check_companions(vectors, path, parts);
    // Each file is complete before the first one gets its name.
    write_atomically(path, false, [&](const std::string& temporary) {
        ByteSink sink(temporary, parts.gzip ? Compression::gzip : Compression::none, path);
        const auto write = [&](std::string_view text) { sink.write(text); };
        if (parts.format == VectorFormat::matrix_market) {
            write_matrix_market(context, vectors.rows, write);
        } else {
            write_svmlight(context, vectors.rows, label_numbers(vectors.labels), write);
        }
        sink.close();
        write_atomically(parts.terms(), false, [&](const std::string& temporary_terms) {
            ByteSink list(temporary_terms, Compression::none, parts.terms());
            list.write(terms);
            list.close();
            if (documents) write_table(context, document_table(vectors), parts.documents());
        });
    });
}

}  // namespace

DocumentVectors read_vectors(const Context& context, const std::string& path) {
    const VectorPath parts = path_of(path);
    finish_interrupted(path);  // a matrix and its terms are of one version
    if (parts.has_companions()) return read_text_format(context, path, parts);
    lethe::ReadOptions options;
    options.format = Format::parquet;
    if (parts.format == VectorFormat::csv) options = comma_separated();
    return from_long_form(read_table(context, path, options), path);
}

void write_vectors(const Context& context, const DocumentVectors& vectors,
                   const std::string& path) {
    const VectorPath parts = path_of(path);
    if (parts.has_companions()) {
        write_text_format(context, vectors, path, parts);
    } else {
        write_table(context, long_form(vectors), path);
    }
}

void check_vector_place(const DocumentVectors& vectors, const std::string& path) {
    const VectorPath parts = path_of(path);
    if (parts.has_companions()) check_companions(vectors, path, parts);
}

std::vector<std::string> vector_files(const DocumentVectors& vectors, const std::string& path) {
    const VectorPath parts = path_of(path);
    std::vector<std::string> files = {path};
    if (!parts.has_companions()) return files;
    files.push_back(parts.terms());
    if (has_documents(vectors)) files.push_back(parts.documents());
    return files;
}

}  // namespace lethe::vectors
