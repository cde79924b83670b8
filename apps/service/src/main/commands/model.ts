import { parseArgs } from 'node:util';
import { checkEmbedder, checkModel, type ModelCheck } from '@parley/call-engine/llm/model-check.ts';
import { openModel } from '@parley/call-engine/llm/open-model.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { configuredEndpoint, modelNames, openEmbedder } from '../model-registry.ts';
import { type Command, requireCheck } from './command.ts';

export const modelCommand: Command = {
  help: `Usage: parley model check

Sends two small requests to each configured language model and prints whether it answers, streams and follows a schema,
and its latency. Also checks whether the embedding model separates fitting passages from others. Exits with 1 if one
cannot be used. docs/models.md explains how to configure them.`,
  async run(args) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    requireCheck('model', positionals);
    const { config, hints } = loadConfig(process.env);
    const asked = modelNames.filter((name) => config[name] !== undefined);
    const embedder = openEmbedder(config, { onRequest: () => {} });
    if (asked.length === 0 && embedder === undefined)
      throw new ConfigError(
        ['No model is configured: calls use the built-in rules. Set PARLEY_MODEL to use one.', ...hints].join(
          ' ',
        ),
      );
    for (const name of asked) {
      const endpoint = configuredEndpoint(config, name);
      if (endpoint !== undefined) say(name, await checkModel(openModel(endpoint), nowMs));
    }
    if (embedder !== undefined) say('PARLEY_EMBEDDING', await checkEmbedder(embedder, nowMs));
    await embedder?.close();
  },
};

const nowMs = () => performance.now();

function say(name: string, { isGood, line }: ModelCheck): void {
  console.log(`${name}: ${line}`);
  if (!isGood) process.exitCode = 1;
}
