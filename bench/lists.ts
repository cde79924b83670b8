import pg from 'pg';
import { median, type Ratio } from './ratio.ts';
import { withService } from './running-service.ts';

const MANY = 1_000_000;
const FEW = 1000;
const OTHER_COMPANIES = 200;
const TIMES = 41;

/** Time to read each list at a million contacts, relative to a thousand. */
export async function run(): Promise<Ratio[]> {
  return withService(async ({ url, databaseUrl, newCompany }) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const big = await newCompany(['read:contacts']);
    const small = await newCompany(['read:contacts']);
    await fill(client, big.companyId, MANY);
    await fill(client, small.companyId, FEW);
    for (let i = 0; i < OTHER_COMPANIES; i++)
      await fill(client, (await newCompany(['read:contacts'])).companyId, 100);
    await client.query('analyze contacts');
    await client.query('vacuum contacts');
    await client.end();

    const lists: [name: string, path: string][] = [
      ['first page with total', '/contacts'],
      ['filtered page', '/contacts?status=REJECTED'],
      ['search', '/contacts?search=keller%20777'],
      ['page 5,000', '/contacts?page=5000'],
    ];
    const ratios: Ratio[] = [];
    for (const [name, path] of lists) {
      const many: number[] = [];
      const few: number[] = [];
      // In turns, so that other load on the machine affects both equally.
      for (let i = 0; i < TIMES; i++) {
        many.push(await milliseconds(url + path, big.key));
        few.push(await milliseconds(url + path, small.key));
      }
      ratios.push({
        name: `lists: ${name}, 1,000,000 vs 1,000`,
        ours: median(many),
        reference: median(few),
        unit: 'ms',
        atMost: 10,
      });
    }
    return ratios;
  });
}

async function milliseconds(address: string, key: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - started;
}

/** Ids ascend like uuid7; names differ, so that a search finds one in a thousand. */
async function fill(client: pg.Client, companyId: string, count: number): Promise<void> {
  await client.query(
    `insert into contacts (id, company_id, first_name, last_name, email, status, gdpr_expiry_date, work_history, metadata, fields,
                           search, created_at, updated_at)
     select (lpad(to_hex(1700000000000 + n), 12, '0') || '7' || right(md5(random()::text), 3) || '8' || right(md5(random()::text), 3) || lpad(to_hex(n), 6, '0') || right(md5(random()::text), 6))::uuid,
            $1, 'Maria', 'Keller ' || n % 1000, 'maria' || n || '@example.com',
            (array['UNDEFINED', 'APPLIED', 'IN_PROCESS', 'REJECTED', 'ACCEPTED'])[n % 5 + 1], '2099-12-31', '[]', '{}', '{}',
            'maria keller ' || n % 1000 || ' maria' || n || '@example.com', now(), now()
     from generate_series(1, $2::int) n`,
    [companyId, count],
  );
}
