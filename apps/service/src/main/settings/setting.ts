import { isIP } from 'node:net';
import type { Secret } from '@parley/kernel/secret.ts';

const SHORTEST_SECRET = 32;

/** One variable that the service reads. */
export interface Setting<Value> {
  readonly meaning: string;
  /** Shown in place of a value that is not set. */
  readonly preset: string;
  readonly secret?: true;
  /** Throws the end of the sentence "PORT must …". */
  readonly read: (text: string | undefined) => Value;
}

export const must = (words: string): never => {
  throw new Error(`must ${words}`);
};

export const text = (preset: string) => (given: string | undefined) => given || preset;
export const optional = (given: string | undefined) => given || undefined;
export const whole = (preset: number, min: number, max: number) => (given: string | undefined) => {
  if (!given) return preset;
  const value = Number(given);
  return Number.isInteger(value) && value >= min && value <= max
    ? value
    : must(`be a whole number from ${min} to ${max}`);
};
export const positive = (preset: number) => (given: string | undefined) => {
  if (!given) return preset;
  const value = Number(given);
  return Number.isFinite(value) && value > 0 ? value : must('be a number above 0');
};
export const share = (preset: number) => (given: string | undefined) => {
  if (!given) return preset;
  const value = Number(given);
  return value >= 0 && value <= 1 ? value : must('be a number from 0 to 1');
};
export const oneOf =
  <const Values extends readonly string[]>(values: Values, preset: Values[number]) =>
  (given: string | undefined): Values[number] =>
    !given
      ? preset
      : values.includes(given)
        ? (given as Values[number])
        : must(`be one of ${values.join(', ')}`);
/** Some of the values, each once, in the order in which they are given. */
export const someOf =
  <const Values extends readonly string[]>(values: Values, preset: Values[number]) =>
  (given: string | undefined): readonly Values[number][] => {
    const parts = (given || preset).split(',').map((part) => part.trim());
    const isGood = parts.every((part, at) => values.includes(part) && parts.indexOf(part) === at);
    return isGood
      ? (parts as Values[number][])
      : must(`be one or more of ${values.join(', ')}, separated by commas`);
  };
export const flag = (given: string | undefined) =>
  !given || given === 'false' ? false : given === 'true' || must('be true or false');
export const url = (protocols: readonly string[]) => (given: string | undefined) => {
  if (!given) return undefined;
  const parsed = URL.parse(given);
  return parsed && protocols.includes(parsed.protocol)
    ? given.replace(/\/+$/, '')
    : must(`be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
};
export const otherwise =
  <Value>(preset: Value, read: (given: string | undefined) => Value | undefined) =>
  (given: string | undefined): Value =>
    read(given) ?? preset;
export const secret = (given: string | undefined) =>
  !given || given.length >= SHORTEST_SECRET
    ? given || undefined
    : must(`have at least ${SHORTEST_SECRET} characters`);
/**
 * Several values, separated by commas: the first is used, all are accepted. A text in which some part is too short to be a
 * secret is one secret, with a comma in it.
 */
export const secrets = (given: string | undefined): Secret | undefined => {
  const parts = (given ?? '').split(',').map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => part.length >= SHORTEST_SECRET) ? parts : secret(given);
};
export const listed = (isValid: (part: string) => boolean, words: string) => (given: string | undefined) => {
  const parts = (given ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.every(isValid) ? parts : must(words);
};
export const address = (preset: string) => (given: string | undefined) => {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(given || preset) ?? [];
  const host = bracketed ?? plain;
  return host !== undefined && isIP(host) !== 0 && Number(port) <= 65_535
    ? { host, port: Number(port) }
    : must('be an address and a port, such as 0.0.0.0:5060');
};
/** A host name or an address, and a port. */
export const server = (given: string | undefined) => {
  if (!given) return undefined;
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([A-Za-z0-9._-]+)):(\d{1,5})$/i.exec(given) ?? [];
  const host = bracketed ?? plain;
  return host !== undefined && Number(port) >= 1 && Number(port) <= 65_535
    ? { host, port: Number(port) }
    : must('be a host and a port, such as homer.example.com:9060');
};
export const portRange = (preset: string) => (given: string | undefined) => {
  const [, from = 0, to = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(given || preset) ?? []).map(Number);
  return from >= 1024 && to <= 65_535 && to > from
    ? { from, to }
    : must(`be two ports from 1024 to 65535, such as ${preset}`);
};
