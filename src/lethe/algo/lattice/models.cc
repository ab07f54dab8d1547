#include "lethe/algo/lattice/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "lethe/algo/lattice/notation.h"

namespace lethe::lattice {
namespace {

// How a kind is written, and which parameters it takes; the first one stands behind the colon.
struct Form {
    ModelKind kind;
    std::string_view name;
    std::string_view first;                  // empty: all are named
    std::vector<std::string_view> required;  // beside the first
    std::vector<std::string_view> optional;
};

const std::vector<Form>& forms() {
    using enum ModelKind;
    static const std::vector<std::string_view> profit = {"cost", "gain", "loss", "benefit"};
    static const std::vector<Form> all = {
        {k_anonymity, "k", "k", {}, {}},
        {k_map_table, "kmap", "k", {"population"}, {"alpha", "estimator"}},
        {l_distinct, "l-distinct", "l", {}, {"sensitive"}},
        {l_entropy, "l-entropy", "l", {}, {"estimator", "sensitive"}},
        {l_recursive, "l-recursive", "", {"c", "l"}, {"sensitive"}},
        {ModelKind::alpha, "alpha", "alpha", {}, {"sensitive"}},
        {t_equal, "t-equal", "t", {}, {"sensitive"}},
        {t_ordered, "t-ordered", "t", {}, {"sensitive"}},
        {t_hierarchical, "t-hierarchical", "t", {}, {"sensitive"}},
        {beta_basic, "beta-basic", "beta", {}, {"sensitive"}},
        {beta_enhanced, "beta-enhanced", "beta", {}, {"sensitive"}},
        {delta_present, "delta", "delta", {}, {"values", "sensitive"}},
        {presence, "presence", "range", {}, {}},
        {risk_average, "risk-average", "risk", {}, {"highest", "share"}},
        {unique_sample, "unique-sample", "share", {}, {}},
        {unique_population, "unique-population", "share", {"population", "estimator"}, {}},
        {profit_prosecutor, "profit-prosecutor", "", profit, {}},
        {profit_journalist, "profit-journalist", "", profit, {}},
        {profit_prosecutor_no_attack, "profit-prosecutor-no-attack", "", profit, {}},
        {profit_journalist_no_attack, "profit-journalist-no-attack", "", profit, {}},
    };
    return all;
}

constexpr std::array<std::pair<Estimator, std::string_view>, 6> kEstimators = {
    {{Estimator::poisson, "poisson"},
     {Estimator::ztpoisson, "ztpoisson"},
     {Estimator::zayatz, "zayatz"},
     {Estimator::pitman, "pitman"},
     {Estimator::snb, "snb"},
     {Estimator::dankar, "dankar"}}};

std::string_view estimator_name(Estimator estimator) {
    for (const auto& [value, name] : kEstimators) {
        if (value == estimator) return name;
    }
    return "";
}

// The parameters of one model as they are written, with what is wrong with them.
class Parameters {
  public:
    Parameters(const Term& term, Problems& problems) : term_(term), problems_(problems) {}

    std::optional<std::string> text(std::string_view name) const {
        const auto place = term_.named.find(std::string(name));
        return place == term_.named.end() ? std::nullopt : std::optional(place->second);
    }
    // Within [least, most], or (least, most] where `open`.
    std::optional<double> number(std::string_view name, double least, double most,
                                 bool open = false) {
        const auto given = text(name);
        return given ? checked(name, *given, least, most, open) : std::nullopt;
    }
    std::optional<double> checked(std::string_view name, const std::string& given, double least,
                                  double most, bool open) {
        const auto value = number_in(given);
        const bool fits = value && (open ? *value > least : *value >= least) && *value <= most;
        if (fits) return value;
        tell(fmt::format("{} must be a number {} {}{}", name, open ? "above" : "of at least", least,
                         std::isinf(most) ? "" : fmt::format(" and at most {}", most)));
        return std::nullopt;
    }
    void tell(const std::string& what) {
        problems_.push_back({fmt::format("model {}: {}", term_.text, what)});
    }

