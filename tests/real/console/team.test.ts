import { newPerson, PASSWORD } from '@parley/testing/console-browser.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices, wrong } from './console-services.ts';

/** Some dozens of pages, also on a machine that is slow. */
const LOOKING_MS = 600_000;
/** The first of all tests builds the console. */
const STARTING_MS = 300_000;

describe.skipIf(toInstall)('team and roles in the console', () => {
  let services: ConsoleServices;
  let contactId: string;
  let jobId: string;
  beforeAll(async () => {
    services = await startConsoleServices();
    const { api } = services.company;
    const contact = {
      firstName: 'Ada',
      lastName: 'Novak',
      email: 'a@b.example',
      gdprExpiryDate: '2099-12-31',
    };
    contactId = (await api.post('/contacts', contact)).body.id;
    jobId = (await api.post('/jobs', { title: 'Warehouse clerk' })).body.id;
    await api.post('/contact-fields', { key: 'tier', label: 'Tier', dataType: 'string' });
  }, STARTING_MS);
  afterAll(() => services?.close());

  test('a viewer sees everything but no buttons that change it', async () => {
    const { page, go } = await services.signIn('viewer', { isNew: true });
    const offers = /new|add|import|edit|call|erase|delete|invite|remove|save|read it|search and score/i;
    for (const path of [
      '/contacts',
      `/contacts/${contactId}`,
      `/contacts/${contactId}?edit=yes`,
      `/contacts/${contactId}?tab=documents`,
      '/contact-fields',
      '/jobs',
      `/jobs/${jobId}`,
      '/sourcing',
      '/people',
    ]) {
      await go(path);
      await page.locator('main').waitFor();
      await page.locator('[aria-label="Loading"]').waitFor({ state: 'detached' });
      const names = await page
        .locator('main button, main a[href*="/new"], main a[href*="import"]')
        .allInnerTexts();
      expect([path, names.filter((name) => offers.test(name))]).toEqual([path, []]);
    }
    for (const path of ['/contacts/new', '/contacts/import', '/jobs/new']) {
      await go(path);
      await page.getByText('Your role does not allow this').waitFor();
    }
  });

  test('the service refuses changes sent by a viewer', async () => {
    const { page, go } = await services.signIn('viewer', { isNew: true });
    await go('/contacts');
    const statuses = await page.evaluate(
      async ([contact, job]) => {
        const ask = async (method: string, path: string, body?: object) => {
          const response = await fetch(path, {
            method,
            headers: { 'x-parley-console': '1', ...(body && { 'content-type': 'application/json' }) },
            ...(body && { body: JSON.stringify(body) }),
          });
          return response.status;
        };
        return Promise.all([
          ask('PATCH', `/contacts/${contact}`, { firstName: 'X' }),
          ask('DELETE', `/contacts/${contact}`),
          ask('PUT', `/console/api/contacts/${contact}/do-not-call`, { doNotCall: true }),
          ask('POST', '/contact-imports', { name: 'people.csv' }),
          ask('POST', '/contact-fields', { key: 'x', label: 'X', dataType: 'string' }),
          ask('PATCH', `/jobs/${job}`, { title: 'Other' }),
          ask('POST', '/sourcing', { title: 'Clerk' }),
          ask('POST', '/console/api/invitations', { email: 'x@example.com', role: 'owner' }),
        ]);
      },
      [contactId, jobId],
    );
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 403, 403]);
  });

  test('without a mail server an owner copies the link, and the invited person joins with a password', async () => {
    const { page, context, go, complaints } = await services.signIn('owner', { isNew: true });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const email = 'copied@console.example';
    const copied = async (role: string): Promise<string> => {
      await go('/people?tab=invitations');
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Role').selectOption(role);
      await page.getByRole('button', { name: 'Create invitation' }).click();
      await page.getByText('This service sends no e-mail. Copy the link').waitFor();
      await page.getByRole('button', { name: `Copy link for ${email}` }).click();
      await page.getByText(`Link for ${email} copied`).waitFor();
      return String(await page.evaluate('navigator.clipboard.readText()'));
    };
    const opened = async (link: string) => {
      const guest = await (await services.browser.newContext()).newPage();
      await guest.goto(link);
      return { guest, join: guest.getByRole('button', { name: 'Join company' }) };
    };
    const { guest, join } = await opened(await copied('viewer'));
    await join.click();
    const password = guest.getByLabel('Choose a password');
    await wrong(password);
    await password.fill('correct horse battery');
    await join.click();
    await guest.getByRole('link', { name: 'Conversations', exact: true }).waitFor();

    // Somebody else who opens a link to an address with an account.
    const second = await copied('member');
    const stranger = await opened(second);
    await stranger.join.click();
    await stranger.guest.getByText('There is an account with this address already').waitFor();
    await stranger.guest.getByRole('link', { name: 'Sign in' }).click();
    await stranger.guest.getByLabel('Password').waitFor();
    await guest.goto(second);
    await guest.reload();
    await guest.getByRole('button', { name: 'Join company' }).click();
    await guest.getByRole('link', { name: 'Conversations', exact: true }).waitFor();
    for (const one of [guest, stranger.guest]) await one.context().close();
    expect(complaints).toEqual([]);
  });

  test('an owner invites, withdraws an invitation, changes a role and reads the audit log', async () => {
    await services.signIn('viewer', { isNew: true });
    const { page, go, complaints } = await services.signIn('owner', { isNew: true });
    await go('/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail').fill('nobody');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await wrong(page.getByLabel('E-mail'));
    await page.getByLabel('E-mail').fill('new@console.example');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.getByText('This service sends no e-mail: copy the link for new@console.example').waitFor();
    await page.getByRole('button', { name: 'Copy link for new@console.example' }).waitFor();
    expect(await page.getByText(/\bsent\b/i).count()).toBe(0);
    await page.getByRole('button', { name: 'Withdraw invitation for new@console.example' }).click();
    await page.getByText('No pending invitations').waitFor();
    await page.getByRole('tab', { name: 'Members', exact: true }).click();
    const role = page.getByRole('combobox', { name: 'Role of Somebody' }).first();
    await role.waitFor();
    const viewer = page
      .getByRole('row')
      .filter({ hasText: 'person-' })
      .filter({ has: page.locator('select') });
    expect(await viewer.count()).toBeGreaterThan(1);
    const other = viewer.filter({ hasNotText: 'you' }).first();
    await other.getByRole('combobox').selectOption('member');
    await page.getByText('Somebody is now member').waitFor();
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByText('Changed a role').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('a SCIM token is revoked only after a confirmation', async () => {
    const { page, go, complaints } = await services.signIn('owner', { isNew: true });
    await go('/people');
    await page.getByRole('tab', { name: 'Provisioning' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = page.getByRole('listitem').filter({ hasText: 'Token; new members become Member' });
    await token.getByRole('button', { name: 'Revoke token' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke this SCIM token?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await token.count()).toBe(1);
    await token.getByRole('button', { name: 'Revoke token' }).click();
    await question.getByRole('button', { name: 'Revoke token' }).click();
    await token.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('an owner renames, limits, suspends, resumes and revokes an API key, and reads its log', async () => {
    const { page, go, complaints } = await services.signIn('owner', { isNew: true });
    await go('/people?tab=keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByLabel('Name').fill('CRM');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const secret = (
      await page
        .getByText(/^sk_test_/)
        .first()
        .innerText()
    ).trim();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    const read = async () => (await services.service.api(secret).get('/contacts')).status;
    expect(await read()).toBe(200);

    await page.getByRole('link', { name: 'CRM', exact: true }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Name').fill('CRM of sales');
    await page.getByRole('button', { name: 'Read scopes only' }).click();
    await page.getByLabel('Expires').fill('2090-01-01T00:00');
    await page.getByLabel('Allowed IP addresses').fill('not an address');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('main').getByRole('alert').first().waitFor();
    await page.getByLabel('Allowed IP addresses').fill('203.0.113.7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'CRM of sales' }).waitFor();
    expect(await read()).toBe(401);

    for (const [move, status] of [
      ['Suspend', 'Suspended'],
      ['Revoke', 'Revoked'],
    ] as const) {
      await page.getByRole('button', { name: `${move} key…` }).click();
      await page.getByLabel('Reason').fill(`${status} by a test`);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `${move} key` })
        .click();
      await page.getByText(`${status}: ${status} by a test`).waitFor();
      if (move === 'Suspend') {
        await page.getByRole('button', { name: 'Resume key' }).click();
        await page.getByRole('button', { name: 'Suspend key…' }).waitFor();
      }
    }
    await page.getByRole('tab', { name: 'Audit log' }).click();
    const log = page.getByRole('table', { name: 'Audit log' });
    for (const event of ['Key created', 'Scopes changed', 'Key suspended', 'Key resumed', 'Key revoked'])
      await log.getByText(event).first().waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('an owner sees that an administrator manages an API key, and can only revoke it', async () => {
    const { page, go } = await services.signIn('owner', { isNew: true });
    await go(`/people/keys/${services.company.keyId}`);
    await page.getByText('An administrator of this installation manages this key').waitFor();
    await page.getByRole('button', { name: 'Revoke key…' }).waitFor();
    expect(await page.getByRole('button', { name: 'Suspend key…' }).count()).toBe(0);
    expect(await page.getByRole('tab', { name: 'Settings' }).count()).toBe(0);
  });

  test('the audit log describes each action by name, and marks refused ones', async () => {
    const { company } = services;
    const agent = { name: 'Grace', focus: 'GENERIC', language: 'EN' };
    const { id: agentId } = (await company.api.post('/agents', agent)).body;
    const { id } = (await company.api.post('/runs', { name: 'Spring', agentId })).body;
    const { page, go } = await services.signIn('owner', { isNew: true });
    await go(`/runs/${id}`);
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename run…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Summer');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
    // Nobody is on its list.
    const refused = { headers: { 'x-parley-console': '1' }, data: {} };
    expect((await page.request.post(`/runs/${id}/launch`, refused)).status()).toBe(409);

    await go('/people?tab=audit');
    const row = (words: string) => page.getByRole('row').filter({ hasText: words });
    await expect
      .poll(
        async () => {
          await page.reload();
          await row('Signed in').or(row('Joined')).first().waitFor();
          return row('Launched the run Summer').getByText('Refused').count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    expect(await row('Changed the run Summer').getByText('Refused').count()).toBe(0);
    expect(await page.getByRole('table').innerText()).not.toMatch(/Changed something|POST \/|PATCH \//);
    await page.getByRole('link', { name: 'Summer' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
  });

  test('ending a session elsewhere makes the other browser sign in again', async () => {
    const { page, go } = await services.signIn('member', { isNew: true });
    await go('/account');
    const email = await page.locator('dd').filter({ hasText: '@console.example' }).innerText();
    const elsewhere = await services.browser.newContext({ baseURL: services.service.url });
    const other = await elsewhere.newPage();
    await other.goto('/console/account');
    await other.getByLabel('E-mail').fill(email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^End session of/ }).click();
    await page.getByText('Session ended').waitFor();
    // The page may notice by itself; at the latest it does when somebody goes on with it.
    const ended = other.getByRole('dialog', { name: 'Your session has ended' });
    const goOn = other.getByRole('link', { name: 'Contacts' }).click();
    goOn.catch(() => undefined);
    await ended.waitFor();
    await elsewhere.close();
  });

  test('a password is changed with the current one, and the new one signs in', async () => {
    const { page, go } = await services.signIn('member', { isNew: true });
    await go('/account');
    const email = await page.locator('dd').filter({ hasText: '@console.example' }).innerText();
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('another good password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('another good password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  test('theme and direction are stored in the browser', async () => {
    const { page, go } = await services.signIn('viewer', { isNew: true });
    await go('/account');
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Direction').selectOption('rtl');
    await page.reload();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    const root = page.locator('html');
    expect([await root.getAttribute('data-theme'), await root.getAttribute('dir')]).toEqual(['dark', 'rtl']);
  });

  test(
    'the team pages are accessible, in both themes and on a phone',
    async () => {
      const owner = await newPerson(services.service, services.company.id, 'owner', 'axe@console.example');
      const key = { name: 'CRM', scopes: ['read:contacts'] };
      const keyId = (await owner.post('/console/api/api-keys', key)).body.data.id;
      await owner.post('/console/api/invitations', { email: 'later@console.example', role: 'member' });
      await expectAccessible(services, [
        { name: 'people', path: '/people', ready: (page) => page.getByRole('row').nth(1).waitFor() },
        { name: 'account', path: '/account', ready: (page) => page.getByText('this session').waitFor() },
        {
          name: 'company',
          path: '/company',
          ready: (page) => page.getByText('Owners of the company can change it').waitFor(),
        },
      ]);
      await expectAccessible(
        services,
        [
          {
            name: 'company-owner',
            path: '/company',
            ready: (page) => page.getByLabel('Time zone').waitFor(),
          },
          {
            name: 'people-keys',
            path: '/people?tab=keys',
            ready: (page) => page.getByRole('row').nth(1).waitFor(),
          },
          {
            name: 'people-key',
            path: `/people/keys/${services.company.keyId}`,
            ready: (page) => page.getByRole('row').nth(1).waitFor(),
          },
          {
            name: 'people-key-settings',
            path: `/people/keys/${keyId}?tab=settings`,
            ready: (page) => page.getByLabel('Allowed IP addresses').waitFor(),
          },
          {
            name: 'people-invitations',
            path: '/people?tab=invitations',
            ready: (page) =>
              page
                .getByRole('button', { name: /^Withdraw/ })
                .first()
                .waitFor(),
          },
          {
            name: 'people-provisioning',
            path: '/people?tab=provisioning',
            ready: (page) => page.getByRole('button', { name: 'Create token' }).waitFor(),
          },
          {
            name: 'people-audit',
            path: '/people?tab=audit',
            ready: (page) => page.getByRole('row').nth(1).waitFor(),
          },
        ],
        (look) => services.signIn('owner', look),
      );
    },
    LOOKING_MS,
  );
});
