import type { CallPlan, PlanQuestion, PlanSection } from '@parley/call-engine/plan.ts';
import { type Language, languages } from '@parley/language/language.ts';
import { sampleContact } from '@parley/testing/contact-samples.ts';
import { sentFlow } from '@parley/testing/flow-values.ts';
import { spoiled } from '@parley/testing/schema-values.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogOf } from '../contact-fields/catalog.model.ts';
import { blankAgent } from './agent.model.ts';
import { compilePlan } from './call-plan.model.ts';
import { type Flow, idsOf } from './flow.model.ts';
import { readFlow } from './flow-grammar.model.ts';

const contact = sampleContact();

const compiled = (flow: Flow, language: Language): CallPlan =>
  compilePlan({
    agent: { ...blankAgent, id: 'agent', versionId: 'version', name: 'Grace', language, focus: null, flow },
    company: { name: 'Acme', description: null },
    contact,
    catalog: catalogOf([]),
    timeZone: 'Europe/Vienna',
    job: null,
  });

function read(sent: unknown): Flow | undefined {
  let last = 0;
  const reading = readFlow(sent, { country: 'CH', newId: () => `id-${++last}`, keptIds: new Set() });
  return 'flow' in reading ? reading.flow : undefined;
}

const everySection = (sections: readonly PlanSection[]): PlanSection[] =>
  sections.flatMap((section) =>
    section.type === 'conditional'
      ? [section, ...section.branches.flatMap((branch) => everySection(branch.sections))]
      : [section],
  );
const everyQuestion = (plan: CallPlan): PlanQuestion[] =>
  everySection(plan.sections).flatMap((section) => (section.type === 'looping' ? section.questions : []));

test('every accepted flow compiles to a call plan without empty sections', () => {
  let accepted = 0;
  const flows = fc.oneof({ weight: 2, arbitrary: sentFlow }, { weight: 1, arbitrary: spoiled(sentFlow) });
  fc.assert(
    fc.property(flows, fc.constantFrom(...languages), (sent, language) => {
      const flow = read(sent);
      if (flow === undefined) return;
      accepted++;
      const plan = compiled(flow, language);
      expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
      const sections = everySection(plan.sections);
      for (const { id } of sections) expect(idsOf(flow)).toContain(id);
      for (const section of sections) {
        if (section.type === 'sequential') expect(section.prompt).not.toBe('');
        if (section.type === 'looping') expect(section.questions).not.toEqual([]);
      }
      for (const question of everyQuestion(plan)) {
        expect(question.text).not.toBe('');
        expect(question.scoring?.idealAnswer).not.toBe('');
      }
    }),
    { numRuns: 400 },
  );
  expect(accepted).toBeGreaterThan(200);
});
