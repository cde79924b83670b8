import { type Area, conversations } from './mutant.ts';

const domains = 'apps/service/src/domains';
const access = `${domains}/access`;
const keys = [`${access}/api-key.model.test.ts`];
const contacts = [`${domains}/contacts/contact.routes.test.ts`];
const optOuts = [`${domains}/contacts/do-not-call.test.ts`];
const endpoint = ['apps/service/src/http/endpoint.test.ts'];
const sessions = [`${access}/session.routes.test.ts`];

export const isolation: Area = {
  name: 'isolation',
  tests: ['tests/isolation/keys.test.ts'],
  mutants: [
    {
      file: `${domains}/companies/company.store.ts`,
      breaks: 'an ATS key acts for companies that another key created',
      old: "if ('createdByKeyId' in to) return sql`created_by_key_id = ${to.createdByKeyId}`;",
      new: "if ('createdByKeyId' in to) return sql`created_by_key_id is not null or ${to.createdByKeyId}::uuid is null`;",
      tests: [`${domains}/companies/company.routes.test.ts`],
    },
    {
      file: 'apps/service/src/http/endpoint.ts',
      breaks: 'a key with one of the scopes that a route needs may use it',
      old: 'for (const permission of access.needs) {',
      new: 'for (const permission of access.needs.slice(0, 1)) {',
      tests: endpoint,
    },
    {
      file: 'apps/service/src/http/endpoint.ts',
      breaks: 'a company key does what only ATS keys may',
      old: "access.only === 'ats' && caller.kind !== 'ats'",
      new: "access.only === 'ats' && caller.kind === 'user'",
      tests: [`${domains}/companies/company.routes.test.ts`],
    },
    {
      file: 'apps/service/src/http/endpoint.ts',
      breaks: 'a viewer does what needs the role above',
      old: 'userRoles.indexOf(user.role) < userRoles.indexOf(atLeast)',
      new: 'userRoles.indexOf(user.role) < userRoles.indexOf(atLeast) - 1',
      tests: sessions,
    },
    {
      file: 'apps/service/src/http/endpoint.ts',
      breaks: 'a member of one company does what only staff of the installation may',
      old: "if (!user.isStaff) throw forbidden('Only staff",
      new: "if (!user.isStaff && user.role !== 'owner') throw forbidden('Only staff",
      tests: sessions,
    },
    {
      file: 'apps/service/src/http/endpoint.ts',
      breaks: 'one company uses up the rate limit of all others',
      old: 'const owner = scope?.companyId ?? nameOf(caller, client);',
      new: 'const owner = scope === undefined ? nameOf(caller, client) : caller.kind;',
      tests: endpoint,
    },
    {
      file: `${access}/api-key.model.ts`,
      breaks: 'a key is valid in the instant of its expiry',
      old: 'key.expiresAt <= now',
      new: 'key.expiresAt < now',
      tests: keys,
    },
    {
      file: `${access}/api-key.model.ts`,
      breaks: 'a suspended key is accepted',
      old: "if (key.state !== 'ACTIVE') return key.state;",
      new: "if (key.state === 'REVOKED') return key.state;",
      tests: [`${access}/authentication.actions.test.ts`],
    },
    {
      file: `${access}/authentication.actions.ts`,
      breaks: 'a key that was used once is accepted from any address',
      old: 'if (cached && cached.refusal(client.ipAddress, everywhere.now()) === undefined) return cached;',
      new: 'if (cached) return cached;',
      tests: [`${access}/authentication.actions.test.ts`],
    },
    {
      file: `${access}/api-key-cache.actions.ts`,
      breaks: 'a key that is revoked while it is looked up stays valid',
      old: 'if (generation === this.#generation && this.#notifications.listening)',
      new: 'if (generation <= this.#generation && this.#notifications.listening)',
      tests: [`${access}/api-key-cache.actions.test.ts`],
    },
    {
      file: `${access}/own-account.actions.ts`,
      breaks: 'a person looks at a company that they do not belong to',
      old: 'if (!isOwn && !user.isStaff) throw',
      new: 'if (!isOwn && own.length === 0 && !user.isStaff) throw',
      tests: sessions,
    },
    {
      file: `${access}/session.store.ts`,
      breaks: 'a role in one company counts in every other',
      old: 'left join memberships m on m.company_id = s.company_id and m.user_id = s.user_id',
      new: 'left join memberships m on m.user_id = s.user_id',
      tests: sessions,
    },
    {
      file: `${domains}/contacts/contact.store.ts`,
      breaks: 'allowing calls to a number in one company allows them in every other',
      old: 'where c.company_id = ${scope.companyId} and c.do_not_call and (',
      new: 'where c.do_not_call and (',
      tests: optOuts,
    },
    {
      file: `${domains}/contacts/contact.store.ts`,
      breaks: 'who opts out is called again when their number is entered anew',
      old: 'from marked where phone_number !~ ${SIMULATED_NUMBER.source}',
      new: 'from marked where phone_number ~ ${SIMULATED_NUMBER.source}',
      tests: optOuts,
    },
    {
      file: 'apps/service/src/storage/functions.sql',
      breaks: 'a webhook receives the events of another company',
      old: `e.position,
           e.subject_id, e.type, w.vocabulary, 'PENDING', e.occurred_at, e.occurred_at, e.occurred_at
    from published e join webhooks w on w.company_id = e.company_id`,
      new: `e.position,
           e.subject_id, e.type, w.vocabulary, 'PENDING', e.occurred_at, e.occurred_at, e.occurred_at
    from published e join webhooks w on true`,
      tests: ['apps/service/src/workflows/deliver-webhooks.test.ts'],
    },
    {
      file: `${domains}/contacts/contact.store.ts`,
      breaks: "another company's contact is not found instead of forbidden",
      old: 'company_id <> ${scope.companyId}',
      new: 'company_id = ${scope.companyId}',
      tests: contacts,
    },
    {
      file: `${conversations}/call-attempt.store.ts`,
      breaks: 'a call attempt is changed by the path of another conversation',
      old: 'a.conversation_id = ${conversationId} and a.id = ${id} for update of a',
      new: '${conversationId}::uuid is not null and a.id = ${id} for update of a',
      tests: [`${conversations}/call-attempt.routes.test.ts`],
    },
    {
      file: `${conversations}/conversation.store.ts`,
      breaks: 'a telephone conversation can be opened as a web call',
      old: "where id = ${id} and type = 'ONLINE'`",
      new: 'where id = ${id}`',
      tests: [`${conversations}/online-link.actions.test.ts`],
    },
    {
      file: `${domains}/documents/passage.store.ts`,
      breaks: 'a document that was switched off is quoted in calls',
      old: "and d.status = 'READY' and d.is_active and",
      new: "and d.status = 'READY' and",
      tests: [`${domains}/documents/passage.actions.test.ts`],
    },
    {
      file: 'apps/service/src/storage/objects/signed-link.ts',
      breaks: 'a link to a file works in the instant of its expiry',
      old: 'if (now >= expiresAt)',
      new: 'if (now > expiresAt)',
      tests: ['apps/service/src/storage/objects/signed-link.test.ts'],
    },
  ],
};
