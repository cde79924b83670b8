import { parseArgs } from 'node:util';
import { checkModel } from '../../calls/model/model-check.ts';
import { openModel } from '../../calls/model/open-model.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { configuredEndpoint } from '../models.ts';
import type { Command } from './command.ts';

const names = ['PARLEY_MODEL', 'PARLEY_FALLBACK_MODEL', 'PARLEY_ANALYSIS_MODEL'] as const;

export const modelCommand: Command = {
  help: `Usage: parley model check

Asks each language model that is configured two small things, and says in a line whether it answers, streams and
keeps a schema, and how fast. Ends with 1 where one cannot be used. docs/models.md tells how to configure one.`,
  async run(args) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    if (positionals.length !== 1 || positionals[0] !== 'check')
      throw new ConfigError('Say what to do with the models: parley model check.');
    const { config } = loadConfig(process.env);
    const asked = names.filter((name) => config[name] !== undefined);
    if (asked.length === 0)
      throw new ConfigError('No model is configured, so calls go by rules. Set PARLEY_MODEL to use one.');
    for (const name of asked) {
      const endpoint = configuredEndpoint(config, name);
      if (endpoint === undefined) continue;
      const { isGood, line } = await checkModel(openModel(endpoint), () => performance.now());
      console.log(`${name}: ${line}`);
      if (!isGood) process.exitCode = 1;
    }
  },
};
