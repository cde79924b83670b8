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
  'all values stated in the posting %s are read, and no others',
  (_name, { expected, ...page }) => {
    const found = stated(extractPosting(page)?.posting);
    for (const list of ['requiredSkills', 'niceToHaveSkills', 'languageRequirements', 'education'])
      if (found?.[list]?.length === 0) delete found[list];
    expect(found).toEqual(stated(expected));
  },
);

test.each(named(writtenPostings))(
  'all values stated in a posting page with %s are read',
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
  'the career page %s is read as a human reader would read it',
  (_name, { expected, ...page }) => {
    expect(read(page)).toEqual(expected && values(expected));
  },
);

/** All 16 were right when they were first measured, and 3 before. */
test('career pages that were not used to develop the parsers are read correctly, too', () => {
  const right = heldOutPages.filter(({ expected, ...page }) =>
    isDeepStrictEqual(read(page), expected && values(expected)),
  );
  expect(right.length).toBeGreaterThanOrEqual(15);
});

const never = { numRuns: 100 };

test('no posting page makes the parser fail', () => {
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

test('no response of a job board makes the parser fail', () => {
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
