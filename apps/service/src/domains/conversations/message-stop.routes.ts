import type { MessageChannel } from '@parley/contract/message.ts';
import { notFound } from '@parley/kernel/failure.ts';
import { isRightToLeft, type Language, languages } from '@parley/language/language.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { enforce, type RateLimiter } from '../../http/rate-limit.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { invitationWords } from './message.model.ts';
import { stopMessages } from './message-delivery.actions.ts';

export interface StopServices {
  readonly everywhere: Everywhere;
  /** What a link's token stands for; undefined: no link of ours has it. */
  readonly orderOf: (
    token: string,
  ) => { companyId: string; channel: MessageChannel; hash: string } | undefined;
  readonly limiter: RateLimiter;
}

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
};
const PER_ADDRESS = { max: 60, perSeconds: 60 };

/**
 * The page behind the link at the end of every mail. Opening it changes nothing, because programs that check mails open every
 * link; the button does, and so does the mail program that posts to the same address (RFC 8058).
 */
export function serveMessageStop(
  server: FastifyInstance,
  { everywhere, orderOf, limiter }: StopServices,
): void {
  async function order(request: FastifyRequest) {
    await enforce(limiter, `stopping messages from ${request.ip}`, PER_ADDRESS);
    const found = orderOf((request.params as { token: string }).token);
    if (!found) throw notFound('Link');
    const scope = everywhere.within(found.companyId as CompanyId, { kind: 'system', id: 'unsubscribe' });
    return { ...found, companyName: (await ownCompany(scope)).name };
  }

  server.register(async (pages) => {
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 }, async () => undefined);
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, cors: false };
    });
    pages.get('/unsubscribe/:token', async (request, reply) => {
      const { companyName } = await order(request);
      return sendPage(request, reply, companyName, false);
    });
    pages.post('/unsubscribe/:token', async (request, reply) => {
      const { companyName, ...stopped } = await order(request);
      await stopMessages(everywhere, stopped);
      return sendPage(request, reply, companyName, true);
    });
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, companyName: string, isDone: boolean) {
  const wanted = String((request.query as { language?: unknown }).language ?? '').toUpperCase();
  const language: Language = languages.find((one) => one === wanted) ?? 'EN';
  const { stopButton, stopQuestion, stopped } = invitationWords[language];
  const said = (text: string): string => escaped(text.replaceAll('{company}', () => companyName));
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr';
  const body = isDone
    ? `<p role="status">${said(stopped)}</p>`
    : `<p>${said(stopQuestion)}</p>\n<form method="post"><button type="submit">${said(stopButton)}</button></form>`;
  return reply
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language.toLowerCase()}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${said(stopButton)}</title>
</head>
<body>
<main>
<h1>${said(stopButton)}</h1>
${body}
</main>
</body>
</html>
`);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
