#include "lethe/documents/read/read_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <unordered_set>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/documents/read/read_encoding.h"
#include "lethe/documents/read/read_html.h"
#include "lethe/io/bytes.h"
#include "lethe/io/utf8.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

namespace fs = std::filesystem;

struct FileEnding {
    std::string_view text;
    TextFormat format;
};

constexpr std::array<FileEnding, 9> kFileEndings{{{".txt", TextFormat::plain},
                                                  {".text", TextFormat::plain},
                                                  {".md", TextFormat::markdown},
                                                  {".markdown", TextFormat::markdown},
                                                  {".html", TextFormat::html},
                                                  {".htm", TextFormat::html},
                                                  {".xhtml", TextFormat::html},
                                                  {".jsonl", TextFormat::jsonl},
                                                  {".ndjson", TextFormat::jsonl}}};

std::optional<TextFormat> known_format(const std::string& path) {
    std::string name = language::lower_case(path);
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    for (const FileEnding& ending : kFileEndings) {
        if (name.ends_with(ending.text)) return ending.format;
    }
    return std::nullopt;
}

// The same error, at home in a file.
Error in_file(const Error& error, const std::string& file) {
    Problems problems = error.problems();
    for (Problem& problem : problems) problem.place.file = file;
    return Error(error.kind(), std::move(problems));
}

struct OneFile {
    Documents documents;
    Encoding encoding = Encoding::utf8;
    Problems problems;  // why it cannot be used
};

class FileReader {
  public:
    FileReader(const std::string& path, std::string shown, std::string name, TextFormat format,
               const ReadOptions& options)
        : source_(path, "utf-8"),
          shown_(std::move(shown)),
          name_(std::move(name)),
          format_(format),
          options_(options) {}

    OneFile read(const Context& context) {
        if (format_ == TextFormat::jsonl) {
            read_lines(context);
        } else {
            read_whole(context);
        }
        return std::move(result_);
    }

  private:
    static constexpr std::size_t kBlock = 1 << 20;

    Error too_large(std::int64_t line = 0) const {
        return Error(ErrorKind::input,
                     fmt::format("is larger than {} MiB, the most that a document may be; "
                                 "the option largest allows more",
                                 std::max<std::int64_t>(1, options_.largest >> 20)),
                     {shown_, line, 0, {}});
    }

    // The next block behind `bytes`; false at the end.
    bool read_block(const Context& context, std::string& bytes, std::size_t block = kBlock) {
        context.check_stop();
        const std::size_t had = bytes.size();
        bytes.resize(had + block);
        const std::size_t got = source_.read(bytes.data() + had, block);
        bytes.resize(had + got);
        return got > 0;
    }

    void read_whole(const Context& context) {
        if (source_.is_plain() && source_.file_size() > options_.largest) throw too_large();
        // Many small documents stay in memory: none takes more than it needs.
        constexpr std::size_t kSpare = 64;
        std::string bytes;
        const auto next_block = [&] {
            const auto known = static_cast<std::size_t>(
                std::max<std::int64_t>(0, source_.file_size() - std::ssize(bytes)));
            return source_.is_plain() ? std::min(kBlock, known + kSpare) : kBlock;
        };
        if (source_.is_plain()) {
            bytes.reserve(static_cast<std::size_t>(source_.file_size()) + 2 * kSpare);
        }
        while (read_block(context, bytes, next_block())) {
            if (std::ssize(bytes) > options_.largest) throw too_large();
        }
        bytes.shrink_to_fit();
        Decoded decoded = decode(std::move(bytes));
        result_.encoding = decoded.encoding;
        Document document;
        document.id = name_;
        document.file = name_;
        document.format = format_;
        if (format_ == TextFormat::html) {
            read_html(decoded.text, decoded.map, document.text, document.map);
        } else {
            document.text = std::move(decoded.text);
            document.map = std::move(decoded.map);
        }
        result_.documents.push_back(std::move(document));
    }

