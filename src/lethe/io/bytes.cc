#include "lethe/io/bytes.h"

#include <fmt/format.h>
#include <iconv.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/zstd_file.h"

namespace lethe {
namespace {

constexpr unsigned kByteBlock = 1U << 18;

struct ByteEncoding {
    std::string_view name;
    const char* iconv_name;  // null: nothing to convert
};

constexpr std::array<ByteEncoding, 3> kEncodings{{
    {"utf-8", nullptr},
    {"latin-1", "WINDOWS-1252"},
    {"utf-16", "UTF-16"},
}};

const ByteEncoding& encoding_named(std::string_view name) {
    for (const ByteEncoding& encoding : kEncodings) {
        if (encoding.name == name) return encoding;
    }
    throw Error(ErrorKind::usage, "the encoding must be utf-8, latin-1 or utf-16");
}

bool ends_in(std::string_view path, std::string_view ending) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return path.size() >= ending.size() &&
           std::ranges::equal(path.substr(path.size() - ending.size()), ending, {}, lower);
}

// Of a file; a pipe can be read only once, so its name alone tells.
bool is_zstd(const std::string& path) {
    if (compression_named(path) == Compression::zstd) return true;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
    constexpr std::string_view kMark = "\x28\xB5\x2F\xFD";
    std::array<char, kMark.size()> head{};
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), head.size());
    return std::string_view(head.data(), static_cast<std::size_t>(file.gcount())) == kMark;
}

}  // namespace

Compression compression_named(std::string_view path) {
    return ends_in(path, ".gz")    ? Compression::gzip
           : ends_in(path, ".zst") ? Compression::zstd
                                   : Compression::none;
}

std::string_view without_compression(std::string_view path) {
    const Compression compression = compression_named(path);
    if (compression == Compression::none) return path;
    return path.substr(0, path.size() - (compression == Compression::gzip ? 3 : 4));
}

void throw_io_error(const std::string& path, std::string_view doing, int code) {
    throw Error(ErrorKind::io, fmt::format("cannot {}: {}", doing, std::strerror(code)),
                {path, 0, 0, {}});
}

void check_readable(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) throw_io_error(path, "read", errno);
    if (S_ISDIR(status.st_mode)) throw_io_error(path, "read", EISDIR);
    if (::access(path.c_str(), R_OK) != 0) throw_io_error(path, "read", errno);
}

struct ByteSource::State {
    std::string path;
    ByteEncoding encoding{};
    gzFile file = nullptr;             // zlib reads a plain file as it is
    std::unique_ptr<ZstdSource> zstd;  // instead
    iconv_t converter = reinterpret_cast<iconv_t>(-1);
    std::vector<char> raw;  // read, not yet converted
    std::string converted;  // and not yet handed out beyond `taken`
    std::size_t taken = 0;
    std::int64_t lines = 1;  // of what was converted
    std::int64_t size = 0;

    ~State() {
        if (file != nullptr) gzclose_r(file);
        if (encoding.iconv_name != nullptr) iconv_close(converter);
    }

    std::size_t read_raw(char* out, std::size_t wanted);
    bool convert_block();
    std::size_t read_converted(char* out, std::size_t wanted);
};

std::size_t ByteSource::State::read_raw(char* out, std::size_t wanted) {
    if (zstd) return zstd->read(out, wanted);
    std::size_t got = 0;
    while (got < wanted) {
        const auto part = static_cast<unsigned>(std::min<std::size_t>(wanted - got, 1U << 30));
        const int count = gzread(file, out + got, part);
        int code = Z_OK;
        gzerror(file, &code);
        if (code == Z_ERRNO) throw_io_error(path, "read", errno);
        if (count < 0 || code != Z_OK) {
            throw Error(ErrorKind::input, "is not a whole gzip file: it is cut or damaged",
                        {path, 0, 0, {}});
        }
        if (count == 0) break;
        got += static_cast<std::size_t>(count);
    }
    return got;
}

// Converts the next block of the file; false at its end.
bool ByteSource::State::convert_block() {
    const std::size_t kept = raw.size();  // the beginning of a character that the last block cut
    raw.resize(kept + kByteBlock);
    const std::size_t got = read_raw(raw.data() + kept, kByteBlock);
    raw.resize(kept + got);
    if (raw.empty()) return false;
    converted.resize(4 * raw.size());
    char* from = raw.data();
    char* to = converted.data();
    std::size_t left = raw.size();
    std::size_t room = converted.size();
    const bool failed = iconv(converter, &from, &left, &to, &room) == static_cast<std::size_t>(-1);
    const bool cut = failed && errno == EINVAL && got > 0;
    converted.resize(converted.size() - room);
    taken = 0;
    lines += std::count(converted.begin(), converted.end(), '\n');
    if (failed && !cut) {
        throw Error(
            ErrorKind::input,
            fmt::format("holds bytes that are not {}; is it in another encoding?", encoding.name),
            {path, lines, 0, {}});
    }
    raw.erase(raw.begin(), raw.end() - static_cast<std::ptrdiff_t>(left));
    return true;
}

