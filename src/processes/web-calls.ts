import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { serveWebCalls } from '../domains/conversations/web-call.routes.ts';
import { serveCallPage } from '../http/call-page/call-page.ts';
import { limiterInMemory } from '../http/rate-limit.ts';
import { Validator } from '../http/validation.ts';
import { WebCallHost } from '../workflows/host-web-calls.ts';
import type { CallHall } from './call-hall.ts';
import { conversationOfToken } from './online-links.ts';
import type { House } from './wiring.ts';

const KEY_BYTES = 32;

/** The part of a process that contacts open their web calls at. */
export function makeWebCalls({ config, clock, database, secrets }: House, hall: CallHall) {
  const host = new WebCallHost({
    everywhere: database,
    holder: hall.holder,
    room: hall.room,
    settle: hall.settle,
    materials: hall.room.materials,
    iceServers: config.PARLEY_ICE_SERVERS.map(({ urls, ...account }) => ({ urls, ...account })),
    newKey: () => randomBytes(KEY_BYTES).toString('base64url'),
    nowMs: () => performance.now(),
  });
  return {
    serve(server: FastifyInstance): void {
      serveCallPage(server);
      serveWebCalls(server, {
        desk: host,
        conversationOf: (token) => conversationOfToken(secrets.link, token),
        validator: new Validator(),
        limiter: limiterInMemory(() => clock.now()),
      });
    },
    /** Resolves when no web call is going on any more. */
    drained: () => host.drained(),
  };
}
