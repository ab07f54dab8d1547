#include "lethe/documents/find/model/sequence_model.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/documents/find/model/model_file.h"
#include "lethe/io/file.h"

namespace lethe::documents {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

// The register of documents of no special kind, and how far another must lead it: by so much
// evidence (natural logarithms) a word. On court cases the lead is 0.8 to 2.7, on letters below
// 0.4.
constexpr std::string_view kGeneral = "general";
constexpr double kClearLead = 0.6;
constexpr std::int64_t kFewWords = 20;

// Finds the row of a feature: open addressing over the hashes, which are random already.
class Rows {
  public:
    explicit Rows(const std::vector<std::uint32_t>& features) {
        std::size_t size = 16;
        while (size < features.size() * 2) size *= 2;
        mask_ = static_cast<std::uint32_t>(size - 1);
        slots_.assign(size, {0, kNone});
        for (std::size_t row = 0; row < features.size(); ++row) {
            std::uint32_t at = features[row] & mask_;
            while (slots_[at].row != kNone) at = (at + 1) & mask_;
            slots_[at] = {features[row], static_cast<std::uint32_t>(row)};
        }
    }

    std::uint32_t find(std::uint32_t feature) const {
        for (std::uint32_t at = feature & mask_; slots_[at].row != kNone; at = (at + 1) & mask_) {
            if (slots_[at].feature == feature) return slots_[at].row;
        }
        return kNone;
    }

  private:
    struct Slot {
        std::uint32_t feature;
        std::uint32_t row;
    };
    std::vector<Slot> slots_;
    std::uint32_t mask_;
};

bool trims(std::string_view token) {
    static constexpr std::array<std::string_view, 18> kMarks{
        ",", ";", ":", "(", ")", "[", "]", "“", "”", "\"", "'", "’", "‘", ".", "-", "–", "/", "!"};
    return std::find(kMarks.begin(), kMarks.end(), token) != kMarks.end();
}

bool is_initial(std::string_view text, const std::vector<language::Token>& tokens, std::size_t t) {
    return t > 0 && tokens[t].of(text) == "." && tokens[t - 1].end == tokens[t].begin &&
           tokens[t - 1].end - tokens[t - 1].begin <= 2;
}

}  // namespace

std::string_view name(Setting setting) {
    return setting == Setting::balanced ? "balanced" : "recall";
}

std::optional<Setting> setting_named(std::string_view name) {
    if (name == "balanced") return Setting::balanced;
    if (name == "recall") return Setting::recall;
    return std::nullopt;
}

bool Register::knows(CategoryId category) const {
    return std::any_of(labels.begin(), labels.end(), [&](const ModelLabel& label) {
        return label.identifying && label.category == category;
    });
}

bool Register::tells_apart(CategoryId category) const {
    return knows(category) &&
           std::any_of(labels.begin(), labels.end(), [&](const ModelLabel& label) {
               return !label.outside && !label.identifying && label.category == category;
           });
}

struct SequenceModel::State {
    std::vector<WordList> lists;
    std::vector<Register> registers;
    std::vector<Rows> rows;  // of each register
};

SequenceModel::SequenceModel(std::vector<WordList> lists, std::vector<Register> registers)
    : state_(std::make_unique<State>()) {
    state_->lists = std::move(lists);
    state_->registers = std::move(registers);
    for (const Register& in : state_->registers) state_->rows.emplace_back(in.features);
}

SequenceModel::~SequenceModel() = default;
SequenceModel::SequenceModel(SequenceModel&&) noexcept = default;

SequenceModel SequenceModel::from_bytes(std::string_view bytes, const std::string& file) {
    ModelParts parts = unpack_model(bytes, file);
    return {std::move(parts.lists), std::move(parts.registers)};
}

SequenceModel SequenceModel::read(const std::string& path) {
    return from_bytes(read_file(path), path);
}

const SequenceModel& SequenceModel::shipped() {
    static const SequenceModel model = from_bytes(shipped_model_bytes(), "the shipped model");
    return model;
}

std::string SequenceModel::bytes() const { return pack_model(state_->lists, state_->registers); }

void SequenceModel::write(const std::string& path) const { write_file(path, bytes()); }

const std::vector<WordList>& SequenceModel::lists() const { return state_->lists; }
const std::vector<Register>& SequenceModel::registers() const { return state_->registers; }

const Register& SequenceModel::register_of(std::string_view text,
                                           const std::vector<language::Token>& tokens) const {
    // The first tokens tell: a long document needs not be read to its end.
    constexpr std::size_t kEnough = 3000;
    std::vector<std::uint32_t> prints;
    for (std::size_t t = 0; t < std::min(tokens.size(), kEnough); ++t) {
        prints.push_back(word_print(tokens[t].of(text)));
    }
    std::sort(prints.begin(), prints.end());
    prints.erase(std::unique(prints.begin(), prints.end()), prints.end());
    std::vector<double> evidence;
    std::int64_t known = 0;
    for (const Register& in : state_->registers) {
        double sum = 0;
        known = 0;
        for (const std::uint32_t print : prints) {
            const auto at = std::lower_bound(in.cues.begin(), in.cues.end(), print);
            if (at == in.cues.end() || *at != print) continue;
            sum += in.cue_weights[static_cast<std::size_t>(at - in.cues.begin())];
            ++known;
        }
        evidence.push_back(sum);
    }
    const auto best = std::max_element(evidence.begin(), evidence.end());
    const auto at = static_cast<std::size_t>(best - evidence.begin());
    const auto general = std::find_if(state_->registers.begin(), state_->registers.end(),
                                      [](const Register& in) { return in.name == kGeneral; });
    if (general == state_->registers.end()) return state_->registers[at];
    // A kind of its own must lead clearly: a letter that speaks of a court is a letter.
    std::vector<double> others = evidence;
    others[at] = -1e300;
    const double lead = *best - *std::max_element(others.begin(), others.end());
    const bool clear = known >= kFewWords && lead >= kClearLead * static_cast<double>(known);
    return clear ? state_->registers[at] : *general;
}

