"""Privacy models by their definitions, in plain Python: what a release is held to that promises them.

Shares nothing with the program. A release and the original are lists of dictionaries (rows); a hierarchy is a
dictionary from each value to its labels, from itself to the top. Every function returns the worst class's figure.
"""
import collections
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
