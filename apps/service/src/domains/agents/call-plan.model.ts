import type { AnswerType } from '@parley/call-engine/answer-type.ts';
import { answerTypeOf } from '@parley/call-engine/dialogue/rules/asked.ts';
import type { KnownData } from '@parley/call-engine/expression.ts';
import type {
  CallPlan,
  PlanBranch,
  PlanCondition,
  PlanDocument,
  PlanExtractionTarget,
  PlanHandoff,
  PlanQuestion,
  PlanSection,
  PlanValue,
  PlanVoicemail,
  PromptSection,
} from '@parley/call-engine/plan.ts';
import { categories } from '@parley/contract/contact-field.ts';
import type { Language } from '@parley/language/language.ts';
import type { Company } from '../companies/company.model.ts';
import { type Catalog, inOrder, inWords } from '../contact-fields/catalog.model.ts';
import { type ContactField, reachesAgent } from '../contact-fields/contact-field.model.ts';
import type { Contact } from '../contacts/contact.model.ts';
import type { Job } from '../jobs/job.model.ts';
import type { Agent } from './agent.model.ts';
import { withDisclosure } from './disclosure.model.ts';
import type { Answer, Branch, Condition, Importance, Question, Section } from './flow.model.ts';
import { flowOf, goodbyeIn } from './focus-flow.model.ts';
import { knownContact, knownJob, spokenValue, tokenValues } from './known-data.model.ts';
import { filledIn, fillPrompt, fillSpoken, type TokenValues } from './token.model.ts';

export interface CallInputs {
  readonly agent: Omit<Agent, 'createdAt' | 'updatedAt' | 'companyPhoneNumberId'>;
  readonly company: Pick<Company, 'name' | 'description'>;
  readonly contact: Contact;
  readonly catalog: Catalog;
  readonly job: Job | null;
  /** Where the contact's day is lived: an IANA name. */
  readonly timeZone: string;
  /** The gdprExpiryDate of the contact has come: from then on the agent looks up nothing about the contact. */
  readonly hasExpired?: boolean;
  /** The active documents of the contact and the agent. */
  readonly documents?: readonly PlanDocument[];
}

/** Everything one call needs to know. The same inputs always gives the same plan. */
export function compilePlan(inputs: CallInputs): CallPlan {
  const { agent, company, contact, catalog, job, hasExpired = false } = inputs;
  const { guardrails, contextConfig, analyticsConfig, callingWindow, voice, voicemail, keypad } =
    agent.settings;
  const { language } = agent;
  const flow = flowOf(agent, contact, job);
  const words = new Words(tokenValues(inputs, language), language, analyticsConfig.extractionTargets);
  const known = { contact: knownContact(inputs), job: knownJob(job) };
  const usesContact = contextConfig.useContactContext;
  const sections = words.sections(flow.sections);
  const plan: CallPlan = {
    agent: { id: agent.id, versionId: agent.versionId, name: agent.name },
    company: { name: company.name },
    contact: {
      id: contact.id,
      firstName: contact.firstName,
      lastName: contact.lastName,
      gender: contact.gender,
      phoneNumber: contact.phoneNumber,
    },
    language,
    type: agent.type,
    focus: agent.focus,
    durationMinutes: agent.duration,
    firstMessage: {
      id: flow.firstMessage.id,
      text: withDisclosure(words.said(flow.firstMessage.text), language),
    },
    sections,
    lastMessage: {
      id: flow.lastMessage?.id ?? 'last-message',
      text: words.said(flow.lastMessage?.text ?? '') || goodbyeIn(language),
    },
    handoffs: handoffsOf(sections),
    prompt: [
      ...words.list('guardrails', 'Rules', guardrails.rules),
      ...words.list('forbidden-topics', 'Topics that must not be talked about', guardrails.forbiddenTopics),
      // A generic agent's instructions are its flow already.
      ...(agent.focus === 'GENERIC' ? [] : words.reference(agent.instructions)),
      ...given(usesContact ? essentialSection(known.contact, catalog, language) : undefined),
    ],
    knowledge: [
      ...given(usesContact && !hasExpired ? contactDocument(known.contact, catalog, language) : undefined),
      ...given(job === null ? undefined : jobDocument(job)),
      ...(inputs.documents ?? []),
    ],
    analysis: analyticsConfig,
    known,
    hours: { timeZone: inputs.timeZone, window: callingWindow },
    voicemail: words.voicemail(voicemail),
    voice,
    ...(keypad?.menu === undefined ? {} : { menu: { wanted: keypad.menu } }),
    ...(keypad?.optOut ? { keypad: { optOut: keypad.optOut } } : {}),
  };
  // Known once everything has been filled in.
  const { filled } = words;
  return filled.length === 0 ? plan : { ...plan, filled };
}

