import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFolder, compile, generators, installGenerators, orval, run } from './generators.ts';

let service: TestService;
let company: TestCompany;
let parent: string;
beforeAll(async () => {
  await installGenerators();
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
  parent = await mkdtemp(join(tmpdir(), 'parley-clients-'));
});
afterAll(async () => {
  await service?.stop();
  if (parent) await rm(parent, { recursive: true, force: true });
});

async function documentIn(folder: string, query = ''): Promise<string> {
  const file = join(folder, 'openapi.json');
  await writeFile(file, (await service.api(undefined).get(`/openapi.json${query}`)).text);
  return file;
}

/** Every kind of section, a branch in a branch, both conditions; and what the types must not let through. */
const useOfTypes = `
  export const agent: NewAgent = {
    name: 'Survey',
    guardrails: { rules: ['Be brief.'] },
    retryPolicy: { maxAttempts: 2, delaySeconds: [600] },
    callingWindow: { days: ['MON', 'TUE'], start: '09:00', end: '17:00' },
    voicemail: { action: 'LEAVE_MESSAGE', message: 'We will call again.' },
    analyticsConfig: { extractionTargets: [{ key: 'start', label: 'Start', type: 'date' }] },
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
      sections: [
        { type: 'sequential', prompt: 'Tell them what this is about.' },
        { type: 'looping', questions: [{ question: 'Are you satisfied?', importance: 'HIGH', idealAnswer: 'Yes', key: 'satisfied' }] },
        {
          type: 'conditional',
          branches: [
            {
              name: 'Unhappy',
              condition: { type: 'intent', description: 'The person is not satisfied.' },
              sections: [
                {
                  type: 'conditional',
                  branches: [
                    {
                      name: 'Swiss',
                      condition: { type: 'expression', field: 'contact.country', operator: 'IN', value: ['CH'] },
                      sections: [{ type: 'human_handoff', phoneNumber: '+15005550000' }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
      lastMessage: { type: 'last_message', text: 'Goodbye.' },
    },
  };

  type Flow = NonNullable<NewAgent['flow']>;
  type Section = Flow['sections'][number];
  type Branch = Extract<Section, { type: 'conditional' }>['branches'][number];
  // @ts-expect-error there is no such type of section
  export const noSuchType: Section = { type: 'parallel', prompt: 'Talk.' };
  // @ts-expect-error a sequential section has a prompt
  export const noPrompt: Section = { type: 'sequential' };
  // @ts-expect-error questions are those of a looping section
  export const questions: Section = { type: 'sequential', prompt: 'Talk.', questions: [] };
  // @ts-expect-error there is no such operator
  export const condition: Branch['condition'] = { type: 'expression', field: 'job.title', operator: 'LIKE', value: 'x' };
  // @ts-expect-error a flow begins with a first message
  export const noGreeting: Flow = { sections: [{ type: 'sequential', prompt: 'Talk.' }] };
`;

// Orval's fetch client is generated, compiled and used by the test below.
test.each(generators.filter(({ name }) => name !== 'orval with fetch'))(
  'the client generator $name makes a client that compiles and has typed flows',
  async (generator) => {
    const folder = await clientFolder(parent, generator.name);
    expect(await generator.generate(await documentIn(folder), folder)).toMatchObject({ ok: true });
    await writeFile(join(folder, 'use.ts'), `${generator.newAgent}\n${useOfTypes}`);
    expect(await compile(folder)).toEqual({ ok: true, words: '' });
  },
);

test('a generated client creates an agent with a flow and reads it back', async () => {
  const folder = await clientFolder(parent, 'an application');
  const document = await documentIn(folder, '?aliases=false');
  expect(await orval('fetch', document, folder, service.url)).toMatchObject({ ok: true });
  expect(await orval('zod', document, folder, service.url)).toMatchObject({ ok: true });
  await writeFile(join(folder, 'types.ts'), `import type { NewAgent } from './fetch.ts';\n${useOfTypes}`);
  await writeFile(
    join(folder, 'application.ts'),
    `import { createAgent, getAgent } from './fetch.ts';
     import { agent } from './types.ts';
     import { CreateAgentBody, GetAgentResponse } from './zod.ts';

     const options = { headers: { authorization: 'Bearer ${company.key}' } };
     CreateAgentBody.parse(agent);
     const created = await createAgent(agent, undefined, options);
     if (created.status !== 201) throw new Error(created.data.message);
     const read = await getAgent(created.data.id, undefined, options);
     if (read.status !== 200) throw new Error(read.data.message);
     GetAgentResponse.parse(read.data);
     const ids: string[] = [];
     for (const section of read.data.flow?.sections ?? []) {
       ids.push(section.id);
       if (section.type === 'looping') ids.push(...section.questions.map(({ id }) => id));
     }
     console.log(JSON.stringify({ id: read.data.id, ids }));`,
  );
  expect(await compile(folder)).toEqual({ ok: true, words: '' });
  const { ok, words } = await run(process.execPath, [join(folder, 'application.ts')]);
  expect({ ok, words }).toMatchObject({ ok: true });
  const { id, ids } = JSON.parse(words);
  const { flow } = (await company.api.get(`/agents/${id}`)).body;
  const [talks, asks, decides] = flow.sections;
  expect(ids).toEqual([talks.id, asks.id, asks.questions[0].id, decides.id]);
});
