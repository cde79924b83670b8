import type { Permission } from '@parley/contract/api-key.ts';
import type { Role } from '@parley/contract/user.ts';
import type { CompanyId } from '../storage/sql.ts';

/** Who a request comes from, once its key, token or session has been checked. */
export type Principal = Caller | Administrator | Stranger;

/** Who may act inside a company. */
export type Caller = StandardKey | AtsKey | ConsoleUser;

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

/** A person who signed in to the console. */
export interface ConsoleUser {
  readonly kind: 'user';
  readonly userId: string;
  readonly sessionId: string;
  /** The session began at the identity provider: only then does what groups gave count. */
  readonly isByProvider: boolean;
  /** The company they look at; null: they belong to none, or have not chosen. */
  readonly companyId: CompanyId | null;
  readonly role: Role;
  /** Staff of the installation look after every company. */
  readonly isStaff: boolean;
  readonly permissions: ReadonlySet<Permission>;
  readonly environment: null;
}

/** Not signed in yet. */
export interface Stranger {
  readonly kind: 'stranger';
}

/** The credentials of a request. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** The token of a session, when the console sent it and no other site did. */
  readonly session: string | undefined;
  /** The company that the page of the console shows, or `none`; absent from a page that does not say. */
  readonly believed?: string | undefined;
}

/** Where a request came from, for the audit log. */
export interface Client {
  readonly ipAddress: string;
  readonly userAgent: string | null;
  readonly endpoint: string;
  /** It reads what is about contacts: people who do that are in the audit log. */
  readonly isPersonal?: boolean;
  /** The status of the answer, once it has been sent. */
  readonly answered?: Promise<number>;
}

/** Authenticates requests. The domains that know keys and companies implement it; the server only calls it. */
export interface Authenticator {
  /** Throws the one generic failure when the header carries no valid key. */
  key(authorization: string | undefined, client: Client): Promise<StandardKey | AtsKey>;
  /** A valid administrator's token; a valid API key is forbidden, anything else is the generic failure. */
  administrator(authorization: string | undefined, client: Client): Promise<Administrator>;
  /**
   * Throws the one generic failure when there is no such session, and a conflict when it looks at another company
   * than the page believes.
   */
  user(session: string, client: Client, believed?: string): Promise<ConsoleUser>;
  /**
   * Who the credentials stand for now, for a response that goes on: neither audited nor counted. Undefined when they are
   * no longer accepted.
   */
  current(credentials: Credentials, client: Client): Promise<Caller | undefined>;
  /** Notes that a signed-in person's browser fetched a file by its link. */
  download(session: string, client: Client): Promise<void>;
  /** Calls the listener whenever a key, a session or a member may have changed. */
  onChange(listener: () => void): void;
  /** The company an ATS key asks for, if it may act for it. */
  companyFor(key: AtsKey, companyId: string): Promise<CompanyId | undefined>;
}
