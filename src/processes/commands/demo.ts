import { parseArgs } from 'node:util';
import { seedDemo } from '../../workflows/seed-demo.ts';
import { publicUrl } from '../config.ts';
import type { Command } from './command.ts';
import { withHouse } from './with-house.ts';

export const demoCommand: Command = {
  help: `Usage: parley demo

Makes sure that the company Demo exists and prints a new test key with every scope for it. Works while the
service runs and while it does not. Earlier keys keep working.`,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    await withHouse(async ({ config, database, secrets }) => {
      const { key } = await seedDemo(database, secrets.keyPepper);
      const address = publicUrl(config, config.PORT);
      console.log(`A new test key of the company Demo (it is shown this once):\n  ${key}\n`);
      console.log(
        `With the service running:\n  curl ${address}/billing/usage -H 'Authorization: Bearer ${key}'`,
      );
    });
  },
};
