"""What actionable recourse uses of python-mip, solved exactly by the HiGHS of SciPy.

python-mip loads a build of CBC that Debian does not have. The tool builds its programs
as ever; only who solves them differs.
"""
import enum
import math

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_matrix

SOLVED_BY = ", by SciPy's HiGHS"


class OptimizationStatus(enum.Enum):
    LOADED = 0
    OPTIMAL = 1
    INFEASIBLE = 2


class Sum:
    """A sum of variables times numbers, and a number."""

    def __init__(self, terms=None, number=0.0):
        self.terms, self.number = terms or {}, float(number)

    def __add__(self, other):
        other = other if isinstance(other, Sum) else Sum(number=other)
        terms = dict(self.terms)
        for k, v in other.terms.items():
            terms[k] = terms.get(k, 0.0) + v
        return Sum(terms, self.number + other.number)

    __radd__ = __add__

    def __mul__(self, by):
        return Sum({k: v * float(by) for k, v in self.terms.items()}, self.number * float(by))

    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other if isinstance(other, Sum) else -float(other))

    def __rsub__(self, other):
        return -self + other

    def __ge__(self, other):
        return Row(self - other, 0.0, math.inf)

    def __le__(self, other):
        return Row(self - other, -math.inf, 0.0)

    def __eq__(self, other):
        return Row(self - other, 0.0, 0.0)

    __hash__ = object.__hash__


class Row:
    """A sum between two numbers."""

    def __init__(self, left, least, most):
        self.left, self.least, self.most = left, least - left.number, most - left.number


class Variable(Sum):
    def __init__(self, model, place, lb, ub, whole):
        super().__init__({place: 1.0})
        self.model, self.place, self.lb, self.ub, self.whole = model, place, lb, ub, whole

    @property
    def x(self):
        v = self.model.values[self.place]
        return round(v) if self.whole else v


def xsum(terms):
    total = Sum()
    for t in terms:
        total = total + t
    return total


class Model:
    def __init__(self):
        self.variables, self.rows, self.weights = [], [], Sum()
        self.status, self.gap, self.values = OptimizationStatus.LOADED, math.inf, None
        self.max_seconds, self.max_nodes = math.inf, 10**9

    def add_var(self, name="", lb=0.0, ub=math.inf, var_type="C", obj=0.0):
        v = Variable(self, len(self.variables), lb, 1.0 if var_type == "B" else ub, var_type == "B")
        self.variables.append(v)
        self.weights = self.weights + v * obj
        return v

    def add_sos(self, sos, sos_type):
        """Nothing is added: one of the indicators is picked by a row of its own."""

    def __iadd__(self, row):
        self.rows.append(row[0] if isinstance(row, tuple) else row)
        return self

    @property
    def objective(self):
        return Objective(self)

    @objective.setter
    def objective(self, weights):
        self.weights = weights

    @property
    def objective_bound(self):
        return self.objective.x

    def optimize(self):
        n = len(self.variables)
        if n == 0:
            self.status = OptimizationStatus.INFEASIBLE
            return
        matrix = lil_matrix((len(self.rows), n))
        for i, r in enumerate(self.rows):
            for k, v in r.left.terms.items():
                matrix[i, k] = v
        weights = np.zeros(n)
        for k, v in self.weights.terms.items():
            weights[k] = v
        limits = {} if math.isinf(self.max_seconds or math.inf) else {"time_limit": self.max_seconds}
        got = milp(weights, integrality=[v.whole for v in self.variables], options=limits,
                   bounds=Bounds([v.lb for v in self.variables], [v.ub for v in self.variables]),
                   constraints=LinearConstraint(matrix.tocsr(), [r.least for r in self.rows], [r.most for r in self.rows]))
        if got.status == 0:
            self.status, self.gap, self.values = OptimizationStatus.OPTIMAL, 0.0, got.x
        else:
            self.status = OptimizationStatus.INFEASIBLE


class Objective:
    def __init__(self, model):
        self.x = sum(v * model.values[k] for k, v in model.weights.terms.items())
