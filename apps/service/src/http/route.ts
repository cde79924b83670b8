import type { Permission } from '@parley/contract/api-key.ts';
import type { Role } from '@parley/contract/user.ts';
import type { FailureKind, Violation } from '@parley/kernel/failure.ts';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Everywhere, Scope } from '../storage/scope.ts';
import type { CsvRow } from './csv-stream.ts';
import type { StreamEvent } from './event-stream.ts';
import type { FitParts } from './fit-parts.ts';
import type { Administrator, Caller, Client, ConsoleUser, Principal } from './principal.ts';
import type { SessionJar } from './session-cookie.ts';
import type { ZipFile } from './zip-stream.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call a route. */
export type Access =
  /** A key with these permissions, acting in one company. */
  | { readonly kind: 'company'; readonly needs: readonly Permission[] }
  /** A key with these permissions, acting on companies as such: an ATS key names none. */
  | { readonly kind: 'companies'; readonly needs: readonly Permission[]; readonly only: 'ats' | undefined }
  | { readonly kind: 'admin' }
  /** A person who signed in to the console, in whichever company. */
  | { readonly kind: 'session' }
  /** A person of this role at least, acting in the company they look at. */
  | { readonly kind: 'console'; readonly atLeast: Role }
  /** Anybody: it is how one signs in. */
  | { readonly kind: 'open' };

/** At most `max` requests in any `perSeconds`, for each company, counted across all processes. */
export interface RouteLimit {
  readonly name: string;
  readonly max: number;
  readonly perSeconds: number;
}

/** What the schema of a body cannot say, of the parts that it accepts. Reported beside what the schema refuses. */
type BodyRules<Parts> = (body: Parts, now: Date) => readonly (string | Violation)[];

export type Replies = Readonly<Record<number, TSchema | null>>;

/** What `error` of a failure's body says, and its message begins with, instead of the name of the status. */
export type FailureNames = Readonly<Partial<Record<FailureKind, string>>>;

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
  readonly violations: BodyRules<never> | undefined;
  /** What it answers when all is well, by status; mostly one. */
  readonly replies: Replies;
  /** Answers with events as they happen, each with such data, with sound, with the lines of a table, or with an archive, instead of one body. */
  readonly stream: 'events' | 'sound' | 'csv' | 'xlsx' | 'ndjson' | 'zip' | 'pcap' | 'wav' | undefined;
  /** Failures beyond those every route of its kind can have. */
  readonly failures: readonly FailureKind[];
  readonly failureNames: FailureNames;
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
  readonly jar: SessionJar;
  /** Aborted when the service stops or the client of a stream disconnects: long handlers end then. */
  readonly closing: AbortSignal;
  readonly gone: () => AbortSignal;
  /** What the request says beside its body; names in lower case. */
  readonly header: (name: string) => string | undefined;
}

type Input<Schema> = Schema extends TSchema ? Static<Schema> : undefined;
type PathParams<Schema> = Schema extends TProperties
  ? { readonly [Name in keyof Schema]: string }
  : Record<never, never>;

interface Definition<Params, Query, Body, Reply extends Replies, Request> {
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
  /** Pure rules; those that need the database are the actions' own. */
  readonly violations?: BodyRules<FitParts<Input<Body>>>;
  /** The status of success, and the schema of its body. With more than one, the handler answers `{status, body}`. */
  readonly reply: Reply;
  readonly failures?: readonly FailureKind[];
  readonly failureNames?: FailureNames;
  readonly limit?: RouteLimit;
  readonly handle: (request: Request) => ReplyOf<Reply> | Promise<ReplyOf<Reply>>;
}

type BodyOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown;
type Several<Reply> = {
  [Status in keyof Reply]: { readonly status: Status; readonly body: BodyOf<Reply[Status]> };
}[keyof Reply];
type ReplyOf<Reply extends Replies> = {
  // Of one status alone, all statuses are that one.
  [Status in keyof Reply]: keyof Reply extends Status ? BodyOf<Reply[Status]> : Several<Reply>;
}[keyof Reply];

interface Parts<Params, Query, Body> {
  readonly params: PathParams<Params>;
  readonly query: Input<Query>;
  readonly body: Input<Body>;
  readonly client: Client;
  /** Aborted when the client does not wait for the answer any more: for work that takes long. */
  readonly gone: () => AbortSignal;
  readonly header: (name: string) => string | undefined;
}

type StreamRequest = CompanyRequest & { readonly closing: AbortSignal };
type CompanyRequest = { readonly scope: Scope; readonly principal: Caller };
type CompaniesRequest = { readonly everywhere: Everywhere; readonly principal: Caller };
type AdminRequest = { readonly everywhere: Everywhere; readonly principal: Administrator };
type OpenRequest = { readonly everywhere: Everywhere; readonly jar: SessionJar };
type SessionRequest = OpenRequest & { readonly principal: ConsoleUser };
type ConsoleRequest = SessionRequest & { readonly scope: Scope };

/** A route inside one company: the common kind. */
export function route<
  Params extends TProperties | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
  Reply extends Replies = Replies,
