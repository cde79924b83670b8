import { Failure } from '@parley/kernel/failure.ts';
import { newTraceId, traceIdOf } from '@parley/kernel/id.ts';
import { networkOf } from '@parley/kernel/ip-address.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { aliasOfPath } from './aliases.ts';
import { readJsonBodies } from './body.ts';
import type { ByteBudget } from './byte-budget.ts';
import { type InTurn, isDownload, openDownload, sendBytes } from './download.ts';
import { type EndpointServices, makeEndpoint } from './endpoint.ts';
import { type StreamEvent, sendEvents, sendSound } from './event-stream.ts';
import { failureResponse, statusOf, translated } from './failure-response.ts';
import { FairShare } from './fair-share.ts';
import { Listener } from './listener.ts';
import { OpenStreams } from './open-streams.ts';
import { sendJson, wholePage } from './page-reply.ts';
import { isPersonal } from './personal-routes.ts';
import type { Client, Credentials, Principal } from './principal.ts';
import { RepeatedRefusals } from './repeated-refusals.ts';
import { onceOver } from './reply-over.ts';
import { brokenAddress, namedPath } from './request-path.ts';
import { answerOf, type FailureNames, type Route } from './route.ts';
import { safeHeaders } from './safe-headers.ts';
import { believedCompanyOf, isFromConsole, sessionJar, sessionOf } from './session-cookie.ts';
import type { HttpMetrics, Tracing } from './telemetry.ts';

const BODY_LIMIT = 1024 * 1024;
const BODY_SECONDS = 5;

declare module 'fastify' {
  interface FastifyRequest {
    traceId: string;
    caller: Principal | undefined;
    client: Client;
  }
  interface FastifyInstance {
    /** Ends every connection, for a stop that has waited long enough. */
    cutConnections(): void;
  }
  interface FastifyContextConfig {
    /** The body may take as long as the whole request: an upload. */
    slowBody?: true;
    /** Its body is not read before it is admitted. */
    isEndpoint?: true;
    /** Any site may ask, whatever origins are configured. */
    cors?: false;
    /** Of the route's failures. */
    failureNames?: FailureNames;
  }
}

export interface ServerOptions {
  readonly routes: readonly Route[];
  readonly services: EndpointServices;
  readonly log: Logger;
  readonly metrics: HttpMetrics;
  readonly tracing: Tracing;
  readonly bytes: ByteBudget;
  /** Addresses or ranges of the proxies whose X-Forwarded-For is believed; none are by default. */
  readonly trustedProxies: readonly string[];
  /** The service is reached over https: cookies are sent over nothing else. */
  readonly isSecure: boolean;
  /** Tests delay them by their own clock. */
  readonly refusals?: RepeatedRefusals;
  /** Runs after every reply of a route; tests use it to hold replies against their schemas. */
  readonly onReply?: (route: Route, status: number, body: unknown) => void;
}

/** The HTTP server with the routes on it. Pages, health and uploads are added by who wires it. */
export function makeServer(options: ServerOptions): FastifyInstance {
  const now = () => options.services.everywhere.now();
  const listener = new Listener(now);
  const server = Fastify({
    // Its own words ("listening at …") are below what an operator needs.
    loggerInstance: options.log.child({}, { level: quieter(options.log.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    serverFactory: listener.open,
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      cutOffSlowBody(request);
      // An address that cannot be read gets here without any hook.
      sendFailure(request, reply.headers(safeHeaders), translated(error));
    },
  });
  server.decorate('cutConnections', () => listener.cut());
  server.decorateRequest('traceId', '');
  server.decorateRequest('caller', undefined);
  const share = new FairShare();
  readJsonBodies(
    server,
    (request, bytes) =>
      request.caller &&
      share.beginBody(
        request,
        bytes,
        ownerOf(request.caller, request),
        request.client.answered,
        isForMany(request.caller),
      ),
  );

  server.addHook('onRequest', (request, reply, done) => {
    const traceparent = request.headers.traceparent;
    request.traceId = traceIdOf(typeof traceparent === 'string' ? traceparent : undefined) ?? newTraceId();
    reply.header('x-trace-id', request.traceId);
    const { slowBody, isEndpoint } = request.routeOptions.config;
    if (slowBody === undefined && isEndpoint === undefined) cutOffSlowBody(request);
    reply.headers(safeHeaders);
    done(brokenAddress(request));
  });
  server.addHook('onResponse', (request, reply, done) => {
    options.metrics.observe(
      request.method,
      request.routeOptions.url ?? 'unknown',
      reply.statusCode,
      reply.elapsedTime,
    );
    // Answered before its body had come, which still must not drip for ever.
    cutOffSlowBody(request);
    done();
  });
  server.setNotFoundHandler((request, reply) =>
    sendFailure(
      request,
      reply,
      new Failure('not_found', `There is no ${request.method} ${request.url.split('?')[0]}`),
    ),
  );
  const { refusals = new RepeatedRefusals() } = options;
  server.setErrorHandler(async (error, request, reply) => {
    if (isTooMany(error) && refusals.isRepeated(refusedName(request, error))) {
      // Who leaves meanwhile was refused all the same.
      reply.status(statusOf.too_many_requests);
      share.release(request);
      await refusals.delay(untilGone(reply));
    }
    return sendFailure(request, reply, translated(error));
  });

  const closing = new AbortController();
  server.addHook('preClose', async () => closing.abort());
  // A connection that is kept for a next request would hold up the stop.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing.signal.aborted) reply.header('connection', 'close');
    done();
  });
  const streams = new OpenStreams();
  const access = { changes: 0 };
  options.services.authenticator.onChange(() => {
    access.changes += 1;
    void streams.recheck();
  });
  for (const route of options.routes) {
    const handlers = endpointHandlers(route, options, { streams, share, access }, closing.signal);
    for (const path of [route.path, aliasOfPath(route.path)]) {
      if (path !== undefined)
        server.route({
          method: route.method,
          url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
          config: { failureNames: route.failureNames, isEndpoint: true },
          ...handlers,
        });
    }
  }
  return server;

  function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown) {
    const { failureNames } = request.routeOptions.config;
    const traceId = request.traceId || newTraceId();
    const forConsole = isFromConsole(request.headers);
    const { status, headers, body } = failureResponse(error, traceId, now(), failureNames, forConsole);
    if (status >= 500)
      request.log.error(
        { err: error, traceId: request.traceId, url: request.routeOptions.url },
        'an HTTP request failed with an internal error (status 5xx)',
      );
    return reply
      .headers({ 'x-trace-id': String(body.traceId), ...headers })
      .status(status)
      .send(body);
  }
}

