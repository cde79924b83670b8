import { addresseeOf } from '../domains/access/session.actions.ts';
import { signInMail, signInUrl } from '../domains/access/session.model.ts';
import type { SendMail } from '../storage/mail.ts';
import type { Everywhere } from '../storage/scope.ts';

/** Mails a link that signs in; one that was used or has expired meanwhile is not sent. */
export async function sendSignInLink(
  everywhere: Everywhere,
  services: { sendMail: SendMail; linkSecret: string; publicUrl: string },
  linkId: string,
): Promise<void> {
  const addressee = await addresseeOf(everywhere, linkId);
  if (!addressee) return;
  const url = signInUrl(services.publicUrl, services.linkSecret, linkId);
  await services.sendMail({ id: linkId, ...signInMail(addressee.email, url) });
}
