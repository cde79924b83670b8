import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { patience } from '@parley/testing/patience.ts';
import { startTestService } from '@parley/testing/service.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip, type Telephone } from './baresip.ts';
import { hasSpeech, shareHeard, spokenSounds, wordsIn } from './offline-speech.ts';
import { openSwitchboard } from './switchboard.ts';
import { order } from './telephone-conversation.ts';

// People talk as long as they talk, and on a busy machine longer.
vi.setConfig({ testTimeout: 400_000 });

skipWhenOverloaded();

const CONTACT = '+41446681800';
const PERSON = '+41446681899';
const FROM_CONTACT = 'My sister is moving to Scotland with her three children next summer.';
const FROM_PERSON = 'The black horse has won every race this winter and nobody knows why.';
/** After it has been said, until it has come through. */
const WAY_SECONDS = 1;
const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI assistant.' },
  sections: [{ type: 'human_handoff', message: 'I will put you through.', phoneNumber: PERSON }],
};

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function telephoneOf(user: string): Promise<Telephone> {
  const telephone = await startBaresip({ user });
  opened.push(() => telephone.stop());
  return telephone;
}

const missing = !hasBaresip
  ? 'apt-get install baresip-core'
  : hasSpeech
    ? undefined
    : 'npm install in speech';
const words = missing === undefined ? 'both telephones' : `both telephones (skipped: ${missing})`;

describe.skipIf(missing !== undefined)(words, () => {
  // That either of them may hang up is promised in sip-bridge.test.ts, without sound.
  test('both telephones stay bridged after the network refused the transfer, until one hangs up', async () => {
    const sounds = await spokenSounds([FROM_CONTACT, FROM_PERSON]);
    const [contact, person] = [await telephoneOf(CONTACT), await telephoneOf(PERSON)];
    const phones = new Map([
      [CONTACT, contact.port],
      [PERSON, person.port],
    ]);
    const network = await openSwitchboard(phones);
    opened.push(() => network.close());
    const service = await startTestService({
      environment: {
        PARLEY_SIP_TRUNK: `sip:127.0.0.1:${network.port}`,
        PARLEY_SIP_BIND: '127.0.0.1:0',
        // Placed at any hour, and the contact is not asked about the recording.
        PARLEY_CALLING_LAW: 'off',
      },
    });
    opened.push(() => service.stop());
    const isPutThrough = person.next('CALL_ESTABLISHED');
    const call = await order(service, CONTACT, { flow });
    await isPutThrough;
    expect(network.declined).toEqual([expect.stringContaining(PERSON)]);

    /** One speaks until the other has heard it. */
    const tells = async (one: Telephone, text: string, other: Telephone) => {
      const sound = sounds.get(text) as Int16Array;
      await one.say(sound);
      await other.hears(sound.length / 16_000 + WAY_SECONDS);
    };
    await tells(contact, FROM_CONTACT, person);
    await tells(person, FROM_PERSON, contact);
    await expect.poll(async () => (await call.conversation()).status, patience).toBe('COMPLETED');
    expect((await call.conversation()).callAttempts).toMatchObject([
      { status: 'COMPLETED', reasonCode: 'HANDED_OFF' },
    ]);

    const areClosed = Promise.all([contact.next('CALL_CLOSED'), person.next('CALL_CLOSED')]);
    await person.hangUp();
    await areClosed;
    const [[byPerson], [byContact]] = await Promise.all([person.heard(), contact.heard()]);
    const heardByPerson = await wordsIn(byPerson as Buffer);
    expect(shareHeard(FROM_CONTACT, heardByPerson), heardByPerson).toBeGreaterThan(0.7);
    const heardByContact = await wordsIn(byContact as Buffer);
    expect(shareHeard(FROM_PERSON, heardByContact), heardByContact).toBeGreaterThan(0.7);
    // Each hears the other, and not themselves.
    expect(shareHeard(FROM_PERSON, heardByPerson), heardByPerson).toBeLessThan(0.5);
    expect(shareHeard(FROM_CONTACT, heardByContact), heardByContact).toBeLessThan(0.5);
  });
});
