import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';

test('without settings what is kept is kept as long as before there were any', () => {
  expect(loadConfig({}, {}).config).toMatchObject({
    PARLEY_KEEP_RECORDING_DAYS: undefined,
    PARLEY_KEEP_JOURNAL_DAYS: undefined,
    PARLEY_KEEP_DELIVERY_DAYS: 30,
    PARLEY_KEEP_EVENT_DAYS: 30,
    PARLEY_KEEP_AUTHENTICATION_DAYS: 90,
    PARLEY_KEEP_AUDIT_DAYS: undefined,
  });
});

test('a retention is a number of days, and of what was kept for ever also the word forever', () => {
  const { config } = loadConfig({ PARLEY_KEEP_AUDIT_DAYS: 'forever', PARLEY_KEEP_RECORDING_DAYS: '90' }, {});
  expect([config.PARLEY_KEEP_AUDIT_DAYS, config.PARLEY_KEEP_RECORDING_DAYS]).toEqual([undefined, 90]);
  for (const wrong of ['0', '-1', '1.5', 'never', '36501'])
    expect(() => loadConfig({ PARLEY_KEEP_RECORDING_DAYS: wrong }, {})).toThrow(
      'PARLEY_KEEP_RECORDING_DAYS must be forever, or a whole number of days from 1 to 36500',
    );
  expect(() => loadConfig({ PARLEY_KEEP_EVENT_DAYS: '3' }, {})).toThrow('from 7 to');
});
