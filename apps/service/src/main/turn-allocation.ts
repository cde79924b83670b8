import { createHash } from 'node:crypto';
import {
  type Attributes,
  attribute,
  method,
  type StunAnswer,
  stunError,
  stunRequest,
} from './stun-message.ts';
import { type StunConnection, withStunServer } from './stun-server.ts';

export interface TurnAccount {
  readonly username: string;
  readonly credential: string;
}

const UDP = Buffer.from([17, 0, 0, 0]);
const NOTHING = Buffer.alloc(4);
const UNAUTHORIZED = 401;
const STALE_NONCE = 438;
const WRONG_CREDENTIALS = 441;
const TRY_ALTERNATE = 300;

/** The server was there a moment ago, for a STUN request. */
const SILENT = 'does not answer requests for a relay';

/** 'refused': the relay does not accept the account. Otherwise why it does not relay, in words; undefined: it relays. */
export const relayTrouble = (
  host: string,
  port: number,
  account: TurnAccount,
  limitMs: number,
): Promise<'refused' | string | undefined> =>
  withStunServer({ host, port, limitMs, silent: SILENT }, async (server) => {
    const asked = new Map([[attribute.requestedTransport, UDP]]);
    const first = await server.ask(stunRequest(method.allocate, asked));
    if (first.isSuccess) return 'relays for everybody, without credentials';
    if (stunError(first).code !== UNAUTHORIZED) return otherTrouble(first);
    const { answer, login } = await allocate(server, account, asked, first);
    if (!answer.isSuccess) {
      const { code } = stunError(answer);
      return code === UNAUTHORIZED || code === WRONG_CREDENTIALS ? 'refused' : otherTrouble(answer);
    }
    await release(server, login);
    return undefined;
  });

/** What a server gave to sign with, and the key made of it. */
interface Login {
  readonly attributes: Attributes;
  readonly key: Buffer;
}

/** Relays count nonces, and may call the first one stale at once. */
async function allocate(
  server: StunConnection,
  account: TurnAccount,
  asked: Attributes,
  challenge: StunAnswer,
): Promise<{ readonly answer: StunAnswer; readonly login: Login }> {
  const login = loginFor(account, challenge);
  const signed = (by: Login) =>
    server.ask(stunRequest(method.allocate, new Map([...asked, ...by.attributes]), by.key));
  const answer = await signed(login);
  if (answer.isSuccess || stunError(answer).code !== STALE_NONCE) return { answer, login };
  const renewed = loginFor(account, answer);
  return { answer: await signed(renewed), login: renewed };
}

function loginFor({ username, credential }: TurnAccount, { attributes: given }: StunAnswer): Login {
  const realm = given.get(attribute.realm) ?? Buffer.alloc(0);
  return {
    attributes: new Map([
      [attribute.username, Buffer.from(username)],
      [attribute.realm, realm],
      [attribute.nonce, given.get(attribute.nonce) ?? Buffer.alloc(0)],
    ]),
    key: createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest(),
  };
}

/** Otherwise the relay keeps an address for it for ten minutes. It relays, whatever it says to that. */
async function release(server: StunConnection, { attributes, key }: Login): Promise<void> {
  const request = stunRequest(method.refresh, new Map([[attribute.lifetime, NOTHING], ...attributes]), key);
  await server.ask(request);
}

function otherTrouble(answer: StunAnswer): string | undefined {
  const { code, reason } = stunError(answer);
  // It leads browsers to another relay, which is not asked here.
  if (code === TRY_ALTERNATE) return undefined;
  return `answers, but does not relay (${[code, reason].join(' ').trim()})`;
}
