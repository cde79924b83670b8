import { describe, expect, test } from 'vitest';
import { chooseNumber, type PooledNumber, type Usage, waitOf } from './call-limit.model.ts';
import { connectsNobody, created, routingOf, type Trunk, trunkStateOf } from './trunk.model.ts';

const NOW = new Date('2026-03-14T09:30:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const trunkOf = (id: string, more: Partial<Trunk> = {}): Trunk => ({
  ...created(
    { name: id, host: 'sip.example.com' },
    { id, companyId: 'company', password: null, createdAt: NOW },
  ),
  ...more,
});
const half = () => 0.5;
const namesOf = (trunks: readonly Trunk[], number: string, fraction = half) => {
  const routing = routingOf(trunks, { to: number, pinnedTo: null, hasDefault: false }, fraction);
  return routing.kind === 'trunks' ? routing.trunks.map(({ id }) => id) : routing.kind;
};
const ZURICH = '+41446681800';

test('a trunk is only called working or answering for what was seen of it lately', () => {
  const never = { checkedAt: null, checkStatus: null, carriedAt: null };
  const answered = { ...never, checkedAt: ago(60_000), checkStatus: 405 };
  expect(trunkStateOf(never, false, NOW)).toBe('NOT_KNOWN');
  expect(trunkStateOf({ ...answered, checkStatus: null }, false, NOW)).toBe('NOT_KNOWN');
  expect(trunkStateOf(answered, false, NOW)).toBe('ANSWERING');
  expect(trunkStateOf({ ...answered, checkedAt: ago(16 * 60_000) }, false, NOW)).toBe('NOT_KNOWN');
  expect(trunkStateOf({ ...answered, carriedAt: ago(3_600_000) }, false, NOW)).toBe('WORKING');
  expect(trunkStateOf({ ...never, carriedAt: ago(25 * 3_600_000) }, false, NOW)).toBe('NOT_KNOWN');
  expect(trunkStateOf({ ...answered, carriedAt: ago(1) }, true, NOW)).toBe('DOWN');
});

describe('routing of calls to trunks', () => {
  test('a call goes over the trunk with the longest matching prefix, then by priority', () => {
    const trunks = [
      trunkOf('all', { priority: 1 }),
      trunkOf('swiss second', { prefixes: ['+41'], priority: 20 }),
      trunkOf('swiss first', { prefixes: ['+49', '+41'], priority: 10 }),
      trunkOf('zurich', { prefixes: ['+4144'], priority: 99 }),
      trunkOf('germany', { prefixes: ['+49'] }),
    ];
    expect(namesOf(trunks, ZURICH)).toEqual(['zurich', 'swiss first', 'swiss second', 'all']);
  });

  test('calls are divided among trunks of the same priority by their weight', () => {
    const trunks = [trunkOf('heavy', { weight: 3 }), trunkOf('light')];
    // Evenly spread pairs of draws, as chance would be in the long run.
    const steps = Array.from({ length: 40 }, (_, step) => (step + 0.5) / 40);
    let first = 0;
    for (const one of steps)
      for (const other of steps) {
        const draws = [one, other];
        if (namesOf(trunks, ZURICH, () => draws.shift() ?? 0)[0] === 'heavy') first += 1;
      }
    expect(first / 1600).toBeCloseTo(0.75, 1);
  });

  test("a shared trunk is used only for numbers that none of the company's own trunks covers", () => {
    const shared = trunkOf('shared', { companyId: null });
    expect(namesOf([shared, trunkOf('own')], ZURICH)).toEqual(['own']);
    expect(namesOf([shared, trunkOf('own', { prefixes: ['+49'] })], ZURICH)).toEqual(['shared']);
  });

  test('routing says why there is no trunk for a number', () => {
    const off = trunkOf('off', { isActive: false });
    expect(namesOf([], ZURICH)).toBe('simulated');
    expect(namesOf([off], ZURICH)).toBe('inactive');
    expect(namesOf([trunkOf('germany', { prefixes: ['+49'] })], ZURICH)).toBe('none');
  });

  const kindWith = (trunks: readonly Trunk[], more: { pinnedTo?: string; hasDefault?: boolean }) =>
    routingOf(trunks, { to: ZURICH, pinnedTo: null, hasDefault: false, ...more }, half).kind;

  test("a call is not routed over the operator's trunks while the company's own trunk is switched off", () => {
    const off = trunkOf('off', { isActive: false });
    const shared = trunkOf('shared', { companyId: null });
    expect(kindWith([off], { hasDefault: true })).toBe('inactive');
    expect(kindWith([off, shared], {})).toBe('inactive');
    expect(namesOf([off, shared, trunkOf('on')], ZURICH)).toEqual(['on']);
    expect(kindWith([trunkOf('shared', { companyId: null, isActive: false })], { hasDefault: true })).toBe(
      'default',
    );
  });

  test('a call goes only over the trunk that its caller ID belongs to, whether shared or own', () => {
    const trunks = [trunkOf('own'), trunkOf('shared', { companyId: null })];
    expect(routingOf(trunks, { to: ZURICH, pinnedTo: 'shared', hasDefault: true }, half)).toMatchObject({
      kind: 'trunks',
      trunks: [{ id: 'shared' }],
    });
    const off = trunkOf('off', { companyId: null, isActive: false });
    expect(kindWith([...trunks, off], { pinnedTo: 'off', hasDefault: true })).toBe('inactive');
    const german = trunkOf('german', { prefixes: ['+49'] });
    expect(kindWith([...trunks, german], { pinnedTo: 'german', hasDefault: true })).toBe(
      'not of the caller ID',
    );
  });
});

