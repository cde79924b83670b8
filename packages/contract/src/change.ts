import { type Static, Type } from 'typebox';
import { Named, OneOf, Strict, Timestamp } from './schema.ts';

const changeKinds = [
  'conversation',
  'attempt',
  'run',
  'webhook',
  'delivery',
  'agent',
  'contact',
  'request',
] as const;

/** Something that a page may be showing is not as it was. Ids and states only: whoever wants more asks for it. */
export const ChangeView = Named(
  'Change',
  Strict({
    kind: OneOf(changeKinds),
    id: Type.String({ description: 'A uuid; of a request for candidates its `requestId`.' }),
    at: Timestamp(),
    status: Type.Optional(Type.String()),
  }),
);
export type ChangeView = Static<typeof ChangeView>;
export type Change = Omit<ChangeView, 'at'>;
