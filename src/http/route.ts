import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { FailureKind } from '../kernel/failure.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import type { StreamEvent } from './event-stream.ts';
import type { Permission } from './permission.ts';
import type { Administrator, AtsKey, Client, Principal, StandardKey } from './principal.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call a route. */
export type Access =
  /** A key with these permissions, acting in one company. */
  | { readonly kind: 'company'; readonly needs: readonly Permission[] }
  /** A key with these permissions, acting on companies as such: an ATS key names none. */
  | { readonly kind: 'companies'; readonly needs: readonly Permission[]; readonly only: 'ats' | undefined }
  | { readonly kind: 'admin' };

/** At most `max` requests in any `perSeconds`, for each company, counted across all processes. */
export interface RouteLimit {
  readonly name: string;
  readonly max: number;
  readonly perSeconds: number;
}

/** Another status of success, for requests of which the body says so. */
export interface Instead<Body = never> {
  readonly status: number;
  readonly reply: TSchema;
  readonly when: (body: Body) => boolean;
}

export type Replies = Readonly<Record<number, TSchema | null>>;

/**
 * One endpoint, said once: validation, the permission check, the alias paths, the OpenAPI document and the
 * status of the answer all come from this object.
 */
export interface Route {
  readonly method: Method;
  /** With `{id}` for parameters, as the contract writes them. */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: Access;
  readonly params: TObject | undefined;
  readonly query: TObject | undefined;
  readonly body: TObject | undefined;
  readonly bodyOptional: boolean;
  readonly status: number;
  readonly reply: TSchema | null;
  readonly instead: Instead | undefined;
  /** Answers a stream of events, each with such data, instead of one body. */
  readonly isStream: boolean;
  /** Failures beyond those every route of its kind can have. */
  readonly failures: readonly FailureKind[];
  readonly limit: RouteLimit | undefined;
  readonly handle: (request: RouteRequest) => Promise<unknown> | unknown;
}

/** What the server hands to a route's handler; the makers below narrow it to the route's own types. */
export interface RouteRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly everywhere: Everywhere;
  readonly scope: Scope | undefined;
  readonly principal: Principal;
  readonly client: Client;
  /** Aborted when the service stops: whoever answers for long ends then. */
  readonly closing: AbortSignal;
}

type Input<Schema> = Schema extends TSchema ? Static<Schema> : undefined;
type PathParams<Schema> = Schema extends TProperties
  ? { readonly [Name in keyof Schema]: string }
  : Record<never, never>;

interface Definition<Params, Query, Body, Reply extends Replies, Request, Other extends TSchema = never> {
  readonly method: Method;
  readonly path: string;
  /** Camel case and unique: the operation's id, and the name of the method in the SDK. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body may be left out. */
  readonly bodyOptional?: boolean;
  /** The one status of success, and the schema of its body. */
  readonly reply: Reply;
  readonly instead?: Instead<Input<Body>> & { readonly reply: Other };
  readonly failures?: readonly FailureKind[];
  readonly limit?: RouteLimit;
  readonly handle: (
    request: Request,
  ) => ReplyOf<Reply> | Static<Other> | Promise<ReplyOf<Reply> | Static<Other>>;
}

type ReplyOf<Reply extends Replies> = Reply[keyof Reply] extends TSchema
  ? Static<Reply[keyof Reply]>
  : unknown;

interface Parts<Params, Query, Body> {
  readonly params: PathParams<Params>;
  readonly query: Input<Query>;
  readonly body: Input<Body>;
  readonly client: Client;
}

type StreamRequest = CompanyRequest & { readonly closing: AbortSignal };
type CompanyRequest = { readonly scope: Scope; readonly principal: StandardKey | AtsKey };
type CompaniesRequest = { readonly everywhere: Everywhere; readonly principal: StandardKey | AtsKey };
type AdminRequest = { readonly everywhere: Everywhere; readonly principal: Administrator };

/** A route inside one company: the common kind. */
export function route<
  Params extends TProperties | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
  Reply extends Replies = Replies,
  Other extends TSchema = never,
>(
  definition: Definition<Params, Query, Body, Reply, CompanyRequest & Parts<Params, Query, Body>, Other> & {
    readonly needs: readonly Permission[];
  },
): Route {
  return assemble(definition, { kind: 'company', needs: definition.needs });
}

/** A route inside one company that answers with events as they happen. */
export function streamRoute<Params extends TProperties | undefined = undefined>(
  definition: Omit<Definition<Params, undefined, undefined, Replies, never>, 'handle'> & {
    readonly needs: readonly Permission[];
    readonly handle: (
      request: StreamRequest & Parts<Params, undefined, undefined>,
    ) => Promise<AsyncIterable<StreamEvent>>;
  },
): Route {
  return { ...assemble(definition, { kind: 'company', needs: definition.needs }), isStream: true };
}

/** A route about companies themselves, which an ATS key calls without naming one. */
export function companiesRoute<
  Params extends TProperties | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
  Reply extends Replies = Replies,
>(
  definition: Definition<Params, Query, Body, Reply, CompaniesRequest & Parts<Params, Query, Body>> & {
    readonly needs: readonly Permission[];
    /** A standard key is refused before its body is looked at. */
    readonly only?: 'ats';
  },
): Route {
  return assemble(definition, { kind: 'companies', needs: definition.needs, only: definition.only });
}

/** A route for the administrators of the installation. */
export function adminRoute<
  Params extends TProperties | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
  Reply extends Replies = Replies,
>(definition: Definition<Params, Query, Body, Reply, AdminRequest & Parts<Params, Query, Body>>): Route {
  return assemble(definition, { kind: 'admin' });
}

/** A definition whose own types are erased: the server calls its handler only with what its schemas accepted. */
type AnyDefinition = Definition<TProperties, TObject, TObject, Replies, never>;

function assemble(typed: unknown, access: Access): Route {
  const definition = typed as AnyDefinition;
  const [[status, reply] = [], ...others] = Object.entries(definition.reply);
  if (status === undefined || reply === undefined || others.length > 0) {
    throw new Error(`${definition.name} must have exactly one status of success`);
  }
  return {
    method: definition.method,
    path: definition.path,
    name: definition.name,
    summary: definition.summary,
    ...(definition.description === undefined ? {} : { description: definition.description }),
    tag: definition.tag,
    access,
    params: definition.params === undefined ? undefined : Type.Object(definition.params),
    query: definition.query,
    body: definition.body,
    bodyOptional: definition.bodyOptional ?? false,
    status: Number(status),
    reply,
    instead: definition.instead as Instead | undefined,
    isStream: false,
    failures: definition.failures ?? [],
    limit: definition.limit,
    handle: definition.handle as Route['handle'],
  };
}

/** The status and schema with which the route answers a request of this body. */
export const successOf = (
  route: Route,
  body: unknown,
): { readonly status: number; readonly reply: TSchema | null } =>
  route.instead?.when(body as never) ? route.instead : route;
