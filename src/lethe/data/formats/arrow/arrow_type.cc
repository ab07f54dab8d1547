#include "lethe/data/formats/arrow/arrow_type.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/utf8.h"

namespace lethe::formats {
namespace {

constexpr std::int64_t kMostColumns = 1 << 20;
constexpr std::size_t kLongestFormat = 4096;

constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"n", "null"},
    {"b", "bool"},
    {"c", "int8"},
    {"C", "uint8"},
    {"s", "int16"},
    {"S", "uint16"},
    {"i", "int32"},
    {"I", "uint32"},
    {"l", "int64"},
    {"L", "uint64"},
    {"e", "float16"},
    {"f", "float32"},
    {"g", "float64"},
    {"z", "binary"},
    {"Z", "large binary"},
    {"vz", "binary view"},
    {"u", "string"},
    {"U", "large string"},
    {"vu", "string view"},
    {"tdD", "date32"},
    {"tdm", "date64"},
    {"tts", "time32 in s"},
    {"ttm", "time32 in ms"},
    {"ttu", "time64 in us"},
    {"ttn", "time64 in ns"},
    {"tDs", "duration in s"},
    {"tDm", "duration in ms"},
    {"tDu", "duration in us"},
    {"tDn", "duration in ns"},
    {"tiM", "interval of months"},
    {"tiD", "interval of days"},
    {"tin", "interval"},
    {"+l", "list"},
    {"+L", "large list"},
    {"+s", "struct"},
    {"+m", "map"},
    {"+vl", "list view"},
    {"+vL", "large list view"},
    {"+r", "run-end encoded"},
    {"_pli128", "128-bit integer"},
    {"_plu128", "unsigned 128-bit integer"},
};

// Bytes of a value of fixed width; 0: it has none.
std::int64_t width_of(std::string_view format) {
    if (format.empty()) return 0;
    constexpr std::string_view kOne = "cC", kTwo = "sS", kFour = "iIf", kEight = "lLg";
    if (format.size() == 1) {
        if (kOne.find(format[0]) != kOne.npos) return 1;
        if (kTwo.find(format[0]) != kTwo.npos) return 2;
        if (kFour.find(format[0]) != kFour.npos) return 4;
        if (kEight.find(format[0]) != kEight.npos) return 8;
        return 0;
    }
    if (format == "tdD" || format == "tts" || format == "ttm") return 4;
    if (format.starts_with("d:")) return 16;
    if (format == "tdm" || format == "ttu" || format == "ttn") return 8;
    if (format.starts_with("tD") && format.size() == 3) return 8;
    if (format.starts_with("ts")) return 8;
    return 0;
}

bool good_decimal(std::string_view format) {
    int numbers[3] = {0, 0, 128};
    std::size_t count = 0;
    const char* at = format.data() + 2;
    const char* const end = format.data() + format.size();
    while (at < end && count < 3) {
        const auto read = std::from_chars(at, end, numbers[count]);
        if (read.ec != std::errc()) return false;
        ++count;
        at = read.ptr;
        if (at == end) break;
        if (*at != ',') return false;
        ++at;
    }
    return at == end && count >= 2 && numbers[0] >= 1 && numbers[0] <= 38 && numbers[1] >= 0 &&
           numbers[1] <= numbers[0] && numbers[2] == 128;
}

bool is_offset_text(std::string_view format) { return format == "u" || format == "U"; }

// Whether a table can hold values of the type and give them back.
bool is_taken(std::string_view format) {
    if (format == "n" || format == "b" || is_offset_text(format) || format == "vu") return true;
    if (format.starts_with("d:")) return good_decimal(format);
    if (format.starts_with("ts")) {
        constexpr std::string_view kUnits = "smun";
        return format.size() >= 4 && kUnits.find(format[2]) != kUnits.npos && format[3] == ':';
    }
    if (format.starts_with("tD")) {
        return format == "tDs" || format == "tDm" || format == "tDu" || format == "tDn";
    }
    return width_of(format) > 0;
}

