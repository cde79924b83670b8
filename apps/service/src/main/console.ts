import { setTimeout as sleep } from 'node:timers/promises';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { memberRoutes } from '../domains/access/member.routes.ts';
import type { SignInServices } from '../domains/access/session.actions.ts';
import { sessionRoutes } from '../domains/access/session.routes.ts';
import { billingConsoleRoutes } from '../domains/billing/billing.routes.ts';
import { companyConsoleRoutes } from '../domains/companies/company-console.routes.ts';
import { ChangeFeed } from '../domains/console/change-feed.actions.ts';
import { type PageServices, pageRoutes } from '../domains/console/console.routes.ts';
import { contactConsoleRoutes } from '../domains/contacts/contact-console.routes.ts';
import type { ConversationLinks } from '../domains/conversations/conversation.actions.ts';
import {
  conversationConsoleRoutes,
  conversationListConsoleRoutes,
} from '../domains/conversations/conversation.routes.ts';
import { limiterInDatabase } from '../http/rate-limit.ts';
import type { Route } from '../http/route.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { ListeningIn } from '../workflows/live-view.ts';
import { replayConversation } from '../workflows/replay-call.ts';
import { SimulatedTests } from '../workflows/simulated-tests.ts';
import type { InstallationChecks } from './installation-checks.ts';
import { installationHealth } from './installation-health.ts';
import type { Services } from './wiring.ts';

export interface ConsoleServices extends Omit<PageServices, 'links'> {
  readonly signIn: SignInServices;
  readonly links: ConversationLinks;
}

export function makeConsoleServices(
  services: Services,
  objects: ObjectStore,
  links: ConversationLinks,
  checks: InstallationChecks,
): ConsoleServices {
  const { config, database, secrets, modelRegistry, meaning, notifications, log } = services;
  const onError = (error: Error) =>
    log.warn({ err: error }, 'console pages get no updates: changes could not be read from the database');
  const simulatedTests = new SimulatedTests({
    dialogueModelOf: modelRegistry.dialogueModelOf,
    meaning,
    stopwatch: () => performance.now(),
  });
  const listening = new ListeningIn({
    objects,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
  });
  return {
    signIn: { pepper: secrets.keyPepper, linkSecret: secrets.link, limiter: limiterInDatabase(database) },
    links,
    feed: new ChangeFeed({ everywhere: database, onError }),
    health: installationHealth({
      config,
      packages: findSpeechPackages(),
      checks,
      modelTrouble: () => modelRegistry.configured('PARLEY_MODEL')?.model.trouble(),
      isHearingOthers: () => notifications.listening,
    }),
    runSimulatedTest: simulatedTests.run,
    replay: (scope, conversationId, attemptId) =>
      replayConversation(database, scope, conversationId, attemptId),
    listen: listening.open,
  };
}

/** What the console needs beyond the API. It is no part of the contract, so the reference does not list it. */
export const makeConsoleRoutes = ({ signIn, ...services }: ConsoleServices): readonly Route[] => [
  ...sessionRoutes(signIn),
  ...memberRoutes,
  ...pageRoutes(services),
  ...conversationConsoleRoutes(services.links),
  ...conversationListConsoleRoutes,
  ...contactConsoleRoutes,
  ...companyConsoleRoutes,
  ...billingConsoleRoutes,
];
