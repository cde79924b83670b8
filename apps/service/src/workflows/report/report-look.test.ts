import { expect, test } from 'vitest';
import { directionOf } from './report-look.ts';

test.each([
  ['an Arabic sentence in an English report', 'نعم، يهمني الأمر كثيرًا.', 'ltr', 'rtl'],
  ['an English sentence in an Arabic report', 'They said 5; the ideal answer is "At least 3".', 'rtl', 'ltr'],
  [
    'an English sentence that quotes Arabic',
    'What they said, "بشكل عام", could not be held against it.',
    'rtl',
    'ltr',
  ],
  ['an Arabic sentence with a name in Latin letters', 'يتقن استخدام برنامج Excel.', 'rtl', 'rtl'],
  ['a number, as the report does', '5.', 'rtl', 'rtl'],
  ['a Chinese sentence', '您好', 'ltr', 'ltr'],
] as const)(
  'in a PDF report, %s is laid out in its own writing direction',
  (_, words, ofReport, direction) => {
    expect(directionOf(words, ofReport)).toBe(direction);
  },
);
