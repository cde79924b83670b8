import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { loadConfig } from '@parley/service/main/config.ts';
import { settings } from '@parley/service/main/settings/settings.ts';
import { expect, test } from 'vitest';
import { ENV_EXAMPLE, envExample } from './env-example.ts';

test('.env.example has every setting, exactly as npx node scripts/env-example.ts writes it', async () => {
  expect(await readFile(ENV_EXAMPLE, 'utf8')).toBe(envExample());
});

test('a .env copied from .env.example changes no default, and every setting in it can be set', () => {
  expect(loadConfig({}, parseEnv(envExample()) as Record<string, string>)).toEqual(loadConfig({}, {}));
  const names = [...envExample().matchAll(/^#(\w+)=$/gm)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(settings));
});
