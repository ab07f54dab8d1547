// Any bytes are a call of the C interface: a name, options, and Arrow data that may be wrong in
// every way that can be seen without reading beyond their memory (how much of it there is the
// interface does not tell). What comes back is a result with a status; nothing leaks, nothing is
// read twice.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "lethe.h"

namespace {

constexpr std::size_t kBuffer = 4096;  // bytes of every buffer
constexpr std::int64_t kRows = 48;     // so that 16 bytes a row and one more fit twice

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    std::uint8_t next() { return at_ < size_ ? data_[at_++] : 0; }
    std::uint8_t below(int count) { return static_cast<std::uint8_t>(next() % count); }
    bool rarely() { return next() > 240; }
    std::string rest() { return {reinterpret_cast<const char*>(data_) + at_, size_ - at_}; }

  private:
    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
};

const char* const kFormats[] = {
    "l",      "g",   "u",  "U",  "b",   "i",          "tdD",   "tsu:UTC", "f",      "c",  "vu",
    "d:10,2", "+l",  "+s", "n",  "z",   "e",          "+us:0", "tss:",    "d:50,2", "",   "w:4",
    "+w:2",   "tDn", "L",  "+r", "tin", "d:10,2,256", "xyz",   "\xff",    "+m",     "+vl"};

// A made-up table. All memory is its own; children are at most two levels deep.
struct Producer {
    struct Node {
        std::string format, name;
        ArrowSchema schema{};
        ArrowArray array{};
        std::vector<std::unique_ptr<Node>> children;
        std::unique_ptr<Node> dictionary;
        std::vector<ArrowSchema*> schema_pointers;
        std::vector<ArrowArray*> array_pointers;
        std::vector<std::vector<std::uint8_t>> memory;
        std::vector<const void*> buffers;
    };
    std::unique_ptr<Node> root;
    int batches = 1, given = 0;
    bool fails = false;
    int* alive;
};

void forget(ArrowSchema* schema) { schema->release = nullptr; }
void forget_array(ArrowArray* array) { array->release = nullptr; }

std::int64_t some_length(Bytes& bytes, std::int64_t usual) {
    if (!bytes.rarely()) return usual;
    constexpr std::int64_t kOdd[] = {-1, 0, 1, INT64_MIN, INT64_MAX, kRows - 1};
    return kOdd[bytes.below(6)];
}

void fill_buffers(Bytes& bytes, Producer::Node& node, std::int64_t count) {
    const std::string& format = node.format;
    const bool offsets = format == "u" || format == "z" || format == "+l" || format == "+m";
    const bool wide = format == "U" || format == "Z" || format == "+L";
    const bool views = format == "vu" || format == "vz";
    std::int64_t buffers = format == "n" ? 0 : format == "+s" || format.starts_with("+w") ? 1 : 2;
    if (format == "u" || format == "U" || format == "z") buffers = 3;
    if (views) buffers = 4;
    for (std::int64_t b = 0; b < buffers; ++b) {
        auto& memory = node.memory.emplace_back(kBuffer);
        for (std::size_t i = 0; i < 64; ++i) memory[i] = bytes.next();
        if (b == 1 && offsets) {
            auto* const ends = reinterpret_cast<std::int32_t*>(memory.data());
            for (std::int64_t i = 0; i <= 2 * count; ++i) {
                ends[i] = static_cast<std::int32_t>(i % 24);
                if (bytes.rarely()) ends[i] = static_cast<std::int32_t>(bytes.next()) - 20;
            }
            std::sort(ends, ends + (bytes.rarely() ? 0 : 2 * count + 1));
        }
        if (b == 1 && wide) {
            auto* const ends = reinterpret_cast<std::int64_t*>(memory.data());
            for (std::int64_t i = 0; i <= 2 * count; ++i) ends[i] = i;
            if (bytes.rarely())
                ends[bytes.below(40)] = static_cast<std::int64_t>(bytes.next()) - 100;
        }
        if (b == 2 && !bytes.rarely()) std::fill_n(memory.begin(), 64, std::uint8_t{'a'});
        if (views && b == 3) {
            const std::int64_t size = kBuffer;
            std::memcpy(memory.data(), &size, sizeof size);
        }
        node.buffers.push_back(b == 0 && bytes.below(2) == 0 ? nullptr : memory.data());
        if (bytes.rarely()) node.buffers.back() = nullptr;
    }
    node.array.n_buffers = std::ssize(node.buffers);
    if (bytes.rarely())
        node.array.n_buffers = bytes.below(static_cast<int>(node.buffers.size()) + 1);
    node.array.buffers = node.buffers.data();
}

