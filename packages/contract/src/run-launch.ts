import { type Static, Type } from 'typebox';
import { QuoteView } from './billing.ts';
import { messageChannels } from './message.ts';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, example });

/** Why somebody on the list is not called. */
export const uncallableReasons = [
  'do_not_call',
  'no_number',
  'registered',
  'country_not_allowed',
  'costly_number',
  'outside_law',
] as const;

/** Why it cannot be told when a run ends. */
const unknownEnds = ['NO_CALLS_YET', 'NOBODY_WAITS', 'TOO_FAR', 'PAUSED', 'NOT_LAUNCHED', 'OVER'] as const;

export const RunEstimate = Named(
  'RunEstimate',
  Strict(
    {
      endsAt: Nullable(
        Timestamp({
          description:
            'About when the last call ends, if calls take as long as before; null: not known, see `unknownBecause`. Contacts who are not reached are called again, which can take longer.',
        }),
      ),
      latestEndsAt: Nullable(
        Timestamp({ description: 'The same if every call took the maximum duration of the agent.' }),
      ),
      unknownBecause: Nullable(
        OneOf(unknownEnds, {
          description: 'Why `endsAt` is null: `NO_CALLS_YET` until five calls of the agent have ended.',
        }),
      ),
      later: Type.Optional(
        Strict(
          {
            contacts: count('How many; part of `waiting`.', 3),
            callbacks: count('Of those, the ones who asked to be called then.', 2),
            lastAt: Timestamp({ description: 'When the last of them is called.' }),
            othersEndAt: Nullable(Timestamp({ description: '`endsAt` without them.' })),
            othersLatestEndAt: Nullable(Timestamp({ description: '`latestEndsAt` without them.' })),
          },
          {
            description:
              'Contacts who are called again more than an hour after all others are done, at most half of those who wait; absent if there are none. `endsAt` waits for them.',
          },
        ),
      ),
      waiting: count('Contacts who wait for a call.', 180),
      parallelCalls: count('Most calls at a time.', 10),
      callSeconds: Nullable(
        count('How long a call takes on average, from dialling to the end; null: not known.', 92),
      ),
    },
    {
      description:
        'When a run ends, by how many contacts wait, calls at a time and a minute, calling window and average call.',
    },
  ),
);
export type RunEstimate = Static<typeof RunEstimate>;

/** By which channels contacts are sent their links. */
export const InvitationChannels = (description: string) =>
  Type.Array(OneOf(messageChannels), {
    uniqueItems: true,
    maxItems: messageChannels.length,
    description,
    example: ['EMAIL'],
  });

export const RunLaunch = Named(
  'RunLaunch',
  Strict({
    scheduledAt: Type.Optional(Timestamp({ description: 'At most 30 days ahead.' })),
    invite: Type.Optional(
      InvitationChannels(
        '`ONLINE` agents: every contact of the run is invited once on each of these channels that they have an address for, also those who are attached later. Needs `write:conversations`. Default: nobody is invited.',
      ),
    ),
  }),
);
export type RunLaunch = Static<typeof RunLaunch>;

/** Why the calls of a launch are simulated. */
const simulatedReasons = ['TEST_KEY', 'NO_TRUNK', 'SIMULATED_NUMBERS'] as const;

/** What a launch would do, before anything is done. */
export const LaunchPreview = Named(
  'LaunchPreview',
  Strict({
    runId: Uuid(),
    summary: Type.String({
      description: 'Who is called when, and what is reserved of the plan in its unit, in one sentence.',
      example:
        '1,998 people: 212 now, the others from 08:00 in their time zone; the launch reserves 20,010 minutes: one call of up to 10 minutes each, call-backs come on top; 3 cannot be called: 2 asked never to be called again, 1 has no phone number.',
    }),
    startsAt: Timestamp({ description: '`scheduledAt`, or now.' }),
    contacts: count('Contacts that the launch would admit.', 2001),
    callable: count('Of those, the ones that can be called.', 1998),
    now: count(
      'Of those, the ones who may be called at `startsAt`: the calling window is open, and the law of their country allows it.',
      212,
    ),
    openings: Type.Array(
      Strict({
        timeZone: Type.String({ example: 'America/New_York' }),
        at: Timestamp(),
        contacts: count('Callable contacts in this time zone.', 1786),
      }),
      {
        description:
          'When the contacts of each time zone may be called first, by the calling window and the law of their country; the earliest first.',
      },
    ),
    uncallable: Type.Array(Strict({ reason: OneOf(uncallableReasons), contacts: count('How many.', 2) }), {
      description:
        'Who cannot be called, and why. `costly_number`: premium-rate, shared-cost, satellite or personal numbers that the operator has not allowed.',
    }),
    waitingForTrunk: count(
      'Callable contacts whose calls would wait, because the trunk for their number is switched off.',
      0,
    ),
    waitingForLimit: count(
      'Callable contacts who wait until the next day: they or their number have been called as often today as `limits` of the run allow, or the number is several times on the list.',
      0,
    ),
    minuteLimit: Nullable(
      Strict(
        {
          perHour: Nullable(count('`maxMinutesPerHour` of the company; null: none.', 120)),
          perDay: Nullable(count('`maxMinutesPerDay` of the company; null: none.', 600)),
          wait: Nullable(
            Strict(
              { reason: Type.String(), until: Timestamp() },
              { description: 'Why calls wait now, and until when at least; null: they do not.' },
            ),
          ),
        },
        {
          description:
            'What limits the minutes of these calls: beyond it they wait. Null: nothing does, or they do not leave over a trunk.',
        },
      ),
    ),
    simulated: count('Callable contacts whose calls are simulated: no telephone rings.', 0),
    simulatedBecause: Nullable(
      OneOf(simulatedReasons, {
        description:
          'Why: a test key (`sk_test_`) had a hand in the run, the company has no trunk, or the numbers are those of the simulated network (+1500555…). Null: all calls are real, or the contacts open a link.',
      }),
    ),
    invitations: Type.Optional(
      Type.Array(
        Strict({
          channel: OneOf(messageChannels),
          contacts: count('Contacts that `invite` would send their link to.', 1950),
          withoutAddress: count('Contacts without an e-mail address or phone number.', 40),
          unsubscribed: count('Contacts who want no more messages on this channel.', 8),
          doNotCall: count('Of the others, the ones who asked never to be called again.', 3),
          isSent: Type.Boolean({
            description:
              'False: the messages stay in the outbox, because no mail server or SMS account is configured or it is a test.',
          }),
        }),
        { description: 'Who could be invited on each channel; only where contacts open a link.' },
      ),
    ),
    estimate: RunEstimate,
    minutesPerCall: count('What a call reserves: the longest duration of the versions that call.', 10),
    maxMinutes: count(
      'One call of full length for each callable contact. Calls that are not answered cost nothing; call-backs that contacts ask for come on top.',
      19_980,
    ),
    quote: QuoteView,
  }),
);
export type LaunchPreview = Static<typeof LaunchPreview>;
