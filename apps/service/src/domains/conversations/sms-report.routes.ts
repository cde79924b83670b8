import { notFound } from '@parley/kernel/failure.ts';
import { isUuid } from '@parley/kernel/id.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Everywhere } from '../../storage/scope.ts';
import { isSignedByTwilio, readTwilioReport, readTwilioStop } from '../../storage/sms.ts';
import { type MessageLinks, recordReport, stopTexting } from './message-delivery.actions.ts';

/**
 * The SMS vendor's reports, and the answers of people: of these only that somebody wants no more. Each is signed with the account's token, over the address that it was sent to: another one is
 * not found here.
 */
export function serveSmsReports(
  server: FastifyInstance,
  services: {
    readonly everywhere: Everywhere;
    readonly authToken: string;
    readonly links: Pick<MessageLinks, 'reportUrl'>;
    /** Where the vendor hands over what people answer. */
    readonly replyUrl: string;
  },
): void {
  server.register(async (reports) => {
    reports.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
    );
    reports.post('/sms-reports/:companyId/:id', async (request, reply) => {
      const { companyId, id } = request.params as { companyId: string; id: string };
      const parameters = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const url = services.links.reportUrl({ companyId, id });
      const signature = String(request.headers['x-twilio-signature'] ?? '');
      const isOurs =
        isUuid(companyId) && isUuid(id) && isSignedByTwilio(services.authToken, url, parameters, signature);
      if (!isOurs) throw notFound('Message');
      const report = readTwilioReport(parameters);
      if (report) await recordReport(services.everywhere, { companyId, id }, report);
      return reply.status(204).send();
    });
    reports.post('/sms-replies', async (request, reply) => {
      const parameters = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const signature = String(request.headers['x-twilio-signature'] ?? '');
      if (!isSignedByTwilio(services.authToken, services.replyUrl, parameters, signature))
        throw notFound('Message');
      const number = readTwilioStop(parameters);
      if (number !== undefined) await stopTexting(services.everywhere, number);
      // Without a body: nothing is answered.
      return reply.status(204).send();
    });
  });
}
