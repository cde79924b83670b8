import { join } from 'node:path';
import { purgeAudit } from '../domains/access/audit.actions.ts';
import { purgeAuditTask } from '../domains/access/audit.model.ts';
import { purgeSessions } from '../domains/access/session.actions.ts';
import { purgeSessionsTask, sendSignInLinkTask } from '../domains/access/session.model.ts';
import { moveIntoWindowTask } from '../domains/agents/agent.model.ts';
import { sendInvitationTask } from '../domains/companies/invitation.model.ts';
import { retryAdmission } from '../domains/conversations/call-attempt.actions.ts';
import { retryAdmissionTask } from '../domains/conversations/call-attempt.model.ts';
import { foldCountsTask } from '../domains/conversations/conversation.model.ts';
import { sendOnlineInvitationTask } from '../domains/conversations/online-invitation.model.ts';
import { closeExpiredLinks } from '../domains/conversations/online-link.actions.ts';
import { closeLinksTask } from '../domains/conversations/online-link.model.ts';
import { moveIntoWindow } from '../domains/conversations/window-change.actions.ts';
import {
  embedDocumentsTask,
  expirePersonalDataTask,
  processDocumentTask,
  sweepDocumentsTask,
} from '../domains/documents/document.model.ts';
import { tendDeliveries } from '../domains/webhooks/delivery.actions.ts';
import { tendDeliveriesTask } from '../domains/webhooks/delivery.model.ts';
import { reportCircuitsTask } from '../domains/webhooks/webhook.model.ts';
import { mailBySmtp, mailToFolder, type SendMail } from '../storage/mail.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Scope } from '../storage/scope.ts';
import { expirePersonalData, foldAllCounts, sweepDocuments } from '../workflows/cleanup.ts';
import { makeExtractor } from '../workflows/extract-text.ts';
import { embedDocument, embedDocuments, processDocument } from '../workflows/process-documents.ts';
import {
  reportOpenCircuits,
  sendInvitation,
  sendOnlineInvitation,
  sendSignInLink,
} from '../workflows/send-mails.ts';
import type { Config } from './config.ts';
import { onlineLinks } from './online-links.ts';
import type { Services } from './wiring.ts';

const makeMail = (config: Config): SendMail =>
  config.SMTP_URL === undefined
    ? mailToFolder(join(config.PARLEY_DATA_DIR, 'outbox'), config.PARLEY_MAIL_FROM)
    : mailBySmtp(config.SMTP_URL, config.PARLEY_MAIL_FROM);

/** A 20 MiB PDF of 2,000 pages takes some seconds; what takes a minute is not meant to be read. */
const extractionLimits = { atOnce: 2, timeoutMs: 60_000, heapMegabytes: 512, bufferMegabytes: 256 };

/** The next one begins a minute after this one, and they would do the same. */
const CATCH_UP_MS = 50_000;

/** Binds each task to the workflow that does it. */
export async function startWork(
  { config, database, queue, secrets, embedder, log }: Services,
  publicUrl: string,
  objects: ObjectStore,
): Promise<void> {
  const mailing = { sendMail: makeMail(config), linkSecret: secrets.link, publicUrl };
  await queue.work(sendInvitationTask, ({ invitationId }) => sendInvitation(database, mailing, invitationId));
  await queue.work(purgeAuditTask, async (_payload, signal) => {
    await purgeAudit(database, signal);
  });
  await queue.work(sendSignInLinkTask, ({ linkId }) => sendSignInLink(database, mailing, linkId));
  await queue.work(purgeSessionsTask, () => purgeSessions(database));
  const extractText = makeExtractor(extractionLimits);
  // A document is knowledge without vectors too: what fails here is done by the next task.
  const onUnembedded = (error: Error) =>
    log.warn({ err: error }, 'document passages could not be embedded; trying again later');
  embedder?.warm();
  await queue.work(processDocumentTask, (order, signal) => {
    const embed = async (scope: Scope, id: string) =>
      embedder && embedDocument(scope, embedder, id, signal).catch(onUnembedded);
    return processDocument(database, { objects, extractText, embed }, order);
  });
  await queue.work(embedDocumentsTask, async (_payload, signal) => {
    const untilNext = AbortSignal.any([signal, AbortSignal.timeout(CATCH_UP_MS)]);
    await (embedder && embedDocuments(database, embedder, untilNext).catch(onUnembedded));
  });
  await queue.work(foldCountsTask, () => foldAllCounts(database));
  await queue.work(moveIntoWindowTask, (changed, signal) => moveIntoWindow(database, changed, signal));
  await queue.work(retryAdmissionTask, () => retryAdmission(database));
  await queue.work(closeLinksTask, () => closeExpiredLinks(database));
  const inviting = { sendMail: mailing.sendMail, links: onlineLinks(publicUrl, secrets.link) };
  await queue.work(sendOnlineInvitationTask, (order) => sendOnlineInvitation(database, inviting, order));
  await queue.work(sweepDocumentsTask, (_payload, signal) => sweepDocuments(database, objects, signal));
  await queue.work(expirePersonalDataTask, (_payload, signal) =>
    expirePersonalData(database, objects, signal),
  );
  await queue.work(tendDeliveriesTask, (_payload, signal) => tendDeliveries(database, signal));
  await queue.work(reportCircuitsTask, (_payload, signal) => reportOpenCircuits(database, mailing, signal));
}
