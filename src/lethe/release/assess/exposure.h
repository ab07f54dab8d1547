// How exposed each person is: the largest chance that an attack gave of finding her, and for the
// worst why. Private: it speaks of single people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::release {

// Why a record is found.
struct ExposureReason {
    std::int64_t row = 0;  // of the original, from 0
    // Sets of one to three columns in which the released record is alone while it is not in any
    // part of the set (minimal sample uniques), small ones first, at most kListedSets.
    std::vector<std::vector<std::string>> unique_on;
    // Columns without which linkage by distance would find the record with less than half the
    // chance.
    std::vector<std::string> linked_by;
};

constexpr std::size_t kListedSets = 10;

struct ExposureTable {
    std::vector<std::int64_t> class_size;  // by row of the original; 0: it was not released
    std::vector<double> exposure;          // by row; 0 where no attack found it or looked for it
    std::vector<std::int32_t> attack;      // by row: into `attacks`; -1: none
    std::vector<std::string> attacks;      // "distance-linkage distance=mahalanobis"
    std::vector<ExposureReason> worst;     // the most exposed first
};

struct ExposureOptions {
    std::int64_t worst = 100;  // so many records with reasons
};

// `private_results` as of run_assessments or assess: every attack whose private details have an
// "exposure" counts. Where none has, distance-linkage and reidentification-risk are run for it.
// Ties go to the attack that comes first. The most exposed are those with the largest chance, of
// these the ones in the smallest classes, and the first of them.
ExposureTable exposures(const Comparable& pair, const Scenario& scenario,
                        std::span<const PrivateResult> private_results, const Random& random,
                        const Context& context, const ExposureOptions& options = {});

// {"private_worst": [{"row" (from 1), "class_size", "exposure" (a chance from 0 to 1), "attack",
// "unique_on", "linked_by"}]}: those with reasons whom some attack finds.
Json to_json(const ExposureTable& table);

constexpr std::string_view kExposureHeader = "row,class_size,exposure,attack,unique_on,linked_by";
// Under this header a line for each row of the original in its
// order, rows counted from 1: it joins with the data by row number. Sets of columns are joined by
// "+" and separated by "; ".
std::string exposure_csv(const ExposureTable& table);
// The same to a file that its owner alone can read.
void write_exposure_csv(const std::string& path, const ExposureTable& table);

}  // namespace lethe::release
