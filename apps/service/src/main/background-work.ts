import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Secret } from '@parley/kernel/secret.ts';
import { Counter } from 'prom-client';
import { purgeAudit } from '../domains/access/audit.actions.ts';
import { purgeAuditTask } from '../domains/access/audit.model.ts';
import { purgeSessions } from '../domains/access/session.actions.ts';
import { purgeSessionsTask, sendSignInLinkTask } from '../domains/access/session.model.ts';
import { moveIntoWindowTask } from '../domains/agents/agent.model.ts';
import { sendInvitationTask } from '../domains/companies/invitation.model.ts';
import { expireContactTask, expirePersonalDataTask } from '../domains/contacts/contact.model.ts';
import { purgeRegisters } from '../domains/contacts/do-not-call-register.actions.ts';
import { purgeRegistersTask } from '../domains/contacts/do-not-call-register.model.ts';
import { retryAdmission } from '../domains/conversations/call-attempt.actions.ts';
import { retryAdmissionTask } from '../domains/conversations/call-attempt.model.ts';
import { purgeCalls } from '../domains/conversations/call-retention.actions.ts';
import { purgeCallsTask } from '../domains/conversations/call-retention.model.ts';
import { foldCountsTask } from '../domains/conversations/conversation.model.ts';
import { inviteBackLater } from '../domains/conversations/message.actions.ts';
import { sendMessagesTask, sendOnlineInvitationTask } from '../domains/conversations/message.model.ts';
import { closeExpiredLinks } from '../domains/conversations/online-link.actions.ts';
import { closeLinksTask } from '../domains/conversations/online-link.model.ts';
import { lookAgain, passedOverRows, sealPlainTexts } from '../domains/conversations/sealing.actions.ts';
import { lookAgainTask, sealTextsTask } from '../domains/conversations/sealing.model.ts';
import { moveIntoWindow } from '../domains/conversations/window-change.actions.ts';
import {
  embedDocumentsTask,
  processDocumentTask,
  sweepDocumentsTask,
} from '../domains/documents/document.model.ts';
import { sealPlainDocuments } from '../domains/documents/document-sealing.actions.ts';
import { expireContact } from '../domains/personal-data/erasure.actions.ts';
import { checkRunAlarms } from '../domains/runs/run-alarm.actions.ts';
import { checkRunAlarmsTask, sendRunAlarmTask } from '../domains/runs/run-alarm.model.ts';
import { sendCompanyAlarmTask } from '../domains/trunks/company-alarm.model.ts';
import { reportOperatorTrunksTask } from '../domains/trunks/operator-trunk.model.ts';
import { tendDeliveries } from '../domains/webhooks/delivery.actions.ts';
import { tendDeliveriesTask } from '../domains/webhooks/delivery.model.ts';
import { reportCircuitsTask } from '../domains/webhooks/webhook.model.ts';
import { mailBySmtp, mailToFolder, openMailServer, openOutbox, type SendMail } from '../storage/mail.ts';
import { bounceAddresses } from '../storage/mail-bounce.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Scope } from '../storage/scope.ts';
import { type SendSms, smsByTwilio } from '../storage/sms.ts';
import type { CompanyId } from '../storage/sql.ts';
import { expirePersonalData, foldAllCounts, sweepDocuments } from '../workflows/cleanup.ts';
import { makeExtractor } from '../workflows/extract-text.ts';
import { findLostRecordings } from '../workflows/find-lost-recordings.ts';
import { embedDocument, embedDocuments, processDocument } from '../workflows/process-documents.ts';
import {
  reportOpenCircuits,
  reportOperatorTrunks,
  sendCompanyAlarm,
  sendInvitation,
  sendRunAlarm,
  sendSignInLink,
} from '../workflows/send-mails.ts';
import { sendMessages } from '../workflows/send-messages.ts';
import { makeRecordings } from './call-runtime.ts';
import type { Config } from './config.ts';
import type { LinkSecrets } from './link-secrets.ts';
import { messageLinks } from './online-links.ts';
import type { RestoreHold } from './restore-hold.ts';
import { makeReceipts } from './seals.ts';
import { destinationRule } from './sip.ts';
import type { Services } from './wiring.ts';

const outboxOf = ({ PARLEY_DATA_DIR }: Config): string => join(PARLEY_DATA_DIR, 'outbox');

