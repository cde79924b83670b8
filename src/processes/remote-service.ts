import { ConfigError, loadConfig, publicUrl } from './config.ts';
import { eventsIn } from './event-reader.ts';

/** A running service, seen as its users see it. */
export class RemoteService {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, key: string) {
    this.#url = url.replace(/\/+$/, '');
    this.#headers = { authorization: `Bearer ${key}` };
  }

  /** The one that the options of a command name, or this machine's own. */
  static at({ url, key = process.env.PARLEY_KEY }: { url?: string; key?: string }): RemoteService {
    if (!key) throw new ConfigError('--key must name an API key, or PARLEY_KEY in the environment.');
    const { config } = loadConfig(process.env);
    return new RemoteService(url ?? publicUrl(config, config.PORT), key);
  }

  /** The id of an agent that somebody named by id or by name. */
  agentId(wanted: string): Promise<string> {
    return this.#idOf('agent', wanted, '/agents?limit=100');
  }

  /** The id of a job that somebody named by id or by title. */
  jobId(wanted: string): Promise<string> {
    return this.#idOf('job', wanted, `/jobs?limit=100&search=${encodeURIComponent(wanted)}`);
  }

  async #idOf(noun: string, wanted: string, path: string): Promise<string> {
    if (/^[0-9a-f-]{36}$/i.test(wanted)) return wanted;
    const { data } = await this.send<{ data: { id: string; name?: string; title?: string }[] }>('GET', path);
    const names = data.map(({ name, title }) => name ?? title ?? '');
    const found = data[names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase())];
    if (!found)
      throw new ConfigError(`There is no ${noun} ${wanted}. There are: ${names.join(', ') || 'none'}.`);
    return found.id;
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
