import { createHash } from 'node:crypto';
import { firstIdAt } from '@parley/kernel/id.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import { addresseeOf } from '../domains/access/session.actions.ts';
import { signInMail, signInUrl } from '../domains/access/session.model.ts';
import { openInvitation, recordSent } from '../domains/companies/invitation.actions.ts';
import { invitationMail, invitationUrl } from '../domains/companies/invitation.model.ts';
import { raisedAlarm } from '../domains/runs/run-alarm.actions.ts';
import { type AlarmNotification, alarmMail } from '../domains/runs/run-alarm.model.ts';
import { alarmAddressees } from '../domains/trunks/company-alarm.actions.ts';
import { alarmPage, type CompanyAlarm, companyAlarmMail } from '../domains/trunks/company-alarm.model.ts';
import {
  noteReportedBack,
  noteReportedDown,
  unreportedOperatorTrunks,
} from '../domains/trunks/operator-trunk.actions.ts';
import {
  type OperatorTrunk,
  operatorTrunkMail,
  type TrunkDown,
} from '../domains/trunks/operator-trunk.model.ts';
import { noteReported, openCircuits } from '../domains/webhooks/webhook.actions.ts';
import { circuitMail } from '../domains/webhooks/webhook.model.ts';
import type { SendMail } from '../storage/mail.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';

/** Mails an owner's invitation once; a crash between the mail and its record can mail it twice, never not at all. */
export async function sendInvitation(
  everywhere: Everywhere,
  services: { sendMail: SendMail; linkSecret: Secret; publicUrl: string },
  invitationId: string,
): Promise<void> {
  const invitation = await openInvitation(everywhere, invitationId);
  if (!invitation) return;
  const link = invitationUrl(services.publicUrl, services.linkSecret, invitation.id);
  await services.sendMail({ id: invitation.id, ...invitationMail(invitation, link) });
  await recordSent(everywhere, invitation.id);
}

/**
 * Mails a link that signs in; one that was used or has expired meanwhile is not sent. In a restored copy (`heldSince`) only a
 * link that was asked for there: the others are for the installation that was backed up, which mails them itself.
 */
export async function sendSignInLink(
  everywhere: Everywhere,
  services: { sendMail: SendMail; linkSecret: Secret; publicUrl: string },
  linkId: string,
  heldSince?: Date,
): Promise<void> {
  if (heldSince !== undefined && linkId < firstIdAt(heldSince)) return;
  const addressee = await addresseeOf(everywhere, linkId);
  if (!addressee) return;
  const url = signInUrl(services.publicUrl, services.linkSecret, linkId);
  await services.sendMail({ id: linkId, ...signInMail(addressee.email, url) });
}

/**
 * Mails the owners of a company that a run goes badly. An address that is refused keeps the mail from nobody else; only if
 * none could be sent it is tried again, and the same id on a second try lets the double be dropped.
 */
export async function sendRunAlarm(
  everywhere: Everywhere,
  services: { readonly sendMail: SendMail; readonly publicUrl: string },
  order: AlarmNotification,
): Promise<void> {
  const raised = await raisedAlarm(everywhere, order);
  if (!raised) return;
  const link = `${services.publicUrl}/console/runs/${order.runId}?tab=results`;
  const at = new Date(raised.raisedAt).getTime();
  const sent = await Promise.allSettled(
    raised.owners.map(({ userId, email }) =>
      services.sendMail({ id: `${order.runId}-alarm-${at}-${userId}`, ...alarmMail(email, raised, link) }),
    ),
  );
  throwIfVain(sent);
}

/** The same for an alarm of the company. */
export async function sendCompanyAlarm(
  everywhere: Everywhere,
  services: { readonly sendMail: SendMail; readonly publicUrl: string },
  {
    companyId,
    alarmId,
    alarm,
  }: { readonly companyId: string; readonly alarmId: string; readonly alarm: CompanyAlarm },
): Promise<void> {
  const addressees = await alarmAddressees(everywhere, companyId as CompanyId);
  if (!addressees) return;
  const { name, owners } = addressees;
  const link = `${services.publicUrl}/console/${alarmPage(alarm)}`;
  const sent = await Promise.allSettled(
    owners.map(({ userId, email }) =>
      services.sendMail({ id: `${alarmId}-${userId}`, ...companyAlarmMail(email, name, alarm, link) }),
    ),
  );
  throwIfVain(sent);
}

/** One address that is refused must not mail all others twice. */
function throwIfVain(sent: readonly PromiseSettledResult<void>[]): void {
  const refused = sent.filter((one) => one.status === 'rejected');
  if (refused[0] && refused.length === sent.length) throw refused[0].reason;
}

/**
 * Mails the owners of webhooks whose circuit is open. It is noted after the mails: a crash in between can mail twice,
 * never not at all, and the id of the mail lets the double be dropped. An address that is refused keeps the mail from
 * nobody else; only if none could be sent it is tried again.
 */
export async function reportOpenCircuits(
  everywhere: Everywhere,
  services: { readonly sendMail: SendMail; readonly publicUrl: string },
  signal: AbortSignal,
): Promise<void> {
  for (const circuit of await openCircuits(everywhere)) {
    if (signal.aborted) return;
    const link = `${services.publicUrl}/console/webhooks/${circuit.webhookId}`;
    // Of whom and what it is about: who became an owner meanwhile changes no other id.
    const mails = circuit.owners.map(({ userId, email }) => ({
      id: `${circuit.webhookId}-${circuit.openedAt.getTime()}-${circuit.notices}-${userId}`,
      ...circuitMail(email, circuit, link),
    }));
    const sent = await Promise.allSettled(mails.map((mail) => services.sendMail(mail)));
    const isVain = mails.length > 0 && sent.every(({ status }) => status === 'rejected');
    if (!isVain) await noteReported(everywhere, circuit);
  }
}

/** Mails staff that a trunk of the operator is down, and that it is back. One task for all processes: one mail each. */
export async function reportOperatorTrunks(
  everywhere: Everywhere,
  { sendMail, publicUrl }: { readonly sendMail: SendMail; readonly publicUrl: string },
  signal: AbortSignal,
): Promise<void> {
  const { down, back, staff } = await unreportedOperatorTrunks(everywhere);
  /** False: it was sent to nobody, and is tried again. */
  const tell = async (trunk: OperatorTrunk & { readonly at: Date }, isDown?: TrunkDown): Promise<boolean> => {
    // A trunk of the settings is known by its address, which may not stand in the id of a mail.
    const id = `${createHash('sha256').update(trunk.key).digest('hex').slice(0, 16)}-${isDown ? 'down' : 'back'}-${trunk.at.getTime()}`;
    const sent = await Promise.allSettled(
      staff.map(({ userId, email }) =>
        sendMail({
          id: `${id}-${userId}`,
          ...operatorTrunkMail(email, trunk, isDown, `${publicUrl}/console`),
        }),
      ),
    );
    return staff.length === 0 || sent.some(({ status }) => status === 'fulfilled');
  };
  for (const one of down)
    if (!signal.aborted && (await tell(one, one))) await noteReportedDown(everywhere, one);
  for (const one of back) if (!signal.aborted && (await tell(one))) await noteReportedBack(everywhere, one);
}
