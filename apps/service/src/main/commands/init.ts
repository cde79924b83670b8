import { lookup } from 'node:dns/promises';
import { chmod, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs, parseEnv } from 'node:util';
import { checkSmtp } from '../../storage/mail.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { CERTIFICATE_REMEDY, isAboutCertificate } from '../doctor/service-findings.ts';
import { HOME, type SettingName, settings } from '../settings/settings.ts';
import { type Command, UsageError } from './command.ts';

/** What is asked for. The option has the same name in the help. */
const questions = {
  'model-provider': ['PARLEY_MODEL_PROVIDER', 'Vendor of the language model: openai or anthropic'],
  model: ['PARLEY_MODEL', 'Name of the language model, such as gpt-4.1-mini (empty: built-in rules)'],
  'model-key': ['PARLEY_MODEL_KEY', 'Its API key'],
  'model-url': ['PARLEY_MODEL_URL', 'Its address, if it is not the vendor itself'],
  trunk: [
    'PARLEY_SIP_TRUNK',
    'SIP trunk, such as sip:user:password@sip.example.com (empty: simulated calls)',
  ],
  smtp: ['SMTP_URL', 'Mail server, such as smtps://user:password@mail.example.com (empty: files)'],
  domain: ['PARLEY_PUBLIC_URL', 'Domain that others reach the service at (empty: only this machine)'],
} as const satisfies Record<string, readonly [SettingName, string]>;

export type Option = keyof typeof questions;
const options = Object.keys(questions) as Option[];

export const initCommand: Command = {
  help: `Usage: parley init [--model NAME] [--model-key KEY] [--trunk URI] [--smtp URL] [--domain NAME] [--no-check]

Asks for a language model, a SIP trunk, a mail server and a domain, writes them into .env, and checks that they answer. What
is in .env already is kept: an empty answer leaves a setting as it is. Options answer questions beforehand, and then nothing
is asked; where there is no terminal, they are required.

${options.map((name) => `  --${name.padEnd(15)} ${questions[name][1]}`).join('\n')}
  --no-check        Write .env without trying anything

Exits with 1 if something that was given does not answer; .env is written even so.`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...(Object.fromEntries(options.map((name) => [name, { type: 'string' }])) as Record<
          Option,
          { type: 'string' }
        >),
        'no-check': { type: 'boolean', default: false },
      },
    });
    const path = join(HOME, '.env');
    // A link, such as one to /etc/parley.env, stays one.
    const file = await realpath(path).catch(() => path);
    const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      // Taken for empty, it would be replaced.
      throw new ConfigError(`${file} cannot be read (${error.message}), so nothing was changed.`);
    });
    const given = await answers(values, parseEnv(before));
    const changes = changesFor(given, parseEnv(before));
    if (changes.size === 0) {
      console.log(`No setting was given: ${file} was not changed.`);
      return;
    }
    const after = withSettings(before, changes);
    loadConfig({}, parseEnv(after));
    await writeFile(`${file}.new`, after, { mode: 0o600 });
    await rename(`${file}.new`, file);
    await chmod(file, 0o600);
    console.log(`Wrote ${[...changes.keys()].join(', ')} to ${file}`);
    for (const name of changes.keys())
      if (process.env[name] && process.env[name] !== changes.get(name))
        console.log(`note ${name} is also set in the environment, which wins over .env.`);
    if (!values['no-check']) await tryAll(changes);
    console.log('Start the service with npm start; parley doctor looks at the whole installation.');
  },
};

async function answers(
  values: Readonly<Partial<Record<Option, string | undefined>>>,
  known: Readonly<Record<string, string | undefined>>,
): Promise<Map<Option, string>> {
  const found = new Map<Option, string>();
  for (const name of options) if (values[name]) found.set(name, values[name]);
  if (found.size > 0) return found;
  if (!process.stdin.isTTY)
    throw new UsageError(
      'There is no terminal to ask at, so nothing was changed. Give the answers as options, such as: parley init --domain calls.example.com --smtp smtps://user:password@mail.example.com',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await ask(known, {
      question: (text) => terminal.question(text),
      say: (line) => console.log(line),
    });
  } finally {
    terminal.close();
  }
}

interface Asking {
  question(text: string): Promise<string>;
  say(line: string): void;
}

/** Asks again after an answer that cannot be right. An empty one keeps what is known. */
export async function ask(
  known: Readonly<Record<string, string | undefined>>,
  { question, say }: Asking,
): Promise<Map<Option, string>> {
  const found = new Map<Option, string>();
  for (const name of options) {
    const [setting, words] = questions[name];
    const hasModel = found.has('model') || known.PARLEY_MODEL !== undefined;
    if ((name === 'model-key' || name === 'model-url') && !hasModel) continue;
    const kept = known[setting] === undefined ? '' : ' [keep]';
    for (;;) {
      const text = (await question(`${words}${kept}: `)).trim();
      if (text === '') break;
      try {
        checkedValue(name, text);
        found.set(name, text);
        break;
      } catch (error) {
        say((error as Error).message);
      }
    }
  }
  // A vendor without a model is half a setting.
  if (!found.has('model') && known.PARLEY_MODEL === undefined) found.delete('model-provider');
  return found;
}

