import { serverSentEvents } from '@parley/kernel/server-sent-events.ts';
import { looksLikeKey } from '../domains/access/api-key.model.ts';
import { UsageError } from './commands/command.ts';
import { ConfigError, loadConfig } from './config.ts';
import { serviceAddress } from './service-address.ts';

/** The service answered, with an error. */
export class ServiceRefusal extends ConfigError {
  readonly status: number;
  readonly errors: readonly string[];

  constructor(status: number, message: string, errors: readonly string[]) {
    super([message, ...errors].join('; '));
    this.status = status;
    this.errors = errors;
  }
}

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
    if (!key) throw new UsageError('--key must be an API key, or PARLEY_KEY in the environment.');
    if (!looksLikeKey(key))
      throw new UsageError(
        'The key is not an API key: it must be sk_, sk_test_ or sk_live_, followed by 43 characters.',
      );
    if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new UsageError('--url must be an address that begins with http:// or https://.');
    return new RemoteService(url ?? serviceAddress(loadConfig(process.env)), key);
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
    return JSON.parse((await response.text()) || '{}') as Body;
  }

  /** Until the service ends the stream, the connection breaks, or the signal aborts. */
  async *events(path: string, stop: AbortSignal): AsyncGenerator<{ event: string; data: unknown }> {
    try {
      const response = await this.#fetch(path, { headers: this.#headers, signal: stop });
      if (!response.body) return;
      for await (const { event, data } of serverSentEvents(response.body))
        if (event !== undefined) yield { event, data: JSON.parse(data) };
    } catch (error) {
      // What an end that came too early means, the command knows. What the service refuses is said as it is.
      if (error instanceof ConfigError && !stop.aborted) throw error;
    }
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, init).catch((error: Error) => {
      throw new ConfigError(
        `No service answers at ${this.#url}: ${(error.cause as Error | undefined)?.message ?? error.message}. Start one with npm start.`,
      );
    });
    if (response.ok) return response;
    const { message, errors = [] } = await errorBody(response);
    const details = errors.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    throw new ServiceRefusal(response.status, message, details);
  }
}

/** The address may be that of another server or a proxy, with other error bodies. */
async function errorBody(response: Response): Promise<{ message: string; errors?: unknown[] }> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; errors?: unknown[] };
  return { message: `${response.url} answered ${response.status} ${response.statusText}`, ...body };
}
