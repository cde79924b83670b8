import {
  CommentView,
  CorrectionView,
  NewComment,
  NewCorrection,
  TestCaseOfConversation,
} from '@parley/contract/correction.ts';
import { Deleted, IdOf, Strict } from '@parley/contract/schema.ts';
import { TestCaseView } from '@parley/contract/test-case.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import {
  addComment,
  correctResult,
  listComments,
  listCorrections,
  makeTestCase,
  removeComment,
  withdrawCorrection,
} from './correction.actions.ts';

const tag = 'Conversations';
const params = { id: IdOf('Conversation') };

export const correctionRoutes = [
  route({
    method: 'GET',
    path: '/conversations/{id}/corrections',
    name: 'listCorrections',
    summary: 'List the corrections of a conversation',
    description: 'Oldest first: who corrected which result, when, and what the analysis had found.',
    tag,
    needs: ['read:conversations'],
    params,
    reply: { 200: Strict({ data: Type.Array(CorrectionView) }) },
    handle: ({ scope, params }) => listCorrections(scope, params.id),
  }),
  route({
    method: 'POST',
    path: '/conversations/{id}/corrections',
    name: 'correctResult',
    summary: 'Correct a result',
    description:
      'Corrects an answer, an extracted value, an outcome or a tag of the latest analysed call. `analytics`, the PDF, exports and counts show the corrected value; what the analysis found stays beside it. Correct it again to change it.',
    tag,
    needs: ['write:conversations'],
    params,
    body: NewCorrection,
    reply: { 201: CorrectionView },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => correctResult(scope, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/conversations/{id}/corrections/{correctionId}',
    name: 'withdrawCorrection',
    summary: 'Withdraw a correction',
    description: 'The result is again what the correction before it says, or what the analysis found.',
    tag,
    needs: ['write:conversations'],
    params: { ...params, correctionId: IdOf('Correction') },
    reply: { 200: Deleted },
    handle: ({ scope, params }) => withdrawCorrection(scope, params.id, params.correctionId),
  }),
  route({
    method: 'GET',
    path: '/conversations/{id}/comments',
    name: 'listComments',
    summary: 'List the comments on a conversation',
    description: 'Oldest first.',
    tag,
    needs: ['read:conversations'],
    params,
    reply: { 200: Strict({ data: Type.Array(CommentView) }) },
    handle: ({ scope, params }) => listComments(scope, params.id),
  }),
  route({
    method: 'POST',
    path: '/conversations/{id}/comments',
    name: 'addComment',
    summary: 'Comment on a conversation',
    description: 'It is deleted with the conversation.',
    tag,
    needs: ['write:conversations'],
    params,
    body: NewComment,
    reply: { 201: CommentView },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => addComment(scope, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/conversations/{id}/comments/{commentId}',
    name: 'deleteComment',
    summary: 'Delete a comment',
    tag,
    needs: ['write:conversations'],
    params: { ...params, commentId: IdOf('Comment') },
    reply: { 200: Deleted },
    handle: ({ scope, params }) => removeComment(scope, params.id, params.commentId),
  }),
  route({
    method: 'POST',
    path: '/conversations/{id}/test-case',
    name: 'makeTestCase',
    summary: 'Make a test case from a conversation',
    description:
      "Adds a test case to the agent: the contact says what it said in the latest analysed call, and the results as corrected are the expected ones. It has the contact's own words, so it is deleted with the conversation.",
    tag,
    needs: ['read:conversations', 'write:agents'],
    params,
    body: TestCaseOfConversation,
    bodyOptional: true,
    reply: { 201: TestCaseView },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => makeTestCase(scope, params.id, body),
  }),
];
