# A function for each masking method of tables. Made by tools/generate.R from the catalogue; not
# edited by hand.

# Microaggregation (MDAV)
lethe_mdav <- function(data, k = NULL, scaling = NULL, mean = NULL, groups = NULL,
    group_size = NULL, whole_records = NULL, squared = NULL, missing = NULL, models = NULL,
    sensitive = NULL, sensitive_missing = NULL, measure = NULL, root_depth = NULL,
    count_root = NULL, taxonomy_depth = NULL, synonym_weight = NULL, feature_weight = NULL,
    neighbour_weight = NULL, li_alpha = NULL, li_beta = NULL, centre = NULL, columns = NULL, ...) {
    masked_by("mdav", data, columns, list(k = k, scaling = scaling, mean = mean, groups = groups,
        group_size = group_size, whole_records = whole_records, squared = squared,
        missing = missing, models = models, sensitive = sensitive,
        sensitive_missing = sensitive_missing, measure = measure, root_depth = root_depth,
        count_root = count_root, taxonomy_depth = taxonomy_depth, synonym_weight = synonym_weight,
        feature_weight = feature_weight, neighbour_weight = neighbour_weight, li_alpha = li_alpha,
        li_beta = li_beta, centre = centre), ...)
}

# Individual ranking
lethe_individual_ranking <- function(data, k = NULL, k_by_column = NULL, variant = NULL,
    columns = NULL, ...) {
    masked_by("individual-ranking", data, columns, list(k = k, k_by_column = k_by_column,
        variant = variant), ...)
}

# Optimal univariate microaggregation
lethe_optimal_univariate <- function(data, k = NULL, k_by_column = NULL, columns = NULL, ...) {
    masked_by("optimal-univariate", data, columns, list(k = k, k_by_column = k_by_column), ...)
}

# Fuzzy microaggregation
lethe_fuzzy_microaggregation <- function(data, k = NULL, m1 = NULL, m2 = NULL, per_attribute = NULL,
    rounds = NULL, groups = NULL, group_size = NULL, columns = NULL, ...) {
    masked_by("fuzzy-microaggregation", data, columns, list(k = k, m1 = m1, m2 = m2,
        per_attribute = per_attribute, rounds = rounds, groups = groups, group_size = group_size), ...)
}

# Microaggregation along the sum of z-scores
lethe_zscore_projection <- function(data, k = NULL, missing = NULL, columns = NULL, ...) {
    masked_by("zscore-projection", data, columns, list(k = k, missing = missing), ...)
}

# Microaggregation along the first principal component
lethe_pca_projection <- function(data, k = NULL, missing = NULL, columns = NULL, ...) {
    masked_by("pca-projection", data, columns, list(k = k, missing = missing), ...)
}

# Rank swapping
lethe_rank_swapping <- function(data, p = NULL, p_by_column = NULL, measure = NULL,
    root_depth = NULL, count_root = NULL, taxonomy_depth = NULL, synonym_weight = NULL,
    feature_weight = NULL, neighbour_weight = NULL, li_alpha = NULL, li_beta = NULL, columns = NULL,
    ...) {
    masked_by("rank-swapping", data, columns, list(p = p, p_by_column = p_by_column,
        measure = measure, root_depth = root_depth, count_root = count_root,
        taxonomy_depth = taxonomy_depth, synonym_weight = synonym_weight,
        feature_weight = feature_weight, neighbour_weight = neighbour_weight, li_alpha = li_alpha,
        li_beta = li_beta), ...)
}

# Rank swapping p-buckets
lethe_rank_swapping_buckets <- function(data, buckets = NULL, buckets_by_column = NULL,
    columns = NULL, ...) {
    masked_by("rank-swapping-buckets", data, columns, list(buckets = buckets,
        buckets_by_column = buckets_by_column), ...)
}

# Rank swapping p-distribution
lethe_rank_swapping_distribution <- function(data, p = NULL, p_by_column = NULL, spread = NULL,
    columns = NULL, ...) {
    masked_by("rank-swapping-distribution", data, columns, list(p = p, p_by_column = p_by_column,
        spread = spread), ...)
}

