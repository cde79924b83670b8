import { type Static, Type } from 'typebox';
import { conversationStatuses } from './conversation.ts';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

/** Of each kind. */
export const MOST_FOUND = 5;

const Text = (example: string) => Type.String({ example });

export const SearchView = Named(
  'FoundRecords',
  Strict({
    contacts: Type.Array(
      Strict({
        id: Uuid(),
        name: Text('Ada Novak'),
        phoneNumber: Nullable(Text('+15005550000')),
        email: Nullable(Text('ada@example.com')),
      }),
    ),
    agents: Type.Array(Strict({ id: Uuid(), name: Text('Renewals') })),
    runs: Type.Array(Strict({ id: Uuid(), name: Text('Spring') })),
    conversations: Type.Array(
      Strict({
        id: Uuid(),
        contactName: Text('Ada Novak'),
        agentName: Nullable(Type.String({ description: 'Null: the agent was deleted.' })),
        status: OneOf(conversationStatuses),
        createdAt: Timestamp(),
      }),
    ),
    jobs: Type.Array(Strict({ id: Uuid(), name: Text('Baker') })),
  }),
);
export type SearchView = Static<typeof SearchView>;