std::size_t ByteSource::State::read_converted(char* out, std::size_t wanted) {
    std::size_t got = 0;
    while (got < wanted) {
        if (taken == converted.size() && !convert_block()) break;
        const std::size_t part = std::min(wanted - got, converted.size() - taken);
        std::memcpy(out + got, converted.data() + taken, part);
        taken += part;
        got += part;
    }
    return got;
}

ByteSource::ByteSource(const std::string& path, std::string_view encoding)
    : state_(std::make_unique<State>()) {
    const ByteEncoding& wanted = encoding_named(encoding);
    check_readable(path);
    state_->path = path;
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) state_->size = status.st_size;
    if (is_zstd(path)) {
        state_->zstd = std::make_unique<ZstdSource>(path);
    } else {
        state_->file = gzopen(path.c_str(), "rb");
        if (state_->file == nullptr) throw_io_error(path, "read", errno == 0 ? ENOMEM : errno);
        gzbuffer(state_->file, kByteBlock);
    }
    const bool gzip = compression_named(path) == Compression::gzip;
    if (gzip && state_->file != nullptr && state_->size > 0 && gzdirect(state_->file) != 0) {
        throw Error(ErrorKind::input, "is not a gzip file, though its name says so",
                    {path, 0, 0, {}});
    }
    if (wanted.iconv_name == nullptr) return;
    state_->converter = iconv_open("UTF-8", wanted.iconv_name);
    if (state_->converter == reinterpret_cast<iconv_t>(-1)) {
        throw Error(ErrorKind::io, fmt::format("this system cannot convert {}", wanted.name));
    }
    state_->encoding = wanted;
}

ByteSource::~ByteSource() = default;
ByteSource::ByteSource(ByteSource&&) noexcept = default;

std::size_t ByteSource::read(char* out, std::size_t size) {
    return state_->encoding.iconv_name == nullptr ? state_->read_raw(out, size)
                                                  : state_->read_converted(out, size);
}

std::int64_t ByteSource::file_size() const { return state_->size; }
std::int64_t ByteSource::position() const {
    if (state_->zstd) return state_->zstd->position();
    return std::max<std::int64_t>(0, gzoffset(state_->file));
}
bool ByteSource::is_plain() const {
    return !state_->zstd && gzdirect(state_->file) != 0 && state_->encoding.iconv_name == nullptr;
}
Compression ByteSource::compression() const {
    if (state_->zstd) return Compression::zstd;
    return gzdirect(state_->file) != 0 ? Compression::none : Compression::gzip;
}

Compression check_compressed(const std::string& path) {
    ByteSource source(path, "utf-8");
    std::vector<char> block(kByteBlock);
    std::size_t got = source.read(block.data(), block.size());
    const Compression compression = source.compression();
    while (compression != Compression::none && got == block.size()) {
        got = source.read(block.data(), block.size());
    }
    return compression;
}

ByteSink::ByteSink(const std::string& path, Compression compression, std::string shown)
    : shown_(std::move(shown)) {
    if (compression == Compression::zstd) {
        zstd_ = std::make_unique<ZstdSink>(path, shown_);
        return;
    }
    file_ = gzopen(path.c_str(), compression == Compression::gzip ? "wb6" : "wbT");
    if (file_ == nullptr) throw_io_error(shown_, "write", errno == 0 ? ENOMEM : errno);
    gzbuffer(static_cast<gzFile>(file_), kByteBlock);
}

ByteSink::~ByteSink() {
    if (file_ != nullptr) gzclose_w(static_cast<gzFile>(file_));
}

void ByteSink::fail() const { throw_io_error(shown_, "write", errno == 0 ? EIO : errno); }

void ByteSink::write(std::string_view bytes) {
    if (zstd_) return zstd_->write(bytes);
    while (!bytes.empty()) {
        const auto part = static_cast<unsigned>(std::min<std::size_t>(bytes.size(), 1U << 30));
        if (gzwrite(static_cast<gzFile>(file_), bytes.data(), part) <= 0) fail();
        bytes.remove_prefix(part);
    }
}

void ByteSink::close() {
    if (zstd_) return zstd_->close();
    if (gzclose_w(static_cast<gzFile>(std::exchange(file_, nullptr))) != Z_OK) fail();
}

}  // namespace lethe
