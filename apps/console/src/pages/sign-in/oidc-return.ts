import { post } from '../../api/client.ts';

/** Only in this tab: whoever comes back in another one did not begin there. */
const KEY = 'parley.oidc-attempt';

/** Leaves for the identity provider. */
export async function beginOidc(returnTo: string): Promise<void> {
  const page = returnTo.startsWith('/console/sign-in') ? '/console/' : returnTo;
  const { url, attempt } = await post('/console/api/sign-in/oidc/start', { returnTo: page });
  sessionStorage.setItem(KEY, attempt);
  location.assign(url);
}

/** What the provider added to the address of this page. */
export interface OidcReturn {
  readonly attempt: string;
  readonly code?: string;
  readonly state?: string;
  readonly iss?: string;
  readonly error?: string;
}

/** Undefined when nobody comes back from the provider. */
export function readOidcReturn(search: string): OidcReturn | undefined {
  const returned = new URLSearchParams(search);
  if (!returned.has('state')) return undefined;
  const parts = ['code', 'state', 'iss', 'error'].flatMap((name) => {
    const value = returned.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const attempt = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  return { attempt, ...Object.fromEntries(parts) };
}
