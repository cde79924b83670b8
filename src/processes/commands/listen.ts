import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { eventCatalog } from '../../domains/events/event.model.ts';
import { distrust } from '../../domains/webhooks/signature.model.ts';
import { ConfigError, loadConfig, publicUrl } from '../config.ts';
import type { Command } from './command.ts';

export const listenCommand: Command = {
  help: `Usage: parley listen --key sk_test_… [--url ADDRESS] [--events A,B] [--vocabulary NEUTRAL]
       parley listen --secret whsec_… --port 4000

Receives events on this machine and prints those whose signature is right, for developers.

  --key         A key with the scope write:webhooks. A webhook for this receiver is made, and deleted at the end
                (Ctrl-C). The service must have been started with PARLEY_ALLOW_PRIVATE_URLS=true.
  --url         Where the service runs; default as this machine's settings say.
  --events      What to listen to, separated by commas; default everything.
  --vocabulary  NEUTRAL (the default here) or LEGACY.
  --secret      Instead of a key: the secret of a webhook that you made yourself for this receiver.
  --port        Port to listen on; default any free one.
  --json        One line of JSON for each event, for other programs.`,
  run: listen,
};

const options = {
  key: { type: 'string' },
  url: { type: 'string' },
  events: { type: 'string' },
  vocabulary: { type: 'string', default: 'NEUTRAL' },
  secret: { type: 'string' },
  port: { type: 'string', default: '0' },
  json: { type: 'boolean', default: false },
} as const;

async function listen(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options });
  if ((values.key === undefined) === (values.secret === undefined))
    throw new ConfigError('Give --key, to make a webhook for a while, or --secret, of one that you made.');
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError('--port must be a whole number from 0 to 65535.');
  let secret = values.secret ?? '';
  const receiver = createServer(async (request, response) => {
    const text = await bodyOf(request);
    const reason = distrust(secret, request.headers, text, new Date());
    response.writeHead(reason === undefined ? 204 : 401).end();
    if (reason !== undefined) console.error(`A message was refused: ${reason}.`);
    else console.log(values.json ? text : inWords(text));
  });
  await new Promise<void>((resolve, reject) => {
    receiver.once('error', (error) => reject(new ConfigError(`--port cannot be used: ${error.message}`)));
    receiver.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const stop = () => {
    receiver.closeAllConnections();
    receiver.close();
  };
  if (values.key === undefined) {
    console.error(`Listening on ${url} (Ctrl-C ends it)`);
    onSignal(stop);
    return;
  }
  const { config } = loadConfig(process.env);
  const api = client(values.url ?? publicUrl(config, config.PORT), values.key);
  try {
    const events =
      values.events?.split(',') ?? Object.values(eventCatalog).map(({ registration }) => registration);
    const { vocabulary } = values;
    const webhook = await api('POST', '/webhooks', { url, name: 'parley listen', events, vocabulary });
    secret = webhook.secret;
    console.error(`Listening on ${url} as webhook ${webhook.id} (Ctrl-C ends it and deletes the webhook)`);
    onSignal(async () => {
      await api('DELETE', `/webhooks/${webhook.id}`).catch(complain);
      stop();
    });
  } catch (error) {
    stop();
    throw error;
  }
}

const complain = (error: Error) => console.error(`The webhook could not be deleted: ${error.message}`);

function onSignal(stop: () => unknown): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function inWords(text: string): string {
  const { event, timestamp, deliveryId, data } = JSON.parse(text);
  return `${timestamp}  ${event}  ${deliveryId}\n${JSON.stringify(data, null, 2)}\n`;
}

const client =
  (address: string, key: string) =>
  async (method: string, path: string, body?: object): Promise<{ id: string; secret: string }> => {
    const response = await fetch(address.replace(/\/+$/, '') + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      const why = (error.cause as Error | undefined)?.message ?? error.message;
      throw new ConfigError(`The service at ${address} cannot be reached: ${why}`);
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text || '{}');
    const { message, errors = [] } = JSON.parse(text);
    const isPrivate = errors.some((error: string) => error.startsWith('url '));
    const hint = isPrivate ? ' Start the service with PARLEY_ALLOW_PRIVATE_URLS=true.' : '';
    throw new ConfigError(`The service refused the webhook: ${[message, ...errors].join('; ')}.${hint}`);
  };