std::string cut_text(const char* text) { return std::string(text, strnlen(text, kLongestFormat)); }

// The type; nothing where it is not taken.
std::optional<ArrowType> type_of(const ArrowSchema* schema) {
    if (schema == nullptr || schema->release == nullptr || schema->format == nullptr ||
        schema->n_children != 0) {
        return std::nullopt;
    }
    ArrowType type;
    type.name = schema->name == nullptr ? "" : cut_text(schema->name);
    type.format = cut_text(schema->format);
    type.flags = schema->flags;
    if (schema->dictionary != nullptr) {
        if (!is_arrow_integer(type.format)) return std::nullopt;
        const std::optional<ArrowType> values = type_of(schema->dictionary);
        if (!values || values->has_dictionary()) return std::nullopt;
        type.index_format = std::exchange(type.format, values->format);
        return type;
    }
    if (!is_taken(type.format)) return std::nullopt;
    return type;
}

bool bit_set(const void* bits, std::int64_t i) {
    return ((static_cast<const std::uint8_t*>(bits)[i / 8] >> (i % 8)) & 1) != 0;
}

// Checks an array of a type; the first thing that is wrong is kept in words.
class ArrayCheck {
  public:
    explicit ArrayCheck(std::string& wrong) : wrong_(wrong) {}

    // `least`: so many values must be there.
    bool good(const ArrowArray* array, const ArrowType& type, std::int64_t least) {
        if (array == nullptr || array->release == nullptr) return fail("an array is not there");
        if (array->length < 0 || array->offset < 0 || array->length > kMostRows ||
            array->offset > kMostRows) {
            return fail("a length or an offset is out of range");
        }
        if (array->length < least) return fail("an array is shorter than the batch");
        if (!good_buffers(type, array->n_buffers)) {
            return fail("an array has another number of buffers than its type");
        }
        if (array->n_buffers > 0 && array->buffers == nullptr) return fail("buffers are not there");
        if (array->n_children != 0) return fail("an array has children, which its type has not");
        if ((array->dictionary != nullptr) != type.has_dictionary()) {
            return fail("a dictionary is not there, or one too many");
        }
        const bool nulls = has_mask(type) && array->buffers[0] != nullptr;
        if (has_mask(type) && !nulls && array->null_count > 0) {
            return fail("values are missing, and no mask says which");
        }
        if (array->null_count < -1 || array->null_count > array->length) {
            return fail("the number of missing values is out of range");
        }
        if (array->length == 0) return true;
        if (type.has_dictionary()) return good_codes(*array, type, nulls);
        if (is_offset_text(type.format)) return good_texts(*array, type, nulls);
        if (type.format == "vu") return good_views(*array, nulls);
        if (type.format == "n") return true;
        return array->buffers[1] != nullptr || fail("values are not there");
    }

  private:
    static constexpr std::int64_t kMostRows = std::int64_t{1} << 48;

    bool fail(std::string_view words) {
        wrong_ = words;
        return false;
    }

    static bool has_mask(const ArrowType& type) {
        return type.format != "n" || type.has_dictionary();
    }

    // Nulls have no buffer; some give a mask all the same, which nobody reads.
    static bool good_buffers(const ArrowType& type, std::int64_t buffers) {
        if (type.has_dictionary()) return buffers == 2;
        if (type.format == "n") return buffers == 0 || buffers == 1;
        if (type.format == "vu") return buffers >= 3;
        return buffers == (is_offset_text(type.format) ? 3 : 2);
    }

    static bool shown(const ArrowArray& array, bool nulls, std::int64_t i) {
        return !nulls || bit_set(array.buffers[0], array.offset + i);
    }

