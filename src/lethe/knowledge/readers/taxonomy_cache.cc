// The file: a magic word, the check sum of what follows it, then everything in a fixed order. A
// number is written seven bits a byte, the lowest first; ascending lists of concepts as they are. A
// text, and a list of texts, is preceded by its length.
#include "lethe/knowledge/readers/taxonomy_cache.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <limits>

#include "lethe/core/version.h"
#include "lethe/knowledge/readers/readers.h"

namespace lethe::readers {
namespace {

constexpr std::string_view kMagic = "LETHE-K1";

// Eight bytes at a time, each round invertible, so that no single change goes unnoticed.
std::uint64_t checksum(std::string_view bytes) {
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ULL;
    std::uint64_t sum = bytes.size() * kFactor;
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
        sum = (sum ^ word) * kFactor;
        sum ^= sum >> 29;
    }
    return sum;
}

class Writer {
  public:
    std::string bytes;

    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
        bytes += static_cast<char>(value);
    }
    void text(std::string_view value) {
        number(value.size());
        bytes += value;
    }
    template <class T>
    void lengths(const Lists<T>& lists) {
        number(static_cast<std::uint64_t>(lists.size()));
        for (std::int64_t i = 0; i < lists.size(); ++i) number(lists[i].size());
    }
    void lists(const Lists<std::int32_t>& value) {
        lengths(value);
        for (const std::int32_t item : value.items) number(static_cast<std::uint64_t>(item));
    }
    void texts(const Texts& value) {
        lengths(value.lists);
        bytes.append(value.lists.items.data(), value.lists.items.size());
    }
};

// Reads what a Writer wrote; `sound` is false from the first thing that cannot be on.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}
    bool sound = true;

    bool at_end() const { return rest_.empty(); }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (rest_.empty()) break;
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80) return value;
        }
        sound = false;
        return 0;
    }
    std::string_view text() {
        const std::uint64_t size = number();
        if (!sound || size > rest_.size()) {
            sound = false;
            return {};
        }
        const std::string_view value = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return value;
    }
    // An item takes at least one byte, so that there are no more of them than bytes.
    template <class T>
    bool lengths(Lists<T>& lists) {
        const std::uint64_t count = number();
        if (!sound || count > rest_.size()) return sound = false;
        lists.begin.resize(count + 1);
        std::uint64_t end = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t size = number();
            if (!sound || size > rest_.size()) return sound = false;
            end += size;
            lists.begin[i + 1] = static_cast<std::int64_t>(end);
        }
        return sound = end <= rest_.size();
    }
    void lists(Lists<std::int32_t>& value) {
        if (!lengths(value)) return;
        value.items.resize(static_cast<std::size_t>(value.begin.back()));
        for (std::int32_t& item : value.items) {
            const std::uint64_t read = number();
            sound = sound && read <= std::numeric_limits<std::int32_t>::max();
            item = static_cast<std::int32_t>(read);
        }
    }
    void texts(Texts& value) {
        if (!lengths(value.lists)) return;
        const std::string_view all =
            rest_.substr(0, static_cast<std::size_t>(value.lists.begin.back()));
        value.lists.items.assign(all.begin(), all.end());
        rest_.remove_prefix(all.size());
    }

  private:
    std::string_view rest_;
};

// The order of everything in the file, for both directions.
template <class Parts, class Do>
void each_part(Parts& parts, Do act) {
    act(parts.parents);
    act(parts.ids);
    act(parts.names);
    act(parts.name_texts);
    act(parts.glosses);
    act(parts.wholes);
    act(parts.keys);
    act(parts.senses);
    act(parts.stem_keys);
    act(parts.stem_senses);
}

}  // namespace

std::string source_key(KnowledgeFormat format, const std::vector<std::string>& files) {
    std::string key = fmt::format("lethe {} reader {} format {}\n", kProgramVersion, kReaderVersion,
                                  name(format));
    for (const std::string& file : files) {
        struct stat status {};
        if (::stat(file.c_str(), &status) != 0) return {};  // the reader will say why
        // The time of the last change of the file itself cannot be set back.
        key += fmt::format("{} {} {} {}.{:09} {}.{:09}\n", std::filesystem::absolute(file).string(),
                           status.st_ino, status.st_size, status.st_mtim.tv_sec,
                           status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
    }
    return key;
}

bool is_own_file(const std::string& file) {
    struct stat status {};
    if (::lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
    return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::string cache_file(const std::string& folder, const std::string& key) {
    return fmt::format("{}/taxonomy-{:016x}.bin", folder, checksum(key));
}

std::string encode_taxonomy(const std::string& key, const TaxonomyParts& parts,
                            const std::vector<std::string>& notes) {
    Writer writer;
    writer.text(key);
    writer.number(notes.size());
    for (const std::string& note : notes) writer.text(note);
    writer.text(parts.name);
    writer.text(parts.version);
    writer.number(parts.virtual_root ? 1 : 0);
    each_part(parts, [&](const auto& part) {
        if constexpr (requires { part.items; }) {
            writer.lists(part);
        } else {
            writer.texts(part);
        }
    });
    return sealed(writer.bytes);
}

std::string sealed(std::string_view body) {
    const std::uint64_t sum = checksum(body);
    std::string file(kMagic);
    file.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    return file.append(body);
}

std::optional<CachedTaxonomy> decode_taxonomy(std::string_view bytes, std::string_view key) {
    std::uint64_t sum = 0;
    if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + sizeof sum) return {};
    std::memcpy(&sum, bytes.data() + kMagic.size(), sizeof sum);
    bytes.remove_prefix(kMagic.size() + sizeof sum);
    if (checksum(bytes) != sum) return {};
    Reader reader(bytes);
    if (reader.text() != key) return {};
    CachedTaxonomy result;
    for (std::uint64_t left = reader.number(); left > 0 && reader.sound; --left) {
        result.notes.emplace_back(reader.text());
    }
    result.parts.name = reader.text();
    result.parts.version = reader.text();
    result.parts.virtual_root = reader.number() != 0;
    each_part(result.parts, [&](auto& part) {
        if (!reader.sound) return;
        if constexpr (requires { part.items; }) {
            reader.lists(part);
        } else {
            reader.texts(part);
        }
    });
    if (!reader.sound || !reader.at_end()) return {};
    return result;
}

}  // namespace lethe::readers
