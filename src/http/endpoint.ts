import { forbidden, invalid, notFound } from '../kernel/failure.ts';
import { isUuid } from '../kernel/id.ts';
import { unfitParts } from '../kernel/json.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';
import { propertyAliases, rename } from './aliases.ts';
import type { AtsKey, Client, Gatekeeper, Principal, StandardKey } from './principal.ts';
import { enforce, type RateLimiter } from './rate-limit.ts';
import type { Route } from './route.ts';
import { Strict } from './schema.ts';
import type { Check, Validator } from './validation.ts';

export interface EndpointServices {
  readonly everywhere: Everywhere;
  readonly gatekeeper: Gatekeeper;
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
  admit(authorization: string | undefined, client: Client): Promise<Principal>;
  answer(caller: Principal, client: Client, request: RawRequest, closing: AbortSignal): Promise<unknown>;
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

  async function admit(authorization: string | undefined, client: Client): Promise<Principal> {
    if (access.kind === 'admin') return services.gatekeeper.administrator(authorization, client);
    const key = await services.gatekeeper.key(authorization, client);
    for (const permission of access.needs) {
      if (!key.permissions.has(permission)) {
        throw forbidden(`Insufficient permissions: Required scope ${permission} not found`);
      }
    }
    if (access.kind === 'companies' && access.only === 'ats' && key.kind !== 'ats') {
      throw forbidden('Only ATS keys may do this');
    }
    return key;
  }

  async function answer(
    caller: Principal,
    client: Client,
    request: RawRequest,
    closing: AbortSignal,
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
    ];
    // Once each: a name that reaches for a prototype is unfit and unknown in the same words.
    if (violations.length > 0) throw invalid([...new Set(violations)]);
    const params = readIds(request.params);

    const scope =
      access.kind === 'company' && caller.kind !== 'admin'
        ? services.everywhere.within(await companyOf(caller, namedCompany), {
            kind: 'api-key',
            id: caller.keyId,
          })
        : undefined;
    if (route.limit) {
      const owner = scope?.companyId ?? (caller.kind === 'admin' ? caller.subject : caller.keyId);
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
      closing,
    });
  }

  function readBody(sent: unknown): { value: unknown; violations: readonly string[] } {
    if (sent !== undefined) return read(sent, checkBody, known.body, 'never');
    if (route.body === undefined || route.bodyOptional) return { value: route.body && {}, violations: [] };
    return { value: undefined, violations: ['body is required'] };
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

  async function companyOf(key: StandardKey | AtsKey, named: unknown): Promise<CompanyId> {
    if (key.kind === 'standard') return key.companyId;
    const companyId = await services.gatekeeper.companyFor(key, String(named));
    if (companyId === undefined) throw forbidden('This key may not act for the company named by companyId');
    return companyId;
  }

  return { admit, answer };
}

const aliased = (names: readonly string[]) => names.filter((name) => Object.hasOwn(propertyAliases, name));

function read(sent: unknown, check: Check, names: readonly string[], both: 'never' | 'when-equal') {
  if (names.length === 0) return { value: sent, violations: check(sent) };
  const renamed = rename(sent, names, both);
  return { value: renamed.value, violations: [...renamed.violations, ...check(renamed.value, renamed.sent)] };
}

function companyViolations(named: unknown): string[] {
  if (named === undefined) return ['companyId is required for an ATS key'];
  return typeof named === 'string' && isUuid(named) ? [] : ['companyId must match format "uuid"'];
}
