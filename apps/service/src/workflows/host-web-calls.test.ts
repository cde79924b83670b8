import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { NewAgent } from '@parley/contract/agent.ts';
import { conflict } from '@parley/kernel/failure.ts';
import { type CallClock, systemCallClock } from '@parley/speech/call-clock.ts';
import type { SpokenLanguages } from '@parley/speech/spoken-languages.ts';
import { callingCompany, inlineContact } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { HandClock } from '@parley/testing/hosted-web-calls.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { WebLeg } from '@parley/web-call/web-leg.ts';
import { WEB_RATE_HZ } from '@parley/web-call/web-media-protocol.ts';
import type { WebSound } from '@parley/web-call/web-sound.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CallInputsReader } from '../domains/conversations/call-inputs.actions.ts';
import { createConversation } from '../domains/conversations/conversation-creation.actions.ts';
import { sql } from '../storage/sql.ts';
import { CallJournals } from './call-journals.ts';
import { CallSlots } from './call-slots.ts';
import { WebCallHost, type WebVoice } from './host-web-calls.ts';
import { Settlements } from './settle-calls.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const everyLanguage: SpokenLanguages = { transcribes: () => true, speaks: () => true };

/** Sound whose legs are there when the test says so. */
class GatedSound implements WebSound {
  readonly legs: WebLeg[] = [];
  readonly asked = Promise.withResolvers<void>();
  readonly gate = Promise.withResolvers<void>();

  async open() {
    this.asked.resolve();
    await this.gate.promise;
    const leg = new WebLeg(this.legs.length + 1, WEB_RATE_HZ, () => {});
    this.legs.push(leg);
    return { leg, answer: 'the answer' };
  }

  async reopen(leg: WebLeg) {
    await this.gate.promise;
    if (leg.isGone) throw conflict('This call has ended');
    return 'another answer';
  }

  close(): void {}
}

/** A call that was joined by somebody who types, and the sound that they ask for next. */
async function typing(
  languages: SpokenLanguages & Pick<WebVoice, 'onUnspoken'> = everyLanguage,
  clock: CallClock = systemCallClock,
) {
  const { database } = store;
  const slots = new CallSlots({
    everywhere: database,
    capacity: 2,
    recordings: { left: async () => null },
    onError: () => {},
  });
  onTestFinished(() => slots.stop(0));
  await slots.start();
  const place = await callingCompany(database, { agent: { type: 'ONLINE' } });
  const wanted = { agentId: place.agentId, contact: { ...inlineContact, email: 'a@example.com' } };
  const { conversation } = await createConversation(place.scope, wanted, false);
  const sound = new GatedSound();
  const spoken: ScriptedParty[] = [];
  const inputs = new CallInputsReader();
  const missing: string[] = [];
  const host = new WebCallHost({
    everywhere: database,
    slots,
    callServices: {
      everywhere: database,
      dialogueModelOf: async () => rulesDialogueModel(),
      inputs,
      journals: new CallJournals(
        async () => {},
        () => {},
      ),
      recordings: { close: async () => null, discard: async () => {} },
      seed: 1,
      onError: () => {},
    },
    settle: new Settlements(database).settle,
    inputs,
    voice: {
      sound,
      languages,
      isRecorded: true,
      onUnspoken: languages.onUnspoken,
      onAudioMissing: (attemptId) => missing.push(attemptId),
      makeParty: () => {
        const party = new ScriptedParty([]);
        spoken.push(party);
        return party;
      },
    },
    iceServersOf: () => [],
    newKey: () => 'the key',
    clock,
  });
  const { resumeKey } = await host.join(conversation.id, {});
  const resume = () => host.resume(conversation.id, { resumeKey, offer: 'an offer' });
  const leave = () => host.leave(conversation.id, { resumeKey });
  const openPage = async () => {
    const events = host.follow(conversation.id, resumeKey, 0, new AbortController().signal);
    await events[Symbol.asyncIterator]().next();
  };
  const attempts = () =>
    place.scope.all<{ id: string; notes: string | null }>(
      sql`select id, notes from call_attempts where company_id = ${place.scope.companyId}`,
    );
  return { host, sound, spoken, resume, leave, openPage, attempts, missing };
}

test('an audio connection that completes after the web call has ended is closed', async () => {
  const { host, sound, spoken, resume, leave } = await typing();
  const resumed = resume().catch((error: unknown) => error);
  await sound.asked.promise;
  leave();
  sound.gate.resolve();
  expect(await resumed).toMatchObject({ kind: 'conflict', message: 'This call has ended' });
  expect([sound.legs.map(({ isGone }) => isGone), spoken]).toEqual([[true], []]);
  await host.drained();
});

