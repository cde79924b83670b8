import { IdOf } from '@parley/contract/schema.ts';
import { SipLadder } from '@parley/contract/sip-ladder.ts';
import { Type } from 'typebox';
import type { Caller } from '../../http/principal.ts';
import { pcapRoute, type Route, route } from '../../http/route.ts';
import { readPcap, readSipLadder } from './sip-ladder.actions.ts';

const tag = 'Conversations';
const readerOf = (caller: Caller) => ({ isStaff: caller.kind === 'user' && caller.isStaff });
const params = { id: IdOf('Conversation'), attemptId: IdOf('Call attempt') };

export const sipLadderRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/conversations/{id}/call-attempts/{attemptId}/sip',
    name: 'getSipLadder',
    summary: 'Get the SIP messages of a call',
    description:
      'Of telephone calls, kept for 30 days; digests and SRTP keys are covered. Of calls over trunks of the operator companies see what concerns the call: addresses, accounts, dial prefixes and software of the trunk are left out. Empty for simulated calls and web calls.',
    tag,
    needs: ['read:conversations'],
    params,
    reply: { 200: SipLadder },
    handle: ({ scope, params, principal }) =>
      readSipLadder(scope, params.id, params.attemptId, readerOf(principal)),
  }),
  pcapRoute({
    method: 'GET',
    path: '/conversations/{id}/call-attempts/{attemptId}/sip.pcap',
    name: 'getSipPcap',
    summary: 'Get the SIP messages of a call as pcap',
    description:
      'For Wireshark and tcpdump. Each message is in a UDP packet of its own, also if it was sent over TCP or TLS. There is no audio. Of calls over trunks of the operator the text is that of `getSipLadder`, between addresses of examples (192.0.2.1 and 198.51.100.1).',
    tag,
    needs: ['read:conversations'],
    params,
    reply: { 200: Type.String({ format: 'binary' }) },
    handle: ({ scope, params, principal }) =>
      readPcap(scope, params.id, params.attemptId, readerOf(principal)),
  }),
];
