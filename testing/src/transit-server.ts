import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface TransitServer {
  /** As PARLEY_KMS_URL. */
  readonly url: string;
  /** The token that it accepts. */
  token: string;
  /** The paths that were asked for. */
  readonly asked: string[];
  /** Adds a version: new ciphertexts have it, older ones are still decrypted. */
  rotate(): void;
  /** Ciphertexts of older versions are decrypted no longer. */
  forgetOlder(): void;
  stop(): Promise<void>;
}

interface Asked {
  readonly plaintext?: string;
  readonly ciphertext?: string;
  readonly associated_data?: string;
}

/** A KMS with the HTTP API of Vault's transit engine, as its documentation has it, and one key of the type aes256-gcm96. */
export async function startTransitServer(keyName: string): Promise<TransitServer> {
  const versions = new Map([[1, randomBytes(32)]]);
  const newest = () => Math.max(...versions.keys());

  function encrypt({ plaintext = '', associated_data = '' }: Asked) {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', versions.get(newest()) as Buffer, nonce);
    cipher.setAAD(Buffer.from(associated_data, 'base64'));
    const hidden = Buffer.concat([cipher.update(plaintext, 'base64'), cipher.final(), cipher.getAuthTag()]);
    return { ciphertext: `vault:v${newest()}:${Buffer.concat([nonce, hidden]).toString('base64')}` };
  }

  function decrypt({ ciphertext = '', associated_data = '' }: Asked) {
    const [, version, text = ''] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? [];
    const key = versions.get(Number(version));
    if (key === undefined) throw new Error('invalid ciphertext: unable to decrypt');
    const bytes = Buffer.from(text, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(associated_data, 'base64'))
      .setAuthTag(bytes.subarray(-16));
    const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    return { plaintext: plain.toString('base64') };
  }

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    transit.asked.push(path);
    const work = { [`/v1/transit/encrypt/${keyName}`]: encrypt, [`/v1/transit/decrypt/${keyName}`]: decrypt }[
      path
    ];
    const body = (await json(request)) as Asked;
    if (request.headers['x-vault-token'] !== transit.token)
      return answer(403, { errors: ['permission denied'] });
    if (work === undefined) return answer(404, { errors: [] });
    try {
      return answer(200, { data: work(body) });
    } catch (error) {
      return answer(400, { errors: [(error as Error).message] });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transit: TransitServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/transit`,
    token: 'a-token-of-the-kms',
    asked: [],
    rotate: () => void versions.set(newest() + 1, randomBytes(32)),
    forgetOlder() {
      for (const version of [...versions.keys()]) if (version !== newest()) versions.delete(version);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return transit;
}