const given = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);

const weights: Readonly<Record<Importance, number>> = { REQUIRED: 4, HIGH: 3, MEDIUM: 2, LOW: 1 };

/** The texts of a flow with the words of one contact in them. */
class Words {
  readonly #values: TokenValues;
  readonly #language: Language;
  readonly #targets: readonly PlanExtractionTarget[];
  readonly #filled = new Map<string, PlanValue>();

  constructor(values: TokenValues, language: Language, targets: readonly PlanExtractionTarget[]) {
    this.#values = values;
    this.#language = language;
    this.#targets = targets;
  }

  /** What was put into all texts so far. Something that is the contact's too is the contact's. */
  get filled(): readonly PlanValue[] {
    return [...this.#filled.values()];
  }

  said(text: string): string {
    this.#note(text);
    return fillSpoken(text, this.#values, this.#language);
  }

  prompt(text: string): string {
    this.#note(text);
    return fillPrompt(text, this.#values, this.#language);
  }

  #note(text: string): void {
    for (const value of filledIn(text, this.#values)) {
      const isOfContact = value.isOfContact || this.#filled.get(value.text)?.isOfContact === true;
      this.#filled.set(value.text, { ...value, isOfContact });
    }
  }

  sections(sections: readonly Section[]): PlanSection[] {
    return sections.flatMap((section) => this.#section(section));
  }

  /** What has nothing left to say, because it was made of tokens without values, is left out. */
  #section(section: Section): PlanSection[] {
    const title = this.said(section.title ?? '');
    const head = { id: section.id, ...(title === '' ? {} : { title }) };
    switch (section.type) {
      case 'sequential': {
        const prompt = this.prompt(section.prompt);
        return prompt === '' ? [] : [{ ...head, type: 'sequential', prompt }];
      }
      case 'looping': {
        const questions = section.questions.flatMap((question) => this.#question(question));
        return questions.length === 0 ? [] : [{ ...head, type: 'looping', questions }];
      }
      case 'conditional': {
        const branches = section.branches.map((branch) => this.#branch(branch));
        const fallback = branches.find(({ name }) => name === section.defaultBranch);
        return [
          { ...head, type: 'conditional', branches, ...(fallback && { defaultBranchId: fallback.id }) },
        ];
      }
      case 'human_handoff': {
        const message = this.said(section.message ?? '');
        const { destinations } = section;
        return [{ ...head, type: 'human_handoff', ...(message === '' ? {} : { message }), destinations }];
      }
    }
  }

  #question({ id, question, key, answer, idealAnswer, importance, weight }: Question): PlanQuestion[] {
    const text = this.said(question);
    if (text === '') return [];
    const target = this.#targets.find((one) => isSame(one.key, key) || isSame(one.label, key));
    const answerType =
      answer === undefined ? answerTypeOf(text, this.#language, target) : answerTypeIn(answer);
    const scored = weight ?? (importance === undefined ? undefined : weights[importance]);
    const ideal = this.prompt(idealAnswer ?? '');
    return [
      {
        id,
        text,
        ...(key === undefined ? {} : { key }),
        ...(answerType === undefined ? {} : { answerType }),
        ...(answer?.keys ? { takesKeys: true as const } : {}),
        ...(scored === undefined || ideal === ''
          ? {}
          : { scoring: { idealAnswer: ideal, weight: scored, importance: importance ?? null } }),
      },
    ];
  }

  #branch({ id, name, condition, sections }: Branch): PlanBranch {
    return { id, name, condition: this.#condition(condition), sections: this.sections(sections) };
  }

  #condition(condition: Condition): PlanCondition {
    return condition.type === 'intent'
      ? { type: 'intent', description: this.prompt(condition.description) }
      : condition;
  }

  list(id: PromptSection['id'], title: string, entries: readonly string[]): PromptSection[] {
    const lines = entries.map((entry) => this.prompt(entry)).filter((entry) => entry !== '');
    return lines.length === 0
      ? []
      : [{ id, title, kind: 'instruction', text: lines.map((line) => `- ${line}`).join('\n') }];
  }

  reference(instructions: string | null): PromptSection[] {
    const text = this.prompt(instructions ?? '');
    return text === '' ? [] : [{ id: 'instructions', title: 'Reference', kind: 'instruction', text }];
  }

  voicemail({ action, message }: Agent['settings']['voicemail']): PlanVoicemail {
    const text = action === 'LEAVE_MESSAGE' ? this.said(message ?? '') : '';
    return text === '' ? { action: 'HANG_UP' } : { action: 'LEAVE_MESSAGE', message: text };
  }
}

const isSame = (one: string, other: string | undefined): boolean =>
  one.trim().toLowerCase() === other?.trim().toLowerCase();

/** What the author stated, as the call engine names it. */
function answerTypeIn({ type, options = [], unit, currency, period }: Answer): AnswerType {
  switch (type) {
    case 'choice':
      return { kind: type, options };
    case 'list':
      return { kind: type, ...(options.length > 0 ? { options } : {}) };
    case 'number':
      return { kind: type, ...(unit === undefined ? {} : { unit }) };
    case 'money':
      return {
        kind: type,
        ...(currency === undefined ? {} : { currency }),
        ...(period === undefined ? {} : { period }),
      };
    default:
      return { kind: type };
  }
}

const handoffsOf = (sections: readonly PlanSection[]): PlanHandoff[] =>
  sections.flatMap((section) => {
    if (section.type === 'human_handoff') return [section];
    return section.type === 'conditional'
      ? section.branches.flatMap((branch) => handoffsOf(branch.sections))
      : [];
  });

const headings: readonly [property: string, heading: string][] = [
  ['description', 'Description'],
  ['benefits', 'Benefits'],
  ['requiredSkills', 'Required skills'],
  ['niceToHaveSkills', 'Nice to have'],
  ['languageRequirements', 'Languages'],
  ['education', 'Education'],
  ['experience', 'Experience'],
  ['contractType', 'Contract'],
  ['location.workMode', 'Work mode'],
  ['location', 'Location'],
  ['salary', 'Salary'],
  ['salary.period', 'Salary period'],
];

/** The job in words: what the agent may say when the contact asks about it. */
export function jobDocument(job: Job): PlanDocument {
  const known = knownJob(job);
  const chapters = headings.flatMap(([property, heading]) => {
    const value = known[property];
    if (value === undefined) return [];
    const text = Array.isArray(value) ? value.map((entry) => `- ${entry}`).join('\n') : String(value);
    return [`## ${heading}\n\n${text}`];
  });
  return { id: 'job', title: job.title, text: `${[`# ${job.title}`, ...chapters].join('\n\n')}\n` };
}

/**
 * The short set of fields that the platform puts into the prompt, personal ones like the name included. What the
 * platform itself resolves (`readOnly`) never gets there.
 */
function essentialSection(known: KnownData, catalog: Catalog, language: Language): PromptSection | undefined {
  const lines = linesOf(
    inOrder(catalog).filter((field) => field.inEssentialPromptSet && !field.readOnly),
    known,
    language,
  );
  return lines.length === 0
    ? undefined
    : { id: 'contact', title: 'The contact', kind: 'data', text: lines.join('\n') };
}

/** What the agent may look up in mid-call: every field that may reach it, under the name of its category. */
function contactDocument(known: KnownData, catalog: Catalog, language: Language): PlanDocument | undefined {
  const fields = inOrder(catalog).filter(reachesAgent);
  const chapters = categories.flatMap((category) => {
    const lines = linesOf(
      fields.filter((field) => field.category === category),
      known,
      language,
    );
    return lines.length === 0 ? [] : [`## ${inWords(category)}\n\n${lines.join('\n')}`];
  });
  return chapters.length === 0
    ? undefined
    : {
        id: 'contact',
        title: 'About the contact',
        text: `# About the contact\n\n${chapters.join('\n\n')}\n`,
      };
}

const linesOf = (fields: readonly ContactField[], known: KnownData, language: Language): string[] =>
  fields.flatMap(({ key, label }) => {
    const value = Object.hasOwn(known, key) ? known[key] : undefined;
    // One line each: a value cannot begin a heading or a field of its own.
    const words = value === undefined ? undefined : spokenValue(value, language);
    return words === undefined ? [] : [`- ${label.replaceAll(/\s+/g, ' ').trim()}: ${words}`];
  });
