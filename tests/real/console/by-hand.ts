import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/**
 * What a person does with mouse and keyboard, so that a test of a journey finds fields that neither reaches: Playwright's `fill`,
 * `selectOption` and `check` set a value without either.
 */

/** More than the longest page has between two fields. */
const MOST_TABS = 150;

const isFocused = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => (element as unknown as { matches(rule: string): boolean }).matches(':focus'));

/** Presses Tab until the field has the focus. */
export async function tabTo(field: Locator): Promise<void> {
  await field.waitFor();
  for (let pressed = 0; pressed < MOST_TABS && !(await isFocused(field)); pressed += 1)
    await field.page().keyboard.press('Tab');
  expect(await isFocused(field), `Tab reaches ${field}`).toBe(true);
}

/** A date or a time as Chromium in English takes it, part by part. */
function partsOf(type: string, value: string): string {
  if (type === 'date') {
    const [year = '', month = '', day = ''] = value.split('-');
    return month + day + year;
  }
  if (type === 'time') {
    const [hour = '', minute = ''] = value.split(':');
    const half = Number(hour) < 12 ? 'A' : 'P';
    return String(Number(hour) % 12 || 12).padStart(2, '0') + minute + half;
  }
  return value;
}

/** Clicks into the field and types over what it has, key by key. */
export async function typeInto(field: Locator, value: string): Promise<void> {
  const type = (await field.getAttribute('type')) ?? 'text';
  if (type === 'date' || type === 'time') await tabTo(field);
  else {
    await field.click();
    await field.press('ControlOrMeta+a');
  }
  await field.pressSequentially(partsOf(type, value));
  expect(await field.inputValue()).toBe(value);
}

/** Tabs to the list and goes with the arrows to the option. */
export async function choose(list: Locator, option: string): Promise<void> {
  await list.getByRole('option', { name: option, exact: true }).first().waitFor({ state: 'attached' });
  await tabTo(list);
  const words = () =>
    list.evaluate((element) => {
      const { options, selectedIndex } = element as unknown as {
        readonly options: ArrayLike<{ readonly label: string }>;
        readonly selectedIndex: number;
      };
      return { at: selectedIndex, labels: Array.from(options, ({ label }) => label) };
    });
  const { at, labels } = await words();
  const wanted = labels.indexOf(option);
  for (let place = at; place !== wanted; place += Math.sign(wanted - place))
    await list.press(place < wanted ? 'ArrowDown' : 'ArrowUp');
  const chosen = await words();
  expect(chosen.labels[chosen.at]).toBe(option);
}

/** Tabs to the box and presses Space. */
export async function tick(box: Locator): Promise<void> {
  await tabTo(box);
  if (!(await box.isChecked())) await box.press('Space');
  expect(await box.isChecked()).toBe(true);
}
