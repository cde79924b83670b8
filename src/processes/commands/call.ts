import { parseArgs } from 'node:util';
import { ConfigError, loadConfig, publicUrl } from '../config.ts';
import { eventsIn } from '../event-reader.ts';
import type { Command } from './command.ts';

export const callCommand: Command = {
  help: `Usage: parley call --key KEY --agent ID|NAME --phone NUMBER [--name "FIRST LAST"] [--url ADDRESS]

Places a call through a running service and shows it as it happens. With a test key the call goes to the
simulated telephone network: +15005550000 is somebody helpful, +15005550007 asks for a human at once.

  --key     An API key; default the environment variable PARLEY_KEY.
  --agent   The agent's id or its name.
  --phone   Whom to call, with + and the country code.
  --name    Who that is; default "Test Person".
  --url     Where the service runs; default as this machine's settings say.`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        key: { type: 'string' },
        agent: { type: 'string' },
        phone: { type: 'string' },
        name: { type: 'string', default: 'Test Person' },
        url: { type: 'string' },
      },
    });
    const key = values.key ?? process.env.PARLEY_KEY;
    if (!key) throw new ConfigError('--key must name an API key, or PARLEY_KEY in the environment.');
    if (!values.agent) throw new ConfigError('--agent must name an agent.');
    if (!values.phone) throw new ConfigError('--phone must name a telephone number.');
    const { config } = loadConfig(process.env);
    const service = new Service(values.url ?? publicUrl(config, config.PORT), key);
    const conversation = await place(service, { ...values, agent: values.agent, phone: values.phone });
    await show(service, conversation.id);
  },
};

const YEAR_MS = 365 * 86_400_000;

async function place(
  service: Service,
  { agent, phone, name }: { agent: string; phone: string; name: string },
) {
  const [firstName = 'Test', ...rest] = name.split(/\s+/);
  return service.send<{ id: string }>('POST', '/conversations', {
    agentId: await agentId(service, agent),
    contact: {
      firstName,
      lastName: rest.join(' ') || 'Person',
      phoneNumber: phone,
      gdprExpiryDate: new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10),
    },
  });
}

async function agentId(service: Service, wanted: string): Promise<string> {
  if (/^[0-9a-f-]{36}$/i.test(wanted)) return wanted;
  const { data } = await service.send<{ data: { id: string; name: string }[] }>('GET', '/agents?limit=100');
  const found = data.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (!found)
    throw new ConfigError(
      `There is no agent ${wanted}. There are: ${data.map(({ name }) => name).join(', ') || 'none'}.`,
    );
  return found.id;
}

async function show(service: Service, id: string): Promise<void> {
  console.log(`Conversation ${id}`);
  for await (const { event, data } of service.events(`/conversations/${id}/events`)) {
    const line = shown(event, data as Record<string, unknown>);
    if (line !== undefined) console.log(line);
  }
}

function shown(event: string, data: Record<string, unknown>): string | undefined {
  if (event === 'words')
    return `${clock(data.startTime as number)}  ${data.speaker === 'AI' ? 'Agent  ' : 'Contact'}  ${data.text}`;
  if (event === 'decision') return `        (${data.why})`;
  if (event === 'status')
    return `        ${data.status}${data.attemptStatus === null ? '' : `, call ${data.attemptStatus}`}`;
  return undefined;
}

const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(3)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** A running service, seen as its users see it. */
class Service {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, key: string) {
    this.#url = url.replace(/\/+$/, '');
    this.#headers = { authorization: `Bearer ${key}` };
  }

  async send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await this.#fetch(path, {
      method,
      headers: { ...this.#headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Body;
  }

  async *events(path: string): AsyncGenerator<{ event: string; data: unknown }> {
    const response = await this.#fetch(path, { headers: this.#headers });
    if (response.body) yield* eventsIn(response.body);
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, init).catch((error: Error) => {
      throw new ConfigError(
        `No service answers at ${this.#url}: ${(error.cause as Error | undefined)?.message ?? error.message}. Start one with npm start.`,
      );
    });
    if (response.ok) return response;
    const { message, errors = [] } = (await response.json()) as { message: string; errors?: unknown[] };
    const details = errors.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    throw new ConfigError([message, ...details].join('; '));
  }
}
