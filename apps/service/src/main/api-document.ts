import { documentedEvents } from '@parley/contract/event.ts';
import { openApiDocument } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
import { version } from './version.ts';

/** What the reference shows, and what clients are generated from. */
export const publicDocument = (routes: readonly Route[], { aliases }: { readonly aliases: boolean }) =>
  openApiDocument({
    routes,
    aliases,
    events: documentedEvents(),
    version,
    description: apiDescription,
    tags: apiTags,
  });

/** The console's own routes. They are not part of the contract: this document is only for the console's types. */
export const consoleDocument = (routes: readonly Route[]) =>
  openApiDocument({
    routes,
    aliases: true,
    events: [],
    version,
    description: 'What the console needs beyond the API. It may change with any version.',
    tags: [{ name: 'Console', description: 'For signed-in people only.' }],
  });

/** The words that open the API reference. */
const apiDescription = `Parley runs AI-conducted calls, called conversations: you give it contacts, an agent and a time; it calls each person by phone or on the web, holds the conversation that the agent's flow describes, and reports the results.

## Keys

Send your key with every request: \`Authorization: Bearer sk_…\`. A key belongs to one company and carries scopes; a route that needs a scope the key lacks answers 403 and names it. An ATS key acts for the companies it created and names one with the query parameter \`companyId\`. Every refused key gets the same 401.

## Errors

The HTTP status alone says whether a request succeeded; the body of a success is the resource itself (\`/api-keys\` alone puts it into \`data\`). An error's body is always the same shape: \`statusCode\`, \`message\`, \`error\`, \`traceId\`, \`timestamp\`, and \`errors\` with every violation at once when a request was rejected. Unknown properties are rejected, not ignored. On the routes of sourcing and enrichment \`error\` is a name of its own (\`BAD_REQUEST\`, \`REQUEST_NOT_FOUND\`, \`RATE_LIMIT_EXCEEDED\`), which the message begins with. Quote the \`traceId\` when you ask for help; it is also the \`x-trace-id\` header of every response. Headers of more than 16 KiB are a 431, with the same body.

Only 429 and 5xx are worth retrying, with a growing pause. Retries are not deduplicated: read before you repeat a POST, and keep your own identifier in \`metadata\`.

## Lists

Lists take \`page\` (from 1) and \`limit\` (up to 100) and answer \`{data, total, page, limit, totalPages}\`, newest first unless stated. A page beyond the last is empty.

## Second names

\`/interviews\` is the same as \`/conversations\`, and \`/candidates\` the same as \`/contacts\`, with the same scopes and answers; \`candidate\`, \`candidateId\` and \`candidateIds\` are second names of \`contact\`, \`contactId\` and \`contactIds\`. They keep working for good. Send one name or the other. [\`/openapi.json?aliases=false\`](/openapi.json?aliases=false) leaves them out, for generated clients that should have each operation once.`;

const apiTags = [
  {
    name: 'Conversations',
    description: 'Everything between one agent and one contact, over one or more calls.',
  },
  { name: 'Runs', description: 'One agent working through a list of contacts.' },
  { name: 'Contacts', description: 'The people who are called.' },
  {
    name: 'Contact segments',
    description: 'Tags of contacts, and filters with a name.',
  },
  {
    name: 'Contact imports',
    description: 'Files whose rows become contacts: duplicates are found, and all of it can be undone.',
  },
  {
    name: 'Contact fields',
    description: 'Typed fields of contacts, defined once for the company.',
  },
  { name: 'Jobs', description: 'Jobs that contacts are called about. Some agents need one.' },
  {
    name: 'Sourcing',
    description:
      'Candidates who could become contacts: a talent pool, scored searches, and enrichment of profiles.',
  },
  { name: 'Agents', description: 'Who conducts a call: an agent has its own flow, or a ready-made focus.' },
  { name: 'Phone numbers', description: 'The caller ids of a company.' },
  {
    name: 'Documents',
    description:
      'Files that an agent may use in a call: documents of an agent, and documents and the CV of a contact.',
  },
  {
    name: 'Webhooks',
    description:
      'URLs of yours that receive events. Requests are signed as Standard Webhooks describe it: https://www.standardwebhooks.com.',
  },
  { name: 'Companies', description: 'The companies that an integrator created.' },
  { name: 'Billing', description: 'What a company may use, and what it has used.' },
  { name: 'Search', description: 'Everything of a company, by name, number or id.' },
  { name: 'API keys', description: "Keys and their audit log. These routes take an administrator's token." },
  { name: 'Events', description: 'What the service sends to webhooks.' },
] as const;
