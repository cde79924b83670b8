import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBaresip, startBaresip, type Telephone } from './baresip.ts';
import { openLine } from './telephone-line.ts';

describe.skipIf(!hasBaresip)('with baresip (apt-get install baresip-core) at the other end', () => {
  let telephone: Telephone;
  beforeAll(async () => {
    telephone = await startBaresip();
  });
  afterAll(() => telephone.stop());

  test.each(['udp', 'tcp', 'tls'] as const)(
    'a call over %s reaches a telephone, is answered and hung up',
    async (transport) => {
      const port = transport === 'tls' ? telephone.tlsPort : telephone.port;
      const line = await openLine([`sip:127.0.0.1:${port};transport=${transport}`], telephone.certificate);
      try {
        const { kinds, call } = await line.dial({ to: 'bob' });
        expect(kinds).toEqual(['placing', 'ringing', 'answered']);
        expect(line.media.sessions[0]?.accepted.at(-1)?.codec.name).toBe('PCMU');
        await call().leg.hangUp();
        expect(await call().ended).toBe('we hung up');
      } finally {
        await line.close();
      }
    },
  );
});
