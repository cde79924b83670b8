/** An entry of a journal, as far as what the agent looked up is concerned. Nothing else is known of it here. */
interface Entry {
  readonly kind?: string;
  readonly plan?: { readonly knowledge?: readonly unknown[] };
  readonly passages?: readonly unknown[];
  readonly cites?: unknown;
}

/**
 * A part of a journal without what the agent could look up (documents, CV, the document made of the contact's fields) and what it
 * found there. A replay needs neither: what was answered stands beside it. Undefined: there is nothing of it.
 */
export function withoutKnowledge(entries: readonly unknown[]): unknown[] | undefined {
  let isChanged = false;
  const left = entries.map((entry) => {
    const stripped = stripEntry(entry as Entry | null);
    isChanged ||= stripped !== entry;
    return stripped;
  });
  return isChanged ? left : undefined;
}

function stripEntry(entry: Entry | null): Entry | null {
  switch (entry?.kind) {
    case 'plan':
      return entry.plan?.knowledge?.length ? { ...entry, plan: { ...entry.plan, knowledge: [] } } : entry;
    case 'found':
      return entry.passages?.length ? { ...entry, passages: [] } : entry;
    case 'answered': {
      // The title of a document may name its owner.
      const { cites, ...answered } = entry;
      return cites === undefined ? entry : answered;
    }
    default:
      return entry;
  }
}
