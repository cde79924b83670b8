/**
 * Computes the value of a key on first use and keeps it. For values that are expensive and often not needed, such as the
 * patterns of thirty languages. Nothing is ever evicted, so use it only where there are few keys.
 */
export function memoize<Key extends string, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const found = kept.get(key);
    if (found !== undefined) return found.value;
    const known = { value: compute(key) };
    kept.set(key, known);
    return known.value;
  };
}

/** A longer text hardly comes twice. */
const LONGEST_KEY = 400;
const MOST_KEYS = 2000;

/**
 * Keeps what came lately, for texts that come again and again: people answer "yes", and every call of an agent asks the same
 * questions. Of two generations the older one is dropped when the newer one is full. The value must not be changed.
 */
export const memoizeRecent = <Value>(
  compute: (text: string) => Value,
  mostKeys = MOST_KEYS,
): ((text: string) => Value) => memoizeRecentBy((text) => text, compute, mostKeys);

/** The same for what depends on more than a text: `keyOf` names all of it. */
export function memoizeRecentBy<Given extends readonly unknown[], Value>(
  keyOf: (...given: Given) => string,
  compute: (...given: Given) => Value,
  mostKeys = MOST_KEYS,
  longestKey = LONGEST_KEY,
): (...given: Given) => Value {
  let newer = new Map<string, { readonly value: Value }>();
  let older = newer;
  return (...given) => {
    const key = keyOf(...given);
    if (key.length > longestKey) return compute(...given);
    const found = newer.get(key);
    if (found !== undefined) return found.value;
    const known = older.get(key) ?? { value: compute(...given) };
    if (newer.size >= mostKeys) [older, newer] = [newer, new Map()];
    newer.set(key, known);
    return known.value;
  };
}
