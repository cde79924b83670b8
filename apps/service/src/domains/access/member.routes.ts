import { PersonEntryView } from '@parley/contract/audit.ts';
import { IdOf, PageOf, PageQuery, Strict, Uuid } from '@parley/contract/schema.ts';
import {
  InvitationLink,
  InvitationView,
  IsMailOn,
  MemberChange,
  MemberView,
  NewMember,
} from '@parley/contract/user.ts';
import { Type } from 'typebox';
import { consoleRoute } from '../../http/route.ts';
import { readPeopleAudit } from './audit.actions.ts';
import {
  changeRole,
  inviteMember,
  readInvitations,
  readMembers,
  removeMember,
  withdraw,
} from './member.actions.ts';

const tag = 'Console';

/**
 * The link of an invitation, for who passes it on by hand where no mail is sent. An owner may open it themselves, so the
 * account that it makes is not known to be of who has the address: docs/adr/0030-invitation-links-to-copy.md.
 */
export type CopiedLink = (invitationId: string, isForStaff: boolean) => string;
const linkFor = (copied: CopiedLink | undefined, user: { readonly isStaff: boolean }, id: string) =>
  copied === undefined ? {} : { link: copied(id, user.isStaff) };

/** The people of a company. `atLeast` is the role it takes: only owners invite, change roles and remove. */
export const memberRoutes = (copied: CopiedLink | undefined) => [
  consoleRoute({
    method: 'GET',
    path: '/console/api/users',
    name: 'listUsers',
    summary: 'List the members of the company',
    tag,
    atLeast: 'viewer',
    query: PageQuery({}),
    reply: { 200: PageOf(MemberView) },
    handle: ({ scope, query }) => readMembers(scope, query),
  }),
  consoleRoute({
    method: 'PATCH',
    path: '/console/api/users/{id}',
    name: 'changeUser',
    summary: "Change a person's role",
    tag,
    atLeast: 'owner',
    params: { id: IdOf('User') },
    body: MemberChange,
    reply: { 200: MemberView },
    handle: ({ everywhere, scope, principal, params, body, client }) =>
      changeRole(everywhere, params.id, body.role, { user: principal, client, companyId: scope.companyId }),
  }),
  consoleRoute({
    method: 'DELETE',
    path: '/console/api/users/{id}',
    name: 'removeUser',
    summary: 'Remove a member from the company',
    tag,
    atLeast: 'owner',
    params: { id: IdOf('User') },
    reply: { 204: null },
    handle: ({ everywhere, scope, principal, params, client }) =>
      removeMember(everywhere, params.id, { user: principal, client, companyId: scope.companyId }),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/invitations',
    name: 'listInvitations',
    summary: 'List pending invitations',
    tag,
    atLeast: 'owner',
    reply: { 200: Strict({ isMailOn: IsMailOn(), data: Type.Array(InvitationView) }) },
    handle: async ({ scope, principal }) => ({
      isMailOn: copied === undefined,
      data: (await readInvitations(scope)).map((one) => ({ ...one, ...linkFor(copied, principal, one.id) })),
    }),
  }),
  consoleRoute({
    method: 'POST',
    path: '/console/api/invitations',
    name: 'inviteUser',
    summary: 'Invite somebody to the company',
    tag,
    atLeast: 'owner',
    body: NewMember,
    limit: { name: 'invitations', max: 30, perSeconds: 60 },
    reply: { 201: Strict({ id: Uuid(), isMailOn: IsMailOn(), link: InvitationLink() }) },
    handle: async ({ everywhere, scope, principal, body, client }) => {
      const { id } = await inviteMember(everywhere, scope.companyId, body, { user: principal, client });
      return { id, isMailOn: copied === undefined, ...linkFor(copied, principal, id) };
    },
  }),
  consoleRoute({
    method: 'DELETE',
    path: '/console/api/invitations/{id}',
    name: 'withdrawInvitation',
    summary: 'Withdraw an invitation',
    tag,
    atLeast: 'owner',
    params: { id: IdOf('Invitation') },
    reply: { 204: null },
    handle: ({ scope, params }) => withdraw(scope, params.id),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/audit',
    name: 'listPeopleAudit',
    summary: 'Read the audit log of the company',
    tag,
    atLeast: 'owner',
    query: PageQuery({}),
    reply: { 200: PageOf(PersonEntryView) },
    handle: ({ scope, query }) => readPeopleAudit(scope, query),
  }),
];
