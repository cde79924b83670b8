import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countryIn } from '@parley/service/domains/jobs/extraction/place.parser.ts';
import type { Posting } from '@parley/service/domains/jobs/extraction/posting.model.ts';
import { contractIn, periodIn } from '@parley/service/domains/jobs/extraction/terms.parser.ts';
import { workModeIn } from '@parley/service/domains/jobs/extraction/work-mode.parser.ts';
import type { SamplePosting } from '@parley/testing/postings/sample-posting.ts';

/**
 * A folder of collected pages with an INDEX.md, whose table lists what each page states: number, kind, title, company,
 * location, salary, contract. A dash means that the page does not state it.
 */
export function samplesIn(folder: string): SamplePosting[] {
  const rows = readFileSync(join(folder, 'INDEX.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\|\s*\d+/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim()));
  const files = readdirSync(folder);
  return rows.flatMap(
    ([, number = '', , title = '', company = '', location = '', salary = '', contract = '']) => {
      const file = files.find((name) => name.startsWith(`${number}-`));
      if (file === undefined) return [];
      return [
        {
          name: file,
          url: `http://127.0.0.1/${file}`,
          kind: file.endsWith('.json') ? 'json' : file.endsWith('.xml') ? 'xml' : 'html',
          text: readFileSync(join(folder, file), 'utf8'),
          expected: title === '-' ? undefined : expectedOf(title, company, location, salary, contract),
        } satisfies SamplePosting,
      ];
    },
  );
}

function expectedOf(
  title: string,
  company: string,
  location: string,
  salary: string,
  contract: string,
): Posting {
  const [, currency, min, max] =
    /([A-Z]{3}) (\d+)-(\d+)/.exec(salary.replace(/([A-Z]{3}) [^(]*\((\d+-\d+)\)/, '$1 $2')) ?? [];
  const period = /\/ *(\w+)/.exec(salary)?.[1];
  const parts = location
    .replace(/^remote \(HQ (.*)\)$/, '$1')
    .split(/[,;]/)
    .map((part) => part.trim());
  const countryCode = parts.length > 1 ? countryIn(parts.at(-1) as string) : undefined;
  return {
    title,
    company: company.replace(/ \(.*\)$/, (words) => (/trailing|URL/.test(words) ? '' : words)),
    place: { city: parts[0], ...(countryCode === undefined || /HQ/.test(location) ? {} : { countryCode }) },
    ...(currency === undefined
      ? {}
      : {
          salary: {
            min: Number(min),
            max: Number(max),
            currency,
            ...spelledPeriod(period),
          },
        }),
    contractType: contractIn(contract.split(' (')[0] as string),
    workMode: workModeIn(`${location}, ${contract}`),
  };
}

const spelledPeriod = (word: string | undefined) => {
  const period = word === undefined ? undefined : periodIn(word);
  return period === undefined ? {} : { period };
};
