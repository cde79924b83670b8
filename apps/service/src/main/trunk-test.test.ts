import { expect, test } from 'vitest';
import { created } from '../domains/trunks/trunk.model.ts';
import { loadConfig } from './config.ts';
import { testTrunk } from './trunk-test.ts';

test.each(['UDP', 'TCP'] as const)(
  'a trunk test over %s reports a configured local address that this machine does not have',
  async (transport) => {
    const { config } = loadConfig({ PARLEY_SIP_BIND: '192.0.2.77:5060' });
    const trunk = created(
      { name: 'T', host: '198.51.100.1', transport },
      { id: 'a', companyId: null, password: null, createdAt: new Date(0) },
    );
    expect(await testTrunk(config, trunk, null)).toEqual({
      success: false,
      findings: [
        {
          isGood: false,
          message: expect.stringMatching(
            /^PARLEY_SIP_BIND 192\.0\.2\.77:5060 cannot be used: .*EADDRNOTAVAIL/,
          ),
        },
      ],
    });
  },
);
