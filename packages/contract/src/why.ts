import { type Static, Type } from 'typebox';
import { Named, OneOf, Strict, Timestamp } from './schema.ts';

export const WhyEntry = Strict({
  at: Timestamp(),
  kind: OneOf(['conversation', 'attempt', 'decision', 'billing', 'event', 'analysis', 'delivery']),
  words: Type.String(),
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
});
export type WhyEntry = Static<typeof WhyEntry>;

export const WhyView = Named(
  'Why',
  Strict({
    data: Type.Array(WhyEntry, {
      description: 'Everything that is known of how it came to be as it is, oldest first.',
    }),
  }),
);
