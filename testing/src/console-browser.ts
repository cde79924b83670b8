import { scryptSync } from 'node:crypto';
import type { Role } from '@parley/contract/user.ts';
import { operatorLink } from '@parley/service/domains/access/session.actions.ts';
import { linkToken } from '@parley/service/domains/access/session.model.ts';
import { findUserByEmail, savePassword } from '@parley/service/domains/access/user.store.ts';
import { invite } from '@parley/service/domains/companies/invitation.actions.ts';
import { invitationToken } from '@parley/service/domains/companies/invitation.model.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { expect } from 'vitest';
import { type TestService, testSecrets } from './service.ts';

export const PASSWORD = 'correct horse battery';
/** As a password is stored, at a cost for tests: hundreds of people would otherwise take a minute of a core. */
const CHEAP_HASH = [
  ...['scrypt', 16, 8, 1, Buffer.from('salt').toString('base64url')],
  scryptSync(PASSWORD, 'salt', 32, { N: 16, r: 8, p: 1 }).toString('base64url'),
].join('$');

/** A browser: it keeps the cookie it is given, and says that it is the console. */
export class Browser {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  cookie: string | undefined;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        'x-parley-console': '1',
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.#headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = response.headers.get('set-cookie');
    if (set !== null) this.cookie = set.split(';')[0];
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as any, set };
  }
  get = (path: string) => this.ask('GET', path);
  post = (path: string, body?: unknown) => this.ask('POST', path, body);
}

/** An invitation, as its mail would carry it. */
export async function invited(
  service: TestService,
  companyId: string,
  role: Role,
  email: string,
): Promise<string> {
  const { database } = service.services;
  const id = await database.transaction((inside) => invite(inside, companyId as CompanyId, { email, role }));
  return invitationToken(testSecrets.PARLEY_LINK_SECRET, id);
}

/**
 * What the link carries that signs an operator in as staff. With a company they look at it: each company has an operator of
 * its own, since one who belongs to several begins with the first.
 */
export async function operatorToken(service: TestService, companyId?: string): Promise<string> {
  const linkId = await operatorLink(
    service.services.database,
    companyId === undefined
      ? {}
      : { email: `operator-${companyId}@console.example`, companyId: companyId as CompanyId },
  );
  return linkToken(testSecrets.PARLEY_LINK_SECRET, linkId);
}

/** Somebody new in a company, signed in; the password is set. */
export async function newPerson(
  service: TestService,
  companyId: string,
  role: Role,
  email: string,
): Promise<Browser> {
  const browser = new Browser(service.url);
  const { status } = await browser.post('/console/api/invitations/redeem', {
    token: await invited(service, companyId, role, email),
    name: 'Somebody',
  });
  expect(status).toBe(200);
  await service.services.database.transaction(async (inside) => {
    const user = await findUserByEmail(inside, email);
    if (user === undefined) throw new Error(`Nobody has the e-mail address ${email}`);
    await savePassword(inside, user.id, CHEAP_HASH);
  });
  return browser;
}
