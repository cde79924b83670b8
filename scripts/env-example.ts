// Writes .env.example from the tables of settings. Run it after adding or rewording a setting.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setting } from '@parley/service/main/settings/setting.ts';
import { HOME, settings } from '@parley/service/main/settings/settings.ts';

export const ENV_EXAMPLE = join(HOME, '.env.example');

const intro = `# Copy this file to .env, remove the # before a setting, and give it a value. Variables of the environment win
# over this file. npx parley config shows every setting with its value and where that comes from.
# Written by scripts/env-example.ts from the tables in apps/service/src/main/settings.`;

/** Sets nothing: with a copy the service starts as without one. */
export function envExample(): string {
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, { meaning, preset }]) =>
    [`# ${meaning}.`, `# Default: ${preset}`, `#${name}=`].join('\n'),
  );
  return `${[intro, ...entries].join('\n\n')}\n`;
}

if (import.meta.main) await writeFile(ENV_EXAMPLE, envExample());
