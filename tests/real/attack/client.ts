export type Send = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; bytes: number; body: unknown; asked: string }>;

/** Reads answers to their end; parses only short ones, so that it costs little. A body of text is JSON already. */
export const clientOf =
  (url: string, bearer: string): Send =>
  async (method, path, body) => {
    const isElsewhere = path.startsWith('http');
    const response = await fetch(isElsewhere ? path : url + path, {
      method,
      headers: {
        ...(isElsewhere ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined
          ? {}
          : { 'content-type': body instanceof Buffer ? 'application/pdf' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: sent(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isShort =
      bytes.length < 100_000 && response.headers.get('content-type')?.startsWith('application/json');
    return {
      asked: `${method} ${path}`,
      status: response.status,
      bytes: bytes.length,
      body: isShort && bytes.length > 0 ? JSON.parse(String(bytes)) : undefined,
    };
  };

const sent = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' ? body : body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body);

export const keyIn = (body: unknown): string => (body as { data: { key: string } }).data.key;
export const idIn = (body: unknown): string => (body as { id: string }).id;

export const contact = {
  firstName: 'Ada',
  lastName: 'Novak',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
};

/** What came back, by status, what was granted of each kind, and which requests broke something. */
export interface Attacked {
  readonly broken: readonly string[];
  readonly statuses: Record<number, number>;
  readonly granted: Record<string, number>;
  /** By kind and status. */
  readonly answers: Record<string, Record<number, number>>;
}
