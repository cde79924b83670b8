import { type Element, elementChildren, elementsOf, parseMarkup, rawText } from './page-markup.parser.ts';
import { type Fields, isRecord, listOf, textIn } from './record.model.ts';

/** A board whose postings can be read as data by anyone. */
interface Board {
  /** Where the posting of the page's address can be read, if the address is of this board. */
  readonly addressFor: (url: URL) => string | undefined;
  /** The jobs in an answer of the board, under names that are understood everywhere; nothing if it is not its answer. */
  readonly jobsIn: (answer: unknown) => Fields[] | undefined;
}

const greenhouse: Board = {
  addressFor(url) {
    if (!/^(job-)?boards(\.eu)?\.greenhouse\.io$/.test(url.hostname)) return undefined;
    const [, board, id] = /^\/([\w-]+)\/jobs\/(\d+)/.exec(url.pathname) ?? [
      undefined,
      url.searchParams.get('for'),
      url.searchParams.get('token'),
    ];
    return board && id
      ? `https://boards-api.greenhouse.io/v1/boards/${encodeURIComponent(board)}/jobs/${encodeURIComponent(id)}?pay_transparency=true`
      : undefined;
  },
  jobsIn: (answer) =>
    jobsWith(answer, ['absolute_url', 'title'])?.map((job) => ({
      ...job,
      ...Object.fromEntries(
        listOf(job.metadata).flatMap((item) =>
          isRecord(item) && typeof item.name === 'string' ? [[item.name, item.value]] : [],
        ),
      ),
      place: [job.location, ...listOf(job.offices)],
      location: job.location,
      salary: job.pay_input_ranges,
      posted_at: job.first_published,
    })),
};

const lever: Board = {
  addressFor(url) {
    const [, region = ''] = /^jobs(\.eu)?\.lever\.co$/.exec(url.hostname) ?? [];
    const [, company, id] = /^\/([^/]+)\/([0-9a-f-]{36})/.exec(url.pathname) ?? [];
    if (!/^jobs(\.eu)?\.lever\.co$/.test(url.hostname) || company === undefined || id === undefined)
      return undefined;
    return `https://api${region}.lever.co/v0/postings/${company}/${id}?mode=json`;
  },
  jobsIn: (answer) =>
    jobsWith(answer, ['text', 'categories'])?.map((job) => {
      const { categories } = job;
      const lists = listOf(job.lists).flatMap((list) =>
        isRecord(list) ? [`<h3>${textIn(list.text) ?? ''}</h3><ul>${textIn(list.content) ?? ''}</ul>`] : [],
      );
      return {
        ...job,
        ...(isRecord(categories) ? { location: categories.location, commitment: categories.commitment } : {}),
        description: [
          textIn(job.description) ?? textIn(job.descriptionPlain),
          ...lists,
          textIn(job.additional),
        ]
          .filter(Boolean)
          .join('\n'),
        salary: job.salaryRange,
        company: companyInPath(job.hostedUrl),
        createdAt: undefined,
        datePosted: job.createdAt,
      };
    }),
};

const ashby: Board = {
  addressFor(url) {
    const [, company] = /^\/([^/]+)\/[0-9a-f-]{36}/.exec(url.pathname) ?? [];
    return url.hostname === 'jobs.ashbyhq.com' && company !== undefined
      ? `https://api.ashbyhq.com/posting-api/job-board/${company}?includeCompensation=true`
      : undefined;
  },
  jobsIn: (answer) =>
    jobsWith(answer, ['applyUrl', 'title', 'publishedAt'])?.map((job) => ({
      ...job,
      company: companyInPath(job.jobUrl),
      salary: isRecord(job.compensation)
        ? listOf(job.compensation.summaryComponents).filter(
            (part) => isRecord(part) && /salary/i.test(String(part.compensationType)),
          )
        : undefined,
    })),
};

