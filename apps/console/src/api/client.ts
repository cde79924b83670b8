/** The client of the service: one function per verb, typed by the OpenAPI documents. */

import type { RowError } from '@parley/contract/contact.ts';
import type { paths as PublicPaths } from './api.gen.ts';
import type { paths as ConsolePaths } from './console-api.gen.ts';
import { serverClock } from './server-clock.ts';

type Paths = PublicPaths & ConsolePaths;
type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<P extends keyof Paths, V extends Verb> = V extends keyof Paths[P]
  ? NonNullable<Paths[P][V]>
  : never;
type PathOf<V extends Verb> = {
  [P in keyof Paths]: V extends keyof Paths[P] ? (Paths[P][V] extends object ? P : never) : never;
}[keyof Paths];

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Success<R> = {
  [Status in keyof R]: Status extends 200 | 201 | 202 | 204 ? Json<R[Status]> : never;
}[keyof R];
/** The reply of a route. */
export type Reply<P extends keyof Paths, V extends Verb> =
  Operation<P, V> extends { responses: infer R } ? Success<R> : never;
/** The body of a route. */
export type Body<P extends keyof Paths, V extends Verb> =
  Operation<P, V> extends { requestBody?: { content: { 'application/json': infer B } } } ? B : undefined;

interface Asked {
  /** Values of the path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Sent without the company header: answered for any company of the session. */
  readonly anyCompany?: boolean;
}

export type Violation = RowError;

/** A failed request: refused by the service, or not answered. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly violations: readonly Violation[];
  /** The kind of refusal, where the status is not specific enough. */
  readonly code: string | undefined;
  readonly traceId: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(
      typeof body.message === 'string' ? body.message : 'The service sent an unexpected answer. Try again.',
    );
    this.status = status;
    this.body = body;
    this.traceId = typeof body.traceId === 'string' ? body.traceId : undefined;
    this.code = typeof body.code === 'string' ? body.code : undefined;
    this.violations = violationsOf(body);
  }

  /** The service could not be reached. */
  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** It does not exist, or no longer: data that was read before must not be shown. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/** `details` has codes and parameters, `errors` the same as sentences. */
function violationsOf({ errors, details }: Readonly<Record<string, unknown>>): Violation[] {
  if (!Array.isArray(errors) || !Array.isArray(details)) return [];
  return details.map((detail: Omit<Violation, 'message'>, place) => {
    const error: unknown = errors[place];
    return { ...detail, message: typeof error === 'string' ? error : detail.problem };
  });
}

const COMPANY_HEADER = 'x-parley-company';
let shownCompany: string | undefined;
/** Sets the company that the page shows: the service refuses requests meant for another one. */
export function showCompany(id: string | undefined): void {
  shownCompany = id ?? 'none';
}

/** Headers of every request. */
export const consoleHeaders = ({ anyCompany = false }: Asked = {}): Record<string, string> => ({
  // Other sites cannot send this header, so the cookie alone is not enough.
  'x-parley-console': '1',
  ...(anyCompany || shownCompany === undefined ? {} : { [COMPANY_HEADER]: shownCompany }),
});

/** Reads a refusal. Signals when the session has expired or shows another company. */
export async function refusalOf(response: Response, isSigningIn = false): Promise<ApiFailure> {
  const text = await response.text();
  const failure = new ApiFailure(response.status, (parsed(text) ?? {}) as Record<string, unknown>);
  if (failure.status === 401 && !isSigningIn) signalSession('expired');
  if (isOtherCompany(failure)) signalSession('other-company');
  return failure;
}

/** The session shows another company than the page. */
export const isOtherCompany = ({ status, violations }: ApiFailure): boolean =>
  status === 409 && violations.some(({ path }) => path === COMPANY_HEADER);

async function send(verb: Verb, path: string, asked: Asked, body?: unknown): Promise<Response> {
  const { signal } = asked;
  let response: Response;
  const sentAtMs = Date.now();
  try {
    response = await fetch(addressOf(path, asked), {
      method: verb.toUpperCase(),
      headers: {
        ...consoleHeaders(asked),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiFailure(0, {
      message: 'Parley cannot be reached. Nothing was changed; try again in a moment.',
    });
  }
  serverClock.learn(response.headers.get('date'), sentAtMs);
  if (response.ok) return response;
  // During sign-in there is no session that could expire.
  throw await refusalOf(response, path.startsWith('/console/api/sign-in'));
}

const ask = async (...sent: Parameters<typeof send>): Promise<unknown> =>
  parsed(await (await send(...sent)).text());

/** A file of the service, as it is sent. */
export const download = async (path: PathOf<'get'>, asked: Asked = {}): Promise<Blob> =>
  (await send('get', path, asked)).blob();

/** The file that a route makes of a body. */
export const postForFile = async <P extends PathOf<'post'>>(
  path: P,
  body: Body<P, 'post'>,
  asked: Asked = {},
): Promise<Blob> => (await send('post', path, asked, body)).blob();

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return { message: 'The service sent an unexpected answer. Try again.' };
  }
}

export function addressOf(path: string, { path: values = {}, query = {} }: Asked = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const asked = search.toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}

export const get = <P extends PathOf<'get'>>(path: P, asked: Asked = {}) =>
  ask('get', path, asked) as Promise<Reply<P, 'get'>>;
export const post = <P extends PathOf<'post'>>(path: P, body?: Body<P, 'post'>, asked: Asked = {}) =>
  ask('post', path, asked, body) as Promise<Reply<P, 'post'>>;
export const put = <P extends PathOf<'put'>>(path: P, body?: Body<P, 'put'>, asked: Asked = {}) =>
  ask('put', path, asked, body) as Promise<Reply<P, 'put'>>;
export const patch = <P extends PathOf<'patch'>>(path: P, body?: Body<P, 'patch'>, asked: Asked = {}) =>
  ask('patch', path, asked, body) as Promise<Reply<P, 'patch'>>;
export const remove = <P extends PathOf<'delete'>>(path: P, asked: Asked = {}, body?: Body<P, 'delete'>) =>
  ask('delete', path, asked, body) as Promise<Reply<P, 'delete'>>;

/**
 * `expired`: the service no longer knows the session. `other-company`: the session shows another company than the
 * page. `renewed`: the session is valid for the page again.
 */
type SessionSignal = 'expired' | 'other-company' | 'renewed';

const listeners: Readonly<Record<SessionSignal, Set<() => void>>> = {
  expired: new Set(),
  'other-company': new Set(),
  renewed: new Set(),
};

/** Returns a function that removes the listener. */
export function onSession(signal: SessionSignal, listener: () => void): () => void {
  listeners[signal].add(listener);
  return () => listeners[signal].delete(listener);
}

export function signalSession(signal: SessionSignal): void {
  for (const listener of [...listeners[signal]]) listener();
}

const CHANNEL = 'parley.session';

/** Notifies all windows of this browser that the session has changed. */
export function notifyWindows(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Returns a function that removes the listener. */
export function onOtherWindow(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
