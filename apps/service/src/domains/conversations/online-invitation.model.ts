import { task } from '@parley/kernel/task.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';

/** The mail that invites a contact to continue a web call; {name} and {company} are put in, the time and the link follow. */
interface InvitationWords {
  readonly subject: string;
  readonly greeting: string;
  readonly invitation: string;
  readonly link: string;
}

const invitationWords = localeTables<InvitationWords>('invitation');

/** A mail server may be away for a while; by the time a day has passed the invitation may be over. */
export const sendOnlineInvitationTask = task<{
  companyId: string;
  conversationId: string;
  attemptId: string;
}>('send-online-invitation', { retries: 36, expireSeconds: 60 });

export interface InvitedContact {
  /** Of the mail: the same for every try of sending it. */
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly companyName: string;
  readonly language: Language;
  readonly at: Date;
  /** The contact's: the time is written as their clock shows it. */
  readonly timeZone: string;
}

export function onlineInvitationMail(
  { id, email, firstName, companyName, language, at, timeZone }: InvitedContact,
  link: string,
): { id: string; to: string; subject: string; text: string } {
  const time = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
  const { subject, greeting, invitation, link: works } = invitationWords[language];
  const filled = (text: string): string =>
    text.replaceAll('{company}', () => companyName).replaceAll('{name}', () => firstName);
  return {
    id,
    to: email,
    // A name with a line break in it must not end the subject.
    subject: filled(subject).replaceAll(/\s+/g, ' '),
    text: `${filled(greeting)}\n\n${filled(invitation)}\n${time}\n\n${works}\n${link}\n`,
  };
}
