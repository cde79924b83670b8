import { parseArgs } from 'node:util';
import { type Demo, seedDemo } from '../../workflows/seed-demo.ts';
import { loadConfig } from '../config.ts';
import { serviceAddress } from '../service-address.ts';
import type { Command } from './command.ts';
import { withServices } from './with-services.ts';

export const demoCommand: Command = {
  help: `Usage: parley demo [--key-only]

Creates the company Demo if it is missing and prints a new test key with every scope for it. Works whether or not
the service runs. Earlier keys keep working.

  --key-only   Prints only the key, for scripts: export PARLEY_KEY=$(npx parley demo --key-only)`,
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

/** The helpful simulated contact. */
const PHONE = '+15005550000';

/** The commands find a service at its usual address by themselves. */
const elsewhere = (address: string): string =>
  address === 'http://localhost:3000' ? '' : ` --url ${address}`;

/** How to place a first call, for people to copy. Nobody's telephone rings. */
export function firstCall(address: string, { key, agentId }: Demo): string[] {
  if (agentId === undefined)
    return ['A first request:', `  curl ${address}/billing/usage -H 'Authorization: Bearer ${key}'`];
  const contact = {
    firstName: 'Ada',
    lastName: 'Novak',
    phoneNumber: PHONE,
    gdprExpiryDate: '2099-12-31',
  };
  return [
    'Place a first call, to somebody on the simulated telephone network:',
    `  curl ${address}/conversations -H 'Authorization: Bearer ${key}' -H 'content-type: application/json' -d '${JSON.stringify({ agentId, contact })}'`,
    '',
    'Or place one and watch it:',
    `  npx parley call --key ${key} --agent ${agentId} --phone ${PHONE}${elsewhere(address)}`,
  ];
}
