import { Deleted, IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import {
  NewTestCase,
  NewTestRun,
  TestCaseChanges,
  TestCaseView,
  TestRunView,
} from '@parley/contract/test-case.ts';
import { route } from '../../http/route.ts';
import {
  changeTestCase,
  createTestCase,
  listTestCases,
  type RunTestCases,
  removeTestCase,
} from './test-case.actions.ts';

const tag = 'Agents';
const params = { id: IdOf('Agent') };
const caseParams = { ...params, testCaseId: IdOf('Test case') };

export const testCaseRoutes = (run: RunTestCases) => [
  route({
    method: 'GET',
    path: '/agents/{id}/test-cases',
    name: 'listTestCases',
    summary: 'List the test cases of an agent',
    description: 'Oldest first.',
    tag,
    needs: ['read:agents'],
    params,
    query: PageQuery({}),
    reply: { 200: PageOf(TestCaseView) },
    handle: ({ scope, params: { id }, query }) => listTestCases(scope, id, query),
  }),
  route({
    method: 'POST',
    path: '/agents/{id}/test-cases',
    name: 'createTestCase',
    summary: 'Add a test case to an agent',
    description:
      'What a contact says, turn by turn, and the expected results: the parts that the call reaches, the branch, the recorded values, the outcome, the ending. It is deleted with the agent.',
    tag,
    needs: ['write:agents'],
    params,
    body: NewTestCase,
    reply: { 201: TestCaseView },
    failures: ['conflict'],
    handle: ({ scope, params: { id }, body }) => createTestCase(scope, id, body),
  }),
  route({
    method: 'PATCH',
    path: '/agents/{id}/test-cases/{testCaseId}',
    name: 'changeTestCase',
    summary: 'Change a test case',
    description: 'Replaces each property that is sent as a whole.',
    tag,
    needs: ['write:agents'],
    params: caseParams,
    body: TestCaseChanges,
    reply: { 200: TestCaseView },
    handle: ({ scope, params: { id, testCaseId }, body }) => changeTestCase(scope, id, testCaseId, body),
  }),
  route({
    method: 'DELETE',
    path: '/agents/{id}/test-cases/{testCaseId}',
    name: 'deleteTestCase',
    summary: 'Delete a test case',
    tag,
    needs: ['delete:agents'],
    params: caseParams,
    reply: { 200: Deleted },
    handle: ({ scope, params: { id, testCaseId } }) => removeTestCase(scope, id, testCaseId),
  }),
  route({
    method: 'POST',
    path: '/agents/{id}/test-cases/run',
    name: 'runTestCases',
    summary: 'Run the test cases of an agent',
    description:
      'Plays them in memory with the dialogue model of real calls: nobody is called and nothing is charged. `path` says what each call reached, `unreached` what none of them did. A company runs one test at a time; another request meanwhile is a 409.',
    tag,
    needs: ['write:agents'],
    params,
    body: NewTestRun,
    bodyOptional: true,
    reply: { 200: TestRunView },
    failures: ['conflict', 'unprocessable'],
    handle: ({ scope, params: { id }, body, gone }) => run(scope, id, body, gone()),
  }),
];
