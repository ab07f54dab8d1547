#include "lethe/documents/index/index_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/language/stop_words.h"

namespace lethe::documents {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t kIndexMagic = 0x3158492D4548544CULL;  // "LTHE-IX1"

struct Head {
    std::uint64_t magic = kIndexMagic;
    std::uint32_t stop_words = 0;  // version of the list; 0: none were dropped
    std::uint32_t stems = 0;
    std::uint64_t segments = 0;
    std::uint64_t check = 0;  // of the directory
};

struct Section {
    std::uint64_t at = 0;
    std::uint64_t size = 0;
    std::uint64_t check = 0;  // 0 for postings, whose lists have their own
};

enum : std::size_t {
    kIdEnds,
    kIds,
    kById,
    kTermEnds,
    kTerms,
    kLists,
    kPostings,
    kDead,
    kNorms,
    kCounts,
    kSections
};

using Bytes = std::array<std::string_view, kSections>;

template <class T>
std::string_view bytes_of(std::span<const T> items) {
    return {reinterpret_cast<const char*>(items.data()), items.size_bytes()};
}

template <class T>
std::span<const T> items_of(std::string_view bytes) {
    if (bytes.size() % sizeof(T) != 0) fail_damaged_index();
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

Bytes sections_of(const IndexPart& part) {
    const SegmentParts& parts = part.segment.parts();
    return {bytes_of(parts.id_ends),
            parts.ids,
            bytes_of(parts.by_id),
            bytes_of(parts.term_ends),
            parts.terms,
            bytes_of(parts.lists),
            parts.postings,
            bytes_of(part.dead.words()),
            bytes_of(part.norms),
            bytes_of(part.counts)};
}

constexpr std::uint64_t aligned(std::uint64_t at) { return (at + 7) / 8 * 8; }

// Whether what depends on the whole collection can be true of this segment.
bool is_sound(const IndexPart& part) {
    const std::int64_t documents = part.segment.documents();
    if (!part.segment.sound()) return false;
    if (std::ssize(part.norms) != documents || std::ssize(part.counts) != part.segment.terms()) {
        return false;
    }
    for (const double norm : part.norms) {
        if (!std::isfinite(norm) || norm < 0) return false;
    }
    for (const std::uint32_t count : part.counts) {
        if (count > part.dead.live()) return false;
    }
    return true;
}

IndexPart part_of(const Bytes& bytes, std::shared_ptr<const void> owner) {
    const SegmentParts parts{items_of<std::uint64_t>(bytes[kIdEnds]),
                             bytes[kIds],
                             items_of<std::uint32_t>(bytes[kById]),
                             items_of<std::uint64_t>(bytes[kTermEnds]),
                             bytes[kTerms],
                             items_of<PostingList>(bytes[kLists]),
                             bytes[kPostings]};
    const auto words = items_of<std::uint64_t>(bytes[kDead]);
    const std::size_t documents = parts.id_ends.size();
    const std::size_t rest = documents % 64;
    if (words.size() != (documents + 63) / 64 || (rest != 0 && words.back() >> rest != 0)) {
        fail_damaged_index();
    }
    IndexPart part{Segment(parts, std::move(owner)),
                   Tombstones(static_cast<std::int64_t>(documents), words),
                   items_of<double>(bytes[kNorms]), items_of<std::uint32_t>(bytes[kCounts])};
    if (!is_sound(part)) fail_damaged_index();
    return part;
}

IndexFile read_mapped(std::string_view bytes, const std::shared_ptr<const void>& owner) {
    Head head;
    if (bytes.size() < sizeof head ||
        std::memcmp(bytes.data(), &kIndexMagic, sizeof kIndexMagic) != 0) {
        throw Error(ErrorKind::input, "is not a search index of this version; build it again");
    }
    std::memcpy(&head, bytes.data(), sizeof head);
    const std::uint64_t most = (bytes.size() - sizeof head) / (kSections * sizeof(Section));
    if (head.segments > most || head.stems > 1) fail_damaged_index();
    if (head.stop_words != 0 && head.stop_words != language::kStopWordsVersion) {
        throw Error(ErrorKind::input, "was built with another list of stop words; build it again");
    }
    const std::string_view directory =
        bytes.substr(sizeof head, head.segments * kSections * sizeof(Section));
    if (list_check(directory) != head.check) fail_damaged_index();
    const auto sections = items_of<Section>(directory);
    IndexFile file{{head.stems != 0, head.stop_words != 0}, {}};
    for (std::size_t i = 0; i < head.segments; ++i) {
        Bytes parts;
        for (std::size_t j = 0; j < kSections; ++j) {
            const Section& section = sections[i * kSections + j];
            if (section.at % 8 != 0 || section.at > bytes.size() ||
                section.size > bytes.size() - section.at) {
                fail_damaged_index();
            }
            parts[j] = bytes.substr(section.at, section.size);
            if (j != kPostings && list_check(parts[j]) != section.check) fail_damaged_index();
        }
        file.parts.push_back(part_of(parts, owner));
    }
    return file;
}

[[noreturn]] void fail_index(const std::string& path, std::string_view doing, int code) {
    throw Error(ErrorKind::io, fmt::format("cannot {}: {}", doing, std::strerror(code)),
                {path, 0, 0, {}});
}

// A file in memory for as long as someone holds it.
class Mapping {
  public:
    explicit Mapping(const std::string& path) {
        const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (handle < 0) fail_index(path, "read", errno);
        struct stat status {};
        const bool known = ::fstat(handle, &status) == 0;
        if (!known || !S_ISREG(status.st_mode)) {
            ::close(handle);
            throw Error(ErrorKind::input, "is not a file", {path, 0, 0, {}});
        }
        size_ = static_cast<std::size_t>(status.st_size);
        if (size_ != 0) data_ = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, handle, 0);
        const int code = errno;
        ::close(handle);
        if (data_ == MAP_FAILED) fail_index(path, "read", code);
    }
    ~Mapping() {
        if (data_ != nullptr && data_ != MAP_FAILED) ::munmap(data_, size_);
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

  private:
    void* data_ = nullptr;
    std::size_t size_ = 0;
};

void write_bytes(std::FILE* file, const std::string& path, std::string_view bytes,
                 std::uint64_t& at) {
    constexpr std::array<char, 8> kZeros{};
    const std::size_t gap = aligned(at) - at;
    if (std::fwrite(kZeros.data(), 1, gap, file) != gap ||
        std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) {
        fail_index(path, "write", errno);
    }
    at = aligned(at) + bytes.size();
}

}  // namespace

bool is_index_file(const std::string& path) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) return false;
    std::ifstream file(path, std::ios::binary);
    std::uint64_t magic = 0;
    file.read(reinterpret_cast<char*>(&magic), sizeof magic);
    return file.gcount() == sizeof magic && magic == kIndexMagic;
}

