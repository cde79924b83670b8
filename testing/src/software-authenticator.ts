import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What an authenticator says of itself in each answer. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

interface Site {
  readonly host: string;
  readonly origin: string;
}

/** An authenticator in software: makes one passkey (ES256, WebAuthn level 3) and signs with it, as well or badly as it is told. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  readonly #site: Site;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  #uses = 0;

  constructor(site: Site) {
    this.#site = site;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#publicKey = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'));
  }

  create(challenge: string, how: { origin?: string; isVerified?: boolean } = {}) {
    const credential = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, this.#publicKey]);
    const authData = Buffer.concat([this.#head(how.isVerified ?? true, WITH_CREDENTIAL), credential]);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: this.#clientData('webauthn.create', challenge, how.origin).toString('base64url'),
      attestationObject: attestation(authData).toString('base64url'),
      transports: ['internal'],
    };
  }

  get(challenge: string, how: { origin?: string; isVerified?: boolean; uses?: number } = {}) {
    this.#uses = how.uses ?? this.#uses + 1;
    const clientData = this.#clientData('webauthn.get', challenge, how.origin);
    const authData = this.#head(how.isVerified ?? true, 0);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
    };
  }

  #clientData(type: string, challenge: string, origin = this.#site.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #head(isVerified: boolean, more: number): Buffer {
    const host = createHash('sha256').update(this.#site.host).digest();
    const uses = Buffer.alloc(4);
    uses.writeUInt32BE(this.#uses);
    return Buffer.concat([host, Buffer.from([PRESENT | (isVerified ? VERIFIED : 0) | more]), uses]);
  }
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

/** The few shapes of CBOR that are needed. */
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer => {
  const length =
    value.length < 256
      ? Buffer.from([0x58, value.length])
      : Buffer.concat([Buffer.from([0x59]), uint16(value.length)]);
  return Buffer.concat([length, value]);
};

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ]);

/** {fmt: "none", attStmt: {}, authData} */
const attestation = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    bytes(authData),
  ]);
