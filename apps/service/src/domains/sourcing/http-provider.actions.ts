import { sentenceOf } from '@parley/kernel/failure.ts';
import { unfitParts } from '@parley/kernel/json.ts';
import { type Static, type TSchema, Type } from 'typebox';
import { type Outgoing, OutgoingFailure } from '../../http/outgoing.ts';
import { Validator } from '../../http/validation.ts';
import { type Profile, readExperience, readProfile } from './profile.model.ts';
import {
  type Enriched,
  MOST_FOUND,
  ProviderFailure,
  type SourcingProvider,
  unknownProfile,
} from './provider.model.ts';

export interface HttpProviderOptions {
  /** Without a slash at the end: /search and /enrich are added. */
  readonly url: string;
  readonly key: string | undefined;
  readonly outgoing: Outgoing;
  readonly userAgent: string;
  readonly timeoutMs: number;
}

/** A generous answer of 300 profiles; what is longer is no answer to the question. */
const MOST_BYTES = 10 * 1024 * 1024;

const Texts = Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()]));
const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Experiences = Type.Optional(
  Type.Union([
    Type.Array(Type.Object({ role: Type.String(), company: Text, duration: Text, highlights: Texts })),
    Type.Null(),
  ]),
);
/** Vendors say more than is asked, and null for what they do not know: neither is an error. */
const FoundReply = Type.Object({
  total: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), Type.Null()])),
  profiles: Type.Array(
    Type.Object({
      profileId: Type.String({ minLength: 1, maxLength: 128 }),
      name: Type.String({ minLength: 1 }),
      headline: Text,
      location: Text,
      country: Text,
      currentCompany: Text,
      companyUrl: Text,
      currentRole: Text,
      skills: Texts,
      emails: Texts,
      phones: Texts,
      professionalProfileUrl: Text,
      detailedExperience: Experiences,
    }),
  ),
});
const EnrichedReply = Type.Object({
  profiles: Type.Array(
    Type.Object({
      profileId: Type.String(),
      emails: Texts,
      phones: Texts,
      detailedExperience: Experiences,
      failureReason: Text,
    }),
  ),
});

/** Any vendor of people data, behind an adapter that speaks the protocol of docs/sourcing-provider.md. */
export function httpProvider(options: HttpProviderOptions): SourcingProvider {
  const validator = new Validator();
  const checks = { search: validator.body(FoundReply), enrich: validator.body(EnrichedReply) };

  async function ask<Schema extends TSchema>(
    what: 'search' | 'enrich',
    body: object,
  ): Promise<Static<Schema>> {
    const reply = await options.outgoing
      .send({
        method: 'POST',
        url: `${options.url}/${what}`,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': options.userAgent,
          ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
        },
        body: JSON.stringify(body),
        timeoutMs: options.timeoutMs,
        keepBytes: MOST_BYTES,
      })
      .catch((error: unknown) => {
        if (error instanceof OutgoingFailure) throw new ProviderFailure(error.message, { cause: error });
        throw error;
      });
    if (reply.status !== 200) throw new ProviderFailure(`The provider answered with status ${reply.status}`);
    if (reply.isCut) throw new ProviderFailure('The response of the provider is too long');
    const answer = parse(reply.body);
    const [violation] =
      answer === undefined
        ? ['body must be valid JSON']
        : [...checks[what](answer), ...unfitParts(answer, 'body')];
    if (violation !== undefined)
      throw new ProviderFailure(`The response of the provider is not valid: ${sentenceOf(violation)}`);
    return answer as Static<Schema>;
  }

  return {
    async search(_scope, { requestId, criteria, isPreview }) {
      const question = { requestId, preview: isPreview, ...criteria };
      const { profiles, total } = await ask<typeof FoundReply>('search', question);
      const distinct = new Map(profiles.map((sent) => [sent.profileId, known(sent)]));
      return {
        profiles: [...distinct.values()].slice(0, MOST_FOUND),
        total: Math.max(distinct.size, total ?? 0),
      };
    },

    async enrich(_scope, { requestId, sought }) {
      const profiles = sought.map(({ profileId, known: person }) => ({ profileId, ...person }));
      const answer = await ask<typeof EnrichedReply>('enrich', { requestId, profiles });
      const byId = new Map(answer.profiles.map((one) => [one.profileId, one]));
      return sought.map(({ profileId }): Enriched => {
        const one = byId.get(profileId);
        if (one === undefined) return unknownProfile(profileId);
        return {
          profileId,
          emails: one.emails ?? [],
          phones: one.phones ?? [],
          detailedExperience: experiences(one.detailedExperience),
          failureReason: one.failureReason ?? null,
        };
      });
    },
  };
}

type Sent = Static<typeof FoundReply>['profiles'][number];

const known = ({ detailedExperience, ...sent }: Sent): Profile => ({
  ...readProfile(withoutNulls(sent) as { name: string }, sent.profileId),
  detailedExperience: experiences(detailedExperience),
});

const experiences = (sent: Sent['detailedExperience']): Profile['detailedExperience'] =>
  (sent ?? []).map((one) => readExperience(withoutNulls(one) as { role: string }));

const withoutNulls = (sent: object): object =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
