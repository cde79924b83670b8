import { setTimeout as sleep } from 'node:timers/promises';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { companyKeyRoutes } from '../domains/access/api-key.routes.ts';
import { type CopiedLink, memberRoutes } from '../domains/access/member.routes.ts';
import { OidcClient } from '../domains/access/oidc-client.actions.ts';
import { passkeySiteOf } from '../domains/access/passkey.model.ts';
import { passkeyRoutes } from '../domains/access/passkey.routes.ts';
import { scimTokenRoutes } from '../domains/access/scim.routes.ts';
import { secondFactorRoutes } from '../domains/access/second-factor.routes.ts';
import type { SignInServices } from '../domains/access/session.actions.ts';
import { sessionRoutes } from '../domains/access/session.routes.ts';
import { agentCopyRoutes } from '../domains/agents/agent-copy.routes.ts';
import { runResultConsoleRoutes } from '../domains/analysis/run-results.routes.ts';
import { billingConsoleRoutes } from '../domains/billing/billing.routes.ts';
import { companyConsoleRoutes } from '../domains/companies/company-console.routes.ts';
import { copiedInvitationUrl, invitationUrl } from '../domains/companies/invitation.model.ts';
import { ChangeFeed } from '../domains/console/change-feed.actions.ts';
import { type PageServices, pageRoutes } from '../domains/console/console.routes.ts';
import { contactConsoleRoutes } from '../domains/contacts/contact-console.routes.ts';
import { registerConsoleRoutes } from '../domains/contacts/do-not-call-register.routes.ts';
import type { ConversationLinks } from '../domains/conversations/conversation.actions.ts';
import {
  conversationConsoleRoutes,
  conversationListConsoleRoutes,
} from '../domains/conversations/conversation.routes.ts';
import type { ReadNamedTimeLaw } from '../domains/conversations/named-time.model.ts';
import { limiterInDatabase } from '../http/rate-limit.ts';
import type { Route } from '../http/route.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { ListeningIn } from '../workflows/live-view.ts';
import { replayConversation } from '../workflows/replay-call.ts';
import type { SimulatedTests } from '../workflows/simulated-tests.ts';
import { publicUrl } from './config.ts';
import type { InstallationChecks } from './installation-checks.ts';
import { installationHealth } from './installation-health.ts';
import { makeSignInSeal } from './seals.ts';
import type { Services } from './wiring.ts';

export interface ConsoleServices extends Omit<PageServices, 'links' | 'hasTelephone'> {
  readonly signIn: SignInServices;
  readonly onKeyChange: () => void;
  /** Undefined: invitations are mailed. */
  readonly invitationLink: CopiedLink | undefined;
  readonly links: ConversationLinks;
}

export function makeConsoleServices(
  services: Services,
  objects: ObjectStore,
  links: ConversationLinks,
  checks: InstallationChecks,
  simulatedTests: SimulatedTests,
  onKeyChange: () => void,
): ConsoleServices {
  const { config, database, secrets, modelRegistry, notifications, compute, log } = services;
  const onError = (error: Error) =>
    log.warn(
      { err: error },
      'open console pages get no live updates: changes could not be read from the database; trying again',
    );
  const linkToCopy: CopiedLink = (id, isForStaff) =>
    (isForStaff ? invitationUrl : copiedInvitationUrl)(publicUrl(config, config.PORT), secrets.link, id);
  const listening = new ListeningIn({
    objects,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
  });
  return {
    signIn: {
      pepper: secrets.keyPepper,
      linkSecret: secrets.link,
      limiter: limiterInDatabase(database),
      seal: makeSignInSeal(services),
      oidc: makeOidcClient(services),
      isLocal: config.PARLEY_LOCAL_SIGN_IN === 'on',
      passkeys:
        config.PARLEY_LOCAL_SIGN_IN === 'on' ? passkeySiteOf(publicUrl(config, config.PORT)) : undefined,
    },
    onKeyChange,
    invitationLink: config.SMTP_URL === undefined ? linkToCopy : undefined,
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
    replay: (scope, conversationId, attemptId, signal) =>
      replayConversation(database, scope, conversationId, attemptId, (companyId, journal, plan) =>
        compute.replay(companyId, journal, plan, signal),
      ),
    listen: listening.open,
  };
}

function makeOidcClient({ config, clock, log }: Services): OidcClient | undefined {
  const { PARLEY_OIDC_ISSUER: issuer, PARLEY_OIDC_CLIENT_ID: clientId } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  return new OidcClient({
    issuer,
    clientId,
    clientSecret: config.PARLEY_OIDC_CLIENT_SECRET,
    name: config.PARLEY_OIDC_NAME,
    scopes: config.PARLEY_OIDC_SCOPES,
    groupsClaim: config.PARLEY_OIDC_GROUPS_CLAIM,
    grants: config.PARLEY_OIDC_ROLES,
    trustsEmail: config.PARLEY_OIDC_TRUST_EMAIL,
    sessionHours: config.PARLEY_OIDC_SESSION_HOURS,
    publicUrl: publicUrl(config, config.PORT),
    clock,
    onRefusal: (error) =>
      log.warn(
        { err: error },
        'a sign-in to the console was refused: the identity provider did not confirm it',
      ),
  });
}

/** Where the calls of a company go, and what the law says of their times. */
type WhereCallsGo = { readonly lawOfTimes: ReadNamedTimeLaw } & Pick<PageServices, 'hasTelephone'>;

/** What the console needs beyond the API. It is no part of the contract, so the reference does not list it. */
export const makeConsoleRoutes = ({
  signIn,
  onKeyChange,
  invitationLink,
  lawOfTimes,
  ...services
}: ConsoleServices & WhereCallsGo): readonly Route[] => [
  ...sessionRoutes(signIn),
  ...secondFactorRoutes(signIn),
  ...passkeyRoutes(signIn),
  ...scimTokenRoutes(signIn),
  ...companyKeyRoutes({ ...signIn, onKeyChange }),
  ...memberRoutes(invitationLink),
  ...pageRoutes(services),
  ...agentCopyRoutes,
  ...conversationConsoleRoutes(services.links, lawOfTimes),
  ...conversationListConsoleRoutes,
  ...runResultConsoleRoutes,
  ...contactConsoleRoutes,
  ...registerConsoleRoutes,
  ...companyConsoleRoutes,
  ...billingConsoleRoutes,
];
