import { readJson, readLeniently } from './lenient-json.parser.ts';
import { type Element, rawText } from './page-markup.parser.ts';

const MAX_BLOCKS = 60;
const DATA_ATTRIBUTES = [
  'data-page',
  'data-props',
  'data-react-props',
  'data-state',
  'data-initial-state',
  'data-job',
];

/** What a page carries for its own scripts, as data: blocks of JSON, assignments, chunks of streams. */
export function hydrationData(elements: readonly Element[]): unknown[] {
  const found: unknown[] = [];
  const flight: string[] = [];
  for (const element of elements) {
    if (found.length >= MAX_BLOCKS) break;
    if (element.tag === 'script') found.push(...scriptData(element, flight));
    else
      for (const name of DATA_ATTRIBUTES) {
        const value = element.attributes[name];
        if (value !== undefined && /^\s*[{[]/.test(value)) found.push(readJson(value));
      }
  }
  if (flight.length > 0) found.push(flightData(flight.join('')));
  return found.map((data) => (isPacked(data) ? unpacked(data) : data)).filter((data) => data !== undefined);
}

function scriptData(script: Element, flight: string[]): unknown[] {
  const type = (script.attributes.type ?? '').toLowerCase();
  if (type.includes('ld+json')) return [];
  const text = rawText(script);
  if (type.endsWith('json')) return [readJson(text)];
  if ((type !== '' && !/javascript|module/.test(type)) || text.length < 40) return [];
  const pushed = flightChunks(text);
  if (pushed.length > 0) {
    flight.push(...pushed);
    return [];
  }
  return [...assigned(text), ...streamed(text)];
}

const ASSIGNMENT =
  /(?:window|self|globalThis|var|let|const)[.\s]\s*[\w$.[\]'"]+\s*=\s*(?=[{[]|JSON\.parse\()/g;
const PARSED = /^JSON\.parse\(\s*(?:decodeURIComponent\(\s*)?(["'`])/;

/** `window.__INITIAL_STATE__ = {…}` and `… = JSON.parse("…")`. */
function assigned(text: string): unknown[] {
  return [...text.matchAll(ASSIGNMENT)].slice(0, 20).map((match) => {
    const from = match.index + match[0].length;
    if (text[from] !== 'J') return readLeniently(text, from);
    const parsed = PARSED.exec(text.slice(from, from + 60));
    if (!parsed) return undefined;
    const inner = stringAt(text, from + parsed[0].length - 1);
    return readJson(/^%7B|^%5B/i.test(inner) ? decoded(inner) : inner);
  });
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A string literal of a script; the lenient reader reads it as the one item of a list. */
function stringAt(text: string, from: number): string {
  const quote = text[from] as string;
  let to = from + 1;
  while (to < text.length && text[to] !== quote) to += text[to] === '\\' ? 2 : 1;
  const [value] = readLeniently(
    `["${text.slice(from + 1, to).replaceAll(/(?<!\\)"/g, '\\"')}"]`,
  ) as unknown[];
  return typeof value === 'string' ? value : '';
}

const STREAM = /streamController\.enqueue\(\s*(?=")/g;

/** Data that React Router streams. */
const streamed = (text: string): unknown[] =>
  [...text.matchAll(STREAM)].map((match) => readJson(stringAt(text, match.index + match[0].length)));

const CHUNK = /self\.__next_f\.push\(\s*(?=\[)/g;

/** The text of Next's stream, which comes in pieces cut anywhere. */
const flightChunks = (text: string): string[] =>
  [...text.matchAll(CHUNK)].flatMap((match) => {
    const from = match.index + match[0].length;
    const end = text.lastIndexOf(')');
    const piece = readJson(text.slice(from, end > from ? end : undefined));
    return Array.isArray(piece) && typeof piece[1] === 'string' ? [piece[1]] : [];
  });

const ROW = /(?:^|\n)([0-9a-f]+):(?:T([0-9a-f]+),|[A-Z]{0,2}(?=[[{"]))/g;

/** The rows of the stream by their number, with long texts put where they are referred to as "$1a". */
function flightData(stream: string): unknown {
  const texts = new Map<string, string>();
  const rows: unknown[] = [];
  ROW.lastIndex = 0;
  for (let row = ROW.exec(stream); row !== null && rows.length < 5000; row = ROW.exec(stream)) {
    const [, number = '', size] = row;
    const from = row.index + row[0].length;
    if (size === undefined) {
      const end = /\n[0-9a-f]+:/.exec(stream.slice(from))?.index;
      rows.push(readJson(stream.slice(from, end === undefined ? undefined : from + end)));
      continue;
    }
    // Counted in bytes of UTF-8; so many characters hold at least as many bytes.
    const bytes = Number.parseInt(size, 16);
    const text = Buffer.from(stream.slice(from, from + bytes))
      .subarray(0, bytes)
      .toString();
    texts.set(`$${number}`, text);
    ROW.lastIndex = from + text.length;
  }
  return referred(rows, texts, 0);
}

const MAX_DEPTH = 60;

function referred(value: unknown, texts: ReadonlyMap<string, string>, depth: number): unknown {
  if (typeof value === 'string') return texts.get(value) ?? value;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => referred(item, texts, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, referred(part, texts, depth + 1)]),
  );
}

/**
 * Data packed as one list in which every value stands once and is referred to by its place: Nuxt's payload (devalue)
 * and the streams of React Router, which also refer to the names of properties ("_3").
 */
const isPacked = (data: unknown): data is readonly unknown[] =>
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

const MAX_REFERENCE_DEPTH = 60;
/** Places may share and repeat parts: what is unpacked is bounded, whatever the list says. */
const MAX_VALUES = 300_000;

function unpacked(packed: readonly unknown[]): unknown {
  let left = MAX_VALUES;
  const at = (place: unknown, depth: number): unknown => {
    if (typeof place !== 'number' || place < 0 || depth > MAX_REFERENCE_DEPTH || left-- <= 0)
      return undefined;
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
