import { isPersonal } from '@parley/service/http/personal-routes.ts';
import { apiRoutes, consoleRoutes } from '@parley/testing/every-route.ts';
import { expect, test } from 'vitest';

/** Words of replies that are about a contact, or of what was said with one. */
const ABOUT_CONTACTS = /"(?:contactId|contactName|transcript|doNotCall|phoneNumber)"/;
/** They name conditions, the ids of people who are gone, and the numbers of the company itself. */
const OTHERS = new Set([
  '/contact-segments',
  '/contact-segments/{id}',
  '/erasure-receipts',
  '/erasure-receipts/{id}',
  '/phone-numbers',
]);

test("reading a contact's data is in the audit log, whichever route it was read from", () => {
  const missing = [...apiRoutes, ...consoleRoutes]
    .filter(({ method }) => method === 'GET')
    .filter(({ replies }) => ABOUT_CONTACTS.test(JSON.stringify(replies)))
    .map(({ path }) => path)
    .filter((path) => !isPersonal(path) && !OTHERS.has(path));
  expect(missing).toEqual([]);
});