# Additive noise
lethe_noise <- function(data, type = NULL, p = NULL, p_by_column = NULL, columns = NULL, ...) {
    masked_by("noise", data, columns, list(type = type, p = p, p_by_column = p_by_column), ...)
}

# Noise with a nonlinear transformation
lethe_transformed_noise <- function(data, p = NULL, p_by_column = NULL, correlated = NULL,
    columns = NULL, ...) {
    masked_by("transformed-noise", data, columns, list(p = p, p_by_column = p_by_column,
        correlated = correlated), ...)
}

# Resampling
lethe_resampling <- function(data, samples = NULL, columns = NULL, ...) {
    masked_by("resampling", data, columns, list(samples = samples), ...)
}

# Top and bottom coding
lethe_top_bottom_coding <- function(data, bottom = NULL, top = NULL, bottom_percent = NULL,
    top_percent = NULL, bottom_categories = NULL, top_categories = NULL, replacement = NULL,
    bottom_label = NULL, top_label = NULL, columns = NULL, ...) {
    masked_by("top-bottom-coding", data, columns, list(bottom = bottom, top = top,
        bottom_percent = bottom_percent, top_percent = top_percent,
        bottom_categories = bottom_categories, top_categories = top_categories,
        replacement = replacement, bottom_label = bottom_label, top_label = top_label), ...)
}

# Global recoding
lethe_global_recoding <- function(data, width = NULL, width_by_column = NULL, origin = NULL,
    breaks = NULL, unit = NULL, show = NULL, map = NULL, default = NULL, rarest = NULL,
    rarest_by_column = NULL, merged = NULL, label = NULL, columns = NULL, ...) {
    masked_by("global-recoding", data, columns, list(width = width,
        width_by_column = width_by_column, origin = origin, breaks = breaks, unit = unit,
        show = show, map = map, default = default, rarest = rarest,
        rarest_by_column = rarest_by_column, merged = merged, label = label), ...)
}

# Rounding
lethe_rounding <- function(data, base = NULL, base_by_column = NULL, set = NULL,
    set_by_column = NULL, joint = NULL, columns = NULL, ...) {
    masked_by("rounding", data, columns, list(base = base, base_by_column = base_by_column,
        set = set, set_by_column = set_by_column, joint = joint), ...)
}

# Sampling
lethe_sampling <- function(data, fraction = NULL, count = NULL, columns = NULL, ...) {
    masked_by("sampling", data, columns, list(fraction = fraction, count = count), ...)
}

# Suppression
lethe_suppression <- function(data, what = NULL, k = NULL, percent = NULL, measure = NULL,
    above = NULL, rate = NULL, keys = NULL, weights = NULL, population = NULL, household = NULL,
    terms = NULL, most = NULL, fraction = NULL, columns = NULL, ...) {
    masked_by("suppression", data, columns, list(what = what, k = k, percent = percent,
        measure = measure, above = above, rate = rate, keys = keys, weights = weights,
        population = population, household = household, terms = terms, most = most,
        fraction = fraction), ...)
}

# Post-randomisation (PRAM)
lethe_pram <- function(data, type = NULL, p = NULL, p_by_column = NULL, theta = NULL, change = NULL,
    matrix = NULL, private_matrix = NULL, columns = NULL, ...) {
    masked_by("pram", data, columns, list(type = type, p = p, p_by_column = p_by_column,
        theta = theta, change = change, matrix = matrix, private_matrix = private_matrix), ...)
}

# Mondrian
lethe_mondrian <- function(data, k = NULL, mode = NULL, publish = NULL, average = NULL,
    models = NULL, sensitive = NULL, sensitive_missing = NULL, measure = NULL, root_depth = NULL,
    count_root = NULL, taxonomy_depth = NULL, synonym_weight = NULL, feature_weight = NULL,
    neighbour_weight = NULL, li_alpha = NULL, li_beta = NULL, columns = NULL, ...) {
    masked_by("mondrian", data, columns, list(k = k, mode = mode, publish = publish,
        average = average, models = models, sensitive = sensitive,
        sensitive_missing = sensitive_missing, measure = measure, root_depth = root_depth,
        count_root = count_root, taxonomy_depth = taxonomy_depth, synonym_weight = synonym_weight,
        feature_weight = feature_weight, neighbour_weight = neighbour_weight, li_alpha = li_alpha,
        li_beta = li_beta), ...)
}

