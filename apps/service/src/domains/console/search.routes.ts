import { Strict, Visible } from '@parley/contract/schema.ts';
import { MOST_FOUND, SearchView } from '@parley/contract/search.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import { search } from './search.actions.ts';

export const searchRoutes = [
  route({
    method: 'GET',
    path: '/search',
    name: 'search',
    summary: 'Search everything',
    description: `Contacts by name, e-mail address or part of the number, their latest conversations, and agents, runs and jobs by name; conversations, agents and runs also by id. Up to ${MOST_FOUND} of each, the newest first.`,
    tag: 'Search',
    needs: ['read:contacts', 'read:conversations', 'read:agents', 'read:runs', 'read:jobs'],
    query: Strict({
      text: Type.Optional(
        Visible(2, 200, { description: 'What to look for. Without it nothing is found.', example: 'Novak' }),
      ),
    }),
    reply: { 200: SearchView },
    handle: ({ scope, query }) => search(scope, query.text ?? ''),
  }),
];
