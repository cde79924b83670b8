import { Type } from 'typebox';

const strict = { additionalProperties: false };
const Text = Type.Union([Type.String(), Type.Null()]);
const Share = Type.Number({ minimum: 0, maximum: 1 });

const Supported = Type.Object({ text: Type.String(), evidence: Text }, strict);

/** A sentence may rest on several things they said. */
const Sentence = Type.Object(
  { text: Type.String(), evidence: Text, others: Type.Optional(Type.Array(Type.String())) },
  strict,
);

/**
 * The reply format of the language model: it may use only the keys it was given, and quotes evidence for each claim.
 */
export const CallReading = Type.Object(
  {
    fields: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          value: Type.Union([
            Type.String(),
            Type.Number(),
            Type.Boolean(),
            Type.Array(Type.String()),
            Type.Null(),
          ]),
          confidence: Share,
          evidence: Text,
        },
        strict,
      ),
    ),
    outcomes: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          met: Type.Boolean(),
          confidence: Share,
          evidence: Text,
          /** More quotes, where a description has several conditions: one for each. */
          others: Type.Optional(Type.Array(Type.String())),
        },
        strict,
      ),
    ),
    tags: Type.Array(
      Type.Object({ key: Type.String(), applied: Type.Boolean(), reason: Text, evidence: Text }, strict),
    ),
    answers: Type.Array(Type.Object({ key: Type.String(), answer: Text, evidence: Text }, strict)),
    strengths: Type.Array(Supported),
    concerns: Type.Array(Supported),
    objections: Type.Array(Supported),
    assessment: Type.Array(Supported),
    education: Type.Union([Supported, Type.Null()]),
    experience: Type.Union([Supported, Type.Null()]),
    grammar: Type.Union([Supported, Type.Null()]),
    vocabulary: Type.Union([Supported, Type.Null()]),
    /** Some models write a plain text all the same. It has no evidence: the rules' summary is used. */
    summary: Type.Union([Type.Array(Sentence), Type.String()]),
  },
  strict,
);
export type CallReading = Type.Static<typeof CallReading>;
export type Supported = Type.Static<typeof Supported>;