std::unique_ptr<Producer::Node> make_node(Bytes& bytes, std::string format, int depth) {
    auto node = std::make_unique<Producer::Node>();
    node->format = std::move(format);
    node->name = std::string(1, static_cast<char>('a' + bytes.below(26)));
    if (bytes.rarely()) node->name = "\xfe";
    const std::string& of = node->format;
    const int wanted = of == "+s" ? 2 : of.starts_with("+") ? 1 : 0;
    const int children = bytes.rarely() ? bytes.below(3) : wanted;
    for (int i = 0; i < children && depth < 3; ++i) {
        node->children.push_back(make_node(bytes, kFormats[bytes.below(24)], depth + 1));
    }
    if (node->children.empty() && bytes.below(8) == 0 && depth < 3) {
        node->dictionary =
            make_node(bytes, bytes.below(2) == 0 ? "u" : kFormats[bytes.below(24)], 3);
        if (!bytes.rarely()) node->format = "c";
    }
    ArrowSchema& schema = node->schema;
    schema.format = bytes.rarely() ? nullptr : node->format.c_str();
    schema.name = bytes.rarely() ? nullptr : node->name.c_str();
    schema.release = bytes.rarely() ? nullptr : &forget;
    for (auto& child : node->children) {
        node->schema_pointers.push_back(&child->schema);
        node->array_pointers.push_back(&child->array);
    }
    schema.n_children = std::ssize(node->children);
    schema.children = node->schema_pointers.data();
    if (node->dictionary) schema.dictionary = &node->dictionary->schema;
    ArrowArray& array = node->array;
    array.length = some_length(bytes, kRows / 2);
    array.offset = bytes.rarely() ? some_length(bytes, 3) : 0;
    array.null_count = bytes.below(4) == 0 ? -1 : 0;
    array.n_children = some_length(bytes, schema.n_children);
    if (array.n_children > schema.n_children) array.n_children = schema.n_children;
    array.children = node->array_pointers.data();
    if (node->dictionary && !bytes.rarely()) array.dictionary = &node->dictionary->array;
    array.release = bytes.rarely() ? nullptr : &forget_array;
    fill_buffers(bytes, *node, kRows);
    return node;
}

ArrowArrayStream make_stream(Bytes& bytes, int* alive) {
    auto producer = std::make_unique<Producer>();
    producer->root = make_node(bytes, "n", 3);
    Producer::Node& root = *producer->root;
    root.format = bytes.rarely() ? "l" : "+s";
    root.schema.format = root.format.c_str();
    root.schema.release = &forget;
    root.schema.dictionary = nullptr;
    root.array = {};
    root.array.dictionary = nullptr;
    const int columns = bytes.below(5);
    for (int i = 0; i < columns; ++i) {
        root.children.push_back(make_node(bytes, kFormats[bytes.below(32)], 1));
    }
    root.schema_pointers.clear();
    root.array_pointers.clear();
    for (auto& child : root.children) {
        root.schema_pointers.push_back(&child->schema);
        root.array_pointers.push_back(&child->array);
    }
    root.schema.n_children = columns;
    root.schema.children = root.schema_pointers.data();
    root.buffers.assign(1, nullptr);
    root.array.length = some_length(bytes, kRows / 2);
    root.array.n_buffers = 1;
    root.array.buffers = root.buffers.data();
    root.array.n_children = columns;
    root.array.children = root.array_pointers.data();
    root.array.release = &forget_array;
    producer->batches = bytes.below(3);
    producer->fails = bytes.rarely();
    producer->alive = alive;
    ++*alive;

    ArrowArrayStream stream{};
    stream.get_schema = [](ArrowArrayStream* self, ArrowSchema* out) {
        auto* const here = static_cast<Producer*>(self->private_data);
        *out = here->root->schema;
        return 0;
    };
    stream.get_next = [](ArrowArrayStream* self, ArrowArray* out) {
        auto* const here = static_cast<Producer*>(self->private_data);
        *out = {};
        if (here->fails) return 5;
        if (here->given++ >= here->batches) return 0;
        *out = here->root->array;
        return 0;
    };
    stream.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
    stream.release = [](ArrowArrayStream* self) {
        auto* const here = static_cast<Producer*>(self->private_data);
        --*here->alive;
        delete here;
        self->release = nullptr;
    };
    stream.private_data = producer.release();
    return stream;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    constexpr const char* kOptions[] = {
        R"({"data": "memory:t", "method": "mdav", "set": {"k": 3}, "output": "memory:r"})",
        R"({"data": "memory:t", "method": "noise", "output": "memory:r"})",
        R"({"data": "memory:t", "method": "pram", "output": "memory:r"})",
        R"({"data": "memory:t", "policy": "memory:p", "output": "memory:r"})",
        R"({"data": "memory:t"})"};
    const int which = bytes.below(6);
    int alive = 0;
    ArrowArrayStream stream = make_stream(bytes, &alive);
    const std::string rest = bytes.rest();
    const lethe_input inputs[] = {{"memory:t", &stream, nullptr, 0},
                                  {"memory:p", nullptr, rest.data(), rest.size()}};
    lethe_caller caller{};
    caller.size = sizeof caller;
    caller.threads = 1;
    caller.has_seed = 1;
    const char* const options = which == 5 ? rest.c_str() : kOptions[which];
    lethe_result* const result =
        lethe_call(which == 4 ? "inspect" : "protect", "table", options, inputs, 2, &caller);
    if (alive != 0 || stream.release != nullptr) std::abort();
    const lethe_status status = lethe_status_of(result);
    if (status == LETHE_INTERNAL) std::abort();
    if (status == LETHE_OK && which < 4) {
        ArrowArrayStream out{};
        ArrowSchema schema{};
        ArrowArray rows{};
        if (lethe_take_table(result, "memory:r", &out) != 0) std::abort();
        if (out.get_schema(&out, &schema) != 0 || out.get_next(&out, &rows) != 0) std::abort();
        schema.release(&schema);
        rows.release(&rows);
        out.release(&out);
    }
    lethe_free(result);
    return 0;
}
