import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { configuredEndpoint } from './model-registry.ts';
import { HOME } from './settings/settings.ts';

/** The rows of the first table of docs/models.md: a vendor, and its settings as they stand there. */
const documented = [
  ...readFileSync(join(HOME, 'docs/models.md'), 'utf8').matchAll(/^\| (\w+) \| `(PARLEY_\S+=.*)` \|$/gm),
].map(([, vendor = '', settings = '']) => [vendor, settings] as const);

const endpoints = (settings: Record<string, string | undefined>) => {
  const { config } = loadConfig(settings, {});
  return {
    first: configuredEndpoint(config, 'PARLEY_MODEL'),
    fallback: configuredEndpoint(config, 'PARLEY_FALLBACK_MODEL'),
    analysis: configuredEndpoint(config, 'PARLEY_ANALYSIS_MODEL'),
  };
};

test('the documentation shows model settings for six vendors', () => {
  expect(documented.map(([vendor]) => vendor)).toEqual([
    'Ollama',
    'vLLM',
    'OpenAI',
    'Groq',
    'Azure',
    'Anthropic',
  ]);
});

test.each(documented)(
  'the documented settings for %s configure one language model, which also does the analysis',
  (_, settings) => {
    const given = parseEnv(settings.replaceAll(' ', '\n'));
    const { first, fallback, analysis } = endpoints(given);
    expect(first).toEqual({
      provider: given.PARLEY_MODEL_PROVIDER ?? 'openai-compatible',
      model: given.PARLEY_MODEL,
      ...(given.PARLEY_MODEL_URL && { url: given.PARLEY_MODEL_URL }),
      ...(given.PARLEY_MODEL_KEY && { key: given.PARLEY_MODEL_KEY }),
    });
    expect(analysis).toEqual(first);
    expect(fallback).toBeUndefined();
  },
);

test('a second language model uses the vendor of the first unless it has its own address or provider', () => {
  const first = { PARLEY_MODEL: 'gpt-4.1-mini', PARLEY_MODEL_KEY: 'k' };
  expect(endpoints({ ...first, PARLEY_ANALYSIS_MODEL: 'gpt-4.1' }).analysis).toEqual({
    provider: 'openai-compatible',
    model: 'gpt-4.1',
    key: 'k',
  });
  const elsewhere = {
    PARLEY_FALLBACK_MODEL: 'qwen3',
    PARLEY_FALLBACK_MODEL_URL: 'http://localhost:11434/v1',
  };
  expect(endpoints({ ...first, ...elsewhere }).fallback).toEqual({
    provider: 'openai-compatible',
    model: 'qwen3',
    url: 'http://localhost:11434/v1',
  });
});