test('a contact can switch from typing to talking, and keeps the audio when the page reconnects', async () => {
  const { host, sound, resume, leave } = await typing();
  sound.gate.resolve();
  expect(await resume()).toMatchObject({ answer: 'the answer' });
  expect(await resume()).toMatchObject({ answer: 'another answer' });
  expect(sound.legs.map(({ isGone }) => isGone)).toEqual([false]);
  leave();
  await host.drained();
  expect(sound.legs.map(({ isGone }) => isGone)).toEqual([true]);
  await expect(resume()).rejects.toMatchObject({ kind: 'conflict' });
});

/** What the link of a new conversation of such an agent says. */
async function linkOf(host: WebCallHost, agent: Partial<NewAgent>) {
  const { scope, agentId } = await callingCompany(store.database, { agent: { type: 'ONLINE', ...agent } });
  const wanted = { agentId, contact: { ...inlineContact, email: 'b@example.com' } };
  const { conversation } = await createConversation(scope, wanted, false);
  return host.view(conversation.id);
}

test('a web-call link offers speech and recording only if its language has STT and TTS', async () => {
  const { host, sound, leave } = await typing({
    transcribes: (language) => language !== 'ZH',
    speaks: (language, { provider }) => language === 'EN' || provider === 'a vendor of German',
  });
  sound.gate.resolve();
  const voice = { provider: 'a vendor of German', voiceId: null, speed: 1 };
  const [aloud, typed] = [
    { voice: true, recording: true },
    { voice: false, recording: false },
  ];
  expect(await linkOf(host, { language: 'EN' })).toMatchObject(aloud);
  expect(await linkOf(host, { language: 'DE' })).toMatchObject(typed);
  expect(await linkOf(host, { language: 'DE', voice })).toMatchObject(aloud);
  expect(await linkOf(host, { language: 'ZH', voice })).toMatchObject(typed);
  leave();
  await host.drained();
});

test('a web-call link says when its speech is being installed, and nothing of it when it cannot be', async () => {
  const { host, sound, leave } = await typing({
    transcribes: (language) => language === 'DE',
    speaks: () => true,
    onUnspoken: (language) => language === 'en',
  });
  sound.gate.resolve();
  expect(await linkOf(host, { language: 'EN' })).toMatchObject({ voice: false, speechComing: true });
  expect(await linkOf(host, { language: 'DE' })).not.toHaveProperty('speechComing');
  expect(await linkOf(host, { language: 'FR' })).not.toHaveProperty('speechComing');
  leave();
  await host.drained();
});

test('an audio offer in a typed web call is declined, and the call continues as text', async () => {
  const { host, sound, spoken, resume, leave } = await typing({
    transcribes: () => true,
    speaks: () => false,
  });
  sound.gate.resolve();
  expect(await resume()).toEqual({ callId: expect.any(String) });
  expect([sound.legs, spoken]).toEqual([[], []]);
  leave();
  await host.drained();
});

test('a web call whose audio never connected has a note and is reported once', async () => {
  const clock = new HandClock();
  const { host, sound, resume, leave, openPage, attempts, missing } = await typing(everyLanguage, clock);
  sound.gate.resolve();
  await openPage();
  await resume();
  await clock.pass(9000);
  leave();
  await host.drained();
  const [attempt] = await attempts();
  expect(attempt?.notes).toBe('The audio of the web call never connected: the contact could only type.');
  expect(missing).toEqual([attempt?.id]);
});

test('a web call whose audio connected late has no note', async () => {
  const clock = new HandClock();
  const { host, sound, resume, leave, openPage, attempts, missing } = await typing(everyLanguage, clock);
  sound.gate.resolve();
  await openPage();
  await resume();
  await clock.pass(9000);
  sound.legs[0]?.connected(true);
  leave();
  await host.drained();
  expect([(await attempts()).map(({ notes }) => notes), missing]).toEqual([[null], []]);
});

test('a typed web call has no note about audio', async () => {
  const clock = new HandClock();
  const { host, leave, openPage, attempts, missing } = await typing(everyLanguage, clock);
  await openPage();
  await clock.pass(9000);
  leave();
  await host.drained();
  expect([(await attempts()).map(({ notes }) => notes), missing]).toEqual([[null], []]);
});
