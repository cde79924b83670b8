import type { Language } from '@parley/language/language.ts';
import { phrasesIn } from '@parley/service/domains/agents/focus-flow.model.ts';
import {
  type ReportContent,
  type ReportLine,
  reportWords,
} from '@parley/service/domains/analysis/report.model.ts';

/** People whose names need the letters of their language. */
const names: Partial<Record<Language, string>> = {
  PL: 'Łukasz Żółciński',
  CS: 'Jiří Dvořák',
  SK: 'Ľubica Kováčová',
  HU: 'Győző Szűcs',
  RO: 'Ștefan Țăranu',
  BG: 'Иван Щърбев',
  HR: 'Đurđica Čačić',
  SL: 'Špela Žnidaršič',
  SR: 'Јован Ђорђевић',
  UK: 'Олексій Їжакевич',
  RU: 'Анна Щербакова',
  EL: 'Γιώργος Παπαδόπουλος',
  TR: 'İpek Işıkoğlu',
  ET: 'Tõnis Käär',
  LV: 'Ģirts Ķēniņš',
  LT: 'Žygimantas Šąla',
  AR: 'محمد الخطيب',
  HE: 'יעל כהן',
  JA: '山田 太郎',
  ZH: '王小明',
  KO: '홍길동',
};

/** What an agent says in the language; spoken alternately, it makes a call of any length. */
function sayings(language: Language, contactName: string): string[] {
  const { job } = reportWords[language];
  return Object.values(phrasesIn(language)).map((phrase: string) =>
    phrase.replaceAll(/\{\{[^}]*\}\}/g, contactName).replaceAll('%', job),
  );
}

/** The report of a call in the language, of so many minutes, with a little of everything in it. */
export function reportContent(
  language: Language,
  { minutes = 20, ...more }: Partial<ReportContent> & { minutes?: number } = {},
): ReportContent {
  const contactName = more.contactName ?? names[language] ?? 'Zoë Müller-Ñandú';
  const said = sayings(language, contactName);
  const transcript: ReportLine[] = [];
  for (let at = 1; at < minutes * 60; at += 7) {
    const i = transcript.length;
    const speaker = i % 2 === 0 ? 'AI' : 'CONTACT';
    transcript.push({ speaker, text: said[(i * 7) % said.length] ?? '', startTime: at, endTime: at + 6 });
  }
  const [first = '', second = '', third = ''] = said;
  const evidence = { evidence: third, evidenceTime: 83 };
  return {
    language,
    timeZone: 'Europe/Berlin',
    companyName: 'Nordwind 24',
    contactName,
    agentName: contactName,
    jobTitle: said[2] ?? null,
    calledAt: '2026-03-12T13:30:00.000Z',
    durationSeconds: minutes * 60,
    ending: 'COMPLETED',
    isSimulated: false,
    transcript,
    analysis: {
      general: {
        overallRating: 78,
        scoringIncompleteReason: null,
        companyFitRating: 'HIGH',
        education: null,
        experience: null,
        strongPoints: [],
        weakPoints: [],
        evaluation: [],
      },
      specific: null,
      analytics: {
        matchScore: 78,
        fields: [
          { label: first, value: 3600, ...evidence },
          { label: second, value: '2026-05-01', ...evidence },
          { label: third, value: true, ...evidence },
        ],
        scoring: {
          total: 78,
          items: said.slice(3, 8).map((label, i) => ({ label, score: i * 25, reasoning: first })),
        },
        outcomes: [
          { label: first, met: true, ...evidence },
          { label: second, met: false, evidence: null, evidenceTime: null },
        ],
        tags: [],
        qa: said
          .slice(3, 12)
          .map((question, i) => ({ question, answer: i === 0 ? null : second, ...evidence })),
        evaluation: { strengths: [first, second], concerns: [third], assessment: [] },
        sentiment: { overall: 'positive' },
        summary: `${first} ${second} ${third}`,
      },
    },
    ...more,
  };
}
