import { agentNamed, getAgent } from '../../domains/agents/agent.actions.ts';
import { draftAgent } from '../../domains/agents/agent-draft.model.ts';
import { ownCompany } from '../../domains/companies/company.actions.ts';
import { catalogOf } from '../../domains/contact-fields/catalog.model.ts';
import { readCatalog } from '../../domains/contact-fields/contact-field.actions.ts';
import { getJob, listCompanyJobs } from '../../domains/jobs/job.actions.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { searchesOf } from '../conduct-call.ts';
import type { EvaluationOrder } from '../evaluate-agent.ts';
import type { MeaningSearch } from '../meaning-search.ts';

/** An agent with the company, contact fields, job and documents that it is tested with. */
export type AgentUnderTest = Pick<EvaluationOrder, 'agent' | 'company' | 'catalog' | 'job' | 'searches'> & {
  /** Absent: the agent comes from a file. */
  readonly companyId?: CompanyId;
};

/** An agent of the installation, with the company, the catalog, a job and the documents that it has. */
export async function keptAgent(
  everywhere: Everywhere,
  wanted: string,
  jobId: string | undefined,
  meaning: MeaningSearch | undefined,
): Promise<AgentUnderTest> {
  const { id, companyId } = await agentNamed(everywhere, wanted);
  return ownAgent(everywhere.within(companyId, { kind: 'system', id: 'eval' }), id, jobId, meaning);
}

/** The same for an agent of one company, by its id. */
export async function ownAgent(
  scope: Scope,
  id: string,
  jobId: string | undefined,
  meaning: MeaningSearch | undefined,
): Promise<AgentUnderTest> {
  const [agent, company, catalog, job] = await Promise.all([
    getAgent(scope, id),
    ownCompany(scope),
    readCatalog(scope),
    jobId === undefined ? newestJob(scope) : getJob(scope, jobId),
  ]);
  const searches = searchesOf(scope, { agentId: id }, meaning);
  // An agent that needs no job gets one only if it was named.
  const isForJob = jobId !== undefined || (agent.focus !== null && agent.focus !== 'GENERIC');
  return { agent, company, catalog, job: isForJob ? job : null, searches, companyId: scope.companyId };
}

async function newestJob(scope: Scope) {
  const { data } = await listCompanyJobs(scope, { page: 1, limit: 1, status: 'OPEN' });
  return data[0] === undefined ? null : getJob(scope, data[0].id);
}

/** An agent from a file, in an example company. */
export const draftedAgent = (sent: unknown): AgentUnderTest => ({
  agent: draftAgent(sent),
  company: { name: 'Example Company', description: null, timezone: 'UTC' },
  catalog: catalogOf([]),
  job: null,
});
