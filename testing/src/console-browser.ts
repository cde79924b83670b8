import type { Role } from '@parley/contract/user.ts';
import { operatorLink } from '@parley/service/domains/access/session.actions.ts';
import { linkToken } from '@parley/service/domains/access/session.model.ts';
import { invite } from '@parley/service/domains/companies/invitation.actions.ts';
import { invitationToken } from '@parley/service/domains/companies/invitation.model.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { expect } from 'vitest';
import { type TestService, testSecrets } from './service.ts';

export const PASSWORD = 'correct horse battery';

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

/** What the link carries that signs the operator in as staff, looking at a company if one is named. */
export async function operatorToken(service: TestService, companyId?: string): Promise<string> {
  const linkId = await operatorLink(service.services.database, {
    companyId: companyId as CompanyId | undefined,
  });
  return linkToken(testSecrets.PARLEY_LINK_SECRET, linkId);
}

/** Somebody new in a company, signed in. */
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
    password: PASSWORD,
  });
  expect(status).toBe(200);
  return browser;
}
