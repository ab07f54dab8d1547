#include "lethe/documents/find/model/model_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "lethe/core/error.h"

namespace lethe::documents {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 28;

class Writer {
  public:
    template <class T>
    void value(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    template <class T>
    void values(const std::vector<T>& values) {
        static_assert(std::is_trivially_copyable_v<T>);
        value(static_cast<std::uint32_t>(values.size()));
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    // Ascending numbers as differences, which pack better.
    void ascending(const std::vector<std::uint32_t>& numbers) {
        std::vector<std::uint32_t> steps(numbers);
        for (std::size_t i = numbers.size(); i-- > 1;) steps[i] -= numbers[i - 1];
        values(steps);
    }
    void text(std::string_view text) {
        value(static_cast<std::uint32_t>(text.size()));
        bytes_.append(text);
    }
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

class ModelReader {
  public:
    ModelReader(std::string_view bytes, const std::string& file) : rest_(bytes), file_(file) {}

    [[noreturn]] void fail(std::string message) const {
        throw Error(ErrorKind::input, std::move(message), {file_, 0, 0, {}});
    }
    std::string_view take(std::size_t size) {
        if (rest_.size() < size) fail("the model is cut short");
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }
    template <class T>
    T value() {
        T value;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    template <class T>
    std::vector<T> values() {
        const auto size = value<std::uint32_t>();
        const std::string_view bytes = take(std::size_t{size} * sizeof(T));
        std::vector<T> values(size);
        if (size > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
    std::vector<std::uint32_t> ascending() {
        std::vector<std::uint32_t> numbers = values<std::uint32_t>();
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (i > 0 && numbers[i] == 0) fail("the model contradicts itself: doubled numbers");
            sum += numbers[i];
            if (sum > 0xFFFFFFFFU) fail("the model contradicts itself: numbers not ascending");
            numbers[i] = static_cast<std::uint32_t>(sum);
        }
        return numbers;
    }
    std::vector<float> finite() {
        std::vector<float> numbers = values<float>();
        for (const float number : numbers) {
            // Their exponentials are added up: beyond this they would not be numbers any more.
            if (!(number <= 80)) fail("the model contradicts itself: a weight is out of range");
            if (!(number >= CrfTransitions::kForbidden)) {
                fail("the model contradicts itself: a weight is out of range");
            }
        }
        return numbers;
    }
    std::string text() { return std::string(take(value<std::uint32_t>())); }
    bool at_end() const { return rest_.empty(); }

  private:
    std::string_view rest_;
    std::string file_;
};

Register read_register(ModelReader& reader) {
    Register in;
    in.name = reader.text();
    const auto labels = reader.value<std::uint8_t>();
    if (labels < 2 || labels > kMostLabels) reader.fail("the model has no labels or too many");
    for (int i = 0; i < labels; ++i) {
        const auto category = reader.value<std::uint8_t>();
        const auto bits = reader.value<std::uint8_t>();
        if (category >= kFixedCategories) reader.fail("the model names an unknown category");
        in.labels.push_back(
            {static_cast<CategoryId>(category), (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
    }
    in.transitions.labels = labels;
    in.transitions.weight = reader.finite();
    in.transitions.start = reader.finite();
    in.features = reader.ascending();
    in.weights = reader.values<std::int8_t>();
    in.scale = reader.finite();
    in.balanced = reader.value<float>();
    in.recall = reader.value<float>();
    in.cues = reader.ascending();
    in.cue_weights = reader.finite();
    const std::size_t size = labels;
    if (in.transitions.weight.size() != size * size || in.transitions.start.size() != size ||
        in.weights.size() != in.features.size() * size || in.scale.size() != in.features.size() ||
        in.cue_weights.size() != in.cues.size() || !(in.balanced >= 0 && in.balanced <= 1) ||
        !(in.recall >= 0 && in.recall <= 1)) {
        reader.fail("the model contradicts itself: its parts do not fit together");
    }
    return in;
}

}  // namespace

std::string model_bytes(const std::vector<WordList>& lists,
                        const std::vector<Register>& registers) {
    Writer writer;
    writer.value(static_cast<std::uint32_t>(lists.size()));
    for (const WordList& list : lists) {
        writer.text(list.name);
        writer.ascending(list.prints);
    }
    writer.value(static_cast<std::uint32_t>(registers.size()));
    for (const Register& in : registers) {
        writer.text(in.name);
        writer.value(static_cast<std::uint8_t>(in.labels.size()));
        for (const ModelLabel& label : in.labels) {
            writer.value(static_cast<std::uint8_t>(label.category));
            writer.value(static_cast<std::uint8_t>(
                (label.outside ? 1 : 0) | (label.identifying ? 2 : 0) | (label.begins ? 4 : 0)));
        }
        writer.values(in.transitions.weight);
        writer.values(in.transitions.start);
        writer.ascending(in.features);
        writer.values(in.weights);
        writer.values(in.scale);
        writer.value(in.balanced);
        writer.value(in.recall);
        writer.ascending(in.cues);
        writer.values(in.cue_weights);
    }
    return writer.bytes();
}

std::string pack_model(const std::vector<WordList>& lists, const std::vector<Register>& registers,
                       ModelKind kind) {
    const std::string plain = model_bytes(lists, registers);
    uLongf size = compressBound(static_cast<uLong>(plain.size()));
    std::string packed(size, '\0');
    compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
              reinterpret_cast<const Bytef*>(plain.data()), static_cast<uLong>(plain.size()),
              Z_BEST_COMPRESSION);
    packed.resize(size);
    std::string bytes(kind.magic);
    const std::uint64_t whole = plain.size();
    bytes.append(reinterpret_cast<const char*>(&whole), sizeof whole);
    return bytes + packed;
}

ModelParts unpack_model(std::string_view bytes, const std::string& file, ModelKind kind) {
    ModelReader head(bytes, file);
    if (!bytes.starts_with(kind.magic)) {
        head.fail(fmt::format("this is no model of {}, or one of another version", kind.maker));
    }
    head.take(kind.magic.size());
    const auto whole = head.value<std::uint64_t>();
    if (whole > kMostBytes) head.fail("the model is larger than 256 MiB");
    const std::string_view packed = bytes.substr(kind.magic.size() + sizeof whole);
    std::string unpacked(whole, '\0');
    uLongf size = static_cast<uLongf>(whole);
    if (uncompress(reinterpret_cast<Bytef*>(unpacked.data()), &size,
                   reinterpret_cast<const Bytef*>(packed.data()),
                   static_cast<uLong>(packed.size())) != Z_OK ||
        size != whole) {
        head.fail("the model is damaged");
    }
    return parse_model(unpacked, file);
}

ModelParts parse_model(std::string_view bytes, const std::string& file) {
    ModelReader reader(bytes, file);
    ModelParts parts;
    const auto lists = reader.value<std::uint32_t>();
    if (lists > 64) reader.fail("the model has more than 64 lists");
    for (std::uint32_t i = 0; i < lists; ++i) {
        WordList list;
        list.name = reader.text();
        list.prints = reader.ascending();
        parts.lists.push_back(std::move(list));
    }
    const auto registers = reader.value<std::uint32_t>();
    if (registers < 1 || registers > 64) reader.fail("a model has between 1 and 64 registers");
    for (std::uint32_t i = 0; i < registers; ++i) parts.registers.push_back(read_register(reader));
    if (!reader.at_end()) reader.fail("the model goes on after its end");
    return parts;
}

}  // namespace lethe::documents
