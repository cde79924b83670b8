import { answersIn } from '@parley/testing/online-agent.ts';
import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { programs } from '@parley/testing/programs.ts';
import { startTurnServer } from '@parley/testing/turn-server.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SpokenStage } from './spoken-stage.ts';

/** However it is asked: who was not understood is asked again in other words. */
const replies = [
  [/years|driven/, 'I started seven years ago.'],
  [/\bcar\b/, 'Yes, I do.'],
  [/city|live/, 'I live in London.'],
] as const;
const SECRET = 'shared with coturn';
const stage = await SpokenStage.set(
  'a spoken call of a contact behind a firewall',
  replies.map(([, answer]) => answer),
);
const { coturn } = programs;
const title = coturn.isMissing ? `${stage.title} (skipped: ${coturn.install})` : stage.title;

/** A firewall lets through what goes to the relay, and nothing else. */
const onlyThroughRelay = (page: Page) =>
  page.addInitScript(`
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
      }
    };
  `);

skipWhenOverloaded();

describe.skipIf(stage.isMissing || coturn.isMissing)(title, { timeout: 400_000 }, () => {
  let turn: Awaited<ReturnType<typeof startTurnServer>>;
  beforeAll(async () => {
    turn = await startTurnServer(SECRET);
    await stage.open({ PARLEY_ICE_SERVERS: turn.url, PARLEY_TURN_SECRET: SECRET });
  });
  afterAll(async () => {
    await stage.close();
    await turn?.stop();
  });

  test('goes through the TURN server with credentials of its own, and is understood', async () => {
    const call = await stage.join(undefined, onlyThroughRelay);
    await call.answerAll(replies);
    const done = await call.analysed();
    await call.page.close();

    expect(done.status).toBe('COMPLETED');
    expect(answersIn(done)).toEqual({ years: 7, car: true, city: expect.stringContaining('London') });
    expect(turn.users()).toContainEqual(expect.stringMatching(new RegExp(`^\\d+:${done.id}$`)));
  });
});
