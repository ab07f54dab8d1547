#include "lethe/io/file.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, std::string_view doing, int code) {
    throw Error(ErrorKind::io, fmt::format("cannot {}: {}", doing, std::strerror(code)),
                {path, 0, 0, {}});
}

using FilePtr = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

FilePtr open_for_reading(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) fail(path, "read", errno);
    if (S_ISDIR(status.st_mode)) fail(path, "read", EISDIR);
    FilePtr file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) fail(path, "read", errno);
    return file;
}

template <class Take>
void read_blocks(const std::string& path, Take take) {
    const FilePtr file = open_for_reading(path);
    std::vector<char> block(1 << 20);
    while (true) {
        const std::size_t got = std::fread(block.data(), 1, block.size(), file.get());
        take(std::string_view(block.data(), got));
        if (got < block.size()) break;
    }
    if (std::ferror(file.get()) != 0) fail(path, "read", errno);
}

// A pipe or a device is written to, not replaced.
bool is_stream(const std::string& path) {
    std::error_code unknown;
    return fs::is_other(fs::status(path, unknown));
}

}  // namespace

std::string read_file(const std::string& path) {
    std::string bytes;
    std::error_code unknown;
    const std::uintmax_t size = fs::file_size(path, unknown);
    if (!unknown) bytes.reserve(size);
    read_blocks(path, [&](std::string_view block) { bytes.append(block); });
    return bytes;
}

void write_atomically(const std::string& path, bool is_private,
                      const std::function<void(const std::string& temporary)>& write) {
    if (fs::is_directory(path)) fail(path, "write", EISDIR);
    if (is_stream(path)) return write(path);
    Bundle bundle(path);
    write(bundle.add(path, is_private));
    bundle.commit();
}

void write_file(const std::string& path, std::string_view bytes, bool is_private) {
    if (fs::is_directory(path)) fail(path, "write", EISDIR);
    if (is_stream(path)) {
        FilePtr file(std::fopen(path.c_str(), "wb"), &std::fclose);
        if (!file) fail(path, "write", errno);
        const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
        if (!written || std::fclose(file.release()) != 0) fail(path, "write", errno);
        return;
    }
    Bundle bundle(path);
    bundle.put(path, bytes, is_private);
    bundle.commit();
}

std::string file_sha256(const std::string& path) {
    const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> digest(EVP_MD_CTX_new(),
                                                                    &EVP_MD_CTX_free);
    EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr);
    read_blocks(path, [&](std::string_view block) {
        EVP_DigestUpdate(digest.get(), block.data(), block.size());
    });
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int size = 0;
    EVP_DigestFinal_ex(digest.get(), bytes.data(), &size);
    std::string hex;
    for (unsigned int i = 0; i < size; ++i) hex += fmt::format("{:02x}", bytes[i]);
    return hex;
}

}  // namespace lethe