const Register& SequenceModel::register_named(std::string_view name) const {
    std::vector<std::string> names;
    for (const Register& in : state_->registers) {
        if (in.name == name) return in;
        names.push_back(in.name);
    }
    throw Error(ErrorKind::usage, unknown_name("register", name, names));
}

std::vector<float> SequenceModel::probabilities(const Register& in, std::string_view text,
                                                const std::vector<language::Token>& tokens) const {
    const DocumentFeatures features = make_features(text, tokens, state_->lists);
    const std::size_t labels = in.labels.size();
    const Rows& rows = state_->rows[static_cast<std::size_t>(&in - state_->registers.data())];
    const auto add = [&](std::uint32_t feature, float* sums) {
        const std::uint32_t row = rows.find(feature);
        if (row == kNone) return;
        const float scale = in.scale[row];
        const std::int8_t* weight = &in.weights[row * labels];
        for (std::size_t l = 0; l < labels; ++l) sums[l] += scale * static_cast<float>(weight[l]);
    };
    constexpr std::size_t kPlaces = 2 * kReach + 1;
    const std::size_t lists = features.type_begin.size() - 1;
    std::vector<float> of_types(lists * labels, 0);
    for (std::size_t list = 0; list < lists; ++list) {
        for (std::uint32_t i = features.type_begin[list]; i < features.type_begin[list + 1]; ++i) {
            add(features.type_features[i], &of_types[list * labels]);
        }
    }
    std::vector<float> sums(tokens.size() * labels, 0);
    for (std::size_t p = 0; p + 1 < features.sequence_begin.size(); ++p) {
        const std::size_t from = features.sequence_begin[p];
        const std::size_t to = features.sequence_begin[p + 1];
        for (std::size_t t = from; t < to; ++t) {
            float* row = &sums[t * labels];
            for (std::size_t place = 0; place < kPlaces; ++place) {
                if (t + place < from + kReach || t + place >= to + kReach) continue;
                const std::size_t other = t + place - kReach;
                const float* of_type =
                    &of_types[(features.type_of[other] * kPlaces + place) * labels];
                for (std::size_t l = 0; l < labels; ++l) row[l] += of_type[l];
            }
            for (std::uint32_t i = features.place_begin[t]; i < features.place_begin[t + 1]; ++i) {
                add(features.place_features[i], row);
            }
        }
        if (to > from) {
            crf_marginals(in.transitions,
                          std::span(sums).subspan(from * labels, (to - from) * labels));
        }
    }
    return sums;
}

Mentions SequenceModel::find(const Register& in, std::string_view text,
                             const std::vector<language::Token>& tokens, Setting setting) const {
    return mentions_from(in, text, tokens, probabilities(in, text, tokens), in.least(setting));
}

Mentions mentions_from(const Register& in, std::string_view text,
                       const std::vector<language::Token>& tokens,
                       const std::vector<float>& probabilities, float least) {
    const std::size_t labels = in.labels.size();
    Mentions mentions;
    std::size_t first = 0;
    std::size_t end = 0;  // of the open mention: [first, end)
    std::array<double, 256> weight{};
    double sum = 0;
    const auto close = [&] {
        std::size_t from = first;
        std::size_t to = end;
        first = end = 0;
        while (from < to && trims(tokens[from].of(text))) ++from;
        while (from < to && trims(tokens[to - 1].of(text)) && !is_initial(text, tokens, to - 1)) {
            --to;
        }
        // A bracket that opens inside is closed by the next token, or was not part of the name.
        std::size_t open = to;
        for (std::size_t t = from; t < to; ++t) {
            const std::string_view token = tokens[t].of(text);
            if (token == "(") open = t;
            if (token == ")") open = to;
        }
        if (open < to) {
            if (to < tokens.size() && tokens[to].of(text) == ")") {
                ++to;
            } else if (open > from) {
                to = open;
            }
        }
        if (from < to) {
            const auto most = std::max_element(weight.begin(), weight.end()) - weight.begin();
            Mention mention;
            mention.span = {tokens[from].begin, tokens[to - 1].end};
            mention.category = static_cast<CategoryId>(most);
            mention.source = MentionSource::model;
            mention.score = static_cast<float>(
                std::min(1.0, sum / static_cast<double>(std::max<std::size_t>(1, to - from))));
            mention.pattern = in.name;
            mentions.push_back(mention);
        }
        weight.fill(0);
        sum = 0;
    };
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        const float* row = &probabilities[t * labels];
        float identifying = 0;
        float begins = 0;
        for (std::size_t l = 0; l < labels; ++l) {
            if (!in.labels[l].identifying) continue;
            identifying += row[l];
            if (in.labels[l].begins) begins += row[l];
        }
        const bool in_line =
            end > first &&
            text.substr(tokens[end - 1].end, tokens[t].begin - tokens[end - 1].end).find("\n\n") ==
                std::string_view::npos;
        if (identifying < least) {
            if (end > first) close();
            continue;
        }
        if (end > first && (!in_line || begins > identifying / 2)) close();
        if (end == first) first = t;
        end = t + 1;
        sum += identifying;
        for (std::size_t l = 0; l < labels; ++l) {
            if (in.labels[l].identifying) {
                weight[static_cast<std::size_t>(in.labels[l].category)] += row[l];
            }
        }
    }
    if (end > first) close();
    return mentions;
}

}  // namespace lethe::documents
