import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { settings } from './settings/settings.ts';

test('without a word from anybody every setting has its default', () => {
  const { config, sources } = loadConfig({}, {});
  expect(config).toMatchObject({
    PORT: 3000,
    HOST: 'localhost',
    PARLEY_DEMO: 'on',
    PARLEY_DRAIN_SECONDS: 60,
    DATABASE_URL: undefined,
  });
  expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
});

test('the environment wins over .env, and an empty variable counts as not set', () => {
  const { config, sources } = loadConfig({ PORT: '4000', HOST: '' }, { PORT: '5000', HOST: '0.0.0.0' });
  expect(config).toMatchObject({ PORT: 4000, HOST: '0.0.0.0' });
  expect(sources).toMatchObject({ PORT: 'environment', HOST: '.env' });
});

test('lists are split at commas', () => {
  const { config } = loadConfig({ PARLEY_TRUST_PROXY: '10.0.0.0/8, ::1' }, {});
  expect(config.PARLEY_TRUST_PROXY).toEqual(['10.0.0.0/8', '::1']);
});

test.each([
  ['PORT', '0'],
  ['PORT', '3000.5'],
  ['PARLEY_DRAIN_SECONDS', '-1'],
  ['PARLEY_PUBLIC_URL', 'example.com'],
  ['PARLEY_PUBLIC_URL', 'ftp://example.com'],
  ['DATABASE_URL', 'mysql://x'],
  ['PARLEY_TRUST_PROXY', 'proxy.local'],
  ['PARLEY_CORS_ORIGINS', 'https://app.example.com/path'],
  ['PARLEY_LOG_LEVEL', 'loud'],
  ['PARLEY_KEY_PEPPER', 'short'],
  ['SMTP_URL', 'http://mail'],
  ['PARLEY_SOURCING_PROVIDER', 'vendor'],
  ['PARLEY_SOURCING_PROVIDER', 'http://vendor.example'],
  ['PARLEY_SIP_TRUNK', 'sip.example.com'],
  ['PARLEY_SIP_TRUNK', 'sip:sip.example.com;transport=sctp'],
  ['PARLEY_SIP_FROM', '0446681800'],
  ['PARLEY_SIP_BIND', 'localhost'],
  ['PARLEY_SIP_SESSION_SECONDS', '60'],
  ['PARLEY_RTP_PORTS', '9000-8000'],
  ['PARLEY_MODEL_URL', 'localhost:11434'],
  ['PARLEY_MODEL_PROVIDER', 'somebody'],
  ['PARLEY_MODEL_PRICE', '0.4/1.6'],
  ['PARLEY_MODEL_DEADLINE_MS', '5'],
  ['PARLEY_EAR', 'elevenlabs'],
  ['PARLEY_VOICE', 'offline,offline'],
  ['PARLEY_DEEPGRAM_URL', 'deepgram'],
  ['PARLEY_EMBEDDING', 'online'],
  ['PARLEY_EMBEDDING_FLOOR', '1.5'],
])('%s=%s stops the start with a sentence that names it', (name, value) => {
  expect(() => loadConfig({ [name]: value }, {})).toThrow(new RegExp(`^${name} must .*\\.$`));
  expect(() => loadConfig({ [name]: value }, {})).toThrow(ConfigError);
});

test.each([
  ['pool', undefined],
  ['https://vendor.example/v1/', 'https://vendor.example/v1'],
  ['http://localhost:4000', 'http://localhost:4000'],
])('candidates may come from %s', (given, read) => {
  expect(loadConfig({ PARLEY_SOURCING_PROVIDER: given }, {}).config.PARLEY_SOURCING_PROVIDER).toBe(read);
});

test.each([
  [{ PARLEY_SIP_TRUNK_2: 'sip:sip.example.com' }, 'PARLEY_SIP_TRUNK must be set too'],
  [{ PARLEY_MODEL_URL: 'http://localhost:11434/v1' }, 'PARLEY_MODEL must be set too'],
  [{ PARLEY_MODEL: 'llama' }, 'PARLEY_MODEL_URL must be set too'],
  [{ PARLEY_EMBEDDING_URL: 'http://localhost:11434/v1' }, 'PARLEY_EMBEDDING_MODEL must be set too'],
  [{ PARLEY_EMBEDDING_MODEL: 'nomic' }, 'PARLEY_EMBEDDING_URL must be set too'],
  [
    { PARLEY_EMBEDDING: 'offline', PARLEY_EMBEDDING_URL: 'http://a/v1', PARLEY_EMBEDDING_MODEL: 'e' },
    'PARLEY_EMBEDDING must be off',
  ],
  [{ PARLEY_FALLBACK_MODEL: 'llama' }, 'PARLEY_MODEL must be set too'],
])('half of a language model, %o, stops the start', (environment, words) => {
  expect(() => loadConfig(environment, {})).toThrow(words);
});

test.each([
  [{ PARLEY_EAR: 'deepgram' }, 'PARLEY_DEEPGRAM_KEY must be set too'],
  [{ PARLEY_VOICE: 'offline, elevenlabs' }, 'PARLEY_ELEVENLABS_KEY must be set too'],
  [{ PARLEY_VOICE: 'openai' }, 'PARLEY_SPEECH_URL must be set too'],
])('a vendor of speech without its key, %o, stops the start', (environment, words) => {
  expect(() => loadConfig(environment, {})).toThrow(words);
});

test('ears and voices are tried in the order in which they are named', () => {
  const { config } = loadConfig(
    { PARLEY_VOICE: 'elevenlabs, openai', PARLEY_ELEVENLABS_KEY: 'k', PARLEY_SPEECH_KEY: 'k' },
    {},
  );
  expect([config.PARLEY_VOICE, config.PARLEY_EAR]).toEqual([['elevenlabs', 'openai'], ['offline']]);
});

test('STUN and TURN servers are read as browsers want them', () => {
  const given = 'stun:stun.example.com:3478, turn:ada:s3cret@turn.example.com:3478?transport=tcp';
  expect(loadConfig({ PARLEY_ICE_SERVERS: given }, {}).config.PARLEY_ICE_SERVERS).toEqual([
    { urls: 'stun:stun.example.com:3478' },
    { urls: 'turn:turn.example.com:3478?transport=tcp', username: 'ada', credential: 's3cret' },
  ]);
});

test.each([
  [{ PARLEY_ICE_SERVERS: 'stun.example.com' }, 'PARLEY_ICE_SERVERS must be servers such as'],
  [{ PARLEY_ICE_SERVERS: 'turn:turn.example.com' }, 'PARLEY_ICE_SERVERS must be servers such as'],
  [{ PARLEY_WEB_PORTS: '40000' }, 'PARLEY_WEB_PORTS must be two ports'],
  [{ PARLEY_WEB_PORTS: '50000-40000' }, 'PARLEY_WEB_PORTS must be two ports'],
])('%o stops the start', (environment, words) => {
  expect(() => loadConfig(environment, {})).toThrow(words);
});

test('a variable that looks like ours and is not is reported, not refused', () => {
  expect(loadConfig({ PARLEY_COLOUR: 'blue', COLOUR: 'red' }, {}).unknown).toEqual(['PARLEY_COLOUR']);
});

test('every setting says what it means', () => {
  for (const { meaning, preset } of Object.values(settings)) {
    expect(meaning.length).toBeGreaterThan(5);
    expect(preset).not.toBe('');
  }
});