const smartRecruiters: Board = {
  addressFor(url) {
    const [, company, id] = /^\/([^/]+)\/(\d+|[0-9a-f-]{36})/.exec(url.pathname) ?? [];
    return /^(jobs|careers)\.smartrecruiters\.com$/.test(url.hostname) && id !== undefined
      ? `https://api.smartrecruiters.com/v1/companies/${company}/postings/${id}`
      : undefined;
  },
  jobsIn: (answer) =>
    jobsWith(answer, ['name', 'typeOfEmployment'])?.map((job) => {
      const sections =
        isRecord(job.jobAd) && isRecord(job.jobAd.sections) ? Object.values(job.jobAd.sections) : [];
      return {
        ...job,
        description: sections
          .flatMap((section) =>
            isRecord(section) && textIn(section.text) !== undefined
              ? [`<h3>${textIn(section.title) ?? ''}</h3>${section.text}`]
              : [],
          )
          .join('\n'),
      };
    }),
};

const workday: Board = {
  addressFor(url) {
    const [, tenant] = /^([\w-]+)\.(?:wd\d+\.)?myworkdayjobs(?:-impl)?\.com$/.exec(url.hostname) ?? [];
    const [, site, path] =
      /^\/(?:[a-z]{2}-[A-Z]{2}\/)?([^/]+)\/(?:details|job)\/(.+?)(?:\/apply.*)?$/.exec(url.pathname) ?? [];
    return tenant !== undefined && site !== undefined
      ? `https://${url.hostname}/wday/cxs/${tenant}/${site}/job/${path}`
      : undefined;
  },
  jobsIn: (answer) =>
    isRecord(answer) && isRecord(answer.jobPostingInfo)
      ? [{ ...answer.jobPostingInfo, hiringOrganization: answer.hiringOrganization }]
      : undefined,
};

const personio: Board = {
  addressFor(url) {
    const isOwn = /^[\w-]+\.jobs\.personio\.(de|com)$/.test(url.hostname) && /^\/job\/\d+/.test(url.pathname);
    return isOwn
      ? `https://${url.hostname}/xml${/^[a-z]{2}$/.test(url.searchParams.get('language') ?? '') ? `?language=${url.searchParams.get('language')}` : ''}`
      : undefined;
  },
  jobsIn: () => undefined,
};

const boards: readonly Board[] = [greenhouse, lever, ashby, smartRecruiters, workday, personio];

export const boardAddress = (url: URL): string | undefined =>
  boards.map((board) => board.addressFor(url)).find((address) => address !== undefined);

export const boardJobs = (answer: unknown): Fields[] | undefined =>
  boards.map((board) => board.jobsIn(answer)).find((jobs) => jobs !== undefined);

/** One job, a list of jobs, or a list under some name, each with these properties. */
function jobsWith(answer: unknown, properties: readonly string[]): Fields[] | undefined {
  const lists = [listOf(answer), ...(isRecord(answer) ? Object.values(answer).filter(Array.isArray) : [])];
  const jobs = lists.map((list) =>
    list.filter(isRecord).filter((one) => properties.every((name) => name in one)),
  );
  return jobs.find((list) => list.length > 0);
}

/** Who hires stands in the address of the posting: `jobs.ashbyhq.com/Company/…`. */
const companyInPath = (address: unknown): string | undefined => {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  const segment = url?.pathname.split('/')[1];
  try {
    return segment ? decodeURIComponent(segment) : undefined;
  } catch {
    return segment;
  }
};

/** The positions of Personio's feed. */
export function personioJobs(xml: string): Fields[] {
  const root = parseMarkup(xml, { xml: true });
  return [...elementsOf(root, ({ tag }) => tag !== 'position')]
    .filter(({ tag }) => tag === 'position')
    .map((position) => {
      const field = (name: string) => elementChildren(position).find(({ tag }) => tag === name);
      const text = (name: string) => textOf(field(name));
      const parts = elementChildren(field('jobDescriptions') ?? position).filter(
        ({ tag }) => tag === 'jobDescription',
      );
      return {
        id: text('id'),
        title: text('name'),
        company: text('subcompany'),
        location: text('office'),
        employmentType: [text('schedule'), text('employmentType')].filter(Boolean),
        seniority: text('seniority'),
        createdAt: text('createdAt'),
        description: parts
          .map((part) => `<h3>${childText(part, 'name')}</h3>${childText(part, 'value')}`)
          .join('\n'),
      };
    });
}

const textOf = (element: Element | undefined): string | undefined =>
  (element ? rawText(element).trim() : undefined) || undefined;
const childText = (element: Element, name: string): string =>
  textOf(elementChildren(element).find(({ tag }) => tag === name)) ?? '';