IndexFile open_index_file(const std::string& path) {
    const auto mapping = std::make_shared<const Mapping>(path);
    try {
        return read_mapped(mapping->bytes(), mapping);
    } catch (const Error& error) {
        throw Error(error.kind(), error.problems().front().message, {path, 0, 0, {}});
    }
}

void write_index_file(const std::string& path, const IndexFile& index) {
    std::vector<Section> directory;
    std::uint64_t place = sizeof(Head) + index.parts.size() * kSections * sizeof(Section);
    for (const IndexPart& part : index.parts) {
        const Bytes sections = sections_of(part);
        for (std::size_t i = 0; i < kSections; ++i) {
            place = aligned(place);
            const std::uint64_t check = i == kPostings ? 0 : list_check(sections[i]);
            directory.push_back({place, sections[i].size(), check});
            place += sections[i].size();
        }
    }
    const std::string_view listed = bytes_of(std::span<const Section>(directory));
    Head head;
    head.stop_words = index.options.stop_words ? language::kStopWordsVersion : 0;
    head.stems = index.options.stems ? 1 : 0;
    head.segments = index.parts.size();
    head.check = list_check(listed);
    write_atomically(path, true, [&](const std::string& temporary) {
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
            std::fopen(temporary.c_str(), "wb"), &std::fclose);
        if (!file) fail_index(path, "write", errno);
        std::uint64_t at = 0;
        write_bytes(file.get(), path, bytes_of(std::span<const Head>(&head, 1)), at);
        write_bytes(file.get(), path, listed, at);
        for (const IndexPart& part : index.parts) {
            for (const std::string_view section : sections_of(part)) {
                write_bytes(file.get(), path, section, at);
            }
        }
        if (std::fflush(file.get()) != 0) fail_index(path, "write", errno);
    });
}

std::string with_right_sums(std::string bytes) {
    Head head;
    if (bytes.size() < sizeof head) return bytes;
    std::memcpy(&head, bytes.data(), sizeof head);
    const std::size_t listed = kSections * sizeof(Section);
    if (head.segments > (bytes.size() - sizeof head) / listed) return bytes;
    const std::string_view all(bytes);
    std::vector<Section> sections(head.segments * kSections);
    const std::size_t directory = head.segments * listed;
    if (directory > 0) std::memcpy(sections.data(), bytes.data() + sizeof head, directory);
    const auto is_inside = [&](const Section& section) {
        return section.at <= all.size() && section.size <= all.size() - section.at;
    };
    for (std::size_t i = 0; i < sections.size(); i += kSections) {
        const Section& lists = sections[i + kLists];
        const Section& postings = sections[i + kPostings];
        if (!is_inside(lists) || !is_inside(postings)) continue;
        std::uint64_t begin = 0;
        for (std::size_t at = 0; at + sizeof(PostingList) <= lists.size;
             at += sizeof(PostingList)) {
            PostingList list;
            std::memcpy(&list, bytes.data() + lists.at + at, sizeof list);
            if (list.end < begin || list.end > postings.size) break;
            list.check = list_check(all.substr(postings.at + begin, list.end - begin));
            begin = list.end;
            std::memcpy(bytes.data() + lists.at + at, &list, sizeof list);
        }
    }
    for (Section& section : sections) {
        if (is_inside(section)) section.check = list_check(all.substr(section.at, section.size));
    }
    if (directory > 0) std::memcpy(bytes.data() + sizeof head, sections.data(), directory);
    head.check = list_check(all.substr(sizeof head, directory));
    std::memcpy(bytes.data(), &head, sizeof head);
    return bytes;
}

}  // namespace lethe::documents
