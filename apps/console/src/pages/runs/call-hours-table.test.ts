import { expect, test } from 'vitest';
import { tableOfHours } from './call-hours-table.ts';

const HOUR_MS = 3_600_000;
const hour = (from: string, calls: number) => ({
  from,
  to: new Date(Date.parse(from) + HOUR_MS).toISOString(),
  calls,
  answered: 1,
  contacts: calls,
  contactsAnswered: 1,
});
const seen = (...args: Parameters<typeof tableOfHours>) => {
  const { clock, days } = tableOfHours(...args);
  return { clock, days: days.map(({ cells }) => cells.map((cell) => cell.map(({ calls }) => calls))) };
};

test('both hours of the same name are shown when clocks go back', () => {
  const hours = [
    hour('2026-10-25T00:00:00.000Z', 1),
    hour('2026-10-25T01:00:00.000Z', 2),
    hour('2026-10-25T02:00:00.000Z', 3),
    hour('2026-10-26T01:00:00.000Z', 4),
  ];
  expect(seen(hours, 'Europe/Zurich')).toEqual({
    clock: ['02:00', '03:00'],
    days: [
      [[1, 2], [3]],
      [[4], []],
    ],
  });
});

test('hours that begin at half past on the clock of the reader say so', () => {
  // Nine and ten o'clock in Kolkata.
  const hours = [hour('2026-11-16T03:30:00.000Z', 5), hour('2026-11-16T04:30:00.000Z', 6)];
  expect(seen(hours, 'UTC')).toEqual({ clock: ['03:30', '04:30'], days: [[[5], [6]]] });
  expect(seen(hours, 'Asia/Kolkata').clock).toEqual(['09:00', '10:00']);
});

test('days are apart by the clock of the reader, also the same day of another year', () => {
  const hours = ['2026-11-16T22:30:00.000Z', '2026-11-16T23:30:00.000Z', '2037-11-16T23:30:00.000Z'];
  const { days } = tableOfHours(
    hours.map((from) => hour(from, 1)),
    'Europe/Zurich',
  );
  expect(days.map(({ date }) => date)).toEqual(['2026-11-16', '2026-11-17', '2037-11-17']);
});
