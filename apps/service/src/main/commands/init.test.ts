import { parseEnv } from 'node:util';
import { expect, test, vi } from 'vitest';
import { UsageError } from './command.ts';
import { ask, changesFor, initCommand, type Option, tryDomain, withSettings } from './init.ts';

test('parley init fills in settings that .env lists as comments, and keeps everything else', () => {
  const before = '# Port\nPORT=3001\n# The model\n#PARLEY_MODEL=\nOTHER=1\n';
  const after = withSettings(
    before,
    new Map([
      ['PARLEY_MODEL', 'gpt'],
      ['SMTP_URL', 'smtp://mail'],
    ]),
  );
  expect(after).toBe('# Port\nPORT=3001\n# The model\nPARLEY_MODEL=gpt\nOTHER=1\nSMTP_URL=smtp://mail\n');
});

test('parley init writes a value with special characters so that it is read back unchanged', () => {
  const value = 'sip:user:a#b $c"d@host';
  expect(parseEnv(withSettings('', new Map([['PARLEY_SIP_TRUNK', value]])))).toEqual({
    PARLEY_SIP_TRUNK: value,
  });
});

test('parley init replaces a setting that .env already has', () => {
  expect(withSettings('PARLEY_MODEL=old\n', new Map([['PARLEY_MODEL', 'new']]))).toBe('PARLEY_MODEL=new\n');
});

test('parley init changes the line that counts when .env also has the setting in a comment or twice', () => {
  const change = new Map([['PARLEY_MODEL', 'new']]);
  expect(withSettings('#PARLEY_MODEL=\nPARLEY_MODEL=old\n', change)).toBe(
    '#PARLEY_MODEL=\nPARLEY_MODEL=new\n',
  );
  const twice = withSettings('PARLEY_MODEL=older\nexport PARLEY_MODEL=old\n', change);
  expect(parseEnv(twice).PARLEY_MODEL).toBe('new');
});

/** Answers the questions that contain these words; others with an empty line. */
function answering(answers: Readonly<Record<string, readonly string[]>>) {
  const [asked, said]: [string[], string[]] = [[], []];
  const left = Object.entries(answers).map(([words, texts]) => ({ words, texts: [...texts] }));
  const question = async (text: string) => {
    asked.push(text);
    return left.find(({ words }) => text.includes(words))?.texts.shift() ?? '';
  };
  return { asked, said, asking: { question, say: (line: string) => void said.push(line) } };
}

test('parley init asks again after an answer that cannot be right, and keeps the answers before it', async () => {
  const { asking, said } = answering({
    'SIP trunk': ['sip:user@sip.example.net'],
    'Mail server': ['mail.example.net', 'smtp://mail.example.net'],
  });
  expect([...(await ask({}, asking))]).toEqual([
    ['trunk', 'sip:user@sip.example.net'],
    ['smtp', 'smtp://mail.example.net'],
  ]);
  expect(said).toEqual([expect.stringMatching(/^--smtp must /)]);
});

test('parley init, run again, offers to keep what is there, and asks for the key of a model that is kept', async () => {
  const known = { PARLEY_MODEL: 'gpt-4.1-mini', PARLEY_MODEL_KEY: 'old', SMTP_URL: 'smtp://mail' };
  const { asking, asked } = answering({ 'API key': ['new'] });
  expect([...(await ask(known, asking))]).toEqual([['model-key', 'new']]);
  expect(asked.filter((text) => text.includes('[keep]'))).toHaveLength(3);
});

test('parley init trusts the proxy of this machine with a domain, unless another proxy is trusted already', () => {
  const given = new Map<Option, string>([['domain', 'calls.example.com']]);
  expect(Object.fromEntries(changesFor(given, {}))).toEqual({
    PARLEY_PUBLIC_URL: 'https://calls.example.com',
    PARLEY_TRUST_PROXY: '127.0.0.1,::1',
  });
  expect([...changesFor(given, { PARLEY_TRUST_PROXY: '10.0.0.7' }).keys()]).toEqual(['PARLEY_PUBLIC_URL']);
});

test.skipIf(process.stdin.isTTY)('parley init without a terminal says which options to give', async () => {
  const refused = initCommand.run([]);
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(
    /no terminal to ask at, so nothing was changed.*parley init --domain/,
  );
});

test('parley init fails for a domain that is not in DNS, and not for one where nothing answers yet', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await expect(tryDomain('https://no-such-name.invalid')).rejects.toThrow('is not in DNS');
    await tryDomain('https://127.0.0.1:1');
    expect(log.mock.calls.join()).toContain(
      'note https://127.0.0.1:1 leads to 127.0.0.1, where nothing answers yet',
    );
  } finally {
    log.mockRestore();
  }
});