    template <class T>
    bool codes_below(const ArrowArray& array, bool nulls, std::int64_t size) {
        const T* const codes = static_cast<const T*>(array.buffers[1]) + array.offset;
        for (std::int64_t i = 0; i < array.length; ++i) {
            if (!shown(array, nulls, i)) continue;
            if (codes[i] < T{0} ||
                static_cast<std::uint64_t>(codes[i]) >= static_cast<std::uint64_t>(size)) {
                return fail("a code is not of its dictionary");
            }
        }
        return true;
    }

    bool good_codes(const ArrowArray& array, const ArrowType& type, bool nulls) {
        ArrowType values{{}, type.format};
        if (!good(array.dictionary, values, 0)) return false;
        if (array.buffers[1] == nullptr) return fail("codes are not there");
        const std::int64_t size = array.dictionary->length;
        switch (type.index_format[0]) {
            case 'c':
                return codes_below<std::int8_t>(array, nulls, size);
            case 'C':
                return codes_below<std::uint8_t>(array, nulls, size);
            case 's':
                return codes_below<std::int16_t>(array, nulls, size);
            case 'S':
                return codes_below<std::uint16_t>(array, nulls, size);
            case 'i':
                return codes_below<std::int32_t>(array, nulls, size);
            case 'I':
                return codes_below<std::uint32_t>(array, nulls, size);
            case 'l':
                return codes_below<std::int64_t>(array, nulls, size);
            default:
                return codes_below<std::uint64_t>(array, nulls, size);
        }
    }

    bool is_text(const char* text, std::int64_t size) {
        if (check_utf8({text, static_cast<std::size_t>(size)}).valid !=
            static_cast<std::size_t>(size)) {
            return fail("a text is not UTF-8, or has a zero byte");
        }
        return true;
    }

    template <class T>
    bool ascending(const ArrowArray& array, bool nulls) {
        const T* const offsets = static_cast<const T*>(array.buffers[1]) + array.offset;
        const char* const bytes = static_cast<const char*>(array.buffers[2]);
        // Without bytes all texts are empty.
        const std::int64_t most = bytes == nullptr ? 0 : kMostRows;
        if (offsets[0] < 0) return fail("offsets are below zero");
        for (std::int64_t i = 0; i < array.length; ++i) {
            if (offsets[i + 1] < offsets[i]) return fail("offsets do not ascend");
            if (offsets[i + 1] > most) return fail("offsets are beyond the end");
            if (bytes != nullptr && shown(array, nulls, i) &&
                !is_text(bytes + offsets[i], offsets[i + 1] - offsets[i])) {
                return false;
            }
        }
        return true;
    }

    bool good_texts(const ArrowArray& array, const ArrowType& type, bool nulls) {
        if (array.buffers[1] == nullptr) return fail("offsets are not there");
        return type.format == "U" ? ascending<std::int64_t>(array, nulls)
                                  : ascending<std::int32_t>(array, nulls);
    }

    // Texts of up to 12 bytes lie in the view; longer ones in a buffer whose size is told.
    bool good_views(const ArrowArray& array, bool nulls) {
        struct View {
            std::int32_t size;
            char head[4];
            std::int32_t buffer, offset;
        };
        static_assert(sizeof(View) == 16);
        const std::int64_t more = array.n_buffers - 3;
        if (array.buffers[1] == nullptr) return fail("values are not there");
        const auto* const sizes =
            static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
        if (more > 0 && sizes == nullptr) return fail("sizes of buffers are not there");
        const char* const views = static_cast<const char*>(array.buffers[1]);
        for (std::int64_t i = 0; i < array.length; ++i) {
            if (!shown(array, nulls, i)) continue;
            View view;
            const char* const at = views + (array.offset + i) * 16;
            std::memcpy(&view, at, sizeof view);
            if (view.size < 0) return fail("a text has a size below zero");
            const char* text = at + 4;
            if (view.size > 12) {
                if (view.buffer < 0 || view.buffer >= more || view.offset < 0) {
                    return fail("a text is not in its buffer");
                }
                const void* const bytes = array.buffers[2 + view.buffer];
                if (bytes == nullptr ||
                    std::int64_t{view.offset} + view.size > sizes[view.buffer]) {
                    return fail("a text is not in its buffer");
                }
                text = static_cast<const char*>(bytes) + view.offset;
            }
            if (!is_text(text, view.size)) return false;
        }
        return true;
    }

