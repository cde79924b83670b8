import { type Static, type TArrayOptions, Type } from 'typebox';
import { Named, OneOf, Strict, Uuid } from './schema.ts';

/** A part of a flow that a call can reach. */
export const FlowPart = Strict({
  id: Type.String({ example: '01957a2e-7c00-7000-8000-0000000000f1' }),
  kind: OneOf(['message', 'section', 'question', 'branch']),
  label: Type.String({ example: 'Satisfaction' }),
});
export type FlowPart = Static<typeof FlowPart>;

export const FlowPath = (options: TArrayOptions) => Type.Array(FlowPart, options);

export const CallPathView = Named(
  'CallPath',
  Strict({
    callAttemptId: Uuid(),
    agentId: Uuid(),
    agentVersionId: Uuid({ description: 'The version of the agent that the conversation started with.' }),
    path: FlowPath({ description: 'What the call reached, in its order.' }),
  }),
);
export type CallPathView = Static<typeof CallPathView>;