# Microaggregation refined by exchange
lethe_exchange_groups <- function(data, k = NULL, mean = NULL, passes = NULL, block = NULL,
    columns = NULL, ...) {
    masked_by("exchange-groups", data, columns, list(k = k, mean = mean, passes = passes,
        block = block), ...)
}

# Global median-based k-anonymity
lethe_global_median <- function(data, k = NULL, cut = NULL, measure = NULL, root_depth = NULL,
    count_root = NULL, taxonomy_depth = NULL, synonym_weight = NULL, feature_weight = NULL,
    neighbour_weight = NULL, li_alpha = NULL, li_beta = NULL, columns = NULL, ...) {
    masked_by("global-median", data, columns, list(k = k, cut = cut, measure = measure,
        root_depth = root_depth, count_root = count_root, taxonomy_depth = taxonomy_depth,
        synonym_weight = synonym_weight, feature_weight = feature_weight,
        neighbour_weight = neighbour_weight, li_alpha = li_alpha, li_beta = li_beta), ...)
}

# Data swapping
lethe_data_swapping <- function(data, rate = NULL, within = NULL, together = NULL, columns = NULL,
    ...) {
    masked_by("data-swapping", data, columns, list(rate = rate, within = within,
        together = together), ...)
}

# Data distortion by probability distribution
lethe_distribution_distortion <- function(data, fit = NULL, columns = NULL, ...) {
    masked_by("distribution-distortion", data, columns, list(fit = fit), ...)
}

# Lossy compression
lethe_lossy_compression <- function(data, quality = NULL, order = NULL, columns = NULL, ...) {
    masked_by("lossy-compression", data, columns, list(quality = quality, order = order), ...)
}

# Camouflage
lethe_camouflage <- function(data, width = NULL, width_by_column = NULL, k = NULL, columns = NULL,
    ...) {
    masked_by("camouflage", data, columns, list(width = width, width_by_column = width_by_column,
        k = k), ...)
}

# Multiple imputation
lethe_multiple_imputation <- function(data, on = NULL, share = NULL, fill_missing = NULL,
    columns = NULL, ...) {
    masked_by("multiple-imputation", data, columns, list(on = on, share = share,
        fill_missing = fill_missing), ...)
}

# MASSC
lethe_massc <- function(data, sizes = NULL, substitute = NULL, keep = NULL, risk = NULL,
    bias_weight = NULL, calibrate = NULL, weight = NULL, columns = NULL, ...) {
    masked_by("massc", data, columns, list(sizes = sizes, substitute = substitute, keep = keep,
        risk = risk, bias_weight = bias_weight, calibrate = calibrate, weight = weight), ...)
}

# Local suppression
lethe_local_suppression <- function(data, k = NULL, match = NULL, cost = NULL, models = NULL,
    sensitive = NULL, sensitive_missing = NULL, columns = NULL, ...) {
    masked_by("local-suppression", data, columns, list(k = k, match = match, cost = cost,
        models = models, sensitive = sensitive, sensitive_missing = sensitive_missing), ...)
}

# Masking inside clusters
lethe_clustered <- function(data, clusters = NULL, inside = NULL, parameters = NULL, measure = NULL,
    root_depth = NULL, count_root = NULL, taxonomy_depth = NULL, synonym_weight = NULL,
    feature_weight = NULL, neighbour_weight = NULL, li_alpha = NULL, li_beta = NULL, columns = NULL,
    ...) {
    masked_by("clustered", data, columns, list(clusters = clusters, inside = inside,
        parameters = parameters, measure = measure, root_depth = root_depth,
        count_root = count_root, taxonomy_depth = taxonomy_depth, synonym_weight = synonym_weight,
        feature_weight = feature_weight, neighbour_weight = neighbour_weight, li_alpha = li_alpha,
        li_beta = li_beta), ...)
}

