import { isDeepStrictEqual } from 'node:util';
import { boardPostings } from '@parley/testing/postings/board-postings.ts';
import { careerPages } from '@parley/testing/postings/career-pages.ts';
import { heldOutPages } from '@parley/testing/postings/held-out-pages.ts';
import { structuredPostings } from '@parley/testing/postings/structured-postings.ts';
import { writtenPostings } from '@parley/testing/postings/written-postings.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractPosting, type FetchedPage } from './extract.parser.ts';
import type { Posting } from './posting.model.ts';

const named = (samples: typeof boardPostings) => samples.map((sample) => [sample.name, sample] as const);
const stated = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));

test.each([...named(structuredPostings), ...named(boardPostings)])(
  'everything stated by %s is read, and nothing else',
  (_name, { expected, ...page }) => {
    const found = stated(extractPosting(page)?.posting);
    for (const list of ['requiredSkills', 'niceToHaveSkills', 'languageRequirements', 'education'])
      if (found?.[list]?.length === 0) delete found[list];
    expect(found).toEqual(stated(expected));
  },
);

test.each(named(writtenPostings))(
  'everything stated by a page with %s is read',
  (_name, { expected, ...page }) => {
    const found = stated(extractPosting(page)?.posting);
    if (expected === undefined) expect(found).toBeNull();
    else
      expect(found).toEqual(
        stated({
          description: expect.any(String),
          ...expected,
          ...(expected.description ? {} : { description: found.description }),
        }),
      );
  },
);

/** The values of a posting that people look at first, without those that are not stated. */
const read = (page: FetchedPage) => {
  const extracted = extractPosting(page);
  return extracted === undefined || extracted.isClosed ? undefined : values(extracted.posting);
};
const values = ({ title, company, place, salary, contractType, workMode }: Posting) =>
  stated({ title, company, place, salary, contractType, workMode });

test.each(named(careerPages))(
  'the career page %s is read as a person would read it',
  (_name, { expected, ...page }) => {
    expect(read(page)).toEqual(expected && values(expected));
  },
);

/** All 16 were right when they were first measured, and 3 before. */
test('pages that the parsers were not developed with are read as well', () => {
  const right = heldOutPages.filter(({ expected, ...page }) =>
    isDeepStrictEqual(read(page), expected && values(expected)),
  );
  expect(right.length).toBeGreaterThanOrEqual(15);
});

const never = { numRuns: 100 };

test('any page can be read without an error', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<h1>',
      '</h1>',
      '<script type="application/ld+json">',
      '</script>',
      '{"@type":"JobPosting",',
      '"title":',
      '<div itemscope itemtype="JobPosting">',
      '<!--',
      '<p>job ',
      '&amp;lt;',
      '"',
      '}',
      '[',
      ']',
      'self.__next_f.push([1,"',
      '1:T5,',
      '<script id="__NUXT_DATA__" type="application/json">[["Reactive",1],',
      '<dt>Salary</dt>',
      '<dd>',
      '€',
      '5-',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      extractPosting({ url: 'https://jobs.example.com/1', kind: 'html', text: pieces.join('') });
    }),
    never,
  );
});

test('any response of a job board can be read without an error', () => {
  const keys = fc.constantFrom(
    'title',
    'text',
    'categories',
    'location',
    'salary',
    'absolute_url',
    'content',
    'jobs',
    'metadata',
    'description',
    'skills',
    'languages',
    'company',
    'jobPostingInfo',
    'min',
    'typeOfEmployment',
    'name',
    'country',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(keys, tie('any'), { maxKeys: 8 }),
    ),
  })).any;
  fc.assert(
    fc.property(value, (data) => {
      const text = JSON.stringify(data);
      extractPosting({ url: 'https://jobs.example.com/1', kind: 'json', text });
      extractPosting({
        url: 'https://jobs.example.com/1',
        kind: 'html',
        text: `<script type="application/ld+json">{"@type":"JobPosting","title":"Clerk","a":1,"jobLocation":${text},"baseSalary":${text},"skills":${text}}</script>`,
      });
    }),
    never,
  );
});
