import type { Passage } from './dialogue/dialogue-model.ts';

/** What a contact's question can be answered from: the documents of the plan and uploaded ones. */
export interface Knowledge {
  /**
   * The passages nearest to the question, best first; none when nothing is near. `miss` is called with a message when
   * a search failed or was late.
   */
  find(question: string, miss?: (why: string) => void): Promise<readonly Passage[]>;
}
