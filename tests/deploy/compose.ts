import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

/** A service of compose.yaml. */
export interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly image?: string;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly stop_grace_period?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: object;
}
export const readCompose = (text: string) => parse(text, { merge: true }) as Compose;

/** As Compose fills in what the .env file says: ${NAME}, ${NAME-if not set}, ${NAME:-if empty} and ${NAME:?required}. */
function filledIn(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?:(:?)([-?])([^}]*))?\}/g, (_all, name, colon, kind, other = '') => {
    const value = given[name];
    const isMissing = value === undefined || (colon === ':' && value === '');
    if (isMissing && kind === '?') throw new Error(`${name} is missing: ${other}`);
    return isMissing ? other : value;
  });
}
/** example.env with everything filled in. */
const example = Object.fromEntries(
  [...read('example.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => [
    name,
    value || (name === 'HEARING' ? '' : name === 'PUBLIC_ADDRESS' ? '192.0.2.10' : '0a'.repeat(32)),
  ]),
);
/** compose.yaml with example.env filled in, and changes to it. */
export const composeWith = (changes: Readonly<Record<string, string>> = {}) =>
  readCompose(filledIn(read('compose.yaml'), { ...example, ...changes })).services;
