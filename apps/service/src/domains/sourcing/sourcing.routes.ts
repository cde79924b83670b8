import {
  EnrichmentResult,
  NewEnrichment,
  NewProfiles,
  NewSourcing,
  PreviewResult,
  Processing,
  ProfileId,
  SourcingResult,
  Started,
  UploadedProfiles,
} from '@parley/contract/sourcing.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import { readEnrichment, startEnrichment } from './enrichment.actions.ts';
import { removeProfile, uploadProfiles } from './profile.actions.ts';
import { failureNames } from './request.model.ts';
import { readPreview, readSourcing, startSourcing } from './sourcing.actions.ts';

const tag = 'Sourcing';
const id = (prefix: string) => ({
  id: Type.String({
    description: 'The `requestId` of the start.',
    example: `${prefix}01957a2e-7c00-7000-8000-000000000000`,
  }),
});
const starting = { tag, failureNames, method: 'POST', needs: ['write:contacts'] } as const;
const reading = { tag, failureNames, method: 'GET', needs: ['read:contacts'] } as const;
const polling = 'At most once a second for each request.';

export const sourcingRoutes = [
  route({
    ...starting,
    path: '/sourcing',
    name: 'startSourcing',
    summary: 'Look for candidates',
    description: 'The search runs in the background: poll its results, or wait for `sourcing.completed`.',
    body: NewSourcing,
    reply: { 202: Started('SourcingStarted', 'req_') },
    failures: ['not_found'],
    handle: ({ scope, body }) => startSourcing(scope, 'SOURCING', body),
  }),
  route({
    ...starting,
    path: '/sourcing/preview',
    name: 'startSourcingPreview',
    summary: 'Preview a search for candidates',
    description: 'Without scores and without addresses. No event is sent.',
    body: NewSourcing,
    reply: { 202: Started('SourcingPreviewStarted', 'req_prev_') },
    failures: ['not_found'],
    handle: ({ scope, body }) => startSourcing(scope, 'PREVIEW', body),
  }),
  route({
    ...reading,
    path: '/sourcing/{id}/results',
    name: 'getSourcingResults',
    summary: 'Get the candidates',
    description: `${polling} Every 5 seconds is enough.`,
    params: id('req_'),
    reply: { 200: SourcingResult, 202: Processing('SourcingProcessing', 'req_') },
    handle: ({ scope, params }) => readSourcing(scope, params.id),
  }),
  route({
    ...reading,
    path: '/sourcing/preview/{id}/results',
    name: 'getSourcingPreviewResults',
    summary: 'Get a preview of the candidates',
    description: `${polling} Every 10 seconds is enough.`,
    params: id('req_prev_'),
    reply: { 200: PreviewResult, 202: Processing('SourcingPreviewProcessing', 'req_prev_') },
    handle: ({ scope, params }) => readPreview(scope, params.id),
  }),
  route({
    ...starting,
    path: '/enrichment',
    name: 'startEnrichment',
    summary: 'Enrich profiles or contacts',
    description:
      'About profiles that were found, or about contacts. If nothing is found about some of them, the others still get their results.',
    body: NewEnrichment,
    reply: { 202: Started('EnrichmentStarted', 'req_enr_') },
    failures: ['not_found'],
    handle: ({ scope, body }) => startEnrichment(scope, body),
  }),
  route({
    ...reading,
    path: '/enrichment/{id}/results',
    name: 'getEnrichmentResults',
    summary: 'Get the results of an enrichment',
    description: `${polling} Every 5 seconds is enough.`,
    params: id('req_enr_'),
    reply: { 200: EnrichmentResult, 202: Processing('EnrichmentProcessing', 'req_enr_') },
    handle: ({ scope, params }) => readEnrichment(scope, params.id),
  }),
];

const common = { tag: 'Sourcing', failureNames };

export const profileRoutes = [
  route({
    ...common,
    method: 'POST',
    path: '/sourcing/profiles',
    name: 'uploadProfiles',
    summary: 'Add profiles to the talent pool',
    description:
      'Up to 1,000 in a request. They stay until you delete them: tell people what you store, and for how long.',
    needs: ['write:contacts'],
    body: NewProfiles,
    reply: { 201: UploadedProfiles },
    handle: ({ scope, body }) => uploadProfiles(scope, body.profiles),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/sourcing/profiles/{profileId}',
    name: 'deleteProfile',
    summary: 'Delete a profile from the talent pool',
    description:
      'Also from the results of earlier searches and enrichments. A contact created from the profile stays.',
    needs: ['delete:contacts'],
    params: { profileId: ProfileId },
    reply: { 204: null },
    handle: ({ scope, params }) => removeProfile(scope, params.profileId),
  }),
];
