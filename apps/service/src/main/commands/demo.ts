import { parseArgs } from 'node:util';
import { seedDemo } from '../../workflows/seed-demo.ts';
import { loadConfig } from '../config.ts';
import { serviceAddress } from '../service-address.ts';
import type { Command } from './command.ts';
import { firstCall } from './first-call.ts';
import { withServices } from './with-services.ts';

export const demoCommand: Command = {
  help: `Usage: parley demo [--key-only]

Makes sure that the company Demo exists and prints a new test key with every scope for it. Works while the
service runs and while it does not. Earlier keys keep working.

  --key-only   Prints the key and nothing else, for scripts: export PARLEY_KEY=$(npx parley demo --key-only)`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { 'key-only': { type: 'boolean', default: false } },
    });
    await withServices(async ({ database, secrets }) => {
      const demo = await seedDemo(database, secrets.keyPepper);
      if (values['key-only']) {
        console.log(demo.key);
        return;
      }
      console.log(`A new test key of the company Demo (shown only once):\n  ${demo.key}\n`);
      const address = serviceAddress(loadConfig(process.env));
      console.log(['With the service running:', '', ...firstCall(address, demo)].join('\n'));
    });
  },
};
