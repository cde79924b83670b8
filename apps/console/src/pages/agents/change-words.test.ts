import { AgentView } from '@parley/contract/agent.ts';
import { blocks } from '@parley/contract/flow.ts';
import { expect, test } from 'vitest';
import { changedWords, changeWords, flowLabels, settingLabels, valueWords } from './change-words.ts';

const setting = (property: string) => ({ part: 'settings' as const, path: property, property });
const inFlow = (property: string) => ({
  part: 'flow' as const,
  path: `Renewal › Will you renew? › ${property}`,
  property,
});

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
}
/** Not shown as changes: what a version is, and its flow. */
const unsettled = new Set(['id', 'schemaVersion', 'custom', 'createdAt', 'updatedAt', 'flow']);

test('every setting of an agent and every property of its flow has a label', () => {
  const settings = Object.entries((AgentView as Shape).properties ?? {}).filter(
    ([name]) => !unsettled.has(name),
  );
  const paths = settings.flatMap(([name, { properties = {} }]) => [
    name,
    ...Object.keys(properties).map((inner) => `${name}.${inner}`),
  ]);
  expect(paths).toContain('retryPolicy.maxAttempts');
  expect(paths.filter((path) => settingLabels[path] === undefined)).toEqual([]);
  const { answer, destination, intent, expression, ...parts } = blocks;
  const properties = Object.values(parts).flatMap((part) => Object.keys(part));
  expect(properties.filter((property) => flowLabels[property] === undefined)).toEqual([]);
});

test('a change of an agent is named by the label of its form', () => {
  expect(changedWords(setting('duration'))).toBe('Maximum minutes');
  expect(changedWords(setting('retryPolicy.delaySeconds'))).toBe('Minutes between attempts');
  expect(changedWords(inFlow('importance'))).toBe('Renewal › Will you renew? › Scoring');
  expect(changedWords({ part: 'flow', path: 'Renewal › Why?', property: null })).toBe('Renewal › Why?');
});

test('the values of a change are in the words of the form', () => {
  expect(valueWords(setting('retryPolicy.delaySeconds'), '[1800,14400]')).toBe('30, 240');
  expect(valueWords(setting('retryPolicy.delaySeconds'), '1800')).toBe('30');
  expect(valueWords(setting('callingWindow.days'), '["MON","TUE"]')).toBe('Mon, Tue');
  expect(valueWords(setting('contextConfig.useContactContext'), 'true')).toBe('Yes');
  expect(valueWords(setting('type'), 'ONLINE')).not.toBe('ONLINE');
  expect(valueWords(setting('language'), 'DE')).toBe('German');
  expect(valueWords(setting('instructions'), '[not JSON')).toBe('[not JSON');
  expect(valueWords(inFlow('importance'), 'HIGH')).toBe('High');
  expect(valueWords(inFlow('answer'), '{"type":"choice","options":["Yes","Later"]}')).toBe(
    'one of several options: Yes, Later',
  );
  const condition = '{"type":"expression","field":"answer.will_renew","operator":"EQUALS","value":true}';
  expect(valueWords(inFlow('condition'), condition)).toBe('Will renew is Yes');
});

test('a change that reads the same in words is shown as it is stored', () => {
  const [before, after] = ['EUR', 'GBP'].map((currency) => JSON.stringify({ type: 'money', currency })) as [
    string,
    string,
  ];
  expect(changeWords({ ...inFlow('answer'), before, after })).toEqual([before, after]);
  const choice = JSON.stringify({ type: 'choice', options: ['red'] });
  expect(changeWords({ ...inFlow('answer'), before: choice, after })[0]).toContain('red');
});
