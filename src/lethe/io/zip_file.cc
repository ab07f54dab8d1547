#include "lethe/io/zip_file.h"

#include <fmt/format.h>
#include <zip.h>

#include <cerrno>
#include <cstdio>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/bytes.h"

namespace lethe {
namespace {

constexpr std::size_t kZipBlock = std::size_t{1} << 16;

// Names come from the file too.
std::string shown_part(const std::string& part) {
    constexpr std::size_t kLongest = 200;
    return part.size() <= kLongest ? part : "with a very long name";
}

using ZipPart = std::unique_ptr<zip_file_t, int (*)(zip_file_t*)>;

}  // namespace

struct ZipFile::State {
    std::string path;
    ZipLimits limits;
    zip_t* archive = nullptr;
    std::int64_t unpacked = 0;  // so far, of all parts

    ~State() {
        if (archive != nullptr) zip_discard(archive);
    }

    [[noreturn]] void fail(std::string message) const {
        throw Error(ErrorKind::input, std::move(message), {path, 0, 0, {}});
    }
    zip_int64_t find(const std::string& part) const {
        return zip_name_locate(archive, part.c_str(), ZIP_FL_NOCASE);
    }
    ZipPart open(const std::string& part) const;
};

ZipPart ZipFile::State::open(const std::string& part) const {
    const zip_int64_t index = find(part);
    if (index < 0) fail(fmt::format("has no part {}", shown_part(part)));
    ZipPart opened(zip_fopen_index(archive, static_cast<zip_uint64_t>(index), 0), &zip_fclose);
    if (opened) return opened;
    switch (zip_error_code_zip(zip_get_error(archive))) {
        case ZIP_ER_NOPASSWD:
            fail("has a password; save it without one");
        case ZIP_ER_COMPNOTSUPP:
            fail(fmt::format("the part {} is compressed in a way that is not known here",
                             shown_part(part)));
        default:
            fail(fmt::format("the part {} is cut or damaged", shown_part(part)));
    }
}

ZipFile::ZipFile(const std::string& path, ZipLimits limits) : state_(std::make_unique<State>()) {
    state_->path = path;
    state_->limits = limits;
    errno = 0;
    // libzip opens a name by way of calls that a confined process may not make.
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) throw_io_error(path, "read", errno == 0 ? EIO : errno);
    zip_error_t error{};
    zip_source_t* const source = zip_source_filep_create(file, 0, -1, &error);
    if (source == nullptr) {
        std::fclose(file);
        throw_io_error(path, "read", ENOMEM);
    }
    state_->archive = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (state_->archive == nullptr) {
        const int code = zip_error_code_zip(&error);
        zip_source_free(source);
        if (code == ZIP_ER_MEMORY) throw_io_error(path, "read", ENOMEM);
        if (code == ZIP_ER_OPEN || code == ZIP_ER_READ || code == ZIP_ER_SEEK) {
            throw_io_error(path, "read", EIO);
        }
        state_->fail("is not a whole zip archive: it is cut, damaged or something else");
    }
    if (zip_get_num_entries(state_->archive, 0) > limits.entries) {
        state_->fail(fmt::format("has more than {} parts", limits.entries));
    }
}

ZipFile::~ZipFile() = default;

bool ZipFile::has(const std::string& part) const { return state_->find(part) >= 0; }

std::int64_t ZipFile::packed_size(const std::string& part) const {
    const zip_int64_t index = state_->find(part);
    zip_stat_t stat{};
    if (index < 0 ||
        zip_stat_index(state_->archive, static_cast<zip_uint64_t>(index), 0, &stat) != 0 ||
        (stat.valid & ZIP_STAT_COMP_SIZE) == 0) {
        return 0;
    }
    return static_cast<std::int64_t>(stat.comp_size);
}

void ZipFile::read(const std::string& part, const std::function<void(std::string_view)>& take) {
    const ZipPart opened = state_->open(part);
    const std::int64_t packed = packed_size(part);
    const ZipLimits& limits = state_->limits;
    std::vector<char> block(kZipBlock);
    std::int64_t size = 0;
    while (true) {
        const zip_int64_t got = zip_fread(opened.get(), block.data(), block.size());
        if (got < 0) state_->fail(fmt::format("the part {} is cut or damaged", shown_part(part)));
        if (got == 0) return;
        size += got;
        state_->unpacked += got;
        if (size > limits.free_bytes && size / limits.ratio > packed) {
            state_->fail(fmt::format(
                "the part {} unpacks to more than {} times its size, which no honest file does",
                shown_part(part), limits.ratio));
        }
        if (state_->unpacked > limits.bytes) {
            state_->fail(fmt::format("unpacks to more than {} bytes", limits.bytes));
        }
        take({block.data(), static_cast<std::size_t>(got)});
    }
}

std::string ZipFile::text(const std::string& part, std::int64_t most) {
    std::string whole;
    read(part, [&](std::string_view bytes) {
        if (static_cast<std::int64_t>(whole.size() + bytes.size()) > most) {
            state_->fail(
                fmt::format("the part {} is larger than {} bytes", shown_part(part), most));
        }
        whole.append(bytes);
    });
    return whole;
}

}  // namespace lethe
