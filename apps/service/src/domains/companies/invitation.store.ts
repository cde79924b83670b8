import type { Role } from '@parley/contract/user.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { Invitation } from './invitation.model.ts';

export async function insertInvitation(
  everywhere: Everywhere,
  invitation: Pick<Invitation, 'id' | 'companyId' | 'email' | 'role' | 'expiresAt'> & {
    readonly createdAt: Date;
  },
): Promise<void> {
  await everywhere.run(sql`
    insert into invitations (id, company_id, email, role, expires_at, created_at)
    values (${invitation.id}, ${invitation.companyId}, ${invitation.email}, ${invitation.role}, ${invitation.expiresAt}, ${invitation.createdAt})`);
}

export const findInvitation = (everywhere: Everywhere, id: string) =>
  everywhere.first<Invitation>(sql`
    select i.id, i.company_id as "companyId", c.name as "companyName", i.email, i.expires_at as "expiresAt", i.sent_at as "sentAt",
           i.role, i.accepted_at as "acceptedAt"
    from invitations i join companies c on c.id = i.company_id
    where i.id = ${id}`);

export async function markSent(everywhere: Everywhere, id: string): Promise<void> {
  await everywhere.run(
    sql`update invitations set sent_at = ${everywhere.now()} where id = ${id} and sent_at is null`,
  );
}

/** True once: whoever opens the link a second time finds it used. */
export const takeInvitation = async (everywhere: Everywhere, id: string): Promise<boolean> =>
  (await everywhere.run(
    sql`update invitations set accepted_at = ${everywhere.now()} where id = ${id} and accepted_at is null`,
  )) === 1;

/** Those of a company that wait for an answer. Index: invitations_by_company. */
export const listOpenInvitations = (scope: Scope) =>
  scope.all<{ id: string; email: string; role: Role; expiresAt: Date; createdAt: Date }>(sql`
    select id, email, role, expires_at as "expiresAt", created_at as "createdAt" from invitations
    where company_id = ${scope.companyId} and accepted_at is null and expires_at > ${scope.now()}
    order by id desc limit 200`);

export const deleteInvitation = (scope: Scope, id: string): Promise<number> =>
  scope.run(
    sql`delete from invitations where company_id = ${scope.companyId} and id = ${id} and accepted_at is null`,
  );

/** Those to one address that wait for an answer, expired or not. Index: invitations_by_company. */
export const deleteInvitationsTo = (
  everywhere: Everywhere,
  companyId: CompanyId,
  email: string,
): Promise<number> =>
  everywhere.run(sql`
    delete from invitations
    where company_id = ${companyId} and lower(email) = lower(${email}) and accepted_at is null`);
