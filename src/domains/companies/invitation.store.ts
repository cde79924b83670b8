import type { Everywhere } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { Invitation } from './invitation.model.ts';

export async function insertInvitation(
  everywhere: Everywhere,
  invitation: Pick<Invitation, 'id' | 'companyId' | 'email' | 'expiresAt'> & { readonly createdAt: Date },
): Promise<void> {
  await everywhere.run(sql`
    insert into invitations (id, company_id, email, expires_at, created_at)
    values (${invitation.id}, ${invitation.companyId}, ${invitation.email}, ${invitation.expiresAt}, ${invitation.createdAt})`);
}

export const findInvitation = (everywhere: Everywhere, id: string) =>
  everywhere.first<Invitation>(sql`
    select i.id, i.company_id as "companyId", c.name as "companyName", i.email, i.expires_at as "expiresAt", i.sent_at as "sentAt"
    from invitations i join companies c on c.id = i.company_id
    where i.id = ${id}`);

export async function markSent(everywhere: Everywhere, id: string): Promise<void> {
  await everywhere.run(
    sql`update invitations set sent_at = ${everywhere.now()} where id = ${id} and sent_at is null`,
  );
}
