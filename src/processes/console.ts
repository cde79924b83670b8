import { accessConsoleRoutes } from '../domains/access/console.routes.ts';
import { contactConsoleRoutes } from '../domains/contacts/contact-console.routes.ts';
import type { ConversationLinks } from '../domains/conversations/conversation.actions.ts';
import { conversationConsoleRoutes } from '../domains/conversations/conversation-console.routes.ts';
import { limiterInDatabase } from '../http/rate-limit.ts';
import type { Route } from '../http/route.ts';
import type { House } from './wiring.ts';

/** What the console needs beyond the API. It is no part of the contract, so the reference does not list it. */
export const makeConsoleRoutes = (
  { database, secrets }: House,
  links: ConversationLinks,
): readonly Route[] => [
  ...accessConsoleRoutes({
    pepper: secrets.keyPepper,
    linkSecret: secrets.link,
    limiter: limiterInDatabase(database),
  }),
  ...conversationConsoleRoutes(links),
  ...contactConsoleRoutes,
];