    void read_lines(const Context& context) {
        std::string bytes;  // from the begin of a line
        std::int64_t base = 0;
        bool more = true;
        while (more) {
            const std::size_t searched = bytes.size();
            more = read_block(context, bytes);
            if (base == 0 && (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))) {
                throw Error(ErrorKind::input, "is in UTF-16; JSON lines are UTF-8");
            }
            std::size_t begin = 0;
            std::size_t end = bytes.find('\n', searched);
            while (end != std::string::npos || (!more && begin < bytes.size())) {
                end = std::min(end, bytes.size());
                read_line(std::string_view(bytes).substr(begin, end - begin),
                          base + static_cast<std::int64_t>(begin));
                begin = std::min(end + 1, bytes.size());
                end = bytes.find('\n', begin);
            }
            bytes.erase(0, begin);
            base += static_cast<std::int64_t>(begin);
            if (std::ssize(bytes) > options_.largest) throw too_large(line_ + 1);
        }
        if (more_wrong_ > 0) {
            result_.problems.push_back({fmt::format("and {} more lines", more_wrong_),
                                        {shown_, 0, 0, {}},
                                        ErrorKind::input});
        }
        throw_if_any(ErrorKind::input, std::move(result_.problems));
        if (result_.documents.empty()) {
            throw Error(ErrorKind::input, "is empty", {shown_, 0, 0, {}});
        }
    }

    void read_line(std::string_view line, std::int64_t base) {
        ++line_;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
        try {
            if (std::ssize(line) > options_.largest) throw too_large(line_);
            for (Document& document : read_json_line(line, base, options_.fields)) {
                document.file = name_;
                document.line = line_;
                if (document.id.empty()) document.id = fmt::format("{}:{}", name_, line_);
                result_.documents.push_back(std::move(document));
            }
        } catch (const Error& error) {
            constexpr std::size_t kMostTold = 10;
            if (result_.problems.size() == kMostTold) {
                ++more_wrong_;
            } else {
                result_.problems.push_back(
                    {error.problems().front().message, {shown_, line_, 0, {}}, ErrorKind::input});
            }
        }
    }

    ByteSource source_;
    std::string shown_;  // as the user knows the file
    std::string name_;   // below what the user named
    TextFormat format_;
    const ReadOptions& options_;
    OneFile result_;
    std::int64_t line_ = 0;
    std::int64_t more_wrong_ = 0;
};

struct FoundFile {
    std::string path;
    std::string name;
    TextFormat format = TextFormat::plain;
};

// File names are bytes; ids are UTF-8.
std::string as_utf8(const std::string& name) {
    if (check_utf8(name).valid == name.size()) return name;
    std::string text;
    for (const char c : name) append_utf8(text, static_cast<unsigned char>(c));
    return text;
}

std::vector<FoundFile> files_below(const std::string& folder, ReadNotes& notes) {
    std::vector<FoundFile> files;
    std::error_code code;
    fs::recursive_directory_iterator entry(folder, code);
    if (code) throw_io_error(folder, "read", code.value());
    const fs::recursive_directory_iterator end;
    while (entry != end) {
        const bool hidden = entry->path().filename().string().starts_with('.');
        std::error_code ignored;
        const bool is_folder = entry->is_directory(ignored);
        if (hidden && is_folder) {
            entry.disable_recursion_pending();
        } else if (!hidden && !is_folder) {
            const std::string path = entry->path().string();
            if (const auto format = known_format(path)) {
                const std::string name = fs::path(path).lexically_relative(folder).generic_string();
                files.push_back({path, as_utf8(name), *format});
            } else {
                ++notes.other_files;
            }
        }
        const std::string at = entry->path().string();
        entry.increment(code);
        if (code) {
            notes.skipped.push_back({fmt::format("cannot read the folder: {}", code.message()),
                                     {at, 0, 0, {}},
                                     ErrorKind::io});
            code.clear();
        }
    }
    std::sort(files.begin(), files.end(),
              [](const FoundFile& a, const FoundFile& b) { return a.path < b.path; });
    return files;
}

std::vector<OneFile> read_all(const Context& context, const std::vector<FoundFile>& files,
                              const ReadOptions& options) {
    std::vector<OneFile> results(files.size());
    Progress progress(context, "reading", std::ssize(files));
    parallel_tasks(context, std::ssize(files), [&](std::int64_t i) {
        const FoundFile& file = files[static_cast<std::size_t>(i)];
        OneFile& result = results[static_cast<std::size_t>(i)];
        try {
            // A pipe or a device in a folder would wait for ever.
            if (!fs::is_regular_file(file.path)) {
                throw Error(ErrorKind::input, "is not a regular file");
            }
            result =
                FileReader(file.path, file.path, file.name, file.format, options).read(context);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::stopped) throw;
            result.documents.clear();
            result.problems = in_file(error, file.path).problems();
        } catch (const fs::filesystem_error& error) {
            result.problems = {{error.code().message(), {file.path, 0, 0, {}}, ErrorKind::io}};
        }
        progress.add();
    });
    return results;
}

