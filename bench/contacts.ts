import { permissions } from '@parley/contract/api-key.ts';
import pg from 'pg';
import { load } from './load.ts';
import { median, type Ratio } from './ratio.ts';
import { withService } from './running-service.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 40;
/** As many connections as the service has. */
const POOL = 20;

const contact = {
  firstName: 'Maria',
  lastName: 'Keller',
  email: 'maria.keller@example.com',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
  metadata: { crm: 7 },
};

/**
 * Contacts created through the API per second, relative to a bare insert of the same row over as many connections. The
 * reference makes a statement and a commit for each; the API batches concurrent ones.
 */
export async function run(): Promise<Ratio[]> {
  return withService(async ({ url, databaseUrl, newCompany }) => {
    const { key, companyId } = await newCompany(permissions);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const requests = [{ method: 'POST' as const, path: '/contacts', headers, body: JSON.stringify(contact) }];
    const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL });
    // Warm-up.
    await load(url, requests, { seconds: 2, connections: CONNECTIONS });
    await bareInserts(pool, companyId, 2);
    const ours: number[] = [];
    const reference: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await load(url, requests, { seconds: SECONDS, connections: CONNECTIONS }));
      reference.push(await bareInserts(pool, companyId, SECONDS));
    }
    await pool.end();
    return [
      {
        name: 'contacts: create',
        ours: median(ours),
        reference: median(reference),
        unit: 'contacts/s',
        atLeast: 0.5,
      },
    ];
  });
}

async function bareInserts(pool: pg.Pool, companyId: string, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const insert = async () => {
    while (performance.now() < until) {
      const now = new Date();
      await pool.query({
        name: 'insert-contact',
        text: `insert into contacts (id, company_id, first_name, last_name, email, phone_number, status, gdpr_expiry_date,
                                     work_history, metadata, fields, search, created_at, updated_at)
               values ($1, $2, $3, $4, $5, $6, 'UNDEFINED', $7, '[]', $8, '{}', $9, $10, $10)`,
        values: [
          crypto.randomUUID(),
          companyId,
          contact.firstName,
          contact.lastName,
          contact.email,
          contact.phoneNumber,
          contact.gdprExpiryDate,
          contact.metadata,
          'maria keller maria.keller@example.com',
          now,
        ],
      });
      done++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, insert));
  return done / seconds;
}
