import { type Static, Type } from 'typebox';
import { QuoteView } from './billing.ts';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, example });

/** Why somebody on the list is not called. */
export const uncallableReasons = [
  'do_not_call',
  'no_number',
  'registered',
  'country_not_allowed',
  'outside_law',
] as const;

/** What a launch would do, before anything is done. */
export const LaunchPreview = Named(
  'LaunchPreview',
  Strict({
    runId: Uuid(),
    summary: Type.String({
      description: 'Who is called when and at what cost, in one sentence.',
      example:
        '1,998 people: 212 now, the others from 08:00 in their time zone; at most 19,980 minutes; 3 cannot be called: 2 asked never to be called again, 1 has no phone number.',
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
    uncallable: Type.Array(Strict({ reason: OneOf(uncallableReasons), contacts: count('How many.', 2) })),
    waitingForTrunk: count(
      'Callable contacts whose calls would wait, because the trunk for their number is switched off.',
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
    maxMinutes: count('What the callable contacts can cost: one call of full length each.', 19_980),
    quote: QuoteView,
  }),
);
export type LaunchPreview = Static<typeof LaunchPreview>;
