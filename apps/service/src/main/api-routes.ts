import type { Seal } from '@parley/kernel/seal.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import { apiKeyRoutes } from '../domains/access/api-key.routes.ts';
import { getAgent } from '../domains/agents/agent.actions.ts';
import { agentRoutes, preflightRoutes } from '../domains/agents/agent.routes.ts';
import { agentVersionRoutes } from '../domains/agents/agent-version.routes.ts';
import { companyModelRoutes } from '../domains/agents/company-model.routes.ts';
import { phoneNumberRoutes } from '../domains/agents/phone-number.routes.ts';
import type { HasModel, ReadSpeech } from '../domains/agents/preflight.model.ts';
import type { RunTestCases } from '../domains/agents/test-case.actions.ts';
import { testCaseRoutes } from '../domains/agents/test-case.routes.ts';
import type { Voices } from '../domains/agents/voice.actions.ts';
import { voiceRoutes } from '../domains/agents/voice.routes.ts';
import { analysisPdfRoutes } from '../domains/analysis/analysis-pdf.routes.ts';
import type { AnalysisPdf } from '../domains/analysis/report.actions.ts';
import { runResultRoutes } from '../domains/analysis/run-results.routes.ts';
import { billingRoutes } from '../domains/billing/billing.routes.ts';
import { companyRoutes } from '../domains/companies/company.routes.ts';
import { searchRoutes } from '../domains/console/search.routes.ts';
import { statisticsRoutes } from '../domains/console/statistics.routes.ts';
import { contactFieldRoutes } from '../domains/contact-fields/contact-field.routes.ts';
import { requireContact } from '../domains/contacts/contact.actions.ts';
import { contactRoutes } from '../domains/contacts/contact.routes.ts';
import { contactImportRoutes } from '../domains/contacts/contact-import.routes.ts';
import { contactSegmentRoutes } from '../domains/contacts/contact-segment.routes.ts';
import { registerRoutes } from '../domains/contacts/do-not-call-register.routes.ts';
import { savedViewRoutes } from '../domains/contacts/saved-view.routes.ts';
import { callPathRoutes } from '../domains/conversations/call-path.routes.ts';
import {
  type ConversationLinks,
  removeConversationsOfJob,
} from '../domains/conversations/conversation.actions.ts';
import { conversationRoutes } from '../domains/conversations/conversation.routes.ts';
import { correctionRoutes } from '../domains/conversations/correction.routes.ts';
import { messageRoutes } from '../domains/conversations/message.routes.ts';
import type { MessageLinks } from '../domains/conversations/message-delivery.actions.ts';
import type { ReadNamedTimeLaw } from '../domains/conversations/named-time.model.ts';
import { sipLadderRoutes } from '../domains/conversations/sip-ladder.routes.ts';
import { documentRoutes } from '../domains/documents/document.routes.ts';
import { jobExtractionRoutes, jobRoutes } from '../domains/jobs/job.routes.ts';
import type { ExtractionServices } from '../domains/jobs/job-extraction.actions.ts';
import { moveContactParts } from '../domains/personal-data/contact-merge.actions.ts';
import { eraseWithContact } from '../domains/personal-data/erasure.actions.ts';
import { personalDataRoutes } from '../domains/personal-data/personal-data.routes.ts';
import type { ReceiptSigner } from '../domains/personal-data/receipt.model.ts';
import type { CallPlacing } from '../domains/runs/launch.actions.ts';
import { runRoutes } from '../domains/runs/run.routes.ts';
import { contactsToCheck } from '../domains/runs/run-contact.actions.ts';
import { reopenRun } from '../domains/runs/run-control.actions.ts';
import { contactOfProfile } from '../domains/sourcing/profile.actions.ts';
import { profileRoutes, sourcingRoutes } from '../domains/sourcing/sourcing.routes.ts';
import { callCeilingRoutes } from '../domains/trunks/call-ceiling.routes.ts';
import type { TrunkServices } from '../domains/trunks/trunk.actions.ts';
import { sharedTrunkRoutes, trunkRoutes } from '../domains/trunks/trunk.routes.ts';
import type { Attachments } from '../domains/webhooks/delivery.actions.ts';
import { deliveryRoutes } from '../domains/webhooks/delivery.routes.ts';
import type { WebhookServices } from '../domains/webhooks/webhook.actions.ts';
import { webhookRoutes } from '../domains/webhooks/webhook.routes.ts';
import type { Route } from '../http/route.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { readCallPath } from '../workflows/call-path.ts';
import { liveEntry } from '../workflows/live-view.ts';

/** The table of contents of the API. */
export const makeRoutes = ({
  pepper,
  onKeyChange,
  objects,
  conversationLinks,
  webhooks,
  analysisPdf,
  attachments,
  extraction,
  modelSeal,
  readSpeech,
  hasModel,
  placing,
  lawOfTimes,
  receipts,
  runTestCases,
  trunks,
  voices,
}: {
  pepper: Secret;
  onKeyChange: () => void;
  objects: ObjectStore;
  conversationLinks: ConversationLinks & MessageLinks;
  webhooks: WebhookServices;
  analysisPdf: AnalysisPdf;
  attachments: Attachments;
  extraction: ExtractionServices;
  modelSeal: Seal;
  readSpeech: ReadSpeech;
  hasModel: HasModel;
  placing: CallPlacing;
  lawOfTimes: ReadNamedTimeLaw;
  receipts: ReceiptSigner;
  runTestCases: RunTestCases;
  trunks: TrunkServices;
  voices: Voices;
}): readonly Route[] => [
  ...conversationRoutes(conversationLinks, liveEntry, reopenRun, lawOfTimes),
  ...callPathRoutes(readCallPath),
  ...sipLadderRoutes,
  ...correctionRoutes,
  ...messageRoutes(conversationLinks),
  ...analysisPdfRoutes(analysisPdf),
  ...runRoutes(conversationLinks, placing),
  ...runResultRoutes(conversationLinks, placing),
  ...contactRoutes({
    beforeRemoval: eraseWithContact(receipts),
    moveParts: moveContactParts,
    findOrigin: contactOfProfile,
  }),
  ...contactSegmentRoutes,
  ...savedViewRoutes,
  ...contactImportRoutes(eraseWithContact(receipts)),
  ...registerRoutes,
  ...personalDataRoutes({ receipts, objects }),
  ...documentRoutes({ owner: 'contact', requireOwner: requireContact, objects }),
  ...contactFieldRoutes,
  ...jobRoutes({ beforeRemoval: removeConversationsOfJob }),
  ...sourcingRoutes,
  ...profileRoutes,
  ...jobExtractionRoutes(extraction),
  ...agentRoutes,
  ...agentVersionRoutes,
  ...voiceRoutes(voices),
  ...preflightRoutes({ readSpeech, hasModel, contactsOfRun: contactsToCheck }),
  ...testCaseRoutes(runTestCases),
  ...documentRoutes({ owner: 'agent', requireOwner: getAgent, objects }),
  ...phoneNumberRoutes,
  ...trunkRoutes(trunks),
  ...sharedTrunkRoutes(trunks),
  ...webhookRoutes(webhooks),
  ...deliveryRoutes(attachments),
  ...companyRoutes,
  ...companyModelRoutes(modelSeal),
  ...callCeilingRoutes,
  ...billingRoutes,
  ...searchRoutes,
  ...statisticsRoutes,
  ...apiKeyRoutes({ pepper, onChange: onKeyChange }),
];
