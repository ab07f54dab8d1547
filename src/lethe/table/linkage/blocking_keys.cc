// The keys that fields offer for blocking.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "lethe/table/linkage/blocking.h"
#include "lethe/table/linkage/text_similarity.h"

namespace lethe::linkage {
namespace {

constexpr double kUseless = 0.4;  // a key that so many of all pairs share tells nothing apart
constexpr std::size_t kStart = 4;
constexpr std::size_t kMostLabels = 6000;  // distinct values whose holders are looked up

std::string_view name_of(KeyKind kind) {
    switch (kind) {
        case KeyKind::value:
            return "";
        case KeyKind::sound:
            return "sound of ";
        case KeyKind::start:
            return "start of ";
        case KeyKind::end:
            return "end of ";
        case KeyKind::year:
            return "year of ";
        case KeyKind::day:
            return "month and day of ";
        case KeyKind::near:
            return "near ";
        case KeyKind::about:
            return "about ";
        case KeyKind::inside:
            return "inside ";
    }
    return "";
}

// Numbers texts; an empty one is kMissing.
class Numbering {
  public:
    std::int32_t operator()(std::string_view text) {
        if (text.empty()) return kMissing;
        return numbers_.try_emplace(std::string(text), static_cast<std::int32_t>(numbers_.size()))
            .first->second;
    }

  private:
    std::unordered_map<std::string, std::int32_t> numbers_;
};

template <class TextOf>
Key text_key(std::size_t f, KeyKind kind, const Field& field, TextOf&& text_of) {
    Key key{.field = f, .kind = kind};
    Numbering numbering;
    for (std::size_t i = 0; i < field.values(); ++i) key.of_value.push_back(numbering(text_of(i)));
    return key;
}

Key band_key(std::size_t f, KeyKind kind, const Field& field, double width) {
    Key key{.field = f, .kind = kind};
    for (const double value : field.low) {
        const double band = std::floor(value / (width * field.spread));
        key.of_value.push_back(std::isfinite(band) && std::fabs(band) < 1e9
                                   ? static_cast<std::int32_t>(band)
                                   : kMissing);
    }
    return key;
}

Key value_key(std::size_t f, const Field& field) {
    Key key{.field = f, .kind = KeyKind::value};
    for (std::size_t i = 0; i < field.values(); ++i) {
        key.of_value.push_back(static_cast<std::int32_t>(i));
    }
    return key;
}

void add_label_key(std::size_t f, const Field& field, std::vector<Key>& keys) {
    std::vector<std::int32_t> lefts, rights;
    for (std::size_t i = 0; i < field.values(); ++i) {
        if (field.left_counts[i] > 0) lefts.push_back(static_cast<std::int32_t>(i));
        if (field.right_counts[i] > 0) rights.push_back(static_cast<std::int32_t>(i));
    }
    if (lefts.size() * rights.size() > kMostLabels * kMostLabels) return;
    Key key = value_key(f, field);
    key.kind = KeyKind::inside;
    key.holders.resize(field.values());
    for (const std::int32_t a : lefts) {
        for (const std::int32_t b : rights) {
            if (field.level(a, b) == field.levels) {
                key.holders[static_cast<std::size_t>(a)].push_back(b);
            }
        }
    }
    keys.push_back(std::move(key));
}

std::vector<Key> keys_of(std::size_t f, const Field& field) {
    std::vector<Key> keys;
    const auto text = [&](std::size_t i) -> std::string_view { return field.texts[i]; };
    switch (field.pair.comparator) {
        case Comparator::exact:
            keys.push_back(value_key(f, field));
            break;
        case Comparator::taxonomy:
            keys.push_back(value_key(f, field));
            break;
        case Comparator::text:
            keys.push_back(value_key(f, field));
            keys.push_back(text_key(f, KeyKind::sound, field,
                                    [&](std::size_t i) { return soundex(text(i)); }));
            keys.push_back(text_key(f, KeyKind::start, field,
                                    [&](std::size_t i) { return text(i).substr(0, kStart); }));
            break;
        case Comparator::edit:
            keys.push_back(value_key(f, field));
            keys.push_back(text_key(f, KeyKind::start, field, [&](std::size_t i) {
                return text(i).substr(0, (text(i).size() + 1) / 2);
            }));
            keys.push_back(text_key(f, KeyKind::end, field, [&](std::size_t i) {
                return text(i).substr(text(i).size() / 2);
            }));
            break;
        case Comparator::number:
            keys.push_back(value_key(f, field));
            keys.push_back(band_key(f, KeyKind::near, field, 0.1));
            keys.push_back(band_key(f, KeyKind::about, field, 0.5));
            break;
        case Comparator::date:
            keys.push_back(value_key(f, field));
            keys.push_back(text_key(f, KeyKind::year, field,
                                    [&](std::size_t i) { return text(i).substr(0, 4); }));
            keys.push_back(text_key(f, KeyKind::day, field, [&](std::size_t i) {
                return text(i).size() == 8 ? text(i).substr(4) : std::string_view();
            }));
            break;
        case Comparator::label:
            add_label_key(f, field, keys);
            break;
    }
    return keys;
}

double collisions_of(const Key& key, const Field& field, const PreparedFiles& files) {
    const double all =
        static_cast<double>(files.left.rows) * static_cast<double>(files.other().rows);
    double sum = 0;
    if (key.kind == KeyKind::inside) {
        for (std::size_t a = 0; a < field.values(); ++a) {
            double held = 0;
            for (const std::int32_t b : key.holders[a]) {
                held += static_cast<double>(field.right_counts[static_cast<std::size_t>(b)]);
            }
            sum += static_cast<double>(field.left_counts[a]) * held;
        }
        return sum / all;
    }
    std::unordered_map<std::int32_t, std::pair<double, double>> counts;
    for (std::size_t i = 0; i < field.values(); ++i) {
        if (key.of_value[i] == kMissing) continue;
        auto& [left, right] = counts[key.of_value[i]];
        left += static_cast<double>(field.left_counts[i]);
        right += static_cast<double>(field.right_counts[i]);
    }
    for (const auto& [number, count] : counts) {
        sum += count.first * count.second;
        if (!key.has_bands()) continue;
        for (const std::int32_t step : {-1, 1}) {
            const auto beside = counts.find(number + step);
            if (beside != counts.end()) sum += count.first * beside->second.second;
        }
    }
    return sum / all;
}

}  // namespace

std::string Key::name(const Field& of) const {
    return fmt::format("{}{}", name_of(kind), of.pair.right);
}

std::vector<Key> possible_keys(const PreparedFiles& files) {
    std::vector<Key> keys;
    for (std::size_t f = 0; f < files.fields.size(); ++f) {
        for (Key& key : keys_of(f, files.fields[f])) {
            key.collisions = collisions_of(key, files.fields[f], files);
            if (key.collisions > kUseless || key.collisions <= 0) continue;
            keys.push_back(std::move(key));
        }
    }
    return keys;
}

}  // namespace lethe::linkage