# Masking within strata
lethe_stratified <- function(data, by = NULL, inside = NULL, parameters = NULL, least = NULL,
    rest = NULL, columns = NULL, ...) {
    masked_by("stratified", data, columns, list(by = by, inside = inside, parameters = parameters,
        least = least, rest = rest), ...)
}

# Microaggregation by Ward's method (k-Ward)
lethe_k_ward <- function(data, k = NULL, measure = NULL, root_depth = NULL, count_root = NULL,
    taxonomy_depth = NULL, synonym_weight = NULL, feature_weight = NULL, neighbour_weight = NULL,
    li_alpha = NULL, li_beta = NULL, centre = NULL, columns = NULL, ...) {
    masked_by("k-ward", data, columns, list(k = k, measure = measure, root_depth = root_depth,
        count_root = count_root, taxonomy_depth = taxonomy_depth, synonym_weight = synonym_weight,
        feature_weight = feature_weight, neighbour_weight = neighbour_weight, li_alpha = li_alpha,
        li_beta = li_beta, centre = centre), ...)
}

# Semantic adaptive microaggregation (SA-MDAV)
lethe_sa_mdav <- function(data, k = NULL, moving_centre = NULL, measure = NULL, root_depth = NULL,
    count_root = NULL, taxonomy_depth = NULL, synonym_weight = NULL, feature_weight = NULL,
    neighbour_weight = NULL, li_alpha = NULL, li_beta = NULL, weighting = NULL, centre = NULL,
    columns = NULL, ...) {
    masked_by("sa-mdav", data, columns, list(k = k, moving_centre = moving_centre,
        measure = measure, root_depth = root_depth, count_root = count_root,
        taxonomy_depth = taxonomy_depth, synonym_weight = synonym_weight,
        feature_weight = feature_weight, neighbour_weight = neighbour_weight, li_alpha = li_alpha,
        li_beta = li_beta, weighting = weighting, centre = centre), ...)
}

# Semantic recoding
lethe_semantic_recoding <- function(data, k = NULL, target = NULL, candidates = NULL,
    rarest_first = NULL, measure = NULL, root_depth = NULL, count_root = NULL,
    taxonomy_depth = NULL, synonym_weight = NULL, feature_weight = NULL, neighbour_weight = NULL,
    li_alpha = NULL, li_beta = NULL, weighting = NULL, columns = NULL, ...) {
    masked_by("semantic-recoding", data, columns, list(k = k, target = target,
        candidates = candidates, rarest_first = rarest_first, measure = measure,
        root_depth = root_depth, count_root = count_root, taxonomy_depth = taxonomy_depth,
        synonym_weight = synonym_weight, feature_weight = feature_weight,
        neighbour_weight = neighbour_weight, li_alpha = li_alpha, li_beta = li_beta,
        weighting = weighting), ...)
}

# Semantic k-anonymous resampling
lethe_semantic_resampling <- function(data, k = NULL, one_reference = NULL, measure = NULL,
    root_depth = NULL, count_root = NULL, taxonomy_depth = NULL, synonym_weight = NULL,
    feature_weight = NULL, neighbour_weight = NULL, li_alpha = NULL, li_beta = NULL,
    weighting = NULL, centre = NULL, columns = NULL, ...) {
    masked_by("semantic-resampling", data, columns, list(k = k, one_reference = one_reference,
        measure = measure, root_depth = root_depth, count_root = count_root,
        taxonomy_depth = taxonomy_depth, synonym_weight = synonym_weight,
        feature_weight = feature_weight, neighbour_weight = neighbour_weight, li_alpha = li_alpha,
        li_beta = li_beta, weighting = weighting, centre = centre), ...)
}

# Generalisation along taxonomies
lethe_generalisation <- function(data, k = NULL, scheme = NULL, cost = NULL, search = NULL,
    loss = NULL, suppress = NULL, weights = NULL, start = NULL, columns = NULL, ...) {
    masked_by("generalisation", data, columns, list(k = k, scheme = scheme, cost = cost,
        search = search, loss = loss, suppress = suppress, weights = weights, start = start), ...)
}

