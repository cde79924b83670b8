/**
 * What is dear to make and often not needed, such as the patterns of thirty languages: made for a key when it is first
 * asked for, and then kept. Only for keys that are few.
 */
export function madeOnce<Key extends string, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new Map<Key, { readonly made: Made }>();
  return (key) => {
    const known = kept.get(key) ?? { made: make(key) };
    kept.set(key, known);
    return known.made;
  };
}
