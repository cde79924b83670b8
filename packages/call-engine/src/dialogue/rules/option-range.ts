import { english } from '@parley/language/english-tables.ts';

const { optionBounds } = english.descriptions;
const bounds = {
  atLeast: new RegExp(optionBounds.atLeast, 'i'),
  moreThan: new RegExp(optionBounds.moreThan, 'i'),
  lessThan: new RegExp(optionBounds.lessThan, 'i'),
  upTo: new RegExp(optionBounds.upTo, 'i'),
};

/** "3-5 years", "5+", "under 10", "more than 20". */
export function isWithin(value: number, option: string): boolean {
  const [low = Number.NaN, high] = [
    ...option.replaceAll(/(\d)[,'](?=\d{3})/g, '$1').matchAll(/\d+(?:\.\d+)?/g),
  ].map(Number);
  if (Number.isNaN(low)) return false;
  if (high !== undefined) return value >= low && value <= high;
  if (bounds.atLeast.test(option)) return value >= low;
  if (bounds.moreThan.test(option)) return value > low;
  if (bounds.lessThan.test(option)) return value < low || (bounds.upTo.test(option) && value === low);
  return value === low;
}
