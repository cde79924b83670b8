import type { CompanyId } from '../storage/sql.ts';
import type { Permission } from './permission.ts';

/** Who a request comes from, once its key or token has been checked. */
export type Principal = StandardKey | AtsKey | Administrator;

interface Key {
  readonly keyId: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Calls caused by a `test` key never leave the simulated telephone network. */
  readonly environment: 'live' | 'test' | null;
}

/** Acts inside its own company. */
export interface StandardKey extends Key {
  readonly kind: 'standard';
  readonly companyId: CompanyId;
}

/** Acts for the companies it created, naming one in each request. */
export interface AtsKey extends Key {
  readonly kind: 'ats';
}

export interface Administrator {
  readonly kind: 'admin';
  readonly subject: string;
}

/** Where a request came from, for the audit log. */
export interface Client {
  readonly ipAddress: string;
  readonly userAgent: string | null;
  readonly endpoint: string;
}

/** The doors of the house. The domains that know keys and companies implement it; the server only asks. */
export interface Gatekeeper {
  /** Throws the one generic failure when the header carries no valid key. */
  key(authorization: string | undefined, client: Client): Promise<StandardKey | AtsKey>;
  /** A valid administrator's token; a valid API key is forbidden, anything else is the generic failure. */
  administrator(authorization: string | undefined, client: Client): Promise<Administrator>;
  /** The company an ATS key asks for, if it may act for it. */
  companyFor(key: AtsKey, companyId: string): Promise<CompanyId | undefined>;
}
