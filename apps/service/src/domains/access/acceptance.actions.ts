import { notFound } from '@parley/kernel/failure.ts';
import type { Client } from '../../http/principal.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { acceptInvitation } from '../companies/invitation.actions.ts';
import { invitationIdOf } from '../companies/invitation.model.ts';
import { auditPerson } from './audit.actions.ts';
import { hashPassword } from './password.model.ts';
import { type Begun, begin, mailLink, type SignInServices } from './session.actions.ts';
import * as users from './user.store.ts';

/**
 * Lets an invited person into the company. Only who is new here is signed in by it: an invitation lies
 * in a mailbox for days, and must not open an account that is there already, nor give it a password or a name. Such a
 * person joins, and is mailed a link like any other to sign in with.
 */
export function redeemInvitation(
  everywhere: Everywhere,
  services: SignInServices,
  given: { token: string; name?: string; password?: string },
  client: Client,
): Promise<Begun | undefined> {
  return everywhere.transaction(async (inside) => {
    const id = invitationIdOf(services.linkSecret, given.token);
    if (id === undefined) throw notFound('Invitation');
    const invitation = await acceptInvitation(inside, id);
    const companyId = invitation.companyId as CompanyId;
    const { user, isNew } = await users.ensureUser(inside, {
      email: invitation.email,
      name: given.name ?? null,
      isStaff: false,
    });
    await users.addMember(inside, companyId, user.id, invitation.role);
    await auditPerson(inside, 'USER_JOINED', { userId: user.id, companyId }, client, {
      role: invitation.role,
    });
    if (!isNew) {
      await mailLink(inside, user.id);
      return undefined;
    }
    if (given.password !== undefined)
      await users.savePassword(inside, user.id, await hashPassword(given.password));
    return begin(inside, services, user, client, 'invitation', companyId);
  });
}