void take(OneFile file, Documents& documents, ReadNotes& notes) {
    ++notes.files;
    notes.latin1 += file.encoding == Encoding::latin1 ? 1 : 0;
    notes.utf16 += file.encoding == Encoding::utf16 ? 1 : 0;
    std::move(file.documents.begin(), file.documents.end(), std::back_inserter(documents));
}

Documents read_document_folder(const Context& context, const std::string& folder,
                               const ReadOptions& options, ReadNotes& notes) {
    const std::vector<FoundFile> files = files_below(folder, notes);
    if (files.empty() && notes.skipped.empty()) {
        throw Error(ErrorKind::input,
                    "holds no document; they end in .txt, .md, .html or .jsonl (or these with .gz)",
                    {folder, 0, 0, {}});
    }
    Documents documents;
    for (OneFile& file : read_all(context, files, options)) {
        if (file.problems.empty()) {
            take(std::move(file), documents, notes);
        } else {
            notes.skipped.push_back(file.problems.front());
        }
    }
    if (documents.empty()) {
        Problems problems = notes.skipped;
        problems.resize(std::min<std::size_t>(problems.size(), 10));
        problems.push_back(
            {"holds no document that can be read", {folder, 0, 0, {}}, ErrorKind::input});
        throw Error(ErrorKind::input, std::move(problems));
    }
    return documents;
}

void make_ids_unique(Documents& documents, ReadNotes& notes) {
    std::unordered_set<std::string> taken;
    std::string own;      // id of the line that is being read, as it was
    std::string current;  // and as it became
    for (Document& document : documents) {
        if (!document.field.empty() && document.id == own) {
            document.id = current;
            continue;
        }
        own = document.id;
        for (int i = 2; !taken.insert(document.id).second; ++i) {
            document.id = fmt::format("{}#{}", own, i);
            notes.renamed += i == 2 ? 1 : 0;
        }
        current = document.id;
    }
}

bool is_blank_text(const std::string& text) {
    return text.find_first_not_of(" \t\r\n\f\v") == std::string::npos;
}

}  // namespace

TextFormat format_of_file(const std::string& path) {
    return known_format(path).value_or(TextFormat::plain);
}

Documents read_documents(const Context& context, const std::string& path,
                         const ReadOptions& options, ReadNotes* notes) {
    if (options.largest < 1 || options.largest > ReadOptions::kLargestOfAll) {
        throw Error(ErrorKind::usage, "must be from 1 byte to 4 GiB", {{}, 0, 0, "largest"});
    }
    ReadNotes own;
    ReadNotes& said = notes != nullptr ? *notes : own;
    Documents documents;
    if (path != "-" && fs::is_directory(path)) {
        documents = read_document_folder(context, path, options, said);
    } else {
        const bool input = path == "-";
        const std::string shown = input ? "standard input" : path;
        const std::string name = input ? "-" : as_utf8(fs::path(path).filename().string());
        try {
            take(FileReader(input ? "/dev/stdin" : path, shown, name,
                            input ? TextFormat::plain : format_of_file(path), options)
                     .read(context),
                 documents, said);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::stopped) throw;
            throw in_file(error, shown);
        }
    }
    make_ids_unique(documents, said);
    for (const Document& document : documents) {
        said.bytes += std::ssize(document.text);
        if (document.field.empty() && is_blank_text(document.text))
            said.empty.push_back(document.id);
    }
    const auto texts = std::count_if(documents.begin(), documents.end(),
                                     [](const Document& d) { return d.field.empty(); });
    if (std::ssize(said.empty) == texts) {
        throw Error(ErrorKind::input,
                    texts == 1 ? "is empty: there is no text in it"
                               : "all documents are empty: there is no text in them",
                    {path == "-" ? "standard input" : path, 0, 0, {}});
    }
    return documents;
}

}  // namespace lethe::documents
