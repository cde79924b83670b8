import { type Static, Type } from 'typebox';
import { FlowPath } from './flow-path.ts';
import { Named, Nullable, OneOf, Strict, Uuid } from './schema.ts';

const MAX_CONTACTS = 500;

export const OfDraft = () =>
  Type.Optional(
    Type.Boolean({
      description: 'True: the draft of the agent. Default: the published version.',
      example: false,
    }),
  );

export const PreflightRequest = Named(
  'NewPreflight',
  Strict({
    contactIds: Type.Optional(
      Type.Array(Uuid(), {
        maxItems: MAX_CONTACTS,
        uniqueItems: true,
        description: 'The contacts to be called.',
        example: ['01957a2e-7c00-7000-8000-0000000000c1'],
      }),
    ),
    runId: Type.Optional(
      Uuid({
        description:
          'All contacts of this run instead, however many: the same problem of several contacts is listed once. Needs the scope `read:runs`.',
      }),
    ),
    draft: OfDraft(),
    versionId: Type.Optional(
      Uuid({
        description: 'A published version of the agent instead, such as one of a run. Not with `draft`.',
      }),
    ),
  }),
);

export const NewSimulatedTest = Named('NewSimulatedTest', Strict({ draft: OfDraft() }));

export const Problem = Strict({
  severity: OneOf(['error', 'warning'], {
    description: '`error`: something will not work. `warning`: something may not be intended.',
  }),
  path: Type.Optional(Type.String({ example: 'flow.sections[1].branches[0].condition' })),
  contactId: Type.Optional(Uuid({ description: 'With `contacts`, one of them.' })),
  contacts: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'With `runId`: how many contacts of the run have the problem.',
      example: 12,
    }),
  ),
  message: Type.String(),
});
export type Problem = Static<typeof Problem>;

export const PreflightView = Named(
  'Preflight',
  Strict(
    {
      ok: Type.Boolean({ description: 'Whether there is no problem of the severity `error`.' }),
      contacts: Strict({ total: Type.Integer(), callable: Type.Integer() }),
      requiredMinutes: Type.Number({
        description: 'The maximum that calls to all callable contacts can use.',
      }),
      availableMinutes: Type.Number(),
      problems: Type.Array(Problem),
    },
    {
      example: {
        ok: true,
        contacts: { total: 120, callable: 118 },
        requiredMinutes: 1770,
        availableMinutes: 2000,
        problems: [
          {
            severity: 'warning',
            contactId: '01957a2e-7c00-7000-8000-0000000000c1',
            message: 'The contact has no phone number',
          },
        ],
      },
    },
  ),
);
export type PreflightView = Static<typeof PreflightView>;

export const SimulatedTestView = Named(
  'SimulatedTest',
  Strict({
    isRight: Type.Boolean({ description: 'Every outcome is as expected, and no rule was broken.' }),
    people: Type.Array(
      Strict({
        name: Type.String({ example: 'asks to be called tomorrow at three' }),
        number: Type.String({ example: '+15005550005' }),
        outcome: Type.String({ description: 'The outcome of the last call.' }),
        expected: Type.String(),
        isRight: Type.Boolean(),
        breaches: Type.Array(Type.String({ description: 'What the agent said against its rules.' })),
        calls: Type.Integer({ minimum: 1 }),
        transcript: Type.Array(
          Strict({ who: Type.String({ enum: ['agent', 'person'] }), words: Type.String() }),
        ),
        answers: Type.Array(Strict({ question: Type.String(), answer: Nullable(Type.String()) })),
        path: FlowPath({ description: 'What the calls reached, in their order.' }),
      }),
    ),
    flowFaults: Type.Array(
      Type.String({ description: 'What is wrong with the flow as a whole, such as an empty token.' }),
    ),
    everyday: Type.Optional(
      Strict({
        right: Type.Integer({ minimum: 0, description: 'Calls without a fault.' }),
        total: Type.Integer({ minimum: 0 }),
        manners: Type.Array(
          Strict({
            who: Type.String({ example: 'corrects themselves' }),
            right: Type.Integer({ minimum: 0 }),
            total: Type.Integer({ minimum: 0 }),
            faults: Type.Array(Type.String()),
          }),
        ),
      }),
    ),
  }),
);
export type SimulatedTestView = Static<typeof SimulatedTestView>;

export const NewBrowserCall = Named(
  'NewBrowserCall',
  Strict({
    jobId: Type.Optional(
      Uuid({
        description: "For an agent that needs one. Default: the contact's job, if `contactId` has one.",
      }),
    ),
    contactId: Type.Optional(
      Uuid({
        description:
          'Talk as this contact: the agent knows what it would know of them. Nothing is written to the contact.',
      }),
    ),
    draft: OfDraft(),
  }),
);

export const BrowserCallView = Named(
  'BrowserCall',
  Strict({
    conversationId: Uuid(),
    url: Type.String(),
    version: Nullable(
      Type.Integer({
        minimum: 1,
        description: 'The number of the version that you talk to; null: the draft.',
        example: 3,
      }),
    ),
  }),
);
