import { loadConfig } from '@parley/service/main/config.ts';
import { iceFindings } from '@parley/service/main/doctor/network-findings.ts';
import { programs } from '@parley/testing/programs.ts';
import { startTurnServer } from '@parley/testing/turn-server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SECRET = 'shared with coturn';
const { coturn } = programs;
const title = `parley doctor, of a TURN server${coturn.isMissing ? ` (skipped: ${coturn.install})` : ''}`;

describe.skipIf(coturn.isMissing)(title, () => {
  let turn: Awaited<ReturnType<typeof startTurnServer>>;
  beforeAll(async () => {
    turn = await startTurnServer(SECRET);
  });
  afterAll(() => turn?.stop());

  const finding = async (environment: Record<string, string>) => {
    const { config } = loadConfig({ PARLEY_ICE_SERVERS: turn.url, ...environment }, {});
    const [only] = await iceFindings(config, new Date());
    return only;
  };

  test('says that it relays with the secret that it shares, and gives the address back', async () => {
    expect(await finding({ PARLEY_TURN_SECRET: SECRET })).toEqual({
      state: 'ok',
      words: `${turn.url} of PARLEY_ICE_SERVERS answers and accepts our credentials.`,
    });
    // Its log comes later than its answer, and has a request that was sent again twice.
    await expect.poll(() => turn.released()).toContainEqual(expect.stringMatching(/^\d+:doctor$/));
    expect(new Set(turn.users())).toEqual(new Set(turn.released()));
  });

  test('says that it refuses credentials made with another secret', async () => {
    expect(await finding({ PARLEY_TURN_SECRET: 'another secret' })).toMatchObject({
      state: 'problem',
      words: expect.stringContaining(
        'refuses our credentials: PARLEY_TURN_SECRET differs from its static-auth-secret',
      ),
    });
  });

  test('says that it refuses an account that it does not have', async () => {
    expect(
      await finding({ PARLEY_ICE_SERVERS: turn.url.replace('turn:', 'turn:ada:hidden@') }),
    ).toMatchObject({ state: 'problem', words: expect.stringContaining('refuses the account') });
  });
});
