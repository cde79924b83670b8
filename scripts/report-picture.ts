import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import type { ReportContent } from '@parley/service/domains/analysis/report.model.ts';
import { reportPdf } from '@parley/service/workflows/report/report-document.ts';
import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { asks, question } from '@parley/testing/corpus/flows.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';

/**
 * Makes the picture of a report in the README, docs/images/analysis-pdf.png: `npx node scripts/report-picture.ts`. The call is
 * conducted and analysed like any other, so the picture shows what Parley really prints. Needs pdftoppm (Debian:
 * poppler-utils).
 */

const plan = scriptedPlan(
  [
    asks(
      question('interested', 'Are you still interested in the position?', 'Yes', 'REQUIRED'),
      question('years', 'How many years have you led a shift?', 'At least five years', 'HIGH'),
      question('licence', 'Do you have a forklift licence?', 'Yes', 'HIGH'),
      question('start', 'When could you start?', 'By the first of May', 'MEDIUM'),
      question('shifts', 'Do you prefer early shifts or night shifts?', 'Night shifts', 'MEDIUM'),
      question('salary', 'What salary do you expect per month?', 'Up to 3500', 'MEDIUM'),
      question('visit', 'Would you like to visit the site before you decide?'),
      question('why', 'What would you like to be different from your work today?'),
    ),
  ],
  {
    agent: { id: 'agent', versionId: 'version', name: 'Grace' },
    company: { name: 'Northgate Logistics' },
    contact: { id: 'contact', firstName: 'Maria', lastName: 'Keller', gender: null, phoneNumber: null },
    firstMessage: {
      id: 'first',
      text: 'Hello Maria, this is Grace, the AI assistant of Northgate Logistics. I am calling about your application as a warehouse shift lead in Leipzig. Do you have a few minutes?',
    },
    lastMessage: { id: 'last', text: 'Thank you for your time, Maria. We will be in touch. Goodbye.' },
    analysis: {
      extractionTargets: [
        { key: 'years', label: 'Years as a shift lead', type: 'number' },
        { key: 'licence', label: 'Forklift licence', type: 'bool' },
        { key: 'start', label: 'Earliest start', type: 'date' },
        { key: 'salary', label: 'Expected salary per month', type: 'number' },
      ],
      outcomes: [
        { key: 'interested', label: 'Interested', description: 'The contact is interested in the position' },
        { key: 'visit', label: 'Agreed to a site visit', description: 'Would like to visit the site' },
      ],
      tags: [],
    },
  },
);

const says = [
  'Hello Grace. Yes, I have a few minutes.',
  'Yes, that sounds very interesting to me.',
  'Six years, with a team of fourteen people.',
  'Yes, I do, and first-aid training as well.',
  'My notice period is four weeks, so on the first of May.',
  'Early shifts, please.',
  'I would say 3600 euros.',
  'Yes, I would love to see the place first.',
  'Something closer to home, and a team that stays together.',
];

const call = await conductedCall(plan, says);
const content: ReportContent = {
  language: plan.language,
  timeZone: 'Europe/Berlin',
  companyName: plan.company.name,
  contactName: `${plan.contact.firstName} ${plan.contact.lastName}`,
  agentName: plan.agent.name,
  jobTitle: 'Warehouse Shift Lead, Leipzig',
  calledAt: call.answeredAt.toISOString(),
  durationSeconds: call.durationSeconds,
  ending: 'COMPLETED',
  isSimulated: false,
  analysis: await rulesAnalysisModel().analyse(call, new AbortController().signal),
  transcript: call.transcript,
};

const folder = mkdtempSync(join(tmpdir(), 'parley-picture-'));
try {
  writeFileSync(join(folder, 'report.pdf'), await reportPdf(content));
  const first = ['-f', '1', '-l', '1', '-singlefile'];
  execFileSync('pdftoppm', ['-r', '90', '-png', ...first, join(folder, 'report.pdf'), join(folder, 'page')]);
  renameSync(join(folder, 'page.png'), join(import.meta.dirname, '../docs/images/analysis-pdf.png'));
} finally {
  rmSync(folder, { recursive: true });
}