/** The settings to write. */
export function changesFor(
  given: ReadonlyMap<Option, string>,
  known: Readonly<Record<string, string | undefined>>,
): Map<SettingName, string> {
  const changes = new Map<SettingName, string>();
  for (const [option, text] of given) changes.set(questions[option][0], checkedValue(option, text));
  // A proxy with TLS on the same machine, which deploy/compose.yaml and deploy/systemd start; unless it is elsewhere.
  if (given.has('domain') && !known.PARLEY_TRUST_PROXY) changes.set('PARLEY_TRUST_PROXY', '127.0.0.1,::1');
  return changes;
}

function checkedValue(option: Option, text: string): string {
  const [setting] = questions[option];
  const value = option === 'domain' && !/^https?:\/\//.test(text) ? `https://${text}` : text;
  try {
    settings[setting].read(value);
  } catch (error) {
    throw new UsageError(`--${option} ${(error as Error).message}.`);
  }
  return value;
}

/**
 * The line that sets the setting is replaced (the last one, which counts), or else the first that proposes it in a comment;
 * other lines and comments stay.
 */
export function withSettings(text: string, changes: ReadonlyMap<string, string>): string {
  let lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  for (const [name, value] of changes) {
    const line = `${name}=${/[\s#"'`$\\]/.test(value) ? `'${value}'` : value}`;
    if (value.includes("'"))
      throw new ConfigError(`The value of ${name} may not have an apostrophe in .env.`);
    const set = lines.findLastIndex((one) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(one));
    const proposed = lines.findIndex((one) => new RegExp(`^\\s*#\\s*(export\\s+)?${name}\\s*=`).test(one));
    const at = set < 0 ? proposed : set;
    lines = at < 0 ? [...lines, line] : lines.with(at, line);
  }
  return `${lines.join('\n')}\n`;
}

interface Trial {
  readonly name: string;
  readonly remedy: string;
  /** Throws, or sets the exit code and has said why. */
  readonly run: () => Promise<void>;
}

/** Each is tried, whatever becomes of the others. */
async function tryAll(changes: ReadonlyMap<SettingName, string>): Promise<void> {
  for (const { name, remedy, run } of trialsOf(changes)) {
    const before = process.exitCode;
    process.exitCode = undefined;
    try {
      await run();
    } catch (error) {
      console.log(`FAIL ${name}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
    if (process.exitCode === 1) console.log(`     ${remedy}`);
    else process.exitCode = before;
  }
}

function trialsOf(changes: ReadonlyMap<SettingName, string>): Trial[] {
  const trials: Trial[] = [];
  const [mail, domain] = [changes.get('SMTP_URL'), changes.get('PARLEY_PUBLIC_URL')];
  if ([...changes.keys()].some((name) => name.startsWith('PARLEY_MODEL')))
    trials.push({
      name: 'The language model',
      remedy:
        'Check name, key and address, and run parley init again with --model, --model-key or --model-url. Calls use the built-in rules until it answers.',
      run: async () => (await import('./model.ts')).modelCommand.run(['check']),
    });
  if (changes.has('PARLEY_SIP_TRUNK'))
    trials.push({
      name: 'The SIP trunk',
      remedy:
        'Check its address and account, and that your firewall lets SIP through, and run parley init again with --trunk. parley trunk check tries it again.',
      run: async () => (await import('./trunk.ts')).trunkCommand.run(['check']),
    });
  if (mail !== undefined)
    trials.push({
      name: 'The mail server',
      remedy: 'Check host, port, user and password, and run parley init again with --smtp.',
      run: async () => {
        await checkSmtp(mail);
        console.log('ok   The mail server answers.');
      },
    });
  if (domain !== undefined)
    trials.push({
      name: 'The domain',
      remedy: 'Enter the address of this server for it in DNS, or run parley init again with --domain.',
      run: () => tryDomain(domain),
    });
  return trials;
}

const DOMAIN_MS = 4000;

/** Whether it leads somewhere. Nothing need answer there yet: the service and its proxy are started afterwards. */
export async function tryDomain(domain: string): Promise<void> {
  const { hostname } = new URL(domain);
  const { address } = await lookup(hostname.replace(/^\[|\]$/g, '')).catch(() => {
    throw new Error(`${hostname} is not in DNS, so nobody reaches it.`);
  });
  try {
    const response = await fetch(`${domain}/readyz`, { signal: AbortSignal.timeout(DOMAIN_MS) });
    await response.body?.cancel();
    console.log(`ok   ${domain} leads to ${address}, and answers.`);
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    if (isAboutCertificate(cause))
      throw new Error(
        `The certificate of ${domain} is not accepted: ${(cause as Error).message}. ${CERTIFICATE_REMEDY}`,
      );
    console.log(
      `note ${domain} leads to ${address}, where nothing answers yet (${(cause as Error).message}).\n     Start the service and the proxy with TLS, then run parley doctor.`,
    );
  }
}
