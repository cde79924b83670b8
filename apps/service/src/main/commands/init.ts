import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs, parseEnv } from 'node:util';
import { checkSmtp } from '../../storage/mail.ts';
import { ConfigError, loadConfig } from '../config.ts';
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

type Option = keyof typeof questions;
const options = Object.keys(questions) as Option[];

export const initCommand: Command = {
  help: `Usage: parley init [--model NAME] [--model-key KEY] [--trunk URI] [--smtp URL] [--domain NAME] [--no-check]

Asks for a language model, a SIP trunk, a mail server and a domain, writes them into .env, and checks that they answer. What
is in .env already is kept. Options answer questions beforehand; where there is no terminal, nothing is asked.

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
    const file = join(HOME, '.env');
    const before = await readFile(file, 'utf8').catch(() => '');
    const given = await answers(values, parseEnv(before));
    const changes = new Map<SettingName, string>();
    for (const [option, text] of given) changes.set(questions[option][0], checkedValue(option, text));
    // A proxy with TLS on the same machine, which deploy/compose.yaml and deploy/systemd start.
    if (given.has('domain')) changes.set('PARLEY_TRUST_PROXY', '127.0.0.1,::1');
    if (changes.size === 0) {
      console.log('Nothing was given: .env is as it was.');
      return;
    }
    const after = withSettings(before, changes);
    loadConfig({}, parseEnv(after));
    await writeFile(`${file}.new`, after, { mode: 0o600 });
    await rename(`${file}.new`, file);
    await chmod(file, 0o600);
    console.log(`Wrote ${[...changes.keys()].join(', ')} to ${file}`);
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
  if (!process.stdin.isTTY || found.size > 0) return found;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const name of options) {
      const [setting, question] = questions[name];
      if (name.startsWith('model-') && !found.has('model') && name !== 'model-provider') continue;
      const kept = known[setting] === undefined ? '' : ' [keep]';
      const text = (await terminal.question(`${question}${kept}: `)).trim();
      if (text !== '') found.set(name, text);
    }
    // A vendor without a model is half a setting.
    if (!found.has('model')) found.delete('model-provider');
    return found;
  } finally {
    terminal.close();
  }
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

/** A line that sets or proposes the setting is replaced; other lines and comments stay. */
export function withSettings(text: string, changes: ReadonlyMap<string, string>): string {
  let lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  for (const [name, value] of changes) {
    const line = `${name}=${/[\s#"'`$\\]/.test(value) ? `'${value}'` : value}`;
    if (value.includes("'"))
      throw new ConfigError(`The value of ${name} may not have an apostrophe in .env.`);
    const at = lines.findIndex((one) => new RegExp(`^\\s*(export\\s+)?#?\\s*${name}=`).test(one));
    lines = at < 0 ? [...lines, line] : lines.with(at, line);
  }
  return `${lines.join('\n')}\n`;
}

async function tryAll(changes: ReadonlyMap<SettingName, string>): Promise<void> {
  if (changes.has('PARLEY_MODEL')) await (await import('./model.ts')).modelCommand.run(['check']);
  if (changes.has('PARLEY_SIP_TRUNK')) await (await import('./trunk.ts')).trunkCommand.run(['check']);
  const mail = changes.get('SMTP_URL');
  if (mail !== undefined)
    await checkSmtp(mail).then(
      () => console.log('ok   The mail server answers.'),
      (error: Error) => {
        console.log(`FAIL The mail server does not answer: ${error.message}. Check --smtp.`);
        process.exitCode = 1;
      },
    );
}
