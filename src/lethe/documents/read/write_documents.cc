#include "lethe/documents/read/write_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_write(const std::string& path, int code) {
    throw Error(ErrorKind::io, fmt::format("cannot write: {}", std::strerror(code)),
                {path, 0, 0, {}});
}

std::string_view usual_ending(TextFormat format) {
    switch (format) {
        case TextFormat::markdown:
            return ".md";
        case TextFormat::jsonl:
            return ".jsonl";
        case TextFormat::plain:
        case TextFormat::html:
            break;
    }
    return ".txt";
}

// Without .gz, and .txt for .html.
std::string released_name(const std::string& file, TextFormat format) {
    std::string name = file;
    if (language::lower_case(name).ends_with(".gz")) name.resize(name.size() - 3);
    if (format == TextFormat::html) {
        name = (fs::path(name).replace_extension(".txt")).generic_string();
    }
    return name == "-" ? "document.txt" : name;
}

class Namer {
  public:
    Namer(const RemovedWords& removed, const std::function<bool(const std::string&)>& tells)
        : removed_(removed), tells_(tells) {}

    // `made` is what takes the place of a name that tells.
    std::string file_name(const Document& document, const std::string& made) {
        std::string name = released_name(document.file, document.format);
        if (tells(name)) name = made + std::string(usual_ending(document.format));
        return unique(name, files_);
    }
    std::string id(const std::string& id, const std::string& made) {
        return unique(tells(id) ? made : id, ids_);
    }
    bool tells(const std::string& name) const {
        return holds_removed_word(name, removed_) || (tells_ && tells_(name));
    }

  private:
    static std::string unique(const std::string& name, std::unordered_set<std::string>& taken) {
        std::string made = name;
        for (int i = 2; !taken.insert(made).second; ++i) {
            const fs::path path(name);
            made = (path.parent_path() /
                    fmt::format("{}-{}{}", path.stem().string(), i, path.extension().string()))
                       .generic_string();
        }
        return made;
    }

    const RemovedWords& removed_;
    const std::function<bool(const std::string&)>& tells_;
    std::unordered_set<std::string> files_;
    std::unordered_set<std::string> ids_;
};

bool is_within(const fs::path& inner, const fs::path& outer) {
    const fs::path relative = inner.lexically_relative(outer);
    return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

ReleaseNames release_names(const Documents& documents, const RemovedWords& removed_words,
                           const std::function<bool(const std::string& name)>& tells) {
    ReleaseNames names;
    Namer namer(removed_words, tells);
    std::unordered_map<std::string, std::string> files;  // new names of files with many documents
    std::string last_id;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        const Document& document = documents[d];
        const std::string made = fmt::format("document-{:04}", d + 1);
        auto [file, fresh] = files.try_emplace(document.file);
        if (fresh) file->second = namer.file_name(document, made);
        names.files.push_back(file->second);
        if (document.format != TextFormat::jsonl) {
            names.ids.push_back(file->second);
        } else if (document.field.empty()) {
            const bool numbered = document.id == fmt::format("{}:{}", document.file, document.line);
            last_id = numbered ? fmt::format("{}:{}", file->second, document.line)
                               : namer.id(document.id, made);
            names.ids.push_back(last_id);
        } else {
            names.ids.push_back(last_id);
        }
        names.renamed += document.field.empty() && namer.tells(document.id) ? 1 : 0;
    }
    return names;
}

std::vector<ReleaseFile> release_files(const Documents& documents,
                                       const std::vector<std::string>& texts,
                                       const ReleaseNames& names) {
    std::vector<ReleaseFile> files;
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t d = 0; d < documents.size();) {
        const auto [place, fresh] = known.try_emplace(names.files[d], files.size());
        if (fresh) files.push_back({names.files[d], {}});
        std::string& bytes = files[place->second].bytes;
        if (documents[d].format != TextFormat::jsonl) {
            bytes = texts[d++];
            continue;
        }
        Json line = {{"id", names.ids[d]}, {"text", texts[d]}};
        for (++d; d < documents.size() && !documents[d].field.empty(); ++d) {
            line[documents[d].field] = texts[d];
        }
        bytes += line.dump() + "\n";
    }
    return files;
}

void write_files(const Context& context, const std::vector<ReleaseFile>& files,
                 const std::string& folder) {
    for (const ReleaseFile& file : files) {
        context.check_stop();
        const fs::path path = fs::path(folder) / file.name;
        std::error_code code;
        fs::create_directories(path.parent_path(), code);
        if (code) fail_write(path.string(), code.value());
        std::FILE* out = std::fopen(path.c_str(), "wbx");
        if (out == nullptr) fail_write(path.string(), errno);
        const bool written =
            std::fwrite(file.bytes.data(), 1, file.bytes.size(), out) == file.bytes.size();
        if (std::fclose(out) != 0 || !written) fail_write(path.string(), errno);
    }
}

void check_release_place(const std::string& input, const std::string& output, bool folder) {
    if (input == "-") return;
    const Place place{output, 0, 0, {}};
    const fs::path from = fs::weakly_canonical(input);
    const fs::path to = fs::weakly_canonical(output);
    if (from == to) {
        throw Error(ErrorKind::usage, "would overwrite the documents; choose another path", place);
    }
    if (folder && (is_within(to, from) || is_within(from, to))) {
        throw Error(ErrorKind::usage,
                    "stands within the documents' folder, or they in it; choose another path",
                    place);
    }
}

}  // namespace lethe::documents
