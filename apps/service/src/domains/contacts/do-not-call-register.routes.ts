import {
  MOST_REGISTERS,
  NewRegister,
  NewRegisterImport,
  RegisterImportView,
  RegisterNumbers,
  RegisterView,
  SharedRegister,
} from '@parley/contract/do-not-call-register.ts';
import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import type { Caller } from '../../http/principal.ts';
import { adminRoute, type Route, route } from '../../http/route.ts';
import {
  addNumbers,
  createRegister,
  finishRegisterImport,
  listRegisters,
  type RegisterChanger,
  readRegister,
  removeRegister,
  setShared,
  startRegisterImport,
  undoImport,
} from './do-not-call-register.actions.ts';

const tag = 'Do-not-call registers';
const params = { id: IdOf('Do-not-call register') };
const importParams = { ...params, importId: IdOf('Import of a do-not-call register') };

const changer = (principal: Caller): RegisterChanger => ({
  isStaff: principal.kind === 'user' && principal.isStaff,
});

/** National registers and other lists of numbers that are never dialled. */
export const registerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/do-not-call-registers',
    name: 'listDoNotCallRegisters',
    summary: 'List do-not-call registers',
    tag,
    needs: ['read:contacts'],
    query: PageQuery({}),
    reply: { 200: PageOf(RegisterView) },
    handle: ({ scope, query }) => listRegisters(scope, query),
  }),
  route({
    method: 'POST',
    path: '/do-not-call-registers',
    name: 'createDoNotCallRegister',
    summary: 'Create a do-not-call register',
    description: `Then start an import, send the numbers and finish it. A company has up to ${MOST_REGISTERS}.`,
    tag,
    needs: ['write:contacts'],
    body: NewRegister,
    reply: { 201: RegisterView },
    failures: ['conflict'],
    handle: ({ scope, body }) => createRegister(scope, body),
  }),
  route({
    method: 'GET',
    path: '/do-not-call-registers/{id}',
    name: 'getDoNotCallRegister',
    summary: 'Get a do-not-call register',
    tag,
    needs: ['read:contacts'],
    params,
    reply: { 200: RegisterView },
    handle: ({ scope, params }) => readRegister(scope, params.id),
  }),
  route({
    method: 'DELETE',
    path: '/do-not-call-registers/{id}',
    name: 'deleteDoNotCallRegister',
    summary: 'Delete a do-not-call register with its numbers',
    tag,
    needs: ['write:contacts'],
    params,
    reply: { 204: null },
    handle: ({ scope, params, principal }) => removeRegister(scope, params.id, changer(principal)),
  }),
  route({
    method: 'POST',
    path: '/do-not-call-registers/{id}/imports',
    name: 'startDoNotCallImport',
    summary: 'Start an import of numbers',
    description: 'Its numbers count once it is finished. One that is not finished changes nothing.',
    tag,
    needs: ['write:contacts'],
    params,
    body: NewRegisterImport,
    reply: { 201: RegisterImportView },
    handle: ({ scope, params, body, principal }) =>
      startRegisterImport(scope, params.id, body, changer(principal)),
  }),
  route({
    method: 'POST',
    path: '/do-not-call-registers/{id}/imports/{importId}/numbers',
    name: 'addDoNotCallNumbers',
    summary: 'Add numbers to an import',
    description: 'Up to 10,000 a request. A repeated request stores nothing twice.',
    tag,
    needs: ['write:contacts'],
    params: importParams,
    body: RegisterNumbers,
    reply: { 200: RegisterImportView },
    failures: ['conflict'],
    handle: ({ scope, params, body, principal }) =>
      addNumbers(scope, params.id, params.importId, body.numbers, changer(principal)),
  }),
  route({
    method: 'POST',
    path: '/do-not-call-registers/{id}/imports/{importId}/finish',
    name: 'finishDoNotCallImport',
    summary: 'Finish an import: its numbers are not called from here on',
    tag,
    needs: ['write:contacts'],
    params: importParams,
    reply: { 200: RegisterImportView },
    failures: ['conflict'],
    handle: ({ scope, params, principal }) =>
      finishRegisterImport(scope, params.id, params.importId, changer(principal)),
  }),
  route({
    method: 'POST',
    path: '/do-not-call-registers/{id}/imports/{importId}/undo',
    name: 'undoDoNotCallImport',
    summary: 'Undo the last import',
    description: 'Its numbers may be called again, and those that it replaced may not.',
    tag,
    needs: ['write:contacts'],
    params: importParams,
    reply: { 200: RegisterImportView },
    failures: ['conflict'],
    handle: ({ scope, params, principal }) =>
      undoImport(scope, params.id, params.importId, changer(principal)),
  }),
];

export const registerConsoleRoutes: readonly Route[] = [
  adminRoute({
    method: 'PUT',
    path: '/console/api/companies/{id}/do-not-call-registers/{registerId}',
    name: 'shareDoNotCallRegister',
    summary: 'Make a do-not-call register hold for every company',
    tag: 'Console',
    params: { id: IdOf('Company'), registerId: IdOf('Do-not-call register') },
    body: SharedRegister,
    reply: { 204: null },
    handle: ({ everywhere, params, body }) =>
      setShared(everywhere, params.id, params.registerId, body.isShared),
  }),
];
