import { type Static, Type } from 'typebox';
import { AgentView } from './agent.ts';
import { Author } from './correction.ts';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

const version = {
  id: Uuid({ description: 'The id of the version.' }),
  agentId: Uuid(),
  number: Nullable(Type.Integer({ minimum: 1, description: 'Counts from 1; null for a draft.', example: 3 })),
  name: Type.String({ description: 'The name that the agent has in it.', example: 'First interview' }),
  isPublished: Type.Boolean({ description: 'New calls are made with this version.', example: true }),
  by: Nullable(Author),
  createdAt: Timestamp(),
};

export const AgentVersionRow = Named('AgentVersion', Strict(version));
export type AgentVersionRow = Static<typeof AgentVersionRow>;

export const AgentVersionView = Named('AgentVersionDetail', Strict({ ...version, agent: AgentView }));
export type AgentVersionView = Static<typeof AgentVersionView>;

export const AgentDraftView = Named(
  'AgentDraft',
  Strict({
    id: Uuid({ description: 'Another after each change.' }),
    agentId: Uuid(),
    by: Nullable(Author),
    createdAt: Timestamp({ description: 'When it was last saved.' }),
    isBehind: Type.Boolean({
      description: 'Another version was published since the draft was begun.',
      example: false,
    }),
    agent: AgentView,
  }),
);
export type AgentDraftView = Static<typeof AgentDraftView>;

export const DraftPublication = Named(
  'DraftPublication',
  Strict({
    overwrite: Type.Optional(
      Type.Boolean({
        description: 'Publish it also when another version was published since the draft was begun.',
        example: true,
      }),
    ),
  }),
);

export const changeKinds = ['added', 'removed', 'changed', 'moved'] as const;

export const AgentChange = Strict({
  part: OneOf(['flow', 'settings'], { example: 'flow' }),
  change: OneOf(changeKinds, { example: 'changed' }),
  path: Type.String({
    description: 'The setting; or the part of the flow by its titles, then the property.',
    example: 'Satisfaction › How satisfied are you? › importance',
  }),
  property: Nullable(
    Type.String({
      description: 'The property at the end of the path; null: a whole part of the flow.',
      example: 'importance',
    }),
  ),
  before: Nullable(Type.String({ description: 'Null: it was not there.', example: 'LOW' })),
  after: Nullable(Type.String({ description: 'Null: it is not there any more.', example: 'HIGH' })),
});
export type AgentChange = Static<typeof AgentChange>;

export const AgentVersionChanges = Named(
  'AgentVersionChanges',
  Strict({
    versionId: Uuid(),
    since: Nullable(Uuid({ description: 'The version it is compared with; null: it is the first.' })),
    changes: Type.Array(AgentChange),
  }),
);
export type AgentVersionChanges = Static<typeof AgentVersionChanges>;