const makeMail = (config: Config): SendMail =>
  config.SMTP_URL === undefined
    ? mailToFolder(outboxOf(config), config.PARLEY_MAIL_FROM)
    : mailBySmtp(config.SMTP_URL, config.PARLEY_MAIL_FROM);

function makeSms(config: Config): SendSms | undefined {
  const { PARLEY_SMS_URL: url, PARLEY_SMS_ACCOUNT: accountSid } = config;
  if (accountSid === undefined) return undefined;
  const { PARLEY_SMS_TOKEN: authToken = '', PARLEY_SMS_FROM: from = '' } = config;
  return smsByTwilio({ url, accountSid, authToken, from });
}

/** A 20 MiB PDF of 2,000 pages takes some seconds; what takes a minute is not meant to be read. */
const extractionLimits = {
  // With two processors one company has one of them, and the other is left for calls and requests.
  atOnce: Math.min(3, Math.max(2, availableParallelism())),
  firstMs: 10_000,
  timeoutMs: 60_000,
  heapMegabytes: 512,
  bufferMegabytes: 256,
};
/** Most documents wait for a thread here. So many of one company: the others get the rest. */
const documents = { apart: 8, perCompany: 4 };

/** The next one begins a minute after this one, and they would do the same. */
const CATCH_UP_MS = 50_000;

/** Reports what was removed because its retention was over. */
function removals({ log, registry }: Services): (removed: Readonly<Record<string, number>>) => void {
  const counter = new Counter({
    name: 'parley_retention_removed_total',
    help: 'What was removed because its retention was over: audit log entries, deliveries, events, and calls of which the journal or the recording was removed',
    labelNames: ['kind'],
    registers: [registry],
  });
  return (removed) => {
    for (const [kind, count] of Object.entries(removed)) counter.inc({ kind }, count);
    if (Object.values(removed).some((count) => count > 0))
      log.info({ removed }, 'removed data past its retention period');
  };
}

