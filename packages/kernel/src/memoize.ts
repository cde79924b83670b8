/**
 * Computes the value of a key on first use and keeps it. For values that are expensive and often not needed, such as the
 * patterns of thirty languages. Nothing is ever evicted, so use it only where there are few keys.
 */
export function memoize<Key extends string, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const known = kept.get(key) ?? { value: compute(key) };
    kept.set(key, known);
    return known.value;
  };
}
