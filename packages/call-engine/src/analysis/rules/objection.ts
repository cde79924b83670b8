import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import type { Talk } from './talk.ts';

/** What people hold against an offer. */
const objecting = anyOf([
  '(too|very|quite|pretty|so|bit) (expensive|pricey|costly|much money|far|long|late|early|complicated)',
  '(can not|could not) afford',
  '(already|just) (have|got|found|signed|use|using|work|working) (a|an|one|another|something|with|somebody|someone)',
  '(happy|satisfied|content) with (what|our|my|the) (we|i|current|present|existing)',
  'not (really |very )?(convinced|sure about|interested|what (i|we) (need|want))',
  '(have|need) to (ask|talk to|check with|discuss (it|this) with) (my|him|her|them|the)',
  '(do not|does not) (have|really have) (the )?(time|budget|money)',
  'no (time|budget|money|need)',
  '(do not|does not|would not) (need|trust|want|like) (it|that|this|any|another|you|a|the)',
  '(bad|poor|terrible) experience',
  'have to (relocate|move)',
]);

/** In their own words, each once. */
export const objectionsIn = ({ said }: Talk): string[] => [
  ...new Set(
    said.flatMap(({ speech }) =>
      speech.clauses.filter(({ plain }) => objecting.test(plain)).map(({ raw }) => raw),
    ),
  ),
];
