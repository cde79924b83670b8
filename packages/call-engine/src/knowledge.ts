import type { Passage } from './dialogue/dialogue-model.ts';

/** What a question of the contact's may be answered from: the plan's own documents and the uploaded ones. */
export interface Knowledge {
  /**
   * The passages nearest to the question, the best first; none when nothing is near. `miss` is told in words what
   * could not be searched, or not in time.
   */
  find(question: string, miss?: (why: string) => void): Promise<readonly Passage[]>;
}
