import { createServer } from 'node:http';
import { twilioSignature } from '@parley/service/storage/sms.ts';

export interface ReceivedSms {
  readonly sid: string;
  readonly path: string;
  readonly to: string;
  readonly from: string | null;
  readonly service: string | null;
  readonly body: string;
  readonly statusUrl: string;
}

/** An answer instead of 201: its HTTP status with Twilio's error code, or `lost`: it is taken, and no answer comes. */
export type SmsFault =
  | { readonly status: number; readonly code?: number; readonly message?: string }
  | 'lost';

/** The Messages resource of Twilio's REST API, and its signed status callbacks, for tests. */
export async function startSmsServer(account: { sid: string; token: string }) {
  const received: ReceivedSms[] = [];
  const faults: SmsFault[] = [];
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== authorization)
      return say(401, { code: 20_003, message: 'Authenticate', status: 401 });
    const fault = faults.shift();
    if (fault && fault !== 'lost') return say(fault.status, fault);
    const sid = `SM${String(received.length).padStart(32, '0')}`;
    received.push({
      sid,
      path: request.url ?? '',
      to: form.get('To') ?? '',
      from: form.get('From'),
      service: form.get('MessagingServiceSid'),
      body: form.get('Body') ?? '',
      statusUrl: form.get('StatusCallback') ?? '',
    });
    if (fault === 'lost') return request.socket.destroy();
    return say(201, { sid, status: 'queued', to: form.get('To') });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    failNext: (...next: SmsFault[]) => void faults.push(...next),
    /** Reports a status as Twilio does; the token is the account's unless a test forges one. */
    report(sms: ReceivedSms, parameters: Record<string, string>, token = account.token): Promise<Response> {
      const form = new URLSearchParams({
        MessageSid: sms.sid,
        AccountSid: account.sid,
        To: sms.to,
        ...parameters,
      });
      return fetch(sms.statusUrl, {
        method: 'POST',
        headers: { 'x-twilio-signature': twilioSignature(token, sms.statusUrl, form) },
        body: form,
      });
    },
    /** Hands over what somebody answers, as Twilio does. */
    reply(serviceUrl: string, parameters: Record<string, string>, token = account.token): Promise<Response> {
      const url = `${serviceUrl}/sms-replies`;
      const form = new URLSearchParams({ AccountSid: account.sid, ...parameters });
      return fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': twilioSignature(token, url, form) },
        body: form,
      });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
