"""Privacy models by their definitions, in plain Python: what a release is held to that promises them.

Shares nothing with the program. A release and the original are lists of dictionaries (rows); a hierarchy is a
dictionary from each value to its labels, from itself to the top. Every function returns the worst class's figure.
"""
import collections
import fractions
import itertools
import math


def classes_of(rows, columns):
    found = collections.defaultdict(list)
    for row in rows:
        found[tuple(row[name] for name in columns)].append(row)
    return list(found.values())


def shares(values):
    counts = collections.Counter(values)
    return {value: count / len(values) for value, count in counts.items()}


def smallest(rows, columns):
    return min(len(one) for one in classes_of(rows, columns))


def fewest_values(rows, columns, sensitive):
    return min(len({row[sensitive] for row in one}) for one in classes_of(rows, columns))


def least_entropy(rows, columns, sensitive):
    def even_values(one):
        return math.exp(-sum(q * math.log(q) for q in shares([row[sensitive] for row in one]).values()))
    return min(map(even_values, classes_of(rows, columns)))


def worst_recursion(rows, columns, sensitive, l):
    def needed(one):
        sizes = sorted(collections.Counter(row[sensitive] for row in one).values(), reverse=True)
        return sizes[0] / sum(sizes[l - 1:]) if len(sizes) >= l else math.inf
    return max(map(needed, classes_of(rows, columns)))


def largest_share(rows, columns, sensitive):
    return max(max(shares([row[sensitive] for row in one]).values()) for one in classes_of(rows, columns))


def _worst_distance(rows, original, columns, sensitive, distance):
    p = shares([row[sensitive] for row in original])
    return max(distance(p, shares([row[sensitive] for row in one])) for one in classes_of(rows, columns))


def t_equal(rows, original, columns, sensitive):
    return _worst_distance(rows, original, columns, sensitive,
                           lambda p, q: sum(abs(p[s] - q.get(s, 0)) for s in p) / 2)


def t_ordered(rows, original, columns, sensitive):
    values = sorted({row[sensitive] for row in original})

    def distance(p, q):
        ahead = total = 0
        for value in values:
            ahead += q.get(value, 0) - p[value]
            total += abs(ahead)
        return total / (len(values) - 1) if len(values) > 1 else 0
    return _worst_distance(rows, original, columns, sensitive, distance)


def t_hierarchical(rows, original, columns, sensitive, hierarchy):
    height = len(next(iter(hierarchy.values()))) - 1

    def distance(p, q):
        """What a pair of values costs is the height at which they meet; moved level by level from below."""
        cost, extra = 0, {(value,): p[value] - q.get(value, 0) for value in p}
        for level in range(1, height + 1):
            above = {}
            for labels, amount in extra.items():
                line = next(line for value, line in hierarchy.items() if line[level - 1] == labels[-1]
                            and (level > 1 or value == labels[-1]))
                above.setdefault((line[level],), []).append(amount)
            extra = {}
            for labels, amounts in above.items():
                surplus = sum(a for a in amounts if a > 0)
                lack = -sum(a for a in amounts if a < 0)
                cost += level / height * min(surplus, lack)
                extra[labels] = surplus - lack
        return cost
    return _worst_distance(rows, original, columns, sensitive, distance)


def beta_basic(rows, original, columns, sensitive):
    return _worst_distance(rows, original, columns, sensitive,
                           lambda p, q: max((q[s] - p[s]) / p[s] for s in q))


def beta_enhanced_holds(rows, original, columns, sensitive, beta):
    p = shares([row[sensitive] for row in original])
    return all((q - p[s]) / p[s] <= min(beta, -math.log(p[s])) + 1e-12
               for one in classes_of(rows, columns) for s, q in shares([row[sensitive] for row in one]).items())


def delta(rows, original, columns, sensitive):
    return _worst_distance(rows, original, columns, sensitive,
                           lambda p, q: max(abs(math.log2(q[s] / p[s])) for s in q))


def average_risk(rows, columns):
    return len(classes_of(rows, columns)) / len(rows)


def unique_share(rows, columns):
    return sum(len(one) == 1 for one in classes_of(rows, columns)) / len(rows)


def smallest_combination(rows, columns, dimension):
    """The fewest rows that share the labels of up to so many of the columns."""
    return min(smallest(rows, chosen) for size in range(1, dimension + 1)
               for chosen in itertools.combinations(columns, size))


def log_sc(hierarchy):
    """The logarithm of the share of subsumers that two values do not have in common; values are given by their labels."""
    def distance(a, b):
        above, others = set(hierarchy[a]), set(hierarchy[b])
        return math.log2(1 + len(above ^ others) / len(above | others))
    return distance


def like_groups(values, distance, alike):
    """Each value with the group that it is in: what a chain of like values joins is one."""
    group = {value: {value} for value in values}
    for a, b in itertools.combinations(sorted(group), 2):
        if distance(a, b) <= alike and group[a] is not group[b]:
            joined = group[a] | group[b]
            for value in joined:
                group[value] = joined
    return {value: min(members) for value, members in group.items()}


def grouped(rows, columns, sensitive, distance, alike):
    """The rows with the groups of their classes in place of their values."""
    result = []
    for one in classes_of(rows, columns):
        group = like_groups({row[sensitive] for row in one}, distance, alike)
        result += [{**row, sensitive: group[row[sensitive]]} for row in one]
    return result


def _cheapest_moves(giving, taking, distance):
    """Least cost of bringing what is given to where it is taken: ways are relaxed edge by edge, and can be taken back."""
    giving, taking, moved, cost = dict(giving), dict(taking), collections.Counter(), 0
    while any(giving.values()):
        price = {("from", a): 0.0 for a, amount in giving.items() if amount}
        before = {}
        changed = True
        while changed:
            changed = False
            for a, b in itertools.product(giving, taking):
                for one, other, step in ((("from", a), ("to", b), distance(a, b)),) + (
                        ((("to", b), ("from", a), -distance(a, b)),) if moved[a, b] else ()):
                    if one in price and price[one] + step < price.get(other, math.inf) - 1e-13:
                        price[other], before[other], changed = price[one] + step, one, True
        goal = min((node for node in price if node[0] == "to" and taking[node[1]]), key=price.get)
        way = [goal]
        while way[-1] in before:
            way.append(before[way[-1]])
        steps = list(zip(way[1:], way))  # from, to
        amount = min([taking[goal[1]], giving[way[-1][1]]] +
                     [moved[to[1], start[1]] for start, to in steps if start[0] == "to"])
        for start, to in steps:
            if start[0] == "from":
                moved[start[1], to[1]] += amount
            else:
                moved[to[1], start[1]] -= amount
        giving[way[-1][1]] -= amount
        taking[goal[1]] -= amount
    for (a, b), amount in moved.items():
        cost += float(amount) * distance(a, b)
    return cost


def t_semantic(rows, original, columns, sensitive, distance):
    counts = collections.Counter(row[sensitive] for row in original)
    worst = 0
    for one in classes_of(rows, columns):
        own = collections.Counter(row[sensitive] for row in one)
        extra = {s: fractions.Fraction(own[s], len(one)) - fractions.Fraction(counts[s], len(original)) for s in counts}
        worst = max(worst, _cheapest_moves({s: x for s, x in extra.items() if x > 0},
                                           {s: -x for s, x in extra.items() if x < 0}, distance))
    return worst
