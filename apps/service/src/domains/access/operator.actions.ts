import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { newLink } from './session.actions.ts';
import { FIRST_LINK_MINUTES } from './session.model.ts';
import { addMember, ensureUser } from './user.store.ts';

/** Who runs the installation, until they give themselves another address. */
const OPERATOR = 'operator@localhost';

/** A link that signs in as staff; with a company, they begin by looking at it. */
export async function operatorLink(
  everywhere: Everywhere,
  { email = OPERATOR, companyId }: { email?: string; companyId?: CompanyId | undefined },
): Promise<string> {
  return everywhere.transaction(async (inside) => {
    const { user } = await ensureUser(inside, { email, name: null, isStaff: true });
    if (companyId !== undefined) await addMember(inside, companyId, user.id, 'owner');
    return newLink(inside, user.id, FIRST_LINK_MINUTES);
  });
}
