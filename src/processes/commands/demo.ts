import { parseArgs } from 'node:util';
import { seedDemo } from '../../workflows/seed-demo.ts';
import { publicUrl } from '../config.ts';
import type { Command } from './command.ts';
import { firstCall } from './first-call.ts';
import { withHouse } from './with-house.ts';

export const demoCommand: Command = {
  help: `Usage: parley demo

Makes sure that the company Demo exists and prints a new test key with every scope for it. Works while the
service runs and while it does not. Earlier keys keep working.`,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    await withHouse(async ({ config, database, secrets }) => {
      const demo = await seedDemo(database, secrets.keyPepper);
      console.log(`A new test key of the company Demo (it is shown this once):\n  ${demo.key}\n`);
      console.log(
        ['With the service running:', '', ...firstCall(publicUrl(config, config.PORT), demo)].join('\n'),
      );
    });
  },
};
