import { ExtractedJob, ExtractionOrder, PreviewedJob } from '@parley/contract/job.ts';
import { route } from '../../http/route.ts';
import { type ExtractionServices, extractJob } from './job-extraction.actions.ts';

export const jobExtractionRoutes = (services: ExtractionServices) => [
  route({
    method: 'POST',
    path: '/jobs/url',
    name: 'extractJob',
    summary: 'Create a job from the address of its posting',
    description:
      'Reads the posting and takes over what it states; what it does not state stays empty. `metadata.extraction` names the source of each value. Five a minute for each company, failures included.',
    tag: 'Jobs',
    needs: ['write:jobs'],
    body: ExtractionOrder,
    limit: { name: 'job-extraction', max: 5, perSeconds: 60 },
    reply: { 200: PreviewedJob, 201: ExtractedJob },
    handle: ({ scope, body }) => extractJob(scope, services, body),
  }),
];
