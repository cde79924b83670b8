import { type Static, Type } from 'typebox';
import type { NewAgent } from './agent.ts';
import { Named, Strict } from './schema.ts';

export const AgentTemplate = Named(
  'AgentTemplate',
  Strict({
    key: Type.String({ example: 'renewal' }),
    name: Type.String({ example: 'Renewal' }),
    description: Type.String({
      example: 'Asks customers whether they will renew their contract, and why not.',
    }),
    agent: Type.Unsafe<NewAgent>({
      type: 'object',
      description: 'The body of `POST /agents`: change what you like and send it.',
      example: { name: 'Renewal', language: 'EN', duration: 4 },
    }),
  }),
);
export type AgentTemplate = Static<typeof AgentTemplate>;
