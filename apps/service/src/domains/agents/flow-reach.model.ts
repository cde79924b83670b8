import type { Catalog } from '../contact-fields/catalog.model.ts';
import { type Certain, type Fact, truthOf } from './condition-truth.model.ts';
import type {
  Branch,
  ConditionalSection,
  ExpressionCondition,
  Flow,
  LoopingSection,
  Section,
} from './flow.model.ts';

export interface FlowFinding {
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
}

/** The places of a flow that no call can reach, and the decisions that are none. */
export function reachFindings(flow: Flow, catalog: Catalog): FlowFinding[] {
  const walk = new Walk(keysIn(flow.sections));
  walk.sections(flow.sections, 'flow.sections', { catalog, asked: new Set(), facts: [] });
  return walk.findings;
}

/** The keys of every question in the sections, however deep. */
export function keysIn(sections: readonly Section[]): Set<string> {
  return new Set(
    sections.flatMap((section) => {
      if (section.type === 'looping') return section.questions.flatMap(({ key }) => key ?? []);
      return section.type === 'conditional'
        ? section.branches.flatMap((branch) => [...keysIn(branch.sections)])
        : [];
    }),
  );
}

class Walk {
  readonly findings: FlowFinding[] = [];
  readonly #everyKey: ReadonlySet<string>;

  constructor(everyKey: ReadonlySet<string>) {
    this.#everyKey = everyKey;
  }

  /** Answers may be there after a section whichever way the call went through it. */
  sections(sections: readonly Section[], path: string, before: Certain): void {
    let certain = before;
    for (const [index, section] of sections.entries()) {
      const place = `${path}[${index}]`;
      if (sections[index - 1]?.type === 'human_handoff') {
        this.#warn(place, 'Never reached: the section before it transfers the call');
        return;
      }
      if (section.type === 'conditional') this.#conditional(section, place, certain);
      if (section.type === 'looping')
        this.#doubledKeys(section, place, certain.asked.difference(before.asked));
      certain = { ...certain, asked: new Set([...certain.asked, ...keysIn([section])]) };
    }
  }

  /** Of two branches only one is gone into, and a branch may ask again for what is missing: these may have the same key. */
  #doubledKeys({ questions }: LoopingSection, path: string, asked: ReadonlySet<string>): void {
    const known = new Set(asked);
    for (const [index, { key }] of questions.entries()) {
      if (key !== undefined && known.has(key))
        this.findings.push({
          severity: 'error',
          path: `${path}.questions[${index}].key`,
          message: `A question before this one has the key "${key}" too: conditions and results cannot tell their answers apart`,
        });
      if (key !== undefined) known.add(key);
    }
  }

  #conditional(section: ConditionalSection, path: string, certain: Certain): void {
    let passed = certain;
    let always: string | undefined;
    for (const [index, branch] of section.branches.entries()) {
      const place = `${path}.branches[${index}]`;
      if (always !== undefined) {
        this.#warn(
          place,
          `Branch "${branch.name}" is never reached: branch "${always}" before it always applies`,
        );
        continue;
      }
      const isDefault = branch.name === section.defaultBranch;
      if (this.#branch(branch, place, passed, isDefault) === true) always = branch.name;
      if (branch.condition.type === 'expression') passed = withFact(passed, branch.condition, false);
    }
    const isDecided = always !== undefined || section.defaultBranch !== undefined || coversYesAndNo(section);
    if (!isDecided && section.branches.length > 1)
      this.#warn(
        path,
        'When no condition is met, this section is skipped. To avoid that, choose a default branch',
      );
  }

  /** Whether the branch always applies, or never, where that is certain. */
  #branch({ name, condition, sections }: Branch, path: string, certain: Certain, isDefault: boolean) {
    const inside = `${path}.sections`;
    if (condition.type === 'intent') {
      this.sections(sections, inside, lasting(certain));
      return undefined;
    }
    const isUnknown = this.#answerProblem(condition, `${path}.condition.field`, certain);
    const truth = truthOf(condition, certain);
    if (truth?.holds === true)
      this.#warn(`${path}.condition`, `Branch "${name}" always applies: ${truth.why}`);
    if (truth?.holds === false && !isDefault) {
      if (!isUnknown) this.#warn(`${path}.condition`, `Branch "${name}" can never apply: ${truth.why}`);
      return false;
    }
    // A default branch is also entered when its own condition does not hold.
    this.sections(sections, inside, lasting(isDefault ? certain : withFact(certain, condition, true)));
    return truth?.holds;
  }

  #answerProblem({ field }: ExpressionCondition, path: string, { asked }: Certain): boolean {
    const key = /^answer\.(.+)$/s.exec(field)?.[1];
    if (key === undefined || asked.has(key)) return false;
    const message = this.#everyKey.has(key)
      ? `The question with the key "${key}" is asked only later, or in another branch: its answer is not known here`
      : `No question has the key "${key}"`;
    this.findings.push({ severity: 'error', path, message });
    return true;
  }

  #warn(path: string, message: string): void {
    this.findings.push({ severity: 'warning', path, message });
  }
}

/** One branch for a yes and one for a no: only without any answer there is nothing to go into, which is meant. */
function coversYesAndNo({ branches }: ConditionalSection): boolean {
  const compared = branches.flatMap(({ condition }) =>
    condition.type === 'expression' && condition.operator === 'EQUALS' ? [condition] : [],
  );
  return compared.some(
    ({ field, value }) =>
      value === true && compared.some((other) => other.field === field && other.value === false),
  );
}

const withFact = (certain: Certain, expression: ExpressionCondition, held: boolean): Certain => ({
  ...certain,
  facts: [...certain.facts, { expression, held }],
});

/** What stays so while the call goes on: contact data does not change, but an answer that was missing may come. */
const lasting = (certain: Certain): Certain => ({
  ...certain,
  facts: certain.facts.filter(({ expression, held }: Fact) => {
    if (!expression.field.startsWith('answer.')) return true;
    return held && expression.operator !== 'NOT_EXISTS';
  }),
});
