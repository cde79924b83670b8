import { localeTables } from '@parley/language/locale.ts';
import type { Sentences } from './sentences.ts';

/** What call analysis says and what it goes by, in every language. */
export const analysisTables = localeTables<{
  readonly beforeName?: readonly string[];
  readonly corrections?: readonly string[];
  readonly courtesies?: readonly string[];
  readonly education?: readonly string[];
  readonly experience?: readonly string[];
  readonly hedge?: readonly string[];
  readonly interest?: readonly string[];
  readonly limits?: Readonly<
    Partial<Record<'atLeast' | 'atMost' | 'lessThan' | 'moreThan' | 'to', readonly string[]>>
  >;
  readonly listing?: Readonly<Partial<Record<'lead' | 'noItem' | 'trail', readonly string[]>>>;
  readonly little?: readonly string[];
  readonly notBefore?: readonly string[];
  readonly nothing?: readonly string[];
  readonly refusal?: readonly string[];
  readonly vague?: readonly string[];
  readonly sentences: Sentences;
  readonly moods: Readonly<Record<'glad' | 'cross', readonly string[]>>;
  readonly readiness: Readonly<Record<'now' | 'soon' | 'any', readonly string[]>>;
}>('analysis');