/** What the routes have in common. */
interface Shared {
  readonly streams: OpenStreams;
  readonly share: FairShare;
  /** How often a key, a session or a member may have changed. */
  readonly access: { readonly changes: number };
}

function endpointHandlers(
  route: Route,
  options: ServerOptions,
  { streams, share, access }: Shared,
  closing: AbortSignal,
) {
  const isListening = route.stream === 'events' || route.stream === 'sound';
  const isList = route.method === 'GET' && Object.hasOwn(route.query?.properties ?? {}, 'limit');
  const endpoint = makeEndpoint(route, options.services);

  /** Aborted when the service stops, the client has gone, or it lost the access that it had. */
  function untilOver(request: FastifyRequest, reply: FastifyReply, company: string | undefined): AbortSignal {
    const caller = request.caller as Principal;
    const { revoked, done } = streams.begin({
      caller: callerName(caller, request),
      company,
      isStillAllowed: () => endpoint.wouldStillAdmit(caller, credentialsOf(request), request.client),
    });
    const gone = new AbortController();
    const leave = () => {
      gone.abort();
      done();
    };
    onceOver(reply, leave);
    return AbortSignal.any([closing, gone.signal, revoked]);
  }

  async function waitForPlace(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { kind } = request.caller as Principal;
    // Strangers have no share of their own: all of them may come through one proxy.
    if (kind === 'stranger') return;
    const owner = ownerOf(request.caller as Principal, request);
    // A page opens several of these at once, and little is done until there is something to send.
    if (isListening) share.see(owner);
    else await share.begin(owner, reply, isForMany(request.caller as Principal));
  }

  /** Who lost their access while they waited is refused as they would be now. */
  async function admitAgain(request: FastifyRequest): Promise<void> {
    const credentials = credentialsOf(request);
    if (!(await endpoint.wouldStillAdmit(request.caller as Principal, credentials, request.client)))
      request.caller = await endpoint.admit(credentials, request.client);
  }

  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      request.client = {
        ipAddress: request.ip,
        userAgent: request.headers['user-agent'] ?? null,
        endpoint: `${request.method} ${namedPath(request)}`,
        ...(route.method === 'GET' ? {} : { answered: answeredWith(reply) }),
        ...(isPersonal(route.path) ? { isPersonal: true } : {}),
      };
      request.caller = await endpoint.admit(credentialsOf(request), request.client);
      // Before its body is read, and before it waits for anything.
      options.bytes.refuseSpent(callerName(request.caller, request));
      cutOffSlowBody(request);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const changes = access.changes;
      // Only now, when its body is there: slow senders take nobody's place.
      await waitForPlace(request, reply);
      const owner = ownerOf(request.caller as Principal, request);
      const forMany = isForMany(request.caller as Principal);
      const afford = async (): Promise<string> => {
        // Who waited for their turn may have lost their access, or spent what they may take, meanwhile.
        if (access.changes !== changes) await admitAgain(request);
        const caller = callerName(request.caller as Principal, request);
        options.bytes.refuseSpent(caller);
        return caller;
      };
      await share.beginAnswer(request, owner);
      const { stream } = route;
      if (isDownload(stream)) {
        const open = async () => {
          const caller = await afford();
          const answered = await ask(request, reply);
          countSent(reply, (bytes) => options.bytes.charge(caller, bytes));
          const inTurn: InTurn = (make) => share.part(owner, make, forMany);
          return openDownload(reply, { stream, path: route.path }, answered, inTurn);
        };
        const send = await share.download(owner, reply, open, forMany);
        return send();
      }
      const answer = async () => sendAnswer(request, reply, await afford());
      return isList ? share.list(owner, reply, answer) : answer();
    },
  };

  function ask(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    return options.tracing.span(`${route.method} ${route.path}`, request.traceId, request.headers, () =>
      endpoint.answer(
        request.caller as Principal,
        request.client,
        {
          params: request.params as Record<string, string>,
          query: request.query as Record<string, unknown>,
          body: request.body,
        },
        {
          jar: sessionJar(reply, options.isSecure),
          closing: (companyId) => (route.stream ? untilOver(request, reply, companyId) : closing),
          gone: () => untilGone(reply),
          header: (name) => headerOf(request, name),
        },
      ),
    );
  }

  async function sendAnswer(request: FastifyRequest, reply: FastifyReply, caller: string) {
    const answered = await ask(request, reply);
    if (route.stream === 'events') return sendEvents(reply, answered as AsyncIterable<StreamEvent>);
    if (route.stream !== undefined) countSent(reply, (bytes) => options.bytes.charge(caller, bytes));
    if (route.stream === 'sound') return sendSound(reply, answered as AsyncIterable<Uint8Array>);
    if (route.stream !== undefined) return sendBytes(reply, route, answered as Buffer);
    const { status, body } = answerOf(route, answered);
    const sent = options.onReply ? await wholePage(body) : body;
    options.onReply?.(route, status, sent);
    return sendJson(reply, status, route.replies[status] === null ? undefined : sent, {
      onBytes: (bytes) => options.bytes.charge(caller, bytes),
      turn: () => share.turn(ownerOf(request.caller as Principal, request)),
    });
  }
}

