import { startTestService } from '@parley/testing/service.ts';
import { startSmtpServer } from '@parley/testing/smtp-server.ts';
import { expect, test, vi } from 'vitest';
import { sql } from '../storage/sql.ts';

test('a company is created at once even if the mail server fails, and its owner is invited later', async () => {
  const smtp = await startSmtpServer();
  const mails = () => smtp.received.filter(({ to }) => to.includes('whole@acme.example'));
  const environment = { SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <calls@parley.example>' };
  const service = await startTestService({ environment });
  try {
    smtp.failNext('hang-up');
    const ats = await service.newKey({ type: 'ATS' });
    const created = await ats.api.post('/companies', { name: 'Acme', ownerEmail: 'whole@acme.example' });
    expect(created.status).toBe(201);
    await vi.waitFor(() => expect(mails()).toHaveLength(1), {
      timeout: 20_000,
      interval: 50,
    });
    expect(smtp.met.at(-1)).toBe('hang-up');
    expect(mails()[0]?.message).toContain(`${service.url}/console/invitations#`);
    await vi.waitFor(async () => {
      const rows = await service.services.database.all(
        sql`select from invitations where company_id = ${created.body.id} and sent_at is not null`,
      );
      expect(rows).toHaveLength(1);
    });
  } finally {
    await service.stop();
    await smtp.close();
  }
});
