import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { enforce, type RateLimiter } from '../../http/rate-limit.ts';
import { type BounceAddresses, failureIn } from '../../storage/mail-bounce.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { recordBounce } from './message-delivery.actions.ts';

/** With the mail that came back, which servers cut. */
const LONGEST_MAIL = 512 * 1024;
/** Of one mail server. It tries again later what is refused. */
const PER_SERVER = { max: 300, perSeconds: 60 };

/**
 * What comes back to the senders of mails to contacts, as the operator's mail server hands it over. The signature in the
 * address says that it is about a mail of ours. Only its recipient knows that address, and can say no more than that it did
 * not arrive.
 */
export function serveMailBounces(
  server: FastifyInstance,
  services: {
    readonly everywhere: Everywhere;
    readonly addresses: BounceAddresses;
    readonly limiter: RateLimiter;
  },
): void {
  server.register(async (bounces) => {
    bounces.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: LONGEST_MAIL },
      async (_request: unknown, mail: Buffer) => mail.toString(isUtf8(mail) ? 'utf8' : 'latin1'),
    );
    // Before anything is read: anybody may send here.
    bounces.addHook('onRequest', (request) =>
      enforce(services.limiter, `bounces from ${request.ip}`, PER_SERVER),
    );
    bounces.post('/mail-bounces', async (request, reply) => {
      const mail = typeof request.body === 'string' ? request.body : '';
      const id = services.addresses.messageIn(mail);
      const detail = id === undefined ? undefined : failureIn(mail);
      // All else that arrives there, spam for example, is taken too: the mail server would only bring it again.
      if (id !== undefined && detail !== undefined) await recordBounce(services.everywhere, id, detail);
      return reply.status(204).send();
    });
  });
}
