import { permissions } from '@parley/contract/api-key.ts';
import { issueKey } from '../domains/access/api-key.actions.ts';
import { operatorLink } from '../domains/access/operator.actions.ts';
import { openAccount } from '../domains/billing/account.actions.ts';
import { trialPlan } from '../domains/billing/price.model.ts';
import {
  createCompany,
  firstCompanyNamed,
  isInstallationEmpty,
} from '../domains/companies/company.actions.ts';
import type { Company } from '../domains/companies/company.model.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import { sampleAgents, sampleCaller, sampleContacts, sampleJob } from './demo-samples.ts';

const DEMO_NAME = 'Demo';
const DEMO_MINUTES = 1000;
/** Long enough that nobody who tries the service meets the end of a trial. */
const DEMO_DAYS = 365;

const actor = { kind: 'system', id: 'demo' } as const;

/**
 * What the demo company comes with, one entry for each kind of record. A domain that has something to show
 * adds its samples here.
 */
const samples: readonly ((scope: Scope) => Promise<void>)[] = [
  (scope) => openAccount(scope, trialPlan(DEMO_MINUTES), DEMO_DAYS),
  sampleJob,
  sampleContacts,
  sampleAgents,
];

/** The demo company with its samples, made in one transaction when it is not there yet. */
async function demoCompany(everywhere: Everywhere): Promise<Company> {
  const there = await firstCompanyNamed(everywhere, DEMO_NAME);
  if (there) return there;
  const company = await createCompany(everywhere, null, {
    name: DEMO_NAME,
    description: 'A company to try Parley with',
  });
  const scope = everywhere.within(company.id, actor);
  for (const sample of samples) await sample(scope);
  return company;
}

export interface Demo {
  readonly company: Company;
  readonly key: string;
  /** Who can place a first call; undefined when the sample agents were deleted. */
  readonly agentId: string | undefined;
}

/** Makes the demo company if it is missing, and a fresh test key with every scope. */
export function seedDemo(everywhere: Everywhere, pepper: string): Promise<Demo> {
  return everywhere.transaction(async (inside) => {
    const company = await demoCompany(inside);
    const wanted = {
      companyId: company.id,
      name: 'Demo key',
      scopes: [...permissions],
      environment: 'test' as const,
    };
    const { key } = await issueKey(inside, pepper, wanted, { actor, client: undefined });
    return { company, key, agentId: await sampleCaller(inside.within(company.id, actor)) };
  });
}

export interface FirstStart extends Demo {
  /** The link that signs the operator in, who begins by looking at the demo. */
  readonly linkId: string;
}

/** On an installation without any company, seeds the demo; otherwise does nothing. */
export async function seedFirstStart(
  everywhere: Everywhere,
  pepper: string,
): Promise<FirstStart | undefined> {
  return everywhere.transaction(async (inside) => {
    // Processes that start at once take turns here; the second finds a company.
    if (!(await isInstallationEmpty(inside))) return undefined;
    const demo = await seedDemo(inside, pepper);
    return { ...demo, linkId: await operatorLink(inside, { companyId: demo.company.id }) };
  });
}
