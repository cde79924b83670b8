import { Strict } from '@parley/contract/schema.ts';
import { userRoles } from '@parley/contract/user.ts';
import { Failure, forbidden, invalid, notFound, type Violation } from '@parley/kernel/failure.ts';
import { isUuid } from '@parley/kernel/id.ts';
import { networkOf } from '@parley/kernel/ip-address.ts';
import { unfitParts } from '@parley/kernel/json.ts';
import type { Actor, Everywhere } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';
import { propertyAliases, rename } from './aliases.ts';
import { asSent, fitParts } from './fit-parts.ts';
import type { Authenticator, Caller, Client, ConsoleUser, Credentials, Principal } from './principal.ts';
import { enforce, type RateLimiter } from './rate-limit.ts';
import type { Route } from './route.ts';
import type { SessionJar } from './session-cookie.ts';
import type { Check, Validator } from './validation.ts';

export interface EndpointServices {
  readonly everywhere: Everywhere;
  readonly authenticator: Authenticator;
  readonly validator: Validator;
  readonly limiter: RateLimiter;
}

export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
}

/**
 * A route made ready to answer, in the contract's order: first `admit` (401, then 403 for a missing
 * permission) before the body is even read, then `answer` (400 with every violation, then the company, then
 * the limit, then the handler with its 404, 409, 422 and 402).
 */
export interface Endpoint {
  admit(credentials: Credentials, client: Client): Promise<Principal>;
  answer(caller: Principal, client: Client, request: RawRequest, at: Counter): Promise<unknown>;
  /** Whether who was admitted would be admitted again, to the same company. */
  wouldStillAdmit(caller: Principal, credentials: Credentials, client: Client): Promise<boolean>;
}

/** Where a request is answered: what the server lends for it. */
export interface Counter {
  readonly jar: SessionJar;
  /** Counts a stream for the company that it is about, which is known only now when an ATS key acts for it. */
  readonly closing: (companyId: CompanyId | undefined) => AbortSignal;
  /** Aborted when the client does not wait for the answer any more. */
  readonly gone: () => AbortSignal;
  readonly header: (name: string) => string | undefined;
}

