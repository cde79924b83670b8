import { reachOf } from '@parley/kernel/ip-address.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import { readUri } from '@parley/sip/sip-address.ts';
import type { TransferMode } from '@parley/sip/sip-transfer.ts';
import type { SipTrunk, TrunkSettings } from '@parley/sip/sip-trunk.ts';
import type { AddedTrunk, TelephoneExchange } from '@parley/sip/telephone-exchange.ts';
import type { IdentityHeader } from '@parley/sip/trunk-identity.ts';
import { openPassword, revisionsOf, trunksToWatch } from '../domains/trunks/trunk.actions.ts';
import { isReachable, type Trunk, type TrunkRules } from '../domains/trunks/trunk.model.ts';
import type { Everywhere } from '../storage/scope.ts';

export interface TrunkConnectionsOptions {
  readonly everywhere: Everywhere;
  readonly exchange: TelephoneExchange;
  readonly seal: Seal;
  readonly rules: TrunkRules;
  /** It is new, or as its record says now: whatever was wrong with the one before is over. */
  readonly onConnected: (trunk: Trunk) => void;
  /** Its registration is taken back. Whoever connects to it anew does so afterwards. */
  readonly onLeft: (trunk: Trunk) => void;
  readonly onError: (error: Error) => void;
}

interface Connection {
  readonly trunk: Trunk;
  readonly added: Promise<AddedTrunk>;
}

/** The trunks of records that this process is connected to, each as its record is now. */
export class TrunkConnections {
  readonly #with: TrunkConnectionsOptions;
  readonly #open = new Map<string, Connection>();
  readonly #records = new WeakMap<SipTrunk, Trunk>();
  /** Those that the operator shares: their calls to us are taken, and their state is the installation's. */
  readonly shared: SipTrunk[] = [];
  /** Those that are being left, by trunk: the last one of each waits for those before. */
  readonly #leaving = new Map<string, Promise<void>>();
  #syncing = Promise.resolve();
  #isClosed = false;

  constructor(options: TrunkConnectionsOptions) {
    this.#with = options;
  }

  recordOf(trunk: SipTrunk): Trunk | undefined {
    return this.#records.get(trunk);
  }

  /** False: calls still end on it, and its record has changed or is gone. */
  isCurrent({ id, revision }: Trunk): boolean {
    return this.#open.get(id)?.trunk.revision === revision;
  }

  /** The connection for a record, new where the record has changed. */
  async to(trunk: Trunk): Promise<SipTrunk> {
    const open = this.#open.get(trunk.id);
    if (open !== undefined && open.trunk.revision >= trunk.revision) return (await open.added).trunk;
    // Both registrations have our address: taken back after the new one is granted, the old one would end it.
    const leaving = open === undefined ? this.#leaving.get(trunk.id) : this.#drop(open);
    const added = leaving === undefined ? this.#add(trunk) : leaving.then(() => this.#add(trunk));
    const connection: Connection = { trunk, added };
    this.#open.set(trunk.id, connection);
    try {
      return (await connection.added).trunk;
    } catch (error) {
      if (this.#open.get(trunk.id) === connection) this.#open.delete(trunk.id);
      throw error;
    }
  }

  /** Connects to what is to be looked after, and leaves what was deleted, changed or switched off. */
  sync(): Promise<void> {
    this.#syncing = this.#syncing.then(() => this.#sync()).catch(this.#with.onError);
    return this.#syncing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#syncing;
    await Promise.all(this.#leaving.values());
  }

  async #sync(): Promise<void> {
    if (this.#isClosed) return;
    const { everywhere, onError } = this.#with;
    const current = await revisionsOf(everywhere, [...this.#open.keys()]);
    for (const open of this.#open.values())
      if (current.get(open.trunk.id) !== open.trunk.revision) void this.#drop(open);
    await Promise.all(this.#leaving.values());
    for (const trunk of await trunksToWatch(everywhere)) await this.to(trunk).catch(onError);
  }

  async #add(trunk: Trunk): Promise<AddedTrunk> {
    const { exchange, seal, rules, onConnected } = this.#with;
    const settings = settingsOf(trunk, openPassword(seal, trunk), {
      allowsHost: (address) => this.#mayReach(address, rules),
      isPublicOnly: !rules.allowPrivate,
    });
    const added = await exchange.add(settings, trunk.isRegistering);
    this.#records.set(added.trunk, trunk);
    onConnected(trunk);
    if (trunk.companyId === null) this.shared.push(added.trunk);
    return added;
  }

  /**
   * A provider that knows the operator by our address takes every call from it: a company's trunk there would call at the
   * operator's cost. In private networks the operator has let companies in.
   */
  #mayReach(address: string, rules: TrunkRules): boolean {
    const operators = [...this.#with.exchange.trunks, ...this.shared];
    return (
      isReachable(address, rules) &&
      (reachOf(address) === 'private' ||
        !operators.some((trunk) => trunk.settings.credentials === null && trunk.isAt(address)))
    );
  }

  /** Resolves once its registration is taken back, or after the two seconds that has. */
  #drop(connection: Connection): Promise<void> {
    const { id } = connection.trunk;
    if (this.#open.get(id) === connection) this.#open.delete(id);
    const before = this.#leaving.get(id);
    const leaving: Promise<void> = connection.added
      .then(async (added) => {
        const at = this.shared.indexOf(added.trunk);
        if (at >= 0) this.shared.splice(at, 1);
        await added.remove();
        this.#with.onLeft(connection.trunk);
      })
      .catch(this.#with.onError)
      .then(() => before)
      .finally(() => {
        if (this.#leaving.get(id) === leaving) this.#leaving.delete(id);
      });
    this.#leaving.set(id, leaving);
    return leaving;
  }
}

/** What a record says, as the SIP stack takes it. Limits are counted in the database. */
export function settingsOf(
  trunk: Trunk,
  password: string | null,
  /** Of a company's trunk; the operator's may be anywhere. */
  hosts: Required<Pick<TrunkSettings, 'allowsHost' | 'isPublicOnly'>>,
): TrunkSettings {
  const { host, port, username, authUsername, transport, media, isRegistering } = trunk;
  const fromUser = trunk.fromUser ?? (isRegistering ? username : null);
  const params = new Map([['transport', transport.toLowerCase()]]);
  const proxy =
    trunk.outboundProxy === null
      ? undefined
      : readUri(`sip:${trunk.outboundProxy};transport=${transport.toLowerCase()}`);
  return {
    uri: { scheme: 'sip', user: username, password, host, port, params },
    credentials: username === null || password === null ? null : { user: authUsername ?? username, password },
    identity: {
      ...(fromUser === null ? {} : { fromUser }),
      ...(trunk.fromDomain === null ? {} : { fromDomain: trunk.fromDomain }),
      ...(trunk.contactUser === null ? {} : { contactUser: trunk.contactUser }),
      headers: trunk.identityHeaders.map((name) => name.toLowerCase() as IdentityHeader),
    },
    dialling: {
      format: trunk.numberFormat,
      prefix: trunk.dialPrefix ?? '',
      country: trunk.numberCountry,
    },
    transfer: trunk.transfer.toLowerCase() as TransferMode,
    ...(proxy ? { proxy } : {}),
    isSoundSecure: media === null ? transport === 'TLS' : media === 'SRTP',
    callsPerSecond: Number.POSITIVE_INFINITY,
    mostCalls: Number.POSITIVE_INFINITY,
    ...(trunk.companyId === null ? {} : hosts),
  };
}
