#include "lethe/io/zstd_file.h"

#include <zstd.h>

#include <cerrno>
#include <cstdio>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/bytes.h"

namespace lethe {
namespace {

constexpr std::int64_t kFreeUnpacked = std::int64_t{64} << 20;
constexpr std::int64_t kMostRatio = 2000;
constexpr int kWindowLog = 27;
constexpr int kLevel = 3;

using PlainFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

}  // namespace

struct ZstdSource::State {
    std::string path;
    PlainFile file{nullptr, &std::fclose};
    std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream{ZSTD_createDStream(),
                                                                         &ZSTD_freeDStream};
    std::vector<char> packed = std::vector<char>(ZSTD_DStreamInSize());
    ZSTD_inBuffer in{packed.data(), 0, 0};
    std::int64_t taken = 0;     // of the file
    std::int64_t unpacked = 0;  // so far
    bool in_frame = false;
    bool at_end = false;

    [[noreturn]] void fail(std::string message) const {
        throw Error(ErrorKind::input, std::move(message), {path, 0, 0, {}});
    }
    void fill() {
        in = {packed.data(), std::fread(packed.data(), 1, packed.size(), file.get()), 0};
        if (std::ferror(file.get()) != 0) throw_io_error(path, "read", errno);
        taken += static_cast<std::int64_t>(in.size);
        at_end = in.size == 0;
    }
};

ZstdSource::ZstdSource(const std::string& path) : state_(std::make_unique<State>()) {
    state_->path = path;
    state_->file.reset(std::fopen(path.c_str(), "rb"));
    if (!state_->file) throw_io_error(path, "read", errno);
    if (!state_->stream) throw_io_error(path, "read", ENOMEM);
    ZSTD_DCtx_setParameter(state_->stream.get(), ZSTD_d_windowLogMax, kWindowLog);
    state_->fill();
    constexpr std::string_view kMark = "\x28\xB5\x2F\xFD";
    const std::string_view head(state_->packed.data(), state_->in.size);
    if (!head.empty() && !head.starts_with(kMark)) {
        state_->fail("is not a zstd file, though its name says so");
    }
}

ZstdSource::~ZstdSource() = default;

std::size_t ZstdSource::read(char* out, std::size_t size) {
    State& self = *state_;
    ZSTD_outBuffer to{out, size, 0};
    while (to.pos < to.size) {
        if (self.in.pos == self.in.size && !self.at_end) self.fill();
        const std::size_t before = to.pos;
        const std::size_t left = ZSTD_decompressStream(self.stream.get(), &to, &self.in);
        if (ZSTD_isError(left) != 0) {
            self.fail("is not a whole zstd file: it is damaged, or asks for too much memory");
        }
        // Without more of the file there may still be something of it to come out.
        if (self.at_end && to.pos == before) {
            if (self.in_frame) self.fail("is not a whole zstd file: it is cut");
            break;
        }
        self.in_frame = left != 0;
    }
    self.unpacked += static_cast<std::int64_t>(to.pos);
    if (self.unpacked > kFreeUnpacked && self.unpacked / kMostRatio > self.taken) {
        self.fail("unpacks to more than 2000 times its size, which no honest file does");
    }
    return to.pos;
}

std::int64_t ZstdSource::position() const { return state_->taken; }

struct ZstdSink::State {
    std::string shown;
    PlainFile file{nullptr, &std::fclose};
    std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> stream{ZSTD_createCCtx(),
                                                                   &ZSTD_freeCCtx};
    std::vector<char> packed = std::vector<char>(ZSTD_CStreamOutSize());

    [[noreturn]] void fail(int code) const {
        throw_io_error(shown, "write", code == 0 ? EIO : code);
    }
    void press(std::string_view bytes, ZSTD_EndDirective how) {
        ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
        while (true) {
            ZSTD_outBuffer out{packed.data(), packed.size(), 0};
            const std::size_t left = ZSTD_compressStream2(stream.get(), &out, &in, how);
            if (ZSTD_isError(left) != 0) fail(ENOMEM);
            errno = 0;
            if (std::fwrite(packed.data(), 1, out.pos, file.get()) != out.pos) fail(errno);
            if (how == ZSTD_e_end ? left == 0 : in.pos == in.size) return;
        }
    }
};

ZstdSink::ZstdSink(const std::string& path, std::string shown) : state_(std::make_unique<State>()) {
    state_->shown = std::move(shown);
    state_->file.reset(std::fopen(path.c_str(), "wb"));
    if (!state_->file) state_->fail(errno);
    if (!state_->stream) state_->fail(ENOMEM);
    ZSTD_CCtx_setParameter(state_->stream.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(state_->stream.get(), ZSTD_c_checksumFlag, 1);
}

ZstdSink::~ZstdSink() = default;

void ZstdSink::write(std::string_view bytes) { state_->press(bytes, ZSTD_e_continue); }

void ZstdSink::close() {
    state_->press({}, ZSTD_e_end);
    errno = 0;
    if (std::fclose(state_->file.release()) != 0) state_->fail(errno);
}

}  // namespace lethe