>(
  definition: Definition<Params, Query, Body, Reply, CompanyRequest & Parts<Params, Query, Body>> & {
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
  return { ...assemble(definition, { kind: 'company', needs: definition.needs }), stream: 'events' };
}

type Rows<Params, Query extends TObject | undefined, Row> = Omit<
  Definition<Params, Query, undefined, Replies, never>,
  'handle'
> & {
  readonly needs: readonly Permission[];
  readonly handle: (request: StreamRequest & Parts<Params, Query, undefined>) => Promise<AsyncIterable<Row>>;
};

/** A route inside one company that answers with a CSV, a line at a time: it may have any number. */
export function csvRoute<
  Params extends TProperties | undefined = undefined,
  Query extends TObject | undefined = undefined,
>(definition: Rows<Params, Query, CsvRow>): Route {
  return { ...assemble(definition, { kind: 'company', needs: definition.needs }), stream: 'csv' };
}

/** The same as a workbook of Excel. */
export function xlsxRoute<
  Params extends TProperties | undefined = undefined,
  Query extends TObject | undefined = undefined,
>(definition: Rows<Params, Query, CsvRow>): Route {
  return { ...assemble(definition, { kind: 'company', needs: definition.needs }), stream: 'xlsx' };
}

/** A route inside one company that answers with JSON objects, one a line. */
export function ndjsonRoute<
  Params extends TProperties | undefined = undefined,
  Query extends TObject | undefined = undefined,
>(definition: Rows<Params, Query, object>): Route {
  return { ...assemble(definition, { kind: 'company', needs: definition.needs }), stream: 'ndjson' };
}

/** A route inside one company that answers with an archive, file by file: it may be of any size. */
export function zipRoute<Params extends TProperties | undefined = undefined>(
  definition: Omit<Definition<Params, undefined, undefined, Replies, never>, 'handle'> & {
    readonly needs: readonly Permission[];
    readonly handle: (
      request: StreamRequest & Parts<Params, undefined, undefined>,
    ) => Promise<AsyncIterable<ZipFile>>;
  },
): Route {
  return { ...assemble(definition, { kind: 'company', needs: definition.needs }), stream: 'zip' };
}

/** A route inside one company that answers with captured packets. */
export function pcapRoute<Params extends TProperties | undefined = undefined>(
  definition: Omit<Definition<Params, undefined, undefined, Replies, never>, 'handle'> & {
    readonly needs: readonly Permission[];
    readonly handle: (request: CompanyRequest & Parts<Params, undefined, undefined>) => Promise<Buffer>;
  },
): Route {
  return { ...assemble(definition, { kind: 'company', needs: definition.needs }), stream: 'pcap' };
}

/** A route inside one company that answers with a short sound. */
export function wavRoute<
  Params extends TProperties | undefined = undefined,
  Body extends TObject | undefined = undefined,
>(
  definition: Omit<Definition<Params, undefined, Body, Replies, never>, 'handle'> & {
    readonly needs: readonly Permission[];
    readonly handle: (request: CompanyRequest & Parts<Params, undefined, Body>) => Promise<Buffer>;
  },
): Route {
  return { ...assemble(definition, { kind: 'company', needs: definition.needs }), stream: 'wav' };
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

/** A route of the console that needs no session. */
export function openRoute<
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
  Reply extends Replies = Replies,
>(definition: Definition<undefined, Query, Body, Reply, OpenRequest & Parts<undefined, Query, Body>>): Route {
  return assemble(definition, { kind: 'open' });
}

/** A route of the console about the person who signed in. */
export function sessionRoute<
  Params extends TProperties | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
  Reply extends Replies = Replies,
>(definition: Definition<Params, Query, Body, Reply, SessionRequest & Parts<Params, Query, Body>>): Route {
  return assemble(definition, { kind: 'session' });
}

/** A route of the console inside the company that the person looks at. */
export function consoleRoute<
  Params extends TProperties | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
  Reply extends Replies = Replies,
>(
  definition: Definition<Params, Query, Body, Reply, ConsoleRequest & Parts<Params, Query, Body>> & {
    readonly atLeast: Role;
  },
): Route {
  return assemble(definition, { kind: 'console', atLeast: definition.atLeast });
}

/** A route of the console that answers with events as they happen. */
export function consoleStreamRoute<Params extends TProperties | undefined = undefined>(
  definition: Omit<Definition<Params, undefined, undefined, Replies, never>, 'handle'> & {
    readonly atLeast: Role;
    readonly handle: (
      request: ConsoleRequest & Parts<Params, undefined, undefined> & { readonly closing: AbortSignal },
    ) => Promise<AsyncIterable<StreamEvent>>;
  },
): Route {
  return { ...assemble(definition, { kind: 'console', atLeast: definition.atLeast }), stream: 'events' };
}

/** A route of the console that answers with sound, as long as there is some. */
export function consoleSoundRoute<Params extends TProperties | undefined = undefined>(
  definition: Omit<Definition<Params, undefined, undefined, Replies, never>, 'handle'> & {
    readonly atLeast: Role;
    readonly handle: (
      request: ConsoleRequest & Parts<Params, undefined, undefined> & { readonly closing: AbortSignal },
    ) => Promise<AsyncIterable<Uint8Array>>;
  },
): Route {
  return { ...assemble(definition, { kind: 'console', atLeast: definition.atLeast }), stream: 'sound' };
}

/** What a handler answered, with its status. */
export function answerOf({ replies }: Route, answered: unknown): { status: number; body: unknown } {
  const [status, ...others] = Object.keys(replies);
  if (others.length > 0) return answered as { status: number; body: unknown };
  return { status: Number(status), body: answered };
}

/** A definition whose own types are erased: the server calls its handler only with what its schemas accepted. */
type AnyDefinition = Definition<TProperties, TObject, TObject, Replies, never>;

function assemble(typed: unknown, access: Access): Route {
  const definition = typed as AnyDefinition;
  if (Object.keys(definition.reply).length === 0)
    throw new Error(`${definition.name} must have a success status`);
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
    violations: definition.violations as Route['violations'],
    replies: definition.reply,
    stream: undefined,
    failures: definition.failures ?? [],
    failureNames: definition.failureNames ?? {},
    limit: definition.limit,
    handle: definition.handle as Route['handle'],
  };
}
