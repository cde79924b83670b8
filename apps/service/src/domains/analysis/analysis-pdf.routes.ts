import { IdOf, Strict } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import { type AnalysisPdf, readAnalysisPdf } from './report.actions.ts';

export const analysisPdfRoutes = (analysisPdf: AnalysisPdf) => [
  route({
    method: 'GET',
    path: '/conversations/{id}/analysis/pdf',
    name: 'getAnalysisPdf',
    summary: 'Get the analysis as a PDF',
    description:
      'One to three pages in the language of the call: scores, answers with their evidence, who spoke when, and the transcript in excerpts. It covers the latest analysed call. While a later call is being analysed, the request waits for up to three seconds.',
    tag: 'Conversations',
    needs: ['read:conversations'],
    params: { id: IdOf('Conversation') },
    reply: { 200: Strict({ analysisPdfBase64: Type.String({ description: 'The PDF in Base64.' }) }) },
    failures: ['unavailable'],
    handle: ({ scope, params, gone }) => readAnalysisPdf(scope, params.id, analysisPdf, gone()),
  }),
];
