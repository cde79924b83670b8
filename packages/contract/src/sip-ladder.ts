import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Strict, Timestamp } from './schema.ts';

/** Of one call; further ones are not kept. */
export const MOST_SIP_MESSAGES = 200;
/** Of one message; the rest of a longer one is cut off. */
export const MOST_SIP_MESSAGE_BYTES = 8192;

/** Companies see of the operator's trunks only what happened to their calls. */
const HIDDEN = 'null: the call went over a trunk of the operator';

const Place = (description: string) => Strict({ host: Type.String(), port: Type.Integer() }, { description });

const Attestation = Strict(
  {
    level: Nullable(
      OneOf(['A', 'B', 'C'], {
        description:
          'A: the caller is known and may show the number. B: the caller is known. C: only known where the call came in. Null: not said.',
      }),
    ),
    verification: Nullable(
      OneOf(['PASSED', 'FAILED', 'NOT_DONE'], {
        description: 'What the network says about its check of the signature; null: nothing.',
      }),
    ),
  },
  {
    description:
      'What this message says about the caller ID (STIR/SHAKEN), as received: Parley checks no signature and signs no calls. Null: nothing.',
  },
);
export type Attestation = Static<typeof Attestation>;

export const SipMessageView = Named(
  'SipMessage',
  Strict({
    at: Timestamp(),
    direction: OneOf(['SENT', 'RECEIVED']),
    transport: Nullable(OneOf(['UDP', 'TCP', 'TLS'])),
    local: Nullable(Place(`Our address; ${HIDDEN}, or it is not known.`)),
    remote: Nullable(Place(`The address of the trunk; ${HIDDEN}.`)),
    callId: Nullable(
      Type.String({
        description:
          'A call over several servers, or with a second leg, has several. Over a trunk of the operator: `call-1`, `call-2` and so on.',
      }),
    ),
    method: Nullable(Type.String({ description: 'Null: it is a response.' })),
    status: Nullable(Type.Integer({ description: 'Null: it is a request.' })),
    text: Nullable(
      Type.String({
        description:
          'The whole message. Digests and SRTP keys are covered with x. At most 8 KiB: the rest is cut off. Over a trunk of the operator: the headers and lines that are about the call, with `hidden` for accounts and `hidden.invalid` for hosts.',
      }),
    ),
    attestation: Nullable(Attestation),
  }),
);
export type SipMessageView = Static<typeof SipMessageView>;

export const SipLadder = Named(
  'SipLadder',
  Strict({
    messages: Type.Array(SipMessageView, { description: 'Oldest first.' }),
    isComplete: Type.Boolean({ description: `False: there were more than ${MOST_SIP_MESSAGES}.` }),
  }),
);
export type SipLadder = Static<typeof SipLadder>;