    std::string& wrong_;
};

}  // namespace

bool is_arrow_integer(std::string_view format) {
    return format.size() == 1 && std::string_view("cCsSiIlL").find(format[0]) != std::string::npos;
}

std::vector<ArrowType> arrow_columns(const ArrowSchema& schema, const std::string& called) {
    const Place place{called, 0, 0, {}};
    const bool table = schema.release != nullptr && schema.format != nullptr &&
                       std::string_view(schema.format) == "+s" && schema.n_children >= 0 &&
                       schema.n_children <= kMostColumns && schema.dictionary == nullptr &&
                       (schema.n_children == 0 || schema.children != nullptr);
    if (!table) throw Error(ErrorKind::input, "is not Arrow data with named columns", place);
    if (schema.n_children == 0) throw Error(ErrorKind::input, "has no columns", place);
    std::vector<ArrowType> columns;
    Problems problems;
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
        const ArrowSchema* const child = schema.children[i];
        std::optional<ArrowType> type = type_of(child);
        const std::string name =
            child == nullptr || child->release == nullptr || child->name == nullptr
                ? std::string()
                : cut_text(child->name);
        if (check_utf8(name).valid != name.size()) {
            problems.push_back({fmt::format("the name of column {} is not UTF-8", i + 1), place});
        } else if (!type) {
            const bool said =
                child != nullptr && child->release != nullptr && child->format != nullptr;
            ArrowType given{name, said ? cut_text(child->format) : std::string()};
            const std::string words = arrow_type_text(given);
            problems.push_back(
                {fmt::format("column \"{}\" has a type that cannot be taken ({}); allowed are "
                             "numbers, texts, categories, truth values, dates, times and durations",
                             name, check_utf8(words).valid == words.size() ? words : "unknown"),
                 place});
        } else {
            columns.push_back(*std::move(type));
        }
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    return columns;
}

std::string arrow_type_text(const ArrowType& type) {
    if (type.has_dictionary()) return "categories of " + arrow_type_text({{}, type.format});
    for (const auto& [format, words] : kWords) {
        if (format == type.format) return std::string(words);
    }
    if (type.format.starts_with("ts")) {
        return type.format.size() > 4 ? "timestamp with a zone" : "timestamp";
    }
    if (type.format.starts_with("d:")) return "decimal(" + type.format.substr(2) + ")";
    if (type.format.starts_with("w:")) return "fixed binary";
    if (type.format.starts_with("+w:")) return "fixed list";
    if (type.format.starts_with("+u")) return "union";
    return type.format.empty() ? "unknown" : "\"" + type.format + "\"";
}

std::optional<std::string> arrow_batch_problem(const ArrowArray& batch,
                                               const std::vector<ArrowType>& columns) {
    if (batch.length < 0 || batch.offset < 0 || batch.n_children != std::ssize(columns) ||
        batch.children == nullptr || batch.n_buffers != 1 || batch.buffers == nullptr ||
        batch.dictionary != nullptr) {
        return "a batch of rows is not one of these columns";
    }
    if (batch.null_count > 0) return "a batch has rows that are missing as a whole";
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::string wrong;
        ArrayCheck check(wrong);
        const ArrowArray* const child = batch.children[i];
        if (batch.length > std::int64_t{1} << 40 || batch.offset > std::int64_t{1} << 40) {
            return "a batch has a length or an offset out of range";
        }
        if (!check.good(child, columns[i], batch.offset + batch.length)) {
            return fmt::format("column \"{}\": {}", columns[i].name, wrong);
        }
    }
    return std::nullopt;
}

}  // namespace lethe::formats
