/** Deeper than any honest document, shallower than what makes PostgreSQL or a recursive walk give up. */
const MAX_DEPTH = 64;
const MAX_REPORTED = 20;

/**
 * What makes parsed JSON unfit to be stored or walked, whatever its shape: NUL characters and lone surrogates
 * (PostgreSQL refuses both), numbers that overflow, names that would reach an object's prototype, and
 * nesting beyond reason. One entry per place; the walk is a loop, so depth cannot exhaust the stack.
 */
export function unfitParts(value: unknown, root: string): string[] {
  const problems: string[] = [];
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  const at = (path: string) => path || root;
  for (let next = waiting.pop(); next && problems.length < MAX_REPORTED; next = waiting.pop()) {
    const { value: part, path, depth } = next;
    if (typeof part === 'string') {
      const problem = unfitText(part);
      if (problem) problems.push(`${at(path)} ${problem}`);
    } else if (typeof part === 'number') {
      if (!Number.isFinite(part)) problems.push(`${at(path)} must be a finite number`);
    } else if (typeof part === 'object' && part !== null) {
      if (depth >= MAX_DEPTH) {
        problems.push(`${root} must not be nested deeper than ${MAX_DEPTH} levels`);
        break;
      }
      if (Array.isArray(part)) {
        for (let i = part.length - 1; i >= 0; i--) {
          waiting.push({ value: part[i], path: `${path}[${i}]`, depth: depth + 1 });
        }
      } else {
        for (const key of Object.keys(part).reverse()) {
          const place = path ? `${path}.${key}` : key;
          if (key === '__proto__') problems.push(`${place} is not a known property`);
          else if (unfitText(key)) problems.push(`${at(path)} has a property whose name ${unfitText(key)}`);
          else waiting.push({ value: (part as Record<string, unknown>)[key], path: place, depth: depth + 1 });
        }
      }
    }
  }
  return problems;
}

function unfitText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain a NUL character';
  return text.isWellFormed() ? undefined : 'must be well-formed Unicode';
}
