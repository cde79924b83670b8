import type { EventData } from '@parley/contract/event.ts';
import { task } from '@parley/kernel/task.ts';

/** Something about a company's calls over trunks that may be fraud, or that costs calls or money. */
export type CompanyAlarm = Omit<EventData<'company.alarm'>, 'companyId'>;

export const sendCompanyAlarmTask = task<{ companyId: string; alarmId: string; alarm: CompanyAlarm }>(
  'send-company-alarm',
  { retries: 10, expireSeconds: 300 },
);

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const limitMail = (limit: number | null, span: string, until: string) => ({
  subject: `The limit of ${limit} minutes ${span} is reached`,
  words: `your calls have used ${limit} minutes ${span}, the limit that you set. Further calls wait until ${until}; waiting uses up no call attempt.

If nobody in your company started these calls, revoke your API keys. Otherwise raise the limit:`,
});

const mails = {
  NEW_COUNTRY: ({ country }: CompanyAlarm) => {
    const name = `${countryNames.of(country ?? '')} (${country})`;
    return {
      subject: `First call to ${name}`,
      words: `a call to ${name} is being placed: the first one to this country. You get this message once for each new country.

If nobody in your company started it, revoke your API keys and allow only the countries that you call:`,
    };
  },
  MINUTES_PER_HOUR: ({ limit }: CompanyAlarm) => limitMail(limit, 'per hour', 'the next hour'),
  MINUTES_PER_DAY: ({ limit }: CompanyAlarm) =>
    limitMail(limit, 'in 24 hours', 'older calls no longer count'),
  TRUNK_DOWN: ({ trunk }: CompanyAlarm) => ({
    subject: `The trunk ${trunk?.name} is down`,
    words: `your trunk ${trunk?.name} is down: it ${trunk?.problem}. Its calls wait, or use another of your trunks, until it works again; waiting uses up no call attempt. You get this message at most once an hour for each trunk.

Check its address, user and password, and test it:`,
  }),
} satisfies Record<CompanyAlarm['reason'], (alarm: CompanyAlarm) => { subject: string; words: string }>;

/** Where in the console something can be done about it. One that was queued by an older version has no trunk. */
export const alarmPage = ({ trunk }: CompanyAlarm): string => (trunk ? `trunks/${trunk.id}` : 'limits');

/** Tells an owner of an alarm. */
export function companyAlarmMail(to: string, companyName: string, alarm: CompanyAlarm, link: string) {
  const { subject, words } = mails[alarm.reason](alarm);
  return { to, subject: `${companyName}: ${subject}`, text: `Hello,\n\n${words}\n${link}\n` };
}
