import type { Labels, Vector } from './scraped.ts';
import { QueryFailure } from './tokens.ts';

type Sample = Vector[number];

const arithmetic: { readonly [sign: string]: (one: number, other: number) => number } = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '%': (one, other) => one % other,
  '^': (one, other) => one ** other,
};

const comparisons: { readonly [sign: string]: (one: number, other: number) => boolean } = {
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<': (one, other) => one < other,
  '>': (one, other) => one > other,
  '<=': (one, other) => one <= other,
  '>=': (one, other) => one >= other,
};

/** Applies a binary operator as Prometheus does: a comparison filters, and vectors are matched by label. */
export function applyBinary(
  sign: string,
  left: number | Vector,
  right: number | Vector,
  on: readonly string[] | undefined,
): number | Vector {
  if (typeof left === 'number' && typeof right === 'number') {
    const compute = arithmetic[sign];
    if (compute === undefined)
      throw new QueryFailure(
        'bad_data',
        'invalid parameter "query": parse error: comparisons between scalars must use BOOL modifier',
      );
    return compute(left, right);
  }
  if (typeof left !== 'number' && typeof right !== 'number') return joinVectors(sign, left, right, on);
  const vector = typeof left === 'number' ? right : left;
  if (typeof vector === 'number') throw new Error('one of both is a vector');
  return vector.flatMap((sample) => {
    const [one, other] = [
      typeof left === 'number' ? left : sample.value,
      typeof right === 'number' ? right : sample.value,
    ];
    return resultOf(sign, one, other, sample, sample.value);
  });
}

function resultOf(sign: string, one: number, other: number, sample: Sample, kept: number): Vector {
  const holds = comparisons[sign];
  if (holds !== undefined) return holds(one, other) ? [{ labels: sample.labels, value: kept }] : [];
  const compute = arithmetic[sign];
  if (compute === undefined)
    throw new QueryFailure(
      'bad_data',
      `invalid parameter "query": parse error: set operator "${sign}" not allowed in binary scalar expression`,
    );
  const { __name__: _name, ...labels } = sample.labels;
  return [{ labels, value: compute(one, other) }];
}

function joinVectors(sign: string, left: Vector, right: Vector, on: readonly string[] | undefined): Vector {
  const keyOf = ({ labels }: Sample) => JSON.stringify(kept(labels, on));
  const keys = new Set(right.map(keyOf));
  if (sign === 'and') return left.filter((sample) => keys.has(keyOf(sample)));
  if (sign === 'unless') return left.filter((sample) => !keys.has(keyOf(sample)));
  if (sign === 'or') {
    const leftKeys = new Set(left.map(keyOf));
    return [...left, ...right.filter((sample) => !leftKeys.has(keyOf(sample)))];
  }
  if (keys.size < right.length)
    throw new QueryFailure(
      'execution',
      'found duplicate series for the match group on the right hand-side of the operation;many-to-many matching not allowed: matching labels must be unique on one side',
    );
  const others = new Map(right.map((sample) => [keyOf(sample), sample.value]));
  const taken = new Set<string>();
  return left.flatMap((sample) => {
    const key = keyOf(sample);
    const other = others.get(key);
    if (other === undefined) return [];
    if (taken.has(key))
      throw new QueryFailure(
        'execution',
        'multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)',
      );
    taken.add(key);
    const labels = on === undefined ? sample.labels : kept(sample.labels, on);
    return resultOf(sign, sample.value, other, { labels, value: sample.value }, sample.value);
  });
}

function kept(labels: Labels, on: readonly string[] | undefined): Labels {
  const names = Object.keys(labels).filter((name) => (on === undefined ? name !== '__name__' : on.includes(name)));
  return Object.fromEntries(names.sort().map((name) => [name, labels[name] ?? '']));
}
