import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { eventCatalog } from '@parley/contract/event.ts';
import { distrust } from '../../domains/webhooks/signature.model.ts';
import { typesOf } from '../../domains/webhooks/webhook.model.ts';
import { ConfigError } from '../config.ts';
import { RemoteService, ServiceRefusal } from '../remote-service.ts';
import { type Command, UsageError } from './command.ts';

export const listenCommand: Command = {
  help: `Usage: parley listen [--key sk_test_…] [--url ADDRESS] [--events A,B] [--vocabulary NEUTRAL]
       parley listen --secret whsec_… --port 4000

For developers: receives events on this machine, verifies their signatures and prints them.

  --key         A key with the scope write:webhooks; default: the environment variable PARLEY_KEY. Creates a webhook for
                this receiver and deletes it at the end (Ctrl-C). Start the service with
                PARLEY_ALLOW_PRIVATE_URLS=true.
  --url         Address of the service; default: the one that runs on this machine.
  --events      Event names, separated by commas; default: all events.
  --vocabulary  NEUTRAL (the default here) or LEGACY.
  --secret      Instead of a key: the secret of a webhook that you created for this receiver.
  --port        Port to listen on; default: any free one.
  --json        One line of JSON for each event, for other programs.`,
  handlesInterrupt: true,
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

const registrations: readonly string[] = Object.values(eventCatalog).map(({ registration }) => registration);

async function listen(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options });
  if (values.key !== undefined && values.secret !== undefined)
    throw new UsageError(
      'Use either --key, which creates a webhook, or --secret, the secret of a webhook that you created.',
    );
  if (values.secret !== undefined && !values.secret.startsWith('whsec_'))
    throw new UsageError('--secret must be the secret of a webhook: it begins with whsec_.');
  if (values.vocabulary !== 'NEUTRAL' && values.vocabulary !== 'LEGACY')
    throw new UsageError('--vocabulary must be NEUTRAL or LEGACY.');
  const unknown = values.events?.split(',').filter((name) => typesOf([name]).length === 0) ?? [];
  if (unknown.length > 0)
    throw new UsageError(`--events has no ${unknown.join(', ')}. There are: ${registrations.join(', ')}.`);
  const port = Number(values.port);
  if (values.port === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port must be a whole number from 0 to 65535.');
  const service = values.secret === undefined ? RemoteService.at(values) : undefined;
  let secret = values.secret ?? '';
  const receiver = createServer(async (request, response) => {
    const text = await bodyOf(request);
    const reason = distrust(secret, request.headers, text, new Date());
    response.writeHead(reason === undefined ? 204 : 401).end();
    if (reason !== undefined) console.error(`Rejected a webhook request: ${reason}.`);
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
  if (service === undefined) {
    console.error(`Listening on ${url} (Ctrl-C ends it)`);
    onSignal(stop);
    return;
  }
  try {
    const { vocabulary } = values;
    const events = values.events?.split(',') ?? registrations;
    const wanted = { url, name: 'parley listen', events, vocabulary };
    const webhook = await service
      .send<{ id: string; secret: string }>('POST', '/webhooks', wanted)
      .catch(withHint);
    secret = webhook.secret;
    console.error(`Listening on ${url} as webhook ${webhook.id} (Ctrl-C ends it and deletes the webhook)`);
    onSignal(async () => {
      await service.send('DELETE', `/webhooks/${webhook.id}`).catch(complain);
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

/** An address of this machine is the one thing that a service may refuse for a reason that its operator can change. */
function withHint(error: unknown): never {
  if (!(error instanceof ServiceRefusal)) throw error;
  const isPrivate = error.errors.some((one) => one.startsWith('url '));
  const hint = isPrivate ? ' Start the service with PARLEY_ALLOW_PRIVATE_URLS=true.' : '';
  throw new ConfigError(`The service refused the webhook: ${error.message}.${hint}`);
}