  private:
    const Term& term_;
    Problems& problems_;
};

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

std::optional<double> whole(Parameters& given, std::string_view name, double least) {
    const auto value = given.number(name, least, kNoLimit);
    if (value && *value != std::floor(*value)) {
        given.tell(fmt::format("{} must be a whole number", name));
        return std::nullopt;
    }
    return value;
}

void read_estimator(Parameters& given, std::initializer_list<Estimator> allowed, Model& model) {
    const auto text = given.text("estimator");
    if (!text) return;
    std::string names;
    for (const Estimator one : allowed) {
        if (estimator_name(one) == *text) {
            model.estimator = one;
            return;
        }
        names += (names.empty() ? "" : ", ") + std::string(estimator_name(one));
    }
    given.tell(fmt::format("estimator must be one of {}", names));
}

void read_k_map(Parameters& given, Model& model) {
    model.value = whole(given, "k", 1).value_or(1);
    if (given.text("population") == "table") {
        if (given.text("alpha") || given.text("estimator")) {
            given.tell("alpha and estimator belong to population=NUMBER, not to a table");
        }
        return;
    }
    model.kind = ModelKind::k_map_estimated;
    model.estimator = Estimator::poisson;
    model.population = given.number("population", 1, kNoLimit).value_or(1);
    model.significance = given.number("alpha", 0, 1, true).value_or(0.01);
    read_estimator(given, {Estimator::poisson, Estimator::ztpoisson}, model);
}

void read_entropy(Parameters& given, Model& model) {
    model.value = given.number("l", 1, kNoLimit).value_or(1);
    const std::string estimator = given.text("estimator").value_or("shannon");
    if (estimator == "grassberger") {
        model.kind = ModelKind::l_grassberger;
    } else if (estimator != "shannon") {
        given.tell("estimator must be one of shannon, grassberger");
    }
}

void read_delta(Parameters& given, Model& model) {
    model.value = given.number("delta", 0, kNoLimit, true).value_or(1);
    const std::string values = given.text("values").value_or("present");
    if (values == "all") {
        model.kind = ModelKind::delta_all;
    } else if (values != "present") {
        given.tell("values must be one of present, all");
    }
}

void read_presence(Parameters& given, Model& model) {
    const std::string range = given.text("range").value_or("");
    const std::size_t dots = range.find("..");
    if (dots == std::string::npos) {
        given.tell("a range is wanted, such as 0.05..0.15");
        return;
    }
    const auto least = given.checked("the lower end", range.substr(0, dots), 0, 1, false);
    const auto most = given.checked("the upper end", range.substr(dots + 2), 0, 1, false);
    if (!least || !most) return;
    model.value = *least;
    model.upper = *most;
    if (*least > *most) given.tell("the lower end is above the upper end");
}

void read_risk(Parameters& given, Model& model) {
    model.value = given.number("risk", 0, 1, true).value_or(1);
    model.highest = given.number("highest", 0, 1, true);
    model.share = given.number("share", 0, 1);
    if (given.text("highest").has_value() != given.text("share").has_value()) {
        given.tell("highest and share go together");
    }
}

void read_unique_population(Parameters& given, Model& model) {
    model.value = given.number("share", 0, 1).value_or(0);
    model.population = given.number("population", 1, kNoLimit).value_or(1);
    read_estimator(given, {Estimator::zayatz, Estimator::pitman, Estimator::snb, Estimator::dankar},
                   model);
}

void read_profit(Parameters& given, Model& model) {
    model.profit.cost = given.number("cost", 0, kNoLimit, true).value_or(1);
    model.profit.gain = given.number("gain", 0, kNoLimit, true).value_or(1);
    model.profit.loss = given.number("loss", 0, kNoLimit, true).value_or(1);
    model.profit.benefit = given.number("benefit", 0, kNoLimit, true).value_or(1);
}

void read_values(Parameters& given, Model& model) {
    using enum ModelKind;
    model.sensitive = given.text("sensitive").value_or("");
    switch (model.kind) {
        case k_anonymity:
            model.value = whole(given, "k", 1).value_or(1);
            break;
        case k_map_table:
            read_k_map(given, model);
            break;
        case l_distinct:
            model.value = whole(given, "l", 1).value_or(1);
            break;
        case l_entropy:
            read_entropy(given, model);
            break;
        case l_recursive:
            model.value = whole(given, "l", 1).value_or(1);
            model.c = given.number("c", 0, kNoLimit, true).value_or(1);
            break;
        case alpha:
            model.value = given.number("alpha", 0, 1, true).value_or(1);
            break;
        case t_equal:
        case t_ordered:
        case t_hierarchical:
            model.value = given.number("t", 0, 1).value_or(1);
            break;
        case beta_basic:
        case beta_enhanced:
            model.value = given.number("beta", 0, kNoLimit, true).value_or(1);
            break;
        case delta_present:
            read_delta(given, model);
            break;
        case presence:
            read_presence(given, model);
            break;
        case risk_average:
            read_risk(given, model);
            break;
        case unique_sample:
            model.value = given.number("share", 0, 1).value_or(0);
            break;
        case unique_population:
            read_unique_population(given, model);
            break;
        default:
            read_profit(given, model);
            break;
    }
}

const Form* form_named(const Term& term, Problems& problems) {
    for (const Form& form : forms()) {
        if (form.name == term.name) return &form;
    }
    std::string names;
    for (const Form& form : forms()) names += (names.empty() ? "" : ", ") + std::string(form.name);
    problems.push_back({fmt::format("there is no model \"{}\"; there are {}", term.name, names)});
    return nullptr;
}

// Which parameters are there, before their values are looked at.
bool names_fit(Term& term, const Form& form, Problems& problems) {
    const std::size_t before = problems.size();
    if (!form.first.empty()) {
        if (term.first.empty()) {
            problems.push_back({fmt::format("model {}: write {}:{}", term.text, form.name,
                                            form.first == "range" ? "LEAST..MOST" : "NUMBER")});
        }
        term.named[std::string(form.first)] = term.first;
    } else if (!term.first.empty()) {
        problems.push_back({fmt::format("model {}: name its parameters ({}=...)", term.text,
                                        form.required.front())});
    }
    for (const std::string_view name : form.required) {
        if (term.named.contains(std::string(name))) continue;
        problems.push_back({fmt::format("model {}: {} is missing", term.text, name)});
    }
    for (const auto& [name, value] : term.named) {
        const auto known = [&](const auto& list) {
            return std::find(list.begin(), list.end(), name) != list.end();
        };
        if (name == form.first || known(form.required) || known(form.optional)) continue;
        problems.push_back({fmt::format("model {}: it has no parameter {}", term.text, name)});
    }
    return problems.size() == before;
}

void check_together(const std::vector<Model>& models, Problems& problems) {
    const auto has = [&](ModelKind kind) {
        return std::any_of(models.begin(), models.end(),
                           [&](const Model& model) { return model.kind == kind; });
    };
    if (has(ModelKind::alpha) && !has(ModelKind::k_anonymity)) {
        problems.push_back({"alpha goes with k: write k:NUMBER + alpha:NUMBER"});
    }
    for (const Model& model : models) {
        if (model.kind != ModelKind::presence || model.upper > 0) continue;
        problems.push_back({fmt::format("model {} lets nobody be released", to_text(model))});
    }
    std::set<std::pair<ModelKind, std::string>> seen;
    for (const Model& model : models) {
        if (seen.emplace(model.kind, model.sensitive).second) continue;
        problems.push_back(
            {fmt::format("model {} stands beside another of its kind on the same column; give the "
                         "stricter one alone",
                         to_text(model))});
    }
}

double poisson_term(double lambda, std::int64_t c) {
    return std::exp(static_cast<double>(c) * std::log(lambda) - lambda -
                    std::lgamma(static_cast<double>(c) + 1));
}

}  // namespace

std::vector<Model> parse_models(std::string_view text, Problems& problems) {
    std::vector<Model> models;
    for (Term term : terms_of(text, "model", problems)) {
        const Form* form = form_named(term, problems);
        if (form == nullptr || !names_fit(term, *form, problems)) continue;
        Model model;
        model.kind = form->kind;
        Parameters given(term, problems);
        read_values(given, model);
        models.push_back(std::move(model));
    }
    check_together(models, problems);
    return models;
}

std::string to_text(const Model& model) {
    using enum ModelKind;
    const auto named = [](ModelKind kind) {
        for (const Form& form : forms()) {
            if (form.kind == kind) return form.name;
        }
        return std::string_view{};
    };
    std::string text;
    switch (model.kind) {
        case k_map_table:
            text = fmt::format("kmap:{},population=table", model.value);
            break;
        case k_map_estimated:
            text =
                fmt::format("kmap:{},population={},alpha={},estimator={}", model.value,
                            model.population, model.significance, estimator_name(model.estimator));
            break;
        case l_entropy:
            text = fmt::format("l-entropy:{},estimator=shannon", model.value);
            break;
        case l_grassberger:
            text = fmt::format("l-entropy:{},estimator=grassberger", model.value);
            break;
        case l_recursive:
            text = fmt::format("l-recursive:c={},l={}", model.c, model.value);
            break;
        case delta_all:
            text = fmt::format("delta:{},values=all", model.value);
            break;
        case presence:
            text = fmt::format("presence:{}..{}", model.value, model.upper);
            break;
        case risk_average:
            text = fmt::format("risk-average:{}", model.value);
            if (model.highest && model.share) {
                text += fmt::format(",highest={},share={}", *model.highest, *model.share);
            }
            break;
        case unique_population:
            text = fmt::format("unique-population:{},population={},estimator={}", model.value,
                               model.population, estimator_name(model.estimator));
            break;
        case profit_prosecutor:
        case profit_journalist:
        case profit_prosecutor_no_attack:
        case profit_journalist_no_attack:
            text = fmt::format("{}:cost={},gain={},loss={},benefit={}", named(model.kind),
                               model.profit.cost, model.profit.gain, model.profit.loss,
                               model.profit.benefit);
            break;
        default:
            text = fmt::format("{}:{}", named(model.kind), model.value);
            break;
    }
    return model.sensitive.empty() ? text : text + ",sensitive=" + model.sensitive;
}

std::string to_text(const std::vector<Model>& models) {
    std::string text;
    for (const Model& model : models) text += (text.empty() ? "" : " + ") + to_text(model);
    return text;
}

bool needs_sensitive(ModelKind kind) {
    return kind >= ModelKind::l_distinct && kind <= ModelKind::delta_all;
}

bool needs_population_table(ModelKind kind) {
    return kind == ModelKind::k_map_table || kind == ModelKind::presence;
}

bool is_table_model(ModelKind kind) {
    return kind >= ModelKind::risk_average && kind <= ModelKind::unique_population;
}

bool generalisation_monotone(ModelKind kind) {
    using enum ModelKind;
    switch (kind) {
        case l_grassberger:
        case delta_present:
        case risk_average:
        case unique_sample:
        case unique_population:
        case profit_prosecutor:
        case profit_journalist:
            return false;
        default:
            return true;
    }
}

bool suppression_monotone(ModelKind kind) {
    using enum ModelKind;
    switch (kind) {
        case k_anonymity:
        case k_map_table:
        case k_map_estimated:
        case l_distinct:
        case profit_prosecutor_no_attack:
        case profit_journalist_no_attack:
            return true;
        default:
            return false;
    }
}

bool survives_joining(ModelKind kind) {
    using enum ModelKind;
    switch (kind) {
        case k_anonymity:
        case k_map_estimated:
        case l_distinct:
        case l_entropy:
        case l_recursive:
        case alpha:
        case t_equal:
        case t_ordered:
        case t_hierarchical:
        case beta_basic:
        case beta_enhanced:
        case risk_average:
            return true;
        default:
            return false;
    }
}

std::int64_t k_of_sample(const Model& model, std::int64_t rows) {
    const auto k = static_cast<std::int64_t>(model.value);
    const double lambda = model.value * static_cast<double>(rows) / model.population;
    const bool truncated = model.estimator == Estimator::ztpoisson;
    const double whole_mass = truncated ? -std::expm1(-lambda) : 1;
    double sum = 0;
    std::int64_t c = truncated ? 1 : 0;
    for (; c < k; ++c) {
        sum += poisson_term(lambda, c) / whole_mass;
        if (sum >= 1 - model.significance) break;
    }
    return std::min({k, c + (truncated ? 1 : 2), rows});
}

std::int64_t size_for_risk(double h) {
    const double size = std::floor(1 / h);
    return static_cast<std::int64_t>(size) + (1 / size - h >= 0.01 * h ? 1 : 0);
}

std::int64_t size_without_attack(const Profit& profit) {
    const double ratio = profit.gain / profit.cost;
    return static_cast<std::int64_t>(ratio == std::floor(ratio) ? ratio + 1 : std::ceil(ratio));
}

std::int64_t minimum_class_size(const Model& model, std::int64_t rows) {
    using enum ModelKind;
    switch (model.kind) {
        case k_anonymity:
            return static_cast<std::int64_t>(model.value);
        case k_map_estimated:
            return k_of_sample(model, rows);
        case l_distinct:
        case l_entropy:
        case l_grassberger:
        case l_recursive:
            return static_cast<std::int64_t>(std::ceil(model.value));
        default:
            return 0;
    }
}

}  // namespace lethe::lattice