/** Counts the bytes of a download once it is over. */
function countSent(reply: FastifyReply, onBytes: (bytes: number) => void): void {
  const { socket } = reply.request.raw;
  const beforeBytes = socket.bytesWritten;
  onceOver(reply, () => onBytes(socket.bytesWritten - beforeBytes));
}

function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceOver(reply, () => gone.abort(new Failure('timeout', 'The client has gone')));
  return gone.signal;
}

/** Also when the client disconnected before the response. */
const answeredWith = (reply: FastifyReply): Promise<number> =>
  new Promise((resolve) => onceOver(reply, () => resolve(reply.statusCode)));

const credentialsOf = ({ headers }: FastifyRequest): Credentials => ({
  authorization: headers.authorization,
  session: sessionOf(headers),
  believed: believedCompanyOf(headers),
});

function callerName(caller: Principal, { client }: FastifyRequest): string {
  if (caller.kind === 'user') return caller.userId;
  if (caller.kind === 'admin') return caller.subject;
  return caller.kind === 'stranger' ? client.ipAddress : caller.keyId;
}

const isTooMany = (error: unknown): error is Failure =>
  error instanceof Failure && error.kind === 'too_many_requests';

/** By what was counted, or by address when nobody is known yet. */
const refusedName = (request: FastifyRequest, { details }: Failure): string =>
  details.bucket ?? (request.caller ? callerName(request.caller, request) : networkOf(request.ip));

/** Who acts for many companies. */
const isForMany = ({ kind }: Principal): boolean => kind === 'ats' || kind === 'admin';

/** Whose share of the process a request takes: the company's, whichever of its keys and users asks. */
const ownerOf = (caller: Principal, request: FastifyRequest): string =>
  ('companyId' in caller ? caller.companyId : undefined) ?? callerName(caller, request);

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A body that does not arrive in time ends the connection, so that slow senders cannot hold requests open. */
function cutOffSlowBody(request: FastifyRequest): void {
  const raw = request.raw;
  if (
    raw.complete ||
    ((raw.headers['content-length'] ?? '0') === '0' && raw.headers['transfer-encoding'] === undefined)
  )
    return;
  const timer = setTimeout(
    () => raw.destroy(new Failure('timeout', 'The body did not arrive in time')),
    BODY_SECONDS * 1000,
  );
  raw.once('end', () => clearTimeout(timer));
  raw.once('close', () => clearTimeout(timer));
}

const quieter = (level: string): string => (level === 'info' ? 'warn' : level);
