import { fullTime } from '../../kit/time.tsx';

const MOMENT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** A sentence of the service with its moments as the reader's own clock has them. */
export const withLocalTimes = (words: string): string =>
  words.replaceAll(MOMENT, (moment) => fullTime(moment));