export function makeEndpoint(route: Route, services: EndpointServices): Endpoint {
  const { access } = route;
  const bodySchema = route.body ?? Strict({});
  const querySchema = route.query ?? Strict({});
  const checkBody = services.validator.body(bodySchema);
  const checkQuery = services.validator.query(querySchema);
  const known = {
    body: aliased(Object.keys(bodySchema.properties)),
    query: aliased(Object.keys(querySchema.properties)),
    ownCompanyId: Object.hasOwn(querySchema.properties, 'companyId'),
  };

  async function admit(credentials: Credentials, client: Client): Promise<Principal> {
    const { authenticator } = services;
    const { authorization, session, believed } = credentials;
    if (access.kind === 'open') return { kind: 'stranger' };
    const user =
      authorization === undefined && session !== undefined
        ? await authenticator.user(session, client, believed)
        : undefined;
    if (access.kind === 'session' || access.kind === 'console') {
      if (user === undefined) throw signInFirst();
      requireAllowed(user);
      return user;
    }
    if (access.kind === 'admin') {
      if (user === undefined) return authenticator.administrator(authorization, client);
      if (!user.isStaff) throw forbidden('Only staff of this installation may do this');
      return { kind: 'admin', subject: user.userId };
    }
    const caller = user ?? (await authenticator.key(authorization, client));
    requireAllowed(caller);
    return caller;
  }

  function requireAllowed(caller: Caller): void {
    if (access.kind === 'console' && caller.kind === 'user') requireRole(caller, access.atLeast);
    if (access.kind !== 'company' && access.kind !== 'companies') return;
    for (const permission of access.needs) {
      if (!caller.permissions.has(permission)) throw insufficient(caller, permission);
    }
    if (access.kind === 'companies' && access.only === 'ats' && caller.kind !== 'ats') {
      throw forbidden('Only ATS keys may do this');
    }
  }

  async function wouldStillAdmit(
    caller: Principal,
    credentials: Credentials,
    client: Client,
  ): Promise<boolean> {
    if (caller.kind === 'stranger' || caller.kind === 'admin') return true;
    const current = await services.authenticator.current(credentials, client);
    if (current === undefined || current.kind !== caller.kind) return false;
    const isElsewhere =
      'companyId' in current && 'companyId' in caller && current.companyId !== caller.companyId;
    if (isElsewhere) return false;
    try {
      requireAllowed(current);
      return true;
    } catch {
      return false;
    }
  }

  async function answer(
    caller: Principal,
    client: Client,
    request: RawRequest,
    { jar, closing, gone, header }: Counter,
  ): Promise<unknown> {
    const { companyId: namedCompany, ...rest } = request.query;
    const sentQuery = known.ownCompanyId ? request.query : rest;
    const mustName = access.kind === 'company' && caller.kind === 'ats';

    const query = read(sentQuery, checkQuery, known.query, 'when-equal');
    const body = readBody(request.body);
    const violations = [
      ...unfitParts(request.query, 'query'),
      ...(mustName ? companyViolations(namedCompany) : []),
      ...query.violations,
      ...body.violations,
      ...ruleViolations(body),
    ];
    if (violations.length > 0) throw invalid(violations);
    const params = readIds(request.params);

    const isInCompany = access.kind === 'company' || access.kind === 'console';
    const scope =
      isInCompany && caller.kind !== 'admin' && caller.kind !== 'stranger'
        ? services.everywhere.within(await companyOf(caller, namedCompany), actorOf(caller))
        : undefined;
    if (route.limit) {
      const owner = scope?.companyId ?? nameOf(caller, client);
      await enforce(services.limiter, `${route.limit.name}:${owner}`, route.limit);
    }
    return route.handle({
      params,
      query: query.value,
      body: body.value,
      everywhere: services.everywhere,
      scope,
      principal: caller,
      client,
      jar,
      closing: closing(scope?.companyId),
      gone,
      header,
    });
  }

  /** The rules of the route that its schema cannot say: reported together with what the schema refuses. */
  function ruleViolations({ value, violations, sent }: Reading): string[] {
    if (route.violations === undefined) return [];
    // A violation names a property as it was sent, the rules name it by its first name.
    const firstNames = Object.fromEntries(Object.entries(sent).map(([name, alias]) => [alias, name]));
    const refused = violations.map((one) => asSent(one, firstNames));
    const parts = fitParts(value, refused, 'body');
    if (parts === undefined) return [];
    return route.violations(parts as never, services.everywhere.now()).map((one) => asSent(one, sent));
  }

  function readBody(sent: unknown): Reading {
    if (sent !== undefined) return read(sent, checkBody, known.body, 'never');
    if (route.body === undefined || route.bodyOptional)
      return { value: route.body && {}, violations: [], sent: {} };
    return { value: undefined, violations: ['body is required'], sent: {} };
  }

  /** Ids in the spelling that they are kept in: an id in capitals is the same id. */
  function readIds(sent: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const params = { ...sent };
    for (const [name, schema] of Object.entries(route.params?.properties ?? {})) {
      const noun = (schema as { 'x-resource'?: string })['x-resource'];
      if (noun === undefined) continue;
      const id = sent[name] ?? '';
      if (!isUuid(id)) throw notFound(noun);
      params[name] = id.toLowerCase();
    }
    return params;
  }

  async function companyOf(caller: Caller, named: unknown): Promise<CompanyId> {
    if (caller.kind === 'standard') return caller.companyId;
    if (caller.kind === 'user') {
      if (caller.companyId === null) throw forbidden('Choose a company first');
      return caller.companyId;
    }
    const companyId = await services.authenticator.companyFor(caller, String(named));
    if (companyId === undefined) throw forbidden('This key may not act for the company named by companyId');
    return companyId;
  }

  return { admit, answer, wouldStillAdmit };
}

const actorOf = (caller: Caller): Actor =>
  caller.kind === 'user' ? { kind: 'user', id: caller.userId } : { kind: 'api-key', id: caller.keyId };

/** Whose requests are counted where there is no company. */
function nameOf(caller: Principal, client: Client): string {
  if (caller.kind === 'admin') return caller.subject;
  if (caller.kind === 'stranger') return networkOf(client.ipAddress);
  return actorOf(caller).id;
}

const insufficient = (caller: Caller, permission: string) =>
  forbidden(
    caller.kind === 'user'
      ? `Your role (${caller.role}) does not allow this`
      : `Insufficient permissions: Required scope ${permission} not found`,
  );

const signInFirst = () => new Failure('unauthenticated', 'Sign in first');

function requireRole(user: ConsoleUser, atLeast: (typeof userRoles)[number]): void {
  if (userRoles.indexOf(user.role) < userRoles.indexOf(atLeast)) {
    throw forbidden(`Your role (${user.role}) does not allow this`);
  }
}

const aliased = (names: readonly string[]) => names.filter((name) => Object.hasOwn(propertyAliases, name));

interface Reading {
  readonly value: unknown;
  readonly violations: readonly (string | Violation)[];
  /** First names of properties to the names that were sent. */
  readonly sent: Readonly<Record<string, string>>;
}

function read(sent: unknown, check: Check, names: readonly string[], both: 'never' | 'when-equal'): Reading {
  if (names.length === 0) return { value: sent, violations: check(sent), sent: {} };
  const renamed = rename(sent, names, both);
  const { value } = renamed;
  return {
    value,
    violations: [...renamed.violations, ...check(value, renamed.sent)],
    sent: renamed.sent,
  };
}

function companyViolations(named: unknown): string[] {
  if (named === undefined) return ['companyId is required for an ATS key'];
  return typeof named === 'string' && isUuid(named) ? [] : ['companyId must match format "uuid"'];
}
