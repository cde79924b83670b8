import type { MeView, SessionView } from '@parley/contract/user.ts';
import { notFound } from '@parley/kernel/failure.ts';
import type { Client, ConsoleUser } from '../../http/principal.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { getCompany } from '../companies/company.actions.ts';
import { auditPerson } from './audit.actions.ts';
import * as sessions from './session.store.ts';
import { countRecoveryCodes, hasTotp } from './totp.store.ts';
import * as users from './user.store.ts';

export async function me(everywhere: Everywhere, user: ConsoleUser): Promise<MeView> {
  const [found, memberships, hasSecondFactor, recoveryCodesLeft] = await Promise.all([
    users.findUser(everywhere, user.userId),
    users.membershipsOf(everywhere, user.userId, user.isByProvider),
    hasTotp(everywhere, user.userId),
    countRecoveryCodes(everywhere, user.userId),
  ]);
  if (!found) throw notFound('User');
  const company = user.companyId === null ? null : await getCompany(everywhere, user.companyId);
  return {
    id: found.id,
    email: found.email,
    name: found.name,
    hasPassword: found.password !== null,
    hasSecondFactor,
    recoveryCodesLeft,
    isStaff: user.isStaff,
    role: user.role,
    company: company && { id: company.id, name: company.name },
    companies: memberships.map(({ companyId, companyName, role }) => ({
      id: companyId,
      name: companyName,
      role,
    })),
  };
}

/** Looks at another company: one of their own, or for staff any. Another's is not found. */
export async function chooseCompany(
  everywhere: Everywhere,
  user: ConsoleUser,
  companyId: string,
): Promise<void> {
  const own = await users.membershipsOf(everywhere, user.userId, user.isByProvider);
  const isOwn = own.some((membership) => membership.companyId === companyId);
  if (!isOwn && !user.isStaff) throw notFound('Company');
  const company = await getCompany(everywhere, companyId);
  await sessions.lookAt(everywhere, user.sessionId, company.id);
  await sessions.announceSessions(everywhere);
}

export async function mySessions(everywhere: Everywhere, user: ConsoleUser): Promise<SessionView[]> {
  const rows = await sessions.sessionsOf(everywhere, user.userId);
  return rows.map(({ createdAt, seenAt, ...rest }) => ({
    ...rest,
    isThis: rest.id === user.sessionId,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }));
}

export async function endSession(
  everywhere: Everywhere,
  user: ConsoleUser,
  id: string,
  client: Client,
): Promise<void> {
  await everywhere.transaction(async (inside) => {
    if ((await sessions.deleteSession(inside, user.userId, id)) === 0) throw notFound('Session');
    await sessions.announceSessions(inside);
    await auditPerson(inside, 'SESSION_ENDED', user, client, { sessionId: id });
  });
}

/** Every session but this one: for who left one open somewhere. */
export async function endOtherSessions(
  everywhere: Everywhere,
  user: ConsoleUser,
  client: Client,
): Promise<void> {
  await everywhere.transaction(async (inside) => {
    const ended = await sessions.deleteOtherSessions(inside, user.userId, user.sessionId);
    await sessions.announceSessions(inside);
    await auditPerson(inside, 'SESSION_ENDED', user, client, { ended });
  });
}

/** How others see them, in every company they belong to. */
export async function changeName(everywhere: Everywhere, user: ConsoleUser, name: string): Promise<void> {
  if ((await users.saveName(everywhere, user.userId, name)) === 0) throw notFound('User');
}
