// Set loss: what the items of sets lost, in normalised certainty penalties.
#include <algorithm>
#include <map>

#include "lethe/algo/sets/known_items.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/method/comparison.h"

namespace lethe::loss {
namespace {

struct SetLossParams {
    std::string separator = ";";
};

Schema<SetLossParams> set_loss_schema() {
    return Schema<SetLossParams>().field(
        "separator", &SetLossParams::separator,
        "between the items of a cell, such as ; or |. None: a cell is one item");
}

// What an item loses that is shown as one that covers it.
double penalty(const Table& original, std::span<const std::string> columns,
               const std::pair<std::size_t, std::string>& before,
               const std::pair<std::size_t, std::string>& after) {
    if (before == after) return 0;
    const MeaningPtr& meaning = original.column(columns[before.first]).meaning();
    const Taxonomy& taxonomy = meaning->taxonomy();
    const ConceptId c = meaning->concept_of(after.second);
    if (c == meaning->concept_of(before.second)) return 0;  // another word for the same
    return static_cast<double>(taxonomy.leaves(c)) /
           static_cast<double>(taxonomy.leaves(taxonomy.root()));
}

struct SetLosses {
    std::map<double, std::int64_t> charged;  // items by their penalty
    std::int64_t items = 0;
    std::int64_t lost = 0;  // covered by nothing that their record shows
    std::int64_t generalised = 0;
    std::int64_t shown = 0;   // released items
    std::int64_t untrue = 0;  // of these, those that cover nothing that the record has

    double penalties() const {
        double sum = 0;
        for (const auto& [one, count] : charged) sum += one * static_cast<double>(count);
        return sum;
    }
};

class SetComparison {
  public:
    SetComparison(const AssessInput& input, const std::string& separator)
        : input_(input),
          before_(sets::written_sets(input.original, input.columns, separator)),
          after_(sets::written_sets(input.masked, input.columns, separator)),
          covering_(sets::covering_items(input.original, input.columns, before_, after_)) {}

    SetLosses losses() {
        SetLosses sum;
        const std::vector<std::int64_t> masked = masked_row_of(input_);
        const sets::ItemNumbers nothing;
        for (std::size_t row = 0; row < before_.rows.size(); ++row) {
            const sets::ItemNumbers& shown =
                masked[row] < 0 ? nothing : after_.rows[static_cast<std::size_t>(masked[row])];
            add(before_.rows[row], shown, sum);
        }
        return sum;
    }

  private:
    void add(const sets::ItemNumbers& items, const sets::ItemNumbers& shown, SetLosses& sum) {
        sets::ItemNumbers covers;
        for (const std::int32_t item : items) {
            const sets::ItemNumbers& covering = covering_[static_cast<std::size_t>(item) - 1];
            double least = 1;
            bool covered = false;
            for (const std::int32_t one : covering) {
                if (!std::binary_search(shown.begin(), shown.end(), one)) continue;
                covers.push_back(one);
                covered = true;
                least = std::min(least, penalty_of(item, one));
            }
            ++sum.items;
            ++sum.charged[least];
            sum.lost += covered ? 0 : 1;
            sum.generalised += covered && least > 0 ? 1 : 0;
        }
        sum.shown += std::ssize(shown);
        sum.untrue += std::count_if(shown.begin(), shown.end(), [&](std::int32_t one) {
            return std::find(covers.begin(), covers.end(), one) == covers.end();
        });
    }

    double penalty_of(std::int32_t item, std::int32_t shown) {
        const auto [place, is_new] = penalties_.try_emplace({item, shown}, 0.0);
        if (is_new) {
            place->second = penalty(input_.original, input_.columns,
                                    before_.items[static_cast<std::size_t>(item) - 1],
                                    after_.items[static_cast<std::size_t>(shown) - 1]);
        }
        return place->second;
    }

    const AssessInput& input_;
    sets::WrittenSets before_;
    sets::WrittenSets after_;
    std::vector<sets::ItemNumbers> covering_;
    std::map<std::pair<std::int32_t, std::int32_t>, double> penalties_;
};

Measurement assess_set_loss(const AssessInput& input, const SetLossParams& params) {
    check_tables(input);
    const SetLosses losses = SetComparison(input, params.separator).losses();
    Measurement result;
    result.value = percent(losses.penalties(), static_cast<double>(losses.items));
    result.details["lost"] = percent(losses.lost, losses.items);
    result.details["generalised"] = percent(losses.generalised, losses.items);
    result.details["untrue"] = percent(losses.untrue, losses.shown);
    return result;
}

}  // namespace

Method set_loss() {
    return make_loss(
        MethodInfo{
            .name = "set-loss",
            .title = "Loss of items of sets",
            .summary = "What the items of sets lost to generalisation and suppression.",
            .description =
                "For columns whose cells are sets of items. Each item of the original is looked "
                "for "
                "in the set that its record shows: an item that is still there is charged nothing, "
                "one that is covered by a concept with v of the taxonomy's V leaves below it is "
                "charged v/V (the normalised certainty penalty), one that nothing covers, or whose "
                "record was dropped, is charged 1. The value is the mean over all items in "
                "percent. "
                "`lost` is the percentage of items that nothing covers, `generalised` that of "
                "items "
                "that something wider stands for, `untrue` that of released items that cover "
                "nothing their record had. All given columns together are the items of a person; "
                "an "
                "item twice in a set counts once. Without the column's taxonomy every generalised "
                "item counts as lost.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"terrovitis2008anonymization"},
            .example = {{"separator", ";"}},
            .in_words = "How much of the items of sets was made wider or left out.",
            .scale = Scale::loss,
            .details = {{"lost", "items lost", true},
                        {"generalised", "items made wider", true},
                        {"untrue", "released items that were not there", true}}},
        set_loss_schema(), assess_set_loss);
}

}  // namespace lethe::loss
