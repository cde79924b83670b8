/** A fault that a reviewer could miss, put into one file on purpose. */
export interface Mutant {
  readonly file: string;
  /** What goes wrong for a user or an operator. */
  readonly breaks: string;
  /** Occurs exactly once in the file. */
  readonly old: string;
  readonly new: string;
  /** The deterministic tests that should fail, instead of those of the area. */
  readonly tests?: readonly string[];
}

export interface Area {
  readonly name: string;
  /** The deterministic tests that should fail with any mutant that lists none of its own. */
  readonly tests: readonly string[];
  readonly mutants: readonly Mutant[];
}

export const conversations = 'apps/service/src/domains/conversations';
export const runs = 'apps/service/src/domains/runs';
