import { ErasureKeys, ErasureReceiptView } from '@parley/contract/erasure.ts';
import { IdOf, PageOf, PageQuery, Uuid } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { route, zipRoute } from '../../http/route.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { exportContact } from './contact-export.actions.ts';
import { listErasureReceipts, readErasureReceipt } from './erasure.actions.ts';
import type { ReceiptSigner } from './receipt.model.ts';

const tag = 'Contacts';

export const personalDataRoutes = ({
  receipts,
  objects,
}: {
  receipts: Pick<ReceiptSigner, 'publicKeys'>;
  objects: ObjectStore;
}) => [
  zipRoute({
    method: 'GET',
    path: '/contacts/{id}/export',
    name: 'exportContact',
    summary: 'Export everything about a contact',
    description:
      'One zip archive with the contact, its documents, its conversations with transcripts, analyses, journals, recordings and SIP messages, what enrichments found, the runs that it is in, whether it may be called, and the events about it with their deliveries. It answers a request for access to personal data.',
    tag,
    needs: ['read:contacts', 'read:conversations'],
    params: { id: IdOf('Contact') },
    reply: { 200: Type.String({ format: 'binary' }) },
    handle: ({ scope, params }) => exportContact(scope, objects, params.id),
  }),
  route({
    method: 'GET',
    path: '/erasure-receipts',
    name: 'listErasureReceipts',
    summary: 'List erasure receipts',
    description:
      'One for each contact that was deleted, or whose documents expired: what was erased and when, without personal data. The number of a call whose worker was lost is kept, without a name, until that call must have ended, and is not counted.',
    tag,
    needs: ['read:contacts'],
    query: PageQuery({
      contactId: Type.Optional(Uuid({ description: 'Receipts of this contact.' })),
    }),
    reply: { 200: PageOf(ErasureReceiptView) },
    handle: ({ scope, query }) => listErasureReceipts(scope, query),
  }),
  route({
    method: 'GET',
    path: '/erasure-receipts/keys',
    name: 'getErasureKeys',
    summary: 'Get the public keys of erasure receipts',
    description: 'A JSON Web Key Set that verifies the signatures of receipts.',
    tag,
    needs: ['read:contacts'],
    reply: { 200: ErasureKeys },
    handle: () => ({ keys: receipts.publicKeys }),
  }),
  route({
    method: 'GET',
    path: '/erasure-receipts/{id}',
    name: 'getErasureReceipt',
    summary: 'Get an erasure receipt',
    tag,
    needs: ['read:contacts'],
    params: { id: IdOf('Erasure receipt') },
    reply: { 200: ErasureReceiptView },
    handle: ({ scope, params }) => readErasureReceipt(scope, params.id),
  }),
];
