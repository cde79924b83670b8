import { expect, test } from 'vitest';
import { invitationIdOf, invitationMail, invitationToken } from './invitation.model.ts';

const secret = 'a-link-secret-for-tests-of-at-least-32-chars';
const id = '01957a2e-7c00-7000-8000-000000000000';

test('an invitation token carries the invitation id and is safe in a URL path', () => {
  const token = invitationToken(secret, id);
  expect(invitationIdOf(secret, token)).toBe(id);
  expect(encodeURIComponent(token)).toBe(token);
});

test.each([
  ['of another installation', invitationToken(`${secret}x`, id)],
  ['for another invitation', invitationToken(secret, id.replace(/0$/, '1')).replace(/^[^.]+/, id)],
  ['that is truncated', invitationToken(secret, id).slice(0, -2)],
  ['without a signature', id],
  ['with an empty signature', `${id}.`],
  ['that is empty', ''],
  ['whose id is not a UUID', 'x.y'],
])('an invitation token %s is invalid', (_case, token) => {
  expect(invitationIdOf(secret, token)).toBeUndefined();
});

test('the invitation mail names the inviter, the link and the expiry', () => {
  const mail = invitationMail(
    {
      id,
      companyId: id,
      companyName: 'Acme',
      email: 'owner@acme.example',
      expiresAt: new Date('2026-02-07T12:00:00Z'),
      sentAt: null,
      role: 'owner',
      acceptedAt: null,
    },
    'https://parley.example/console/invitations#t',
  );
  expect(mail.to).toBe('owner@acme.example');
  expect(mail.subject).toBe('You are invited to Parley');
  expect(mail.text).toContain('\nhttps://parley.example/console/invitations#t\n');
  expect(mail.text).toContain('"Acme"');
  expect(mail.text).toContain('until 2026-02-07');
});
