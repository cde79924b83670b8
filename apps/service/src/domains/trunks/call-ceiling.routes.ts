import { CallCeilingView, NewCallCeiling } from '@parley/contract/company.ts';
import { IdOf } from '@parley/contract/schema.ts';
import { adminRoute } from '../../http/route.ts';
import { readCallCeiling, setCallCeiling } from './call-ceiling.actions.ts';

const tag = 'Companies';
const params = { id: IdOf('Company') };
const path = '/companies/{id}/call-ceiling';

export const callCeilingRoutes = [
  adminRoute({
    method: 'PUT',
    path,
    name: 'setCallCeiling',
    summary: "Set the ceiling of a company's call limits",
    description:
      "The company's keys and owners cannot exceed or lift it: of it and of their own limits the stricter counts, from the next call on, also where they set theirs before. What is left out or `null` has no ceiling.",
    tag,
    params,
    body: NewCallCeiling,
    reply: { 200: CallCeilingView },
    handle: ({ everywhere, params, body, principal, client }) =>
      setCallCeiling(everywhere, params.id, body, {
        actor: { kind: 'admin', id: principal.subject },
        client,
      }),
  }),
  adminRoute({
    method: 'GET',
    path,
    name: 'getCallCeiling',
    summary: "Get the ceiling of a company's call limits",
    tag,
    params,
    reply: { 200: CallCeilingView },
    handle: ({ everywhere, params }) => readCallCeiling(everywhere, params.id),
  }),
];
