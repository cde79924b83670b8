import { expect, test } from 'vitest';
import type { AnalysisResult } from '../domains/conversations/call-analysis.model.ts';
import { analysisWords } from './analysis-words.ts';

const nothing: AnalysisResult['general'] = {
  overallRating: null,
  scoringIncompleteReason: null,
  companyFitRating: null,
  education: null,
  experience: null,
  strongPoints: [],
  weakPoints: [],
  evaluation: [],
};

test('the printed call analysis shows only values that were found in the call', () => {
  const general = {
    ...nothing,
    overallRating: 72,
    companyFitRating: 'HIGH' as const,
    strongPoints: ['Calm', 'On time'],
  };
  expect(analysisWords({ general, specific: { overallScore: 61 }, analytics: null })).toEqual([
    'Rating        72 of 100',
    'Fit           HIGH',
    'Speaks for it',
    '  Calm',
    '  On time',
    'Language test {"overallScore":61}',
  ]);
});

test('the printed call analysis shows the evidence for each result and its time in the call', () => {
  const analytics: NonNullable<AnalysisResult['analytics']> = {
    matchScore: 80,
    fields: [
      {
        key: 'years',
        label: 'Years',
        type: 'number',
        value: 7,
        confidence: 0.9,
        evidence: 'Seven years.',
        evidenceTime: 62.4,
      },
      {
        key: 'tools',
        label: 'Tools',
        type: 'list',
        value: ['saw', 'plane'],
        confidence: 0.5,
        evidence: 'Saw and plane.',
        evidenceTime: null,
      },
      {
        key: 'city',
        label: 'City',
        type: 'string',
        value: null,
        confidence: 0,
        evidence: null,
        evidenceTime: null,
      },
    ],
    scoring: {
      total: 75,
      items: [
        {
          key: 'years',
          kind: 'QUESTION',
          label: 'How long?',
          score: 75,
          weightPercent: 100,
          importance: null,
          reasoning: 'Enough.',
        },
      ],
    },
    outcomes: [
      {
        key: 'hired',
        label: 'Hired',
        met: true,
        confidence: 1,
        evidence: 'I accept.',
        evidenceTime: 5,
      },
      { key: 'lost', label: 'Lost', met: false, confidence: 1, evidence: null, evidenceTime: null },
    ],
    tags: [
      { key: 'vip', label: 'VIP', applied: true, reason: null },
      { key: 'late', label: 'Late', applied: false, reason: null },
    ],
    qa: [
      {
        id: '1',
        question: 'How long?',
        answered: true,
        answer: 'Seven years.',
        evidence: null,
        evidenceTime: null,
      },
      { id: '2', question: 'Why?', answered: false, answer: null, evidence: null, evidenceTime: null },
    ],
    evaluation: { strengths: [], concerns: [], objections: [], assessment: [] },
    sentiment: { overall: 'positive', score: 0.5, trajectory: 'improving', notes: null },
    summary: 'Will come.',
  };
  expect(analysisWords({ general: nothing, specific: null, analytics })).toEqual([
    'Summary       Will come.',
    'Match         80',
    'Score         75 of 100',
    '  75  How long? (counts 100 %): Enough.',
    'Found out',
    '  Years: 7  "Seven years." at 1:02',
    '  Tools: saw, plane  "Saw and plane."',
    '  City: not said',
    'Outcomes',
    '  yes  Hired  "I accept." at 0:05',
    '  no   Lost',
    'Tags          VIP',
    'Questions',
    '  How long?  Seven years.',
    '  Why?  (no answer)',
    'Mood          positive, improving',
  ]);
});
