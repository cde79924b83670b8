import { CallCounts, RunComparison, RunFilter, RunResults } from '@parley/contract/run-results.ts';
import { IdOf } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { consoleRoute, csvRoute, ndjsonRoute, type Route, route, xlsxRoute } from '../../http/route.ts';
import type { StandingServices } from '../runs/run-contact.actions.ts';
import { objectsOfRunResults, tableOfRunResults } from './run-export.actions.ts';
import { compareRunVersions, readCallCounts, readRunResults } from './run-results.actions.ts';

const tag = 'Runs';
const params = { id: IdOf('Run') };

/** `placing` is asked only when an export is: whoever lists the routes has none. */
export const runResultRoutes = (
  links: StandingServices['links'],
  placing: Pick<StandingServices, 'readRules'>,
) => [
  route({
    method: 'GET',
    path: '/runs/{id}/results',
    name: 'getRunResults',
    summary: 'Count the results of a run',
    description:
      'Outcomes, tags, answers and extracted values of its conversations, each counted as it is shown: a corrected result counts as corrected. `calls` says how many calls were placed, and how many of them were simulated: nobody was called then, whatever the results say. With how far they came, the calls of each hour and the versions of the agent. Every number has a filter of `GET /runs/{id}/contacts` that lists the contacts behind it; the same filters count a part of the run, and to a part by a result the number is added as a second result (`andResultKey`). Of a contact with several conversations, since contacts were merged, the one that counts is counted.',
    tag,
    needs: ['read:runs', 'read:conversations'],
    params,
    query: RunFilter,
    reply: { 200: RunResults },
    handle: ({ scope, params, query }) => readRunResults(scope, params.id, query),
  }),
  route({
    method: 'GET',
    path: '/runs/{id}/comparison',
    name: 'compareRunVersions',
    summary: 'Compare the versions of a run',
    description:
      'How often each version of the agent reached its contact and met each outcome, as corrected, with 95 % intervals, and whether it differs from the first version. Contacts get their version by chance, so a clear difference is due to the version.',
    tag,
    needs: ['read:runs', 'read:conversations'],
    params,
    reply: { 200: RunComparison },
    handle: ({ scope, params }) => compareRunVersions(scope, params.id),
  }),
  csvRoute({
    method: 'GET',
    path: '/runs/{id}/results.csv',
    name: 'exportRunResults',
    summary: 'Export the results of a run',
    description:
      'One line for each contact who has a conversation: the contact with its number and its fields, where the conversation stands and why, and a column for each outcome, tag, question and extracted value, as they are corrected: `Not known` where the call does not tell, empty where there is no result. `corrected` names what somebody corrected; `corrections` says of each what the analysis had found, who corrected it, and when. `simulatedCalls` is the number of calls that stayed on the simulated network, so that nobody was called; empty where Parley did not record that yet. `overallRating` is the score of the call, which agents without a flow have too; outcomes, tags, questions and values are those of agents with a flow. A run of an `ONLINE` agent has the personal link, with the state of the latest message that sent it and when it was opened: whoever has it can hold the call as the contact. Ids and codes come last. UTF-8 with a byte order mark, comma-separated. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
    tag,
    needs: ['read:runs', 'read:contacts', 'read:conversations'],
    params,
    query: RunFilter,
    reply: { 200: Type.String() },
    handle: ({ scope, params, query, closing }) =>
      tableOfRunResults(
        scope,
        params.id,
        { ...query, services: { links, readRules: placing.readRules }, isWorkbook: false },
        closing,
      ),
  }),
  xlsxRoute({
    method: 'GET',
    path: '/runs/{id}/results.xlsx',
    name: 'exportRunWorkbook',
    summary: 'Export the results of a run for Excel',
    description:
      'The table of `results.csv` as a workbook, with plain words also as the names of the columns that have names for programs there, and with the number of simulated calls beside the status. Every cell is text: nothing in it is a formula.',
    tag,
    needs: ['read:runs', 'read:contacts', 'read:conversations'],
    params,
    query: RunFilter,
    reply: { 200: Type.String({ format: 'binary' }) },
    handle: ({ scope, params, query, closing }) =>
      tableOfRunResults(
        scope,
        params.id,
        { ...query, services: { links, readRules: placing.readRules }, isWorkbook: true },
        closing,
      ),
  }),
  ndjsonRoute({
    method: 'GET',
    path: '/runs/{id}/results.ndjson',
    name: 'exportRunObjects',
    summary: 'Export the results of a run as JSON lines',
    description:
      'One JSON object a line for each contact who has a conversation: the contact with its number and its fields, the status with its reason, outcomes and values by their keys, the tags that apply, the questions with their answers, `overallRating` (0 to 100, also of agents without a flow, which have none of the others), and what somebody corrected: `corrected` has the labels, `corrections` for each result its `kind` and `key`, what the analysis had found (`original`), who corrected it (`by`), when (`at`) and why (`note`). `simulatedCalls` of `callsMade` stayed on the simulated network, so that nobody was called; null where Parley did not record that yet. An `ONLINE` conversation has its link as `GET /runs/{id}/contacts` shows it.',
    tag,
    needs: ['read:runs', 'read:contacts', 'read:conversations'],
    params,
    query: RunFilter,
    reply: { 200: Type.String() },
    handle: ({ scope, params, query, closing }) =>
      objectsOfRunResults(
        scope,
        params.id,
        { ...query, services: { links, readRules: placing.readRules } },
        closing,
      ),
  }),
];

export const runResultConsoleRoutes: readonly Route[] = [
  consoleRoute({
    method: 'GET',
    path: '/console/api/runs/{id}/calls',
    name: 'countRunCalls',
    summary: 'Count the calls of a run, and the simulated ones among them',
    tag: 'Console',
    atLeast: 'viewer',
    params,
    reply: { 200: CallCounts },
    handle: ({ scope, params }) => readCallCounts(scope, params.id),
  }),
];
