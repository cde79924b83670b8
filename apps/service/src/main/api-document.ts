import { documentedEvents } from '@parley/contract/event.ts';
import { openApiDocument } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
import { apiDescription, apiTags } from './api-description.ts';
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

/** The console's own routes. Nobody is promised them: the document is for the types of the console alone. */
export const consoleDocument = (routes: readonly Route[]) =>
  openApiDocument({
    routes,
    aliases: true,
    events: [],
    version,
    description: 'What the console needs beyond the API. It may change with any version.',
    tags: [{ name: 'Console', description: 'For signed-in people only.' }],
  });
