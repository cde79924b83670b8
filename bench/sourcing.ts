import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@parley/contract/api-key.ts';
import { readProfile } from '@parley/service/domains/sourcing/profile.model.ts';
import { termsOf } from '@parley/service/domains/sourcing/profile-terms.model.ts';
import type pg from 'pg';
import { median, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';
import { connected } from './seeded-run.ts';

/** SOURCING_SCALE=0.1 runs at a tenth of the size; the targets are for 1. */
const scale = Number(process.env.SOURCING_SCALE ?? 1);
const MANY = 1_000_000 * scale;
const FEW = 100_000 * scale;
/** How many distinct people there are; the others resemble one of them. */
const KINDS = 5000;
const TIMES = 15;

/** From searches that match thousands to one that matches nobody and falls back to partial matches. */
const searches: readonly (readonly [name: string, body: object])[] = [
  [
    'role, three skills and town',
    { title: 'Senior Backend Engineer', requiredSkills: ['JS', 'Postgres', 'k8s'], location: 'Berlin' },
  ],
  ['one common skill', { title: 'Engineer', requiredSkills: ['JavaScript'] }],
  [
    'skills that nobody has together',
    { title: 'Nurse', requiredSkills: ['First aid', 'Kubernetes', 'SAP', 'Welding'], location: 'Oslo' },
  ],
  ['an unknown title', { title: 'Falconer', requiredSkills: ['Excel'] }],
];

/** Time of search and scoring over a pool ten times as large. */
export function run(): Promise<Ratio[]> {
  return withService((service) =>
    connected(service, async (client) => {
      await client.query('drop index pool_profiles_found');
      const big = await pool(service, client, MANY);
      const small = await pool(service, client, FEW);
      await client.query('create index pool_profiles_found on pool_profiles using gin (found_by)');
      await client.query('vacuum analyze pool_profiles');
      const ratios: Ratio[] = [];
      for (const [name, body] of searches) {
        const many: number[] = [];
        const few: number[] = [];
        // In turns, so that other load on the machine affects both equally.
        for (let i = 0; i < TIMES; i++) {
          many.push(await timeToResult(service, client, big.key, body));
          few.push(await timeToResult(service, client, small.key, body));
        }
        ratios.push({
          name: `sourcing: ${name}, ${MANY} vs ${FEW} profiles`,
          ours: median(many),
          reference: median(few),
          unit: 'ms',
          atMost: 5,
        });
      }
      return ratios;
    }),
  );
}

/** From the request to the end of the search, for a client that polls continuously. */
async function timeToResult(
  service: RunningService,
  client: pg.Client,
  key: string,
  body: object,
): Promise<number> {
  const startedAt = performance.now();
  const { requestId } = (await service.post('/sourcing', key, body)) as unknown as { requestId: string };
  for (;;) {
    const { rows } = await client.query('select status, found_count from sourcing_requests where id = $1', [
      requestId,
    ]);
    if (rows[0]?.status === 'failed') throw new Error(`A search failed: ${JSON.stringify(body)}`);
    if (rows[0]?.status === 'completed') {
      if (rows[0].found_count === 0) throw new Error(`A search found nobody: ${JSON.stringify(body)}`);
      return performance.now() - startedAt;
    }
    await sleep(2);
  }
}

async function pool(service: RunningService, client: pg.Client, profiles: number) {
  const company = await service.newCompany(permissions);
  const kinds = Array.from({ length: KINDS }, (_, i) => somebody(i));
  await client.query(
    `insert into pool_profiles (company_id, id, profile, found_by, created_at, updated_at)
     select $1, n::text, jsonb_set(kind.profile, '{profileId}', to_jsonb(n::text)), kind.found_by, now(), now()
     from generate_series(0, $2::int - 1) n
     join (select place - 1 as place, profile, array_to_tsvector(string_to_array(terms, ' ')) as found_by
           from unnest($3::jsonb[], $4::text[]) with ordinality as kind (profile, terms, place)) kind on kind.place = n % $5`,
    [
      company.companyId,
      profiles,
      kinds.map((kind) => JSON.stringify(kind)),
      kinds.map((kind) => termsOf(kind, company.companyId).join(' ')),
      KINDS,
    ],
  );
  return company;
}

const levels = ['', '', '', 'Junior ', 'Senior ', 'Senior ', 'Lead '];
const trades = [
  'Backend Engineer',
  'Frontend Developer',
  'Data Analyst',
  'Nurse',
  'Warehouse Clerk',
  'Product Manager',
  'Sales Manager',
  'Accountant',
];
const skills = [
  'JavaScript',
  'TypeScript',
  'PostgreSQL',
  'Kubernetes',
  'Python',
  'Excel',
  'SAP',
  'Scrum',
  'First aid',
  'Forklift licence',
  'Docker',
  'React',
  'Negotiation',
  'Bookkeeping',
  'SQL',
  'Linux',
];
const towns = [
  'Berlin, Germany',
  'Zurich, Switzerland',
  'Praha, Czechia',
  'Lisbon, Portugal',
  'Oslo, Norway',
  'Austin, TX',
  'Paris, France',
];

/** A person, always the same for a number; primes keep the lists from repeating together. */
function somebody(i: number) {
  const pick = <Item>(items: readonly Item[], step: number): Item =>
    items[(i * step + (i >> 4)) % items.length] as Item;
  const role = `${pick(levels, 5)}${pick(trades, 3)}`;
  return readProfile(
    {
      name: `Person ${i}`,
      headline: `${role} for ${1 + (i % 17)} years`,
      location: pick(towns, 11),
      currentCompany: `Company ${i % 313}`,
      currentRole: role,
      skills: [...new Set([1, 3, 7, 13, 29].map((step) => pick(skills, step)))],
      emails: [`person${i}@example.com`],
      detailedExperience: [
        {
          role,
          company: `Company ${i % 313}`,
          duration: '2019 – 2024',
          highlights: [`Worked with ${pick(skills, 17)} and ${pick(skills, 19)}`],
        },
        { role: pick(trades, 7), company: `Company ${i % 97}`, duration: '2015 – 2019' },
      ],
    },
    String(i),
  );
}
