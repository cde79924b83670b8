import { expect, test } from 'vitest';
import { sharesOf, shareWords, versionsToSave, versionsToSend } from './version-shares.ts';

const share = (versionId: string, weight = '1') => ({ versionId, weight });

test('a new run sends no version, one version, or the versions of a split with their weights', () => {
  expect(versionsToSend([])).toEqual({});
  expect(versionsToSend([share('a')])).toEqual({ agentVersionId: 'a' });
  expect(versionsToSend([share('a', '3'), share('b')])).toEqual({
    split: [
      { versionId: 'a', weight: 3 },
      { versionId: 'b', weight: 1 },
    ],
  });
});

test('the share of a version is shown as a part of the contacts', () => {
  const [first, second] = [share('a', '3'), share('b', '1')];
  expect(shareWords([first, second], first)).toBe('75 % of the contacts');
  expect(shareWords([share('a'), share('b'), share('c')], share('a'))).toBe('33.3 % of the contacts');
});

test.each(['', '0', '-1', 'x'])('no share is shown while a weight is %j', (weight) => {
  const [first, second] = [share('a'), share('b', weight)];
  expect(shareWords([first, second], first)).toBeUndefined();
});

test('a draft run sends its change of versions, and null for the version that is published at the launch', () => {
  expect(versionsToSave([])).toEqual({ agentVersionId: null });
  expect(versionsToSave([share('a')])).toEqual({ agentVersionId: 'a' });
  const shown = sharesOf([
    { versionId: 'a', weight: 3 },
    { versionId: 'b', weight: 1 },
  ]);
  expect(versionsToSave(shown)).toEqual(versionsToSend(shown));
  expect(sharesOf(undefined)).toEqual([]);
});
