import { must, optional, type Setting, whole } from './setting.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The account's token goes over it: without encryption only this machine is talked to. */
const vendorUrl = (given: string | undefined) => {
  const parsed = URL.parse(given || 'https://api.twilio.com');
  const isSafe =
    parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && LOOPBACK.test(parsed.hostname));
  return isSafe ? parsed.href.replace(/\/+$/, '') : must('be an address that begins with https://');
};

const MOST_BEFORE_AT = 15;

/** With the mark of a mail it has at most the 64 characters that mail allows. */
const bounceAddress = (given: string | undefined) => {
  if (given === undefined || given === '') return undefined;
  const isFit = /^[\w.-]+@[\w-]+(?:\.[\w-]+)+$/.test(given) && given.indexOf('@') <= MOST_BEFORE_AT;
  return isFit ? given : must(`be a mail address with at most ${MOST_BEFORE_AT} characters before the @`);
};

/** Messages to contacts of web calls. */
export const messageSettings = {
  PARLEY_MAIL_BOUNCES: {
    meaning:
      'Where mails to contacts come back that could not be delivered: each is sent from an address made of this one, bounces+…@calls.example.com, and your mail server posts to /mail-bounces what arrives there',
    preset: 'none',
    read: bounceAddress,
  },
  PARLEY_SMS_ACCOUNT: {
    meaning: 'Twilio account (Account SID) for SMS; without it they are only shown in the console',
    preset: 'none',
    read: optional,
  },
  PARLEY_SMS_TOKEN: {
    meaning: 'Its auth token; it also verifies the status callbacks',
    preset: 'none',
    secret: true,
    read: optional,
  },
  PARLEY_SMS_FROM: {
    meaning: 'Sender of SMS: a number in E.164, a name, or a messaging service (MG…)',
    preset: 'none',
    read: optional,
  },
  PARLEY_SMS_URL: {
    meaning: "Another service that speaks Twilio's REST API",
    preset: 'https://api.twilio.com',
    read: vendorUrl,
  },
  PARLEY_SMS_PER_DAY: {
    meaning: 'SMS that a company may send within 24 hours; further ones wait; 0: any number',
    preset: '1000',
    read: whole(1000, 0, 10_000),
  },
} as const satisfies Record<string, Setting<unknown>>;
