import type { TracedMessage } from '@parley/sip/sip-trace.ts';
import { expect, test } from 'vitest';
import { openHepExport } from './hep-export.ts';

const message: TracedMessage = {
  direction: 'SENT',
  transport: 'udp',
  local: { host: '192.0.2.1', port: 5060 },
  remote: { host: '198.51.100.1', port: 5060 },
  callId: 'one',
  method: 'INVITE',
  status: null,
  text: 'INVITE sip:a@198.51.100.1 SIP/2.0\r\n\r\n',
  attestation: null,
};

test('a SIP capture (HEP) message sent while the service stops is dropped without an error', async () => {
  const troubles: string[] = [];
  const hep = openHepExport({ host: 'localhost', port: 9060 }, (words) => troubles.push(words));
  // The name is still being looked up.
  const sent = hep.send(message);
  hep.close();
  await expect(Promise.resolve(sent)).resolves.toBeUndefined();
  expect(troubles).toEqual([]);
});

test('a SIP capture (HEP) message that cannot be sent is reported', async () => {
  const troubles: string[] = [];
  const hep = openHepExport({ host: '127.0.0.1', port: 70_000 }, (words) => troubles.push(words));
  await Promise.resolve(hep.send(message));
  hep.close();
  expect(troubles).toEqual([
    expect.stringContaining('cannot be sent to the capture server 127.0.0.1:70000 (PARLEY_HEP)'),
  ]);
});
