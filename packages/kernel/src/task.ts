/** Work that outlives a request. A domain declares it; wiring binds the workflow that handles it. */
export interface Task<Payload extends object> {
  readonly name: string;
  /** How often it is tried again after failing. The pause doubles from a second to an hour. */
  readonly retries: number;
  /** A try that takes longer counts as failed, so that a lost process does not keep the task for ever. */
  readonly expireSeconds: number;
  /** When set, the task runs by itself at these times (UTC). */
  readonly cron?: string;
  /** Only the type matters: it ties the payload to the task. */
  readonly payload?: Payload;
}

export const task = <Payload extends object>(
  name: string,
  options: { retries: number; expireSeconds: number; cron?: string },
): Task<Payload> => ({ name, ...options });
