/**
 * Data packed as one list in which every value stands once and is referred to by its place: Nuxt's payload (devalue)
 * and the streams of React Router, which also refer to the names of properties ("_3").
 */
export const isPacked = (data: unknown): data is readonly unknown[] =>
  Array.isArray(data) && data.length > 3 && (isWrapper(data[0]) || isAllPlaces(data[0]));

/** Kinds of value that are what they hold. */
const wrappers = new Set([
  'Reactive',
  'ShallowReactive',
  'Ref',
  'ShallowRef',
  'EmptyRef',
  'EmptyShallowRef',
  'Island',
  'NuxtError',
]);
const isWrapper = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  wrappers.has(value[0]) &&
  typeof value[1] === 'number';
const isAllPlaces = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const places = Object.values(value);
  return places.length > 0 && places.every((place) => Number.isInteger(place));
};

const MAX_DEPTH = 60;
/** Places may share and repeat parts: what is unpacked is bounded, whatever the list says. */
const MAX_VALUES = 300_000;

export function unpacked(packed: readonly unknown[]): unknown {
  let left = MAX_VALUES;
  const at = (place: unknown, depth: number): unknown => {
    if (typeof place !== 'number' || place < 0 || depth > MAX_DEPTH || left-- <= 0) return undefined;
    const value = packed[place];
    if (Array.isArray(value)) return listed(value, depth);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [nameOf(name), at(inner, depth + 1)]),
    );
  };
  const listed = (value: readonly unknown[], depth: number): unknown => {
    const [kind, ...rest] = value;
    if (isWrapper(value)) return at(value[1], depth + 1);
    if (kind === 'Date') return rest[0];
    if (kind === 'Set') return rest.map((place) => at(place, depth + 1));
    if (typeof kind === 'string') return undefined;
    return value.map((place) => at(place, depth + 1));
  };
  const nameOf = (name: string): string => {
    const place = /^_(\d+)$/.exec(name)?.[1];
    const named = place === undefined ? undefined : packed[Number(place)];
    return typeof named === 'string' ? named : name;
  };
  return at(0, 0);
}
