import { accessConsoleRoutes } from '../domains/access/console.routes.ts';
import type { SignInServices } from '../domains/access/session.actions.ts';
import { contactConsoleRoutes } from '../domains/contacts/contact-console.routes.ts';
import type { ConversationLinks } from '../domains/conversations/conversation.actions.ts';
import { conversationConsoleRoutes } from '../domains/conversations/conversation-console.routes.ts';
import { conversationListConsoleRoutes } from '../domains/conversations/conversation-list-console.routes.ts';
import { limiterInDatabase } from '../http/rate-limit.ts';
import type { Route } from '../http/route.ts';
import type { House } from './wiring.ts';

export interface ConsoleServices {
  readonly signIn: SignInServices;
  readonly links: ConversationLinks;
}

export const makeConsoleServices = (
  { database, secrets }: House,
  links: ConversationLinks,
): ConsoleServices => ({
  signIn: {
    pepper: secrets.keyPepper,
    linkSecret: secrets.link,
    limiter: limiterInDatabase(database),
  },
  links,
});

/** What the console needs beyond the API. It is no part of the contract, so the reference does not list it. */
export const makeConsoleRoutes = ({ signIn, links }: ConsoleServices): readonly Route[] => [
  ...accessConsoleRoutes(signIn),
  ...conversationConsoleRoutes(links),
  ...conversationListConsoleRoutes,
  ...contactConsoleRoutes,
];
