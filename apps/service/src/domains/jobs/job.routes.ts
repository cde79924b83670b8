import {
  ExtractedJob,
  ExtractionOrder,
  JobChanges,
  JobView,
  jobStatuses,
  NewJob,
  PreviewedJob,
} from '@parley/contract/job.ts';
import { Deleted, IdOf, OneOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import {
  type BeforeRemoval,
  changeJob,
  createJob,
  listCompanyJobs,
  readJob,
  removeJob,
} from './job.actions.ts';
import { type ExtractionServices, extractJob } from './job-extraction.actions.ts';

const tag = 'Jobs';
const params = { id: IdOf('Job') };

export const jobRoutes = ({ beforeRemoval }: { beforeRemoval: BeforeRemoval }) => [
  route({
    method: 'POST',
    path: '/jobs',
    name: 'createJob',
    summary: 'Create a job',
    tag,
    needs: ['write:jobs'],
    body: NewJob,
    reply: { 201: JobView },
    handle: ({ scope, body }) => createJob(scope, body),
  }),
  route({
    method: 'GET',
    path: '/jobs',
    name: 'listJobs',
    summary: 'List jobs',
    tag,
    needs: ['read:jobs'],
    query: PageQuery({
      status: Type.Optional(OneOf(jobStatuses)),
      search: Type.Optional(
        Type.String({ maxLength: 200, description: 'Part of the title or the description.' }),
      ),
    }),
    reply: { 200: PageOf(JobView) },
    handle: ({ scope, query }) => listCompanyJobs(scope, query),
  }),
  route({
    method: 'GET',
    path: '/jobs/{id}',
    name: 'getJob',
    summary: 'Get a job',
    tag,
    needs: ['read:jobs'],
    params,
    reply: { 200: JobView },
    handle: ({ scope, params }) => readJob(scope, params.id),
  }),
  route({
    method: 'PATCH',
    path: '/jobs/{id}',
    name: 'changeJob',
    summary: 'Change a job',
    description: 'Changes only what is sent; `location`, `salary` and lists are replaced as a whole.',
    tag,
    needs: ['write:jobs'],
    params,
    body: JobChanges,
    reply: { 200: JobView },
    handle: ({ scope, params, body }) => changeJob(scope, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/jobs/{id}',
    name: 'deleteJob',
    summary: 'Delete a job',
    description:
      'Its assignments and conversations are deleted too. Set the status `CLOSED` to retire a job instead.',
    tag,
    needs: ['delete:jobs'],
    params,
    reply: { 200: Deleted },
    handle: ({ scope, params }) => removeJob(scope, params.id, beforeRemoval),
  }),
];

export const jobExtractionRoutes = (services: ExtractionServices) => [
  route({
    method: 'POST',
    path: '/jobs/url',
    name: 'extractJob',
    summary: 'Create a job from the address of its posting',
    description:
      'Reads the posting and takes over what it states; what it does not state stays empty. `metadata.extraction` names the source of each value. Limit: five requests a minute for each company, failures included.',
    tag: 'Jobs',
    needs: ['write:jobs'],
    body: ExtractionOrder,
    limit: { name: 'job-extraction', max: 5, perSeconds: 60 },
    reply: { 200: PreviewedJob, 201: ExtractedJob },
    handle: ({ scope, body, gone }) => extractJob(scope, services, body, gone()),
  }),
];
