import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type JWK, Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';

/** What the provider knows about somebody. */
export interface OidcAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export const CLIENT_ID = 'parley';
export const CLIENT_SECRET = 'a-secret-between-parley-and-its-provider';

/** Changes the ID token on its way to the service. */
type Tampering = (idToken: string, sign: (claims: JWTPayload) => Promise<string>) => string | Promise<string>;

/** A real identity provider (oidc-provider) on a port of its own. People sign in by naming themselves. */
export async function startOidcServer() {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const accounts = new Map<string, OidcAccount>();
  let tampering: Tampering | undefined;
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    response.writeHead(503).end();
  };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  /** Begins to serve one client, with signing keys of its own. */
  async function serve(serviceUrl: string): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = `key-${asked.length}`;
    const provider = makeProvider(issuer, serviceUrl, accounts, {
      ...((await exportJWK(privateKey)) as JWK),
      kid,
      use: 'sig',
      alg: 'RS256',
    });
    provider.use(async (context, next) => {
      await next();
      const body = context.body as { id_token?: string } | undefined;
      if (context.path === '/token' && tampering && body?.id_token)
        body.id_token = await tampering(body.id_token, (claims) => signed(claims, privateKey, kid));
    });
    const callback = provider.callback();
    handle = (request, response) => {
      const uid = /^\/interaction\/([\w-]+)/.exec(request.url ?? '')?.[1];
      if (uid === undefined) callback(request, response);
      else void interact(provider, request, response);
    };
  }

  return {
    issuer,
    /** Paths that were asked for. */
    asked,
    serve,
    addAccount: (subject: string, account: OidcAccount) => void accounts.set(subject, account),
    tamper(with_: Tampering | undefined) {
      tampering = with_;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>;

const signed = (claims: JWTPayload, key: CryptoKey, kid: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(key);

function makeProvider(
  issuer: string,
  serviceUrl: string,
  accounts: ReadonlyMap<string, OidcAccount>,
  key: JWK,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${serviceUrl}/console/sign-in`],
        post_logout_redirect_uris: [`${serviceUrl}/console/sign-in`],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a-key-for-cookies-of-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...accounts.get(subject) }),
    }),
    // Nobody is asked whether the service may know their address.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError(context, out) {
      context.type = 'json';
      context.body = out;
    },
  });
}

/** The provider's own sign-in page. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      '<title>Provider</title><form method="post"><label>Account <input name="login"></label><button>Continue</button></form>',
    );
    return;
  }
  let body = '';
  for await (const part of request) body += part;
  const accountId = new URLSearchParams(body).get('login') ?? '';
  await provider.interactionFinished(request, response, { login: { accountId } });
}

/** Walks through the provider's pages as somebody, and answers what it sends the browser back with. */
export async function signInAt(url: string, subject: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  let body: string | undefined;
  for (let steps = 0; steps < 10; steps++) {
    const response = await fetch(next, {
      redirect: 'manual',
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', ...value] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value.join('='));
    }
    body = undefined;
    const location = response.headers.get('location');
    if (location !== null) {
      next = new URL(location, next);
      if (next.pathname === '/console/sign-in') return Object.fromEntries(next.searchParams);
    } else if (next.pathname.startsWith('/interaction/') && response.ok) {
      body = new URLSearchParams({ login: subject }).toString();
    } else {
      throw new Error(`${response.status} at ${next.pathname}: ${await response.text()}`);
    }
  }
  throw new Error('The provider never came back');
}
