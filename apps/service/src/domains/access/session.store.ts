import type { Role, SignInMethod } from '@parley/contract/user.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { Session } from './session.model.ts';

/** Notified when a session ends or looks elsewhere, or a member's role changes: open streams are then checked again. */
export const SESSIONS_CHANGED = 'sessions_changed';

export const announceSessions = (everywhere: Everywhere) =>
  everywhere.run(sql`select pg_notify(${SESSIONS_CHANGED}, '')`);

/** A session with all that the door needs to know of its person. */
export interface Visit {
  readonly id: string;
  readonly userId: string;
  readonly isByProvider: boolean;
  readonly isStaff: boolean;
  readonly companyId: CompanyId | null;
  /** Null: staff, or they left the company. */
  readonly role: Role | null;
  readonly seenAt: Date;
}

/**
 * Index: sessions_token_hash_key. One look-up for each request, so that what is revoked is gone at once. What groups gave
 * counts only in sessions that the provider confirmed: others are never checked against the groups again.
 */
export const findVisit = (everywhere: Everywhere, tokenHashes: readonly Buffer[]) =>
  everywhere.first<Visit>(sql`
    select s.id, s.user_id as "userId", s.is_by_provider as "isByProvider", s.company_id as "companyId", m.role, s.seen_at as "seenAt",
      u.is_staff or (s.is_by_provider and exists (
        select 1 from identities i where i.user_id = s.user_id and i.gives_staff)) as "isStaff"
    from (select *, signed_in_by is not distinct from 'oidc' as is_by_provider from sessions) s
      join users u on u.id = s.user_id
      left join memberships m on m.company_id = s.company_id and m.user_id = s.user_id
        and (m.source <> 'groups' or s.is_by_provider)
    where s.token_hash = any(${tokenHashes}::bytea[]) and s.expires_at > ${everywhere.now()}`);

export async function insertSession(
  everywhere: Everywhere,
  session: {
    id: string;
    userId: string;
    companyId: CompanyId | null;
    tokenHash: Buffer;
    expiresAt: Date;
    endsAt: Date | null;
    signedInBy: SignInMethod;
    idToken: Buffer | null;
    ipAddress: string | null;
    userAgent: string | null;
  },
): Promise<void> {
  const now = everywhere.now();
  await everywhere.run(sql`
    insert into sessions (id, user_id, company_id, token_hash, created_at, seen_at, expires_at, ip_address, user_agent,
      ends_at, signed_in_by, id_token)
    values (${session.id}, ${session.userId}, ${session.companyId}, ${session.tokenHash}, ${now}, ${now}, ${session.expiresAt},
            ${session.ipAddress}, ${session.userAgent}, ${session.endsAt}, ${session.signedInBy}, ${session.idToken})`);
}

/** A visit makes the session last longer, up to the longest that one may last. */
export const noteVisit = (
  everywhere: Everywhere,
  id: string,
  lasting: { idleDays: number; longestDays: number },
) =>
  everywhere.run(sql`
    update sessions set seen_at = ${everywhere.now()}, expires_at = least(
      ${everywhere.now()}::timestamptz + make_interval(days => ${lasting.idleDays}::int),
      created_at + make_interval(days => ${lasting.longestDays}::int), ends_at)
    where id = ${id}`);

export const lookAt = (everywhere: Everywhere, id: string, companyId: CompanyId) =>
  everywhere.run(sql`update sessions set company_id = ${companyId} where id = ${id}`);

// Index: sessions_by_user.
export const sessionsOf = (everywhere: Everywhere, userId: string) =>
  everywhere.all<Session>(sql`
    select id, created_at as "createdAt", seen_at as "seenAt", ip_address as "ipAddress", user_agent as "userAgent",
      signed_in_by as "signedInBy"
    from sessions where user_id = ${userId} and expires_at > ${everywhere.now()} order by seen_at desc limit 100`);

/** Whether it began then or later. */
export const hasSessionSince = async (everywhere: Everywhere, id: string, since: Date): Promise<boolean> =>
  (await everywhere.first(sql`select 1 from sessions where id = ${id} and created_at >= ${since}`)) !==
  undefined;

export const deleteSession = (everywhere: Everywhere, userId: string, id: string) =>
  everywhere.run(sql`delete from sessions where user_id = ${userId} and id = ${id}`);

export const deleteSessionsOf = (everywhere: Everywhere, userId: string) =>
  everywhere.run(sql`delete from sessions where user_id = ${userId}`);

/** Whether it is there still, and stays so until the transaction ends. */
export const holdSession = async (everywhere: Everywhere, id: string): Promise<boolean> =>
  (await everywhere.first(sql`select 1 from sessions where id = ${id} for update`)) !== undefined;

/** Ends it and answers how it began. */
export const takeSession = (everywhere: Everywhere, userId: string, id: string) =>
  everywhere.first<{ signedInBy: SignInMethod | null; idToken: Buffer | null }>(sql`
    delete from sessions where user_id = ${userId} and id = ${id}
    returning signed_in_by as "signedInBy", id_token as "idToken"`);

export const deleteOtherSessions = (everywhere: Everywhere, userId: string, exceptId: string) =>
  everywhere.run(sql`delete from sessions where user_id = ${userId} and id <> ${exceptId}`);

/** Those that look at a company which their person was removed from. */
export const deleteSessionsIn = (everywhere: Everywhere, userId: string, companyId: CompanyId) =>
  everywhere.run(sql`delete from sessions where user_id = ${userId} and company_id = ${companyId}`);

export async function insertLink(
  everywhere: Everywhere,
  link: { id: string; userId: string; expiresAt: Date },
): Promise<void> {
  await everywhere.run(sql`
    insert into sign_in_links (id, user_id, created_at, expires_at)
    values (${link.id}, ${link.userId}, ${everywhere.now()}, ${link.expiresAt})`);
}

// Index: sign_in_links_by_user.
export const hasOpenLink = async (
  everywhere: Everywhere,
  userId: string,
  { madeAfter, endsBy }: { madeAfter: Date; endsBy: Date },
): Promise<boolean> =>
  (await everywhere.first(sql`
    select 1 from sign_in_links
    where user_id = ${userId} and used_at is null and created_at > ${madeAfter} and expires_at <= ${endsBy} limit 1`)) !==
  undefined;

/** Whose link it is, once: the second who opens it gets nothing. */
export const takeLink = (everywhere: Everywhere, id: string) =>
  everywhere.first<{ userId: string }>(sql`
    update sign_in_links set used_at = ${everywhere.now()}
    where id = ${id} and used_at is null and expires_at > ${everywhere.now()}
    returning user_id as "userId"`);

export const findLink = (everywhere: Everywhere, id: string) =>
  everywhere.first<{ userId: string; email: string }>(sql`
    select u.id as "userId", u.email from sign_in_links l join users u on u.id = l.user_id
    where l.id = ${id} and l.used_at is null and l.expires_at > ${everywhere.now()}`);

// Indexes: sessions_by_expiry, sign_in_links_by_expiry.
export const deleteExpired = async (everywhere: Everywhere): Promise<void> => {
  await everywhere.run(sql`delete from sessions where expires_at < ${everywhere.now()}`);
  await everywhere.run(sql`delete from sign_in_links where expires_at < ${everywhere.now()}`);
  await everywhere.run(sql`delete from answered_challenges where expires_at < ${everywhere.now()}`);
};
