/** Deeper than any honest data. */
const MAX_DEPTH = 100;

/** JSON as it should be, or as people write it; nothing when it is neither. */
export function readJson(text: string): unknown {
  const trimmed = text.trim();
  try {
    return JSON.parse(trimmed);
  } catch {
    return readLeniently(trimmed);
  }
}

/**
 * Reads what a strict parser refuses: raw control characters and unescaped quotes inside strings, trailing commas,
 * comments, single quotes, names without quotes, an end that is missing.
 */
export function readLeniently(text: string, from = 0): unknown {
  const reader = new LenientReader(text, from);
  return /^\s*(?:<!--|<!\[CDATA\[|\/\/|\/\*|;|\s)*[[{]/.test(text.slice(from, from + 200))
    ? reader.value(0)
    : undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const BARE = /[\w$.+-]+/y;
const SPACE = /(?:[\s;]|\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--|-->|<!\[CDATA\[|\]\]>)*/y;

class LenientReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  value(depth: number): unknown {
    this.#skipSpace();
    const sign = this.#text[this.#at];
    if (depth > MAX_DEPTH) return undefined;
    if (sign === '{') return this.#object(depth);
    if (sign === '[') return this.#array(depth);
    if (sign === '"' || sign === "'") return this.#string(sign);
    return this.#bare();
  }

  #object(depth: number): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    this.#at++;
    for (;;) {
      this.#skipSpace();
      const sign = this.#text[this.#at];
      if (sign === undefined || sign === '}' || sign === ']') break;
      if (sign === ',') {
        this.#at++;
        continue;
      }
      const before = this.#at;
      const name = sign === '"' || sign === "'" ? this.#string(sign) : String(this.#bare() ?? '');
      this.#skipSpace();
      if (this.#text[this.#at] === ':') {
        this.#at++;
        const value = this.value(depth + 1);
        if (name !== '__proto__') found[name] = value;
      }
      if (this.#at === before) this.#at++;
    }
    this.#at++;
    return found;
  }

  #array(depth: number): unknown[] {
    const found: unknown[] = [];
    this.#at++;
    for (;;) {
      this.#skipSpace();
      const sign = this.#text[this.#at];
      if (sign === undefined || sign === ']' || sign === '}') break;
      if (sign === ',') {
        this.#at++;
        continue;
      }
      const before = this.#at;
      found.push(this.value(depth + 1));
      if (this.#at === before) this.#at++;
    }
    this.#at++;
    return found;
  }

  #string(quote: string): string {
    const parts: string[] = [];
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const sign = this.#text[this.#at] as string;
      if (sign === quote && this.#endsHere()) {
        this.#at++;
        break;
      }
      if (sign === '\\') parts.push(this.#escaped());
      else parts.push(sign);
    }
    return parts.join('');
  }

  /** A quote that no comma, colon or bracket follows was forgotten to be escaped. */
  #endsHere(): boolean {
    const after = this.#text.slice(this.#at + 1, this.#at + 80);
    return /^\s*(?:$|[:}\]]|,\s*(?:["'{[\d}\]-]|true|false|null|[\w$]+\s*:|$)|\/\/|\/\*)/.test(after);
  }

  #escaped(): string {
    const sign = this.#text[++this.#at] ?? '';
    if (sign !== 'u') return escapes[sign] ?? sign;
    const code = /^[0-9a-f]{4}/i.exec(this.#text.slice(this.#at + 1, this.#at + 5))?.[0];
    if (code === undefined) return sign;
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  #bare(): unknown {
    BARE.lastIndex = this.#at;
    const word = BARE.exec(this.#text)?.[0];
    if (word === undefined) return undefined;
    this.#at += word.length;
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null' || word === 'undefined') return null;
    return Number.isFinite(Number(word)) ? Number(word) : word;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
  }
}