const unlimited = { maxConcurrentCalls: null, maxCallsPerSecond: null, maxCallsPerDay: null };
const idle: Usage = { liveCalls: 0, lastAt: null, fillsSecondAt: null, fillsDayAt: null };

describe('limits of a trunk and of a caller ID', () => {
  test('a call over a trunk without limits may always begin', () => {
    expect(waitOf(unlimited, { ...idle, liveCalls: 1000, lastAt: NOW }, NOW)).toBeUndefined();
  });

  test.each([
    ['24 hours', { maxCallsPerDay: 5 }, { fillsDayAt: ago(3_600_000) }, 23 * 3_600_000],
    ['per second', { maxCallsPerSecond: 2 }, { fillsSecondAt: ago(400) }, 600],
    ['at the same time', { maxConcurrentCalls: 1 }, { liveCalls: 1 }, 5000],
    ['cools down', { coolDownSeconds: 30 }, { lastAt: ago(10_000) }, 20_000],
  ])('a call waits while a limit is reached: %s', (words, limits, usage, waitMs) => {
    const wait = waitOf({ ...unlimited, ...limits }, { ...idle, ...usage }, NOW);
    expect(wait).toMatchObject({ waitMs });
    expect(wait?.words).toContain(words);
  });

  test('when several limits are reached, the longest wait applies', () => {
    const limits = { maxConcurrentCalls: 1, maxCallsPerSecond: null, maxCallsPerDay: 5 };
    const usage = { ...idle, liveCalls: 1, fillsDayAt: ago(3_600_000) };
    expect(waitOf(limits, usage, NOW)?.words).toContain('24 hours');
  });
});

describe('choosing a caller ID from a pool', () => {
  const numberOf = (phoneNumber: string, usage: Partial<Usage> = {}, limits: Partial<PooledNumber> = {}) => ({
    number: { id: phoneNumber, phoneNumber, ...unlimited, ...limits },
    usage: { ...idle, ...usage },
  });
  const chosen = (pool: Parameters<typeof chooseNumber>[0], to: string) => {
    const choice = chooseNumber(pool, to, NOW);
    return choice?.kind === 'number' ? choice.number.phoneNumber : choice?.words;
  };

  test("a pool's caller ID is chosen from the contact's area, else from the contact's country", () => {
    const pool = [numberOf('+12125550100'), numberOf('+14155550100'), numberOf('+41446681801')];
    expect(chosen(pool, '+14152007986')).toBe('+14155550100');
    expect(chosen(pool, '+41791234567')).toBe('+41446681801');
  });

  test('among equally near caller IDs of a pool, the one unused for longest is chosen', () => {
    const pool = [
      numberOf('+41446681801', { lastAt: ago(1000) }),
      numberOf('+41446681802', { lastAt: ago(9000) }),
    ];
    expect(chosen(pool, ZURICH)).toBe('+41446681802');
    expect(chosen([...pool, numberOf('+41446681803')], ZURICH)).toBe('+41446681803');
  });

  test("a pool's next caller ID is used when the nearest is at its limit, and the call waits when all are", () => {
    const full = { fillsDayAt: ago(1000) };
    const near = numberOf('+41446681801', full, { maxCallsPerDay: 1 });
    expect(chosen([near, numberOf('+14155550100')], ZURICH)).toBe('+14155550100');
    expect(chosen([near], ZURICH)).toContain('every number of the pool waits');
    expect(chosen([], ZURICH)).toBeUndefined();
  });
});

test('calls in a row that nobody answers are put down to the trunk only if that is no chance', () => {
  const half = { calls: 100, answered: 50 };
  expect(connectsNobody(9, half)).toBe(false);
  expect(connectsNobody(10, half)).toBe(true);
  const tenth = { calls: 100, answered: 10 };
  expect([connectsNobody(65, tenth), connectsNobody(66, tenth)]).toEqual([false, true]);
  expect(connectsNobody(1000, { calls: 100, answered: 0 })).toBe(false);
  expect(connectsNobody(1000, { calls: 9, answered: 9 })).toBe(false);
});
