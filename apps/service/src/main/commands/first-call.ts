import type { Demo } from '../../workflows/seed-demo.ts';

/** Somebody helpful on the simulated telephone network. */
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
