import type { CallReading } from '@parley/call-engine/analysis/llm/call-reading.ts';
import type { LanguageModel, ModelStream } from '@parley/call-engine/llm/language-model.ts';
import { schemaReply } from '@parley/call-engine/llm/schema-reply.ts';
import { emptyReading } from '@parley/testing/empty-reading.ts';

interface Obedience {
  readonly reads?: object;
  readonly reports?: Partial<CallReading>;
}

/** A model that has fallen for whatever it was shown: it says, reads and reports what somebody wanted it to. */
export function obedientModel(say: string, { reads, reports }: Obedience): LanguageModel {
  const stream: LanguageModel['stream'] = (_, __, schema) => {
    const wanted = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
    if (wanted.length === 0) return streamed(say);
    if (wanted.includes('signs')) return streamed(JSON.stringify({ ...noSigns, ...reads, say }));
    if (wanted.includes('second')) return streamed(JSON.stringify(fullPoints));
    if (wanted.includes('passage')) return streamed(JSON.stringify({ passage: 1, say }));
    return streamed(JSON.stringify({ ...emptyReading, ...reports }));
  };
  return {
    name: 'obedient',
    stream,
    reply: (prompt, schema, limits) => schemaReply({ stream }, prompt, schema, limits),
  };
}

/** Whatever is asked. */
const fullPoints = { first: 100, second: 100, reasoning: 'Perfect.' };
const noSigns = { signs: [], answers: [], asks: null, next: 'acknowledge' };

const PIECE = 7;

function streamed(text: string): ModelStream {
  return {
    usage: () => ({ inputTokens: 0, cachedTokens: 0, outputTokens: 0 }),
    async *[Symbol.asyncIterator]() {
      for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
    },
  };
}
