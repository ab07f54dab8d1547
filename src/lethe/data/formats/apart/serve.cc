#include "lethe/data/formats/apart/serve.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/formats/apart/confine.h"
#include "lethe/data/formats/apart/request.h"
#include "lethe/data/formats/apart/table_stream.h"
#include "lethe/data/formats/table_format.h"

namespace lethe::formats {
namespace {

// Lethe does not listen any more.
struct Unheard {};

ByteWriter writer_to(int descriptor) {
    return ByteWriter([descriptor](std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) throw Unheard{};
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    });
}

ByteReader reader_from(int descriptor) {
    return {[descriptor](char* out, std::size_t size) {
                const ssize_t got = ::read(descriptor, out, size);
                return got < 0 ? std::size_t{0} : static_cast<std::size_t>(got);
            },
            std::numeric_limits<std::int64_t>::max()};
}

// Sends what is done in thousandths, each once.
class SentProgress : public ProgressSink {
  public:
    explicit SentProgress(ByteWriter& out) : out_(out) {}

    void start(std::string_view /*task*/, std::int64_t total) override {
        total_ = std::max<std::int64_t>(total, 1);
    }
    void advance(std::int64_t done) override {
        constexpr double kThousand = 1000;
        const double share = static_cast<double>(done) / static_cast<double>(total_);
        const auto now = static_cast<std::uint16_t>(kThousand * std::clamp(share, 0.0, 1.0));
        if (now <= sent_) return;
        sent_ = now;
        out_.enumeration(Answer::progress);
        out_.number(now);
        out_.flush();
    }
    void finish() override {}

  private:
    ByteWriter& out_;
    std::int64_t total_ = 1;
    std::uint16_t sent_ = 0;
};

void send_error(ByteWriter& out, const Error& error) {
    out.enumeration(Answer::problems);
    out.enumeration(error.kind());
    out.number(static_cast<std::uint64_t>(error.problems().size()));
    for (const Problem& problem : error.problems()) {
        out.text(problem.message);
        out.number(problem.place.line);
        out.number(problem.place.column);
        out.text(problem.place.parameter);
    }
}

void answer(ByteWriter& out, const ReadRequest& request) {
    const auto& all = table_formats();
    const auto format = std::ranges::find(all, Format{request.format}, &TableFormat::format);
    SentProgress progress(out);
    Context context;
    context.progress = &progress;
    Table table;
    std::vector<std::string> notes;
    try {
        if (format == all.end() || !format->apart) {
            throw Error(ErrorKind::internal, "a format was asked for that is not read apart");
        }
        ReadOptions options = request.options;
        options.format = format->format;
        options.notes = &notes;
        table = format->read(context, request.path, options);
    } catch (const Error& error) {
        send_error(out, error);
        out.flush();
        return;
    }
    for (const std::string& note : notes) {
        out.enumeration(Answer::note);
        out.text(note);
    }
    out.enumeration(Answer::table);
    write_table_stream(out, std::move(table));
    out.flush();
}

}  // namespace

ReaderExit serve_reading(int descriptor) {
    ReadRequest request;
    try {
        ByteReader in = reader_from(descriptor);
        request = read_request(in);
    } catch (const StreamFailure&) {
        return ReaderExit::no_request;
    }
    if (!confine(request.path, request.limits)) return ReaderExit::not_confined;
    try {
        ByteWriter out = writer_to(descriptor);
        answer(out, request);
    } catch (const Unheard&) {
        return ReaderExit::lost;
    } catch (const std::bad_alloc&) {
        return ReaderExit::no_memory;
    }
    return ReaderExit::done;
}

}  // namespace lethe::formats