# Optimal recoding
lethe_optimal_recoding <- function(data, k = NULL, blocks = NULL, suppress = NULL, publish = NULL,
    average = NULL, looks = NULL, columns = NULL, ...) {
    masked_by("optimal-recoding", data, columns, list(k = k, blocks = blocks, suppress = suppress,
        publish = publish, average = average, looks = looks), ...)
}

# Resampling by cells
lethe_cell_resampling <- function(data, share = NULL, within = NULL, columns = NULL, ...) {
    masked_by("cell-resampling", data, columns, list(share = share, within = within), ...)
}

# Privacy models over hierarchies
lethe_privacy_models <- function(data, models = NULL, sensitive = NULL, metric = NULL,
    suppress = NULL, suppressed = NULL, missing = NULL, released = NULL, presence_empty = NULL,
    weights = NULL, rounds = NULL, step = NULL, evaluations = NULL, seconds = NULL, columns = NULL,
    ...) {
    masked_by("privacy-models", data, columns, list(models = models, sensitive = sensitive,
        metric = metric, suppress = suppress, suppressed = suppressed, missing = missing,
        released = released, presence_empty = presence_empty, weights = weights, rounds = rounds,
        step = step, evaluations = evaluations, seconds = seconds), ...)
}

# Data shuffling
lethe_shuffling <- function(data, on = NULL, columns = NULL, ...) {
    masked_by("shuffling", data, columns, list(on = on), ...)
}

# Random orthogonal matrix masking
lethe_romm <- function(data, c = NULL, block = NULL, columns = NULL, ...) {
    masked_by("romm", data, columns, list(c = c, block = block), ...)
}

# Information preserving statistical obfuscation
lethe_ipso <- function(data, variant = NULL, on = NULL, columns = NULL, ...) {
    masked_by("ipso", data, columns, list(variant = variant, on = on), ...)
}

# Keyed pseudonyms
lethe_pseudonyms <- function(data, label = NULL, form = NULL, length = NULL, letters = NULL,
    identity = NULL, check_digit = NULL, parts = NULL, columns = NULL, ...) {
    masked_by("pseudonyms", data, columns, list(label = label, form = form, length = length,
        letters = letters, identity = identity, check_digit = check_digit, parts = parts), ...)
}

# Date shift per person
lethe_date_shift <- function(data, person = NULL, label = NULL, days = NULL, weeks = NULL,
    today = NULL, columns = NULL, ...) {
    masked_by("date-shift", data, columns, list(person = person, label = label, days = days,
        weeks = weeks, today = today), ...)
}

# Age cap
lethe_age_cap <- function(data, cap = NULL, reference = NULL, birth = NULL, columns = NULL, ...) {
    masked_by("age-cap", data, columns, list(cap = cap, reference = reference, birth = birth), ...)
}

# Targeted record swapping
lethe_targeted_record_swapping <- function(data, household = NULL, risk = NULL, profiles = NULL,
    carry = NULL, rate = NULL, k = NULL, limit = NULL, columns = NULL, ...) {
    masked_by("targeted-record-swapping", data, columns, list(household = household, risk = risk,
        profiles = profiles, carry = carry, rate = rate, k = k, limit = limit), ...)
}

# Generalisation of sets
lethe_set_generalisation <- function(data, k = NULL, m = NULL, separator = NULL, columns = NULL,
    ...) {
    masked_by("set-generalisation", data, columns, list(k = k, m = m, separator = separator), ...)
}

# Partition of sets from the top
lethe_set_partition <- function(data, k = NULL, separator = NULL, columns = NULL, ...) {
    masked_by("set-partition", data, columns, list(k = k, separator = separator), ...)
}

# Disassociation of sets
lethe_set_disassociation <- function(data, k = NULL, m = NULL, largest_cluster = NULL,
    separator = NULL, columns = NULL, ...) {
    masked_by("set-disassociation", data, columns, list(k = k, m = m,
        largest_cluster = largest_cluster, separator = separator), ...)
}

