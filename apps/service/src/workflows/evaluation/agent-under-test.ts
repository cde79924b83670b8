import type { Searches } from '@parley/call-engine/plan-knowledge.ts';
import type { TestCase } from '@parley/contract/test-case.ts';
import { agentNamed, getAgent } from '../../domains/agents/agent.actions.ts';
import type { Agent } from '../../domains/agents/agent.model.ts';
import { draftWithTestCases } from '../../domains/agents/agent-draft.model.ts';
import type { CallInputs } from '../../domains/agents/call-plan.model.ts';
import { testCasesToRun } from '../../domains/agents/test-case.actions.ts';
import { ownCompany } from '../../domains/companies/company.actions.ts';
import { catalogOf } from '../../domains/contact-fields/catalog.model.ts';
import { readCatalog } from '../../domains/contact-fields/contact-field.actions.ts';
import { getJob, listCompanyJobs } from '../../domains/jobs/job.actions.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { searchesOf } from '../call-knowledge.ts';
import { UNHURRIED_MS } from '../conduct-call.ts';
import type { MeaningSearch } from '../meaning-search.ts';

/** An agent with the company, contact fields, job and documents that it is tested with. */
export interface AgentUnderTest {
  readonly agent: CallInputs['agent'];
  readonly company: CallInputs['company'] & { readonly timezone: string };
  readonly catalog: CallInputs['catalog'];
  /** Null: a sample, where the agent needs one. */
  readonly job: CallInputs['job'];
  /** Where the documents of the agent are searched. */
  readonly searches?: Searches;
  /** Absent: the agent comes from a file. */
  readonly companyId?: CompanyId;
  /** The agent's own test cases; absent: none. */
  readonly testCases?: readonly TestCase[];
}

/** An agent of the installation, with the company, the catalog, a job, the documents and the test cases that it has. */
export async function keptAgent(
  everywhere: Everywhere,
  wanted: string,
  jobId: string | undefined,
  meaning: MeaningSearch | undefined,
): Promise<AgentUnderTest> {
  const { id, companyId } = await agentNamed(everywhere, wanted);
  const scope = everywhere.within(companyId, { kind: 'system', id: 'eval' });
  const [underTest, testCases] = await Promise.all([
    getAgent(scope, id).then((agent) => ownAgent(scope, agent, jobId, meaning)),
    testCasesToRun(scope, id, undefined),
  ]);
  return { ...underTest, testCases };
}

/** The same for an agent of one company, or its draft. */
export async function ownAgent(
  scope: Scope,
  agent: Agent,
  jobId: string | undefined,
  meaning: MeaningSearch | undefined,
): Promise<AgentUnderTest> {
  const [company, catalog, job] = await Promise.all([
    ownCompany(scope),
    readCatalog(scope),
    jobId === undefined ? newestJob(scope) : getJob(scope, jobId),
  ]);
  const searches = searchesOf(scope, { agentId: agent.id }, meaning, UNHURRIED_MS);
  // An agent that needs no job gets one only if it was named.
  const isForJob = jobId !== undefined || (agent.focus !== null && agent.focus !== 'GENERIC');
  return { agent, company, catalog, job: isForJob ? job : null, searches, companyId: scope.companyId };
}

async function newestJob(scope: Scope) {
  const { data } = await listCompanyJobs(scope, { page: 1, limit: 1, status: 'OPEN' });
  return data[0] === undefined ? null : getJob(scope, data[0].id);
}

/** An agent from a file, in an example company, with the test cases that stand beside its properties. */
export const draftedAgent = (sent: unknown): AgentUnderTest => ({
  ...draftWithTestCases(sent),
  company: { name: 'Example Company', description: null, timezone: 'UTC' },
  catalog: catalogOf([]),
  job: null,
});