/** Binds each task to the workflow that does it. */
export async function startWork(
  services: Services,
  publicUrl: string,
  linkSecrets: LinkSecrets,
  objects: ObjectStore,
  hold: RestoreHold,
): Promise<void> {
  const { config, database, queue, secrets, embedder, log } = services;
  const mailing = { sendMail: makeMail(config), linkSecret: secrets.link, publicUrl };
  const onRemoved = removals(services);
  const isHeld = () => hold.since !== undefined;
  // Until then they wait in the queue.
  await hold.onRelease(() => workOnMails(services, mailing));
  await queue.work(purgeAuditTask, async (_payload, signal) => {
    const authenticationDays = config.PARLEY_KEEP_AUTHENTICATION_DAYS;
    const kept = { authenticationDays, otherDays: config.PARLEY_KEEP_AUDIT_DAYS };
    onRemoved({ audit: await purgeAudit(database, signal, kept) });
  });
  await queue.work(sendSignInLinkTask, ({ linkId }) => sendSignInLink(database, mailing, linkId, hold.since));
  await queue.work(purgeSessionsTask, () => purgeSessions(database));
  await queue.work(purgeRegistersTask, (_payload, signal) => purgeRegisters(database, signal));
  const extractText = makeExtractor(extractionLimits);
  // A document is knowledge without vectors too: what fails here is done by the next task.
  const onUnembedded = (error: Error) =>
    log.warn(
      { err: error },
      'passages of a document could not be embedded for semantic search; trying again later',
    );
  embedder?.warm();
  await queue.work(
    processDocumentTask,
    (order, signal) => {
      const embed = async (scope: Scope, id: string) =>
        embedder && embedDocument(scope, embedder, id, signal).catch(onUnembedded);
      return processDocument(database, { objects, extractText, embed }, order, signal);
    },
    documents,
  );
  await queue.work(embedDocumentsTask, async (_payload, signal) => {
    const untilNext = AbortSignal.any([signal, AbortSignal.timeout(CATCH_UP_MS)]);
    await (embedder && embedDocuments(database, embedder, untilNext).catch(onUnembedded));
  });
  await queue.work(foldCountsTask, () => foldAllCounts(database));
  await queue.work(moveIntoWindowTask, (changed, signal) => moveIntoWindow(database, changed, signal));
  await queue.work(retryAdmissionTask, () => retryAdmission(database));
  const passedOver = passedOverRows(database);
  const passedOverDocuments = passedOverRows(database);
  await queue.work(sealTextsTask, async (_payload, signal) => {
    const untilNext = AbortSignal.any([signal, AbortSignal.timeout(CATCH_UP_MS)]);
    const results = await Promise.allSettled([
      sealPlainTexts(database, untilNext, passedOver),
      sealPlainDocuments(database, untilNext, passedOverDocuments),
    ]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  });
  await queue.work(lookAgainTask, () => lookAgain(database));
  await queue.work(closeLinksTask, () => closeExpiredLinks(database));
  await queue.work(sendOnlineInvitationTask, ({ companyId, conversationId }) =>
    inviteBackLater(
      database.within(companyId as CompanyId, { kind: 'system', id: 'messages' }),
      conversationId,
    ),
  );
  const sms = makeSms(config);
  const byOperator = destinationRule(config);
  const messaging = {
    links: messageLinks(publicUrl, linkSecrets),
    blocked: (number: string) => byOperator(number)?.words,
    mail:
      config.SMTP_URL === undefined
        ? undefined
        : openMailServer(
            config.SMTP_URL,
            config.PARLEY_MAIL_FROM,
            config.PARLEY_MAIL_BOUNCES === undefined
              ? undefined
              : bounceAddresses(config.PARLEY_MAIL_BOUNCES, services.secrets.link).of,
          ),
    sms,
    // Without an account they are only shown, and cost nothing.
    smsPerDay: sms === undefined ? 0 : config.PARLEY_SMS_PER_DAY,
  };
  await queue.work(sendMessagesTask, async (_payload, signal) => {
    if (!isHeld()) await sendMessages(database, messaging, signal);
  });
  if (isHeld()) await hold.onRelease(() => database.enqueue(sendMessagesTask, {}));
  const cleanup = { objects, receipts: makeReceipts(services), outbox: openOutbox(outboxOf(config)) };
  const recordings = makeRecordings(objects);
  await queue.work(sweepDocumentsTask, async (_payload, signal) => {
    // Whatever is wrong with one of them, what is to be deleted is deleted.
    await findLostRecordings(database, recordings, signal, (words) => log.warn(words)).catch((error: Error) =>
      log.warn(
        { err: error },
        'recordings of calls whose process died could not be looked up in the object store; trying again later',
      ),
    );
    await sweepDocuments(database, cleanup, signal);
  });
  await queue.work(expirePersonalDataTask, (_payload, signal) =>
    expirePersonalData(database, cleanup, signal),
  );
  await queue.work(expireContactTask, ({ companyId, contactId }) =>
    expireContact(
      database.within(companyId, { kind: 'system', id: 'retention' }),
      cleanup.receipts,
      contactId,
    ),
  );
  await queue.work(checkRunAlarmsTask, (_payload, signal) => checkRunAlarms(database, signal));
  await queue.work(tendDeliveriesTask, async (_payload, signal) => {
    const deliveryDays = config.PARLEY_KEEP_DELIVERY_DAYS;
    const kept = { deliveryDays, eventDays: config.PARLEY_KEEP_EVENT_DAYS };
    onRemoved(await tendDeliveries(database, signal, kept));
  });
  await queue.work(purgeCallsTask, async (_payload, signal) => {
    const journalDays = config.PARLEY_KEEP_JOURNAL_DAYS;
    const kept = { journalDays, recordingDays: config.PARLEY_KEEP_RECORDING_DAYS };
    onRemoved(await purgeCalls(database, signal, kept));
  });
  // What they report is found again by the next ones.
  await queue.work(reportOperatorTrunksTask, async (_payload, signal) => {
    if (!isHeld()) await reportOperatorTrunks(database, mailing, signal);
  });
  await queue.work(reportCircuitsTask, async (_payload, signal) => {
    if (!isHeld()) await reportOpenCircuits(database, mailing, signal);
  });
}

interface Mailing {
  readonly sendMail: SendMail;
  readonly linkSecret: Secret;
  readonly publicUrl: string;
}

/** Mails to users that are queued one by one. */
async function workOnMails({ database, queue }: Services, mailing: Mailing): Promise<void> {
  await queue.work(sendInvitationTask, ({ invitationId }) => sendInvitation(database, mailing, invitationId));
  await queue.work(sendRunAlarmTask, (order) => sendRunAlarm(database, mailing, order));
  await queue.work(sendCompanyAlarmTask, (order) => sendCompanyAlarm(database, mailing, order));
}
