import { timingSafeEqual } from 'node:crypto';
import { Following, Joining, Leaving, Resuming, Typing } from '@parley/contract/web-call.ts';
import { Failure, invalid, notFound } from '@parley/kernel/failure.ts';
import { unfitParts } from '@parley/kernel/json.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import { parseJson } from '../../http/body.ts';
import { sendEvents } from '../../http/event-stream.ts';
import { passOn } from '../../http/pass-on.ts';
import { enforce, type Rate, type RateLimiter } from '../../http/rate-limit.ts';
import { onceOver } from '../../http/reply-over.ts';
import type { Validator } from '../../http/validation.ts';
import type { WebCallHandler } from './online-link.model.ts';

export interface WebCallServices {
  /** Undefined: this process holds no web calls. */
  readonly handler: WebCallHandler | undefined;
  /** The address of the process that answers for a conversation; undefined: this one does. */
  readonly findProcess: (conversationId: string) => Promise<string | undefined>;
  /** What processes of one installation show each other. */
  readonly hopKey: string;
  /** The conversation that a link's token stands for; undefined: no link of ours has it. */
  readonly conversationOf: (token: string) => string | undefined;
  readonly validator: Validator;
  readonly limiter: RateLimiter;
}

const BODY_BYTES = 64 * 1024;
const HOP_HEADER = 'x-parley-hop';
const perMinute = (max: number): Rate => ({ max, perSeconds: 60 });
/** A page that loses its connection tries again every second or two; nobody types a message a second. */
const limits = {
  state: perMinute(120),
  join: perMinute(10),
  resume: perMinute(60),
  events: perMinute(60),
  messages: perMinute(60),
  leave: perMinute(30),
  away: perMinute(30),
};
/** A whole office may sit behind one address. */
const PER_ADDRESS = perMinute(1200);

/**
 * What the page of a web call talks to. The link is the permission: there are no cookies and no keys of companies, so
 * that the call can be held on any site.
 */
export function serveWebCalls(server: FastifyInstance, services: WebCallServices): void {
  const { conversationOf, findProcess, hopKey, validator, limiter } = services;
  const handler = services.handler ?? noHandler;
  const body = <Schema extends TObject>(schema: Schema) => {
    const check = validator.body(schema);
    return (request: FastifyRequest): Static<Schema> => {
      const sent = request.body ?? {};
      const violations = check(sent);
      if (violations.length > 0) throw invalid(violations);
      return sent as Static<Schema>;
    };
  };
  const joining = body(Joining);
  const resuming = body(Resuming);
  const typing = body(Typing);
  const leaving = body(Leaving);
  const checkFollowing = validator.query(Following);

  const closing = new AbortController();
  server.addHook('preClose', async () => closing.abort());

  const conversationIn = (request: FastifyRequest): string => {
    const id = conversationOf((request.params as { token: string }).token);
    if (id === undefined) throw notFound('Call');
    return id;
  };

  /** Passed on by another process, which has counted it: it is not passed on again. */
  const isPassedOn = ({ headers }: FastifyRequest): boolean => {
    const shown = Buffer.from(String(headers[HOP_HEADER] ?? ''));
    const key = Buffer.from(hopKey);
    return shown.length === key.length && timingSafeEqual(shown, key);
  };

  /** The conversation of the link, within what may be asked of it in a minute. */
  async function opened(request: FastifyRequest, action: keyof typeof limits): Promise<string> {
    const id = conversationIn(request);
    await enforce(limiter, `${action} of ${id}`, limits[action]);
    return id;
  }

  server.register(async (calls) => {
    // A page that is being closed can only send plain text.
    calls.addContentTypeParser(
      'text/plain',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, bytes: Buffer) => parseJson(bytes),
    );
    calls.addHook('onRequest', (_request, reply, done) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
      done();
    });
    // Before the body is read: it goes on as it comes.
    calls.addHook('onRequest', async (request, reply) => {
      if (request.method === 'OPTIONS' || isPassedOn(request)) return;
      await enforce(limiter, `web calls from ${request.ip}`, PER_ADDRESS);
      const address = await findProcess(conversationIn(request));
      if (address === undefined) return;
      return passOn(request, reply, { address, headers: { [HOP_HEADER]: hopKey }, closing: closing.signal });
    });
    // The origins that the API is open to have no say here.
    calls.addHook('onRoute', (route) => {
      route.config = { ...route.config, cors: false };
    });
    calls.options('/call/:token/*', (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'content-type, last-event-id, traceparent',
          'access-control-max-age': '600',
        })
        .status(204)
        .send(),
    );
    calls.get('/call/:token/state', async (request, reply) =>
      reply.send(await handler.view(await opened(request, 'state'))),
    );
    calls.post('/call/:token/join', { bodyLimit: BODY_BYTES }, async (request, reply) =>
      reply.status(201).send(await handler.join(await opened(request, 'join'), joining(request))),
    );
    calls.post('/call/:token/resume', { bodyLimit: BODY_BYTES }, async (request, reply) =>
      reply.send(await handler.resume(await opened(request, 'resume'), resuming(request))),
    );
    calls.post('/call/:token/messages', { bodyLimit: BODY_BYTES }, async (request, reply) => {
      handler.type(await opened(request, 'messages'), typing(request));
      return reply.status(202).send();
    });
    calls.post('/call/:token/leave', { bodyLimit: BODY_BYTES }, async (request, reply) => {
      handler.leave(await opened(request, 'leave'), leaving(request));
      return reply.status(204).send();
    });
    calls.post('/call/:token/away', { bodyLimit: BODY_BYTES }, async (request, reply) => {
      handler.leavePage(await opened(request, 'away'), leaving(request));
      return reply.status(204).send();
    });
    calls.get('/call/:token/events', async (request, reply) => {
      const id = await opened(request, 'events');
      const violations = [...unfitParts(request.query, 'query'), ...checkFollowing(request.query)];
      if (violations.length > 0) throw invalid(violations);
      const { key } = request.query as Static<typeof Following>;
      return sendEvents(reply, handler.follow(id, key, lastSeen(request), untilGone(reply)));
    });
  });
}

/** For a process that holds no web calls, should somebody take it for one that does. */
const noHandler = new Proxy({} as WebCallHandler, {
  get: () => () => {
    throw noProcess();
  },
});

/** Nobody is there to hold web calls. */
export const noProcess = (): Failure =>
  new Failure('unavailable', 'No web call process is available: try again in a moment', {
    retryAfterSeconds: 15,
  });

/** An id that is not one of ours means the beginning: all events are sent again. */
function lastSeen(request: FastifyRequest): number {
  const seen = Number(request.headers['last-event-id'] ?? 0);
  return Number.isSafeInteger(seen) && seen > 0 ? seen : 0;
}

function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceOver(reply, () => gone.abort());
  return gone.signal;
}
